/** Nominal typing for numbers: a `Brand<number, 'Bytes'>` can be read as a number but not mixed with another brand. */
declare const brand: unique symbol;
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };
