/** The part of the package that its own types leave out (see demangle.ts for why it is used this way). */
declare module 'gecko-profiler-demangle/index_bg.js' {
  export function __wbg_set_wasm(exports: WebAssembly.Exports): void;
  export function __wbindgen_init_externref_table(): void;
  export function demangle_any(name: string): string;
}
