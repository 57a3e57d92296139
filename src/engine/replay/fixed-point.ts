/**
 * Text forms of 16.16 fixed-point numbers (`fxp_t`), bit for bit as jemalloc reads them (`fxp_parse`, src/fxp.c):
 * digits after the 14th are ignored, the rest is rounded down to 1/65536.
 */
const ONE = 65_536;
/** `FXP_FRACTIONAL_PART_DIGITS` (fxp.h). */
const DIGITS = 14;

export interface FixedPoint {
  /** The raw 32 bits, 0 to 2^32 - 1: the number times 65536. */
  readonly raw: number;
  /** False when the text named a number between two representable ones. */
  readonly exact: boolean;
}

/** Reads a plain decimal such as `0.3`, `.5` or `2`; null where `fxp_parse` refuses it or stops before its end. */
export function parseFixedPoint(text: string): FixedPoint | null {
  const match = /^([0-9]*)(?:\.([0-9]+))?$/.exec(text);
  if (match === null || text === '') return null;
  const integer = Number(match[1]);
  if (integer >= ONE) return null;
  const all = match[2] ?? '';
  const kept = all.slice(0, DIGITS).padEnd(DIGITS, '0');
  const divisor = 10n ** BigInt(DIGITS);
  const scaled = BigInt(kept) << 16n;
  const exact = scaled % divisor === 0n && !/[1-9]/.test(all.slice(DIGITS));
  return { raw: integer * ONE + Number(scaled / divisor), exact };
}

/** The shortest decimal that {@link parseFixedPoint} reads back as `raw`. */
export function formatFixedPoint(raw: number): string {
  const integer = Math.floor(raw / ONE);
  const fraction = raw % ONE;
  if (fraction === 0) return String(integer);
  // The decimals that read back as this fraction lie in [fraction, fraction + 1) / 65536: five digits always reach it.
  for (let digits = 1; ; digits++) {
    const scale = 10 ** digits;
    const candidate = Math.ceil((fraction * scale) / ONE);
    if (candidate * ONE < (fraction + 1) * scale) {
      return `${integer}.${String(candidate).padStart(digits, '0')}`;
    }
  }
}

/** The number itself, with all its digits (at most 16 after the point). */
export function fixedPointDecimal(raw: number): string {
  const fraction = ((raw % ONE) / ONE)
    .toFixed(16)
    .slice(1)
    .replace(/\.?0+$/, '');
  return `${Math.floor(raw / ONE)}${fraction}`;
}
