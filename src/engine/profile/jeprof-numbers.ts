/** Numbers as C and Perl print them. */

/** From here on doubles have no quarters. */
const NO_QUARTERS = 2 ** 51;

/**
 * `%.1f`: the exact binary value rounded to tenths, exact ties to the even digit, the sign of zero kept.
 * JavaScript's toFixed rounds ties up and drops the sign of zero.
 */
export function oneDecimal(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value < 0 ? '-Inf' : 'Inf';
  const size = Math.abs(value);
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  const whole = Math.floor(size);
  const fraction = size - whole;
  // Of all binary fractions only quarters lie exactly between two tenths.
  if (size < NO_QUARTERS && (fraction === 0.25 || fraction === 0.75))
    return `${sign}${whole}.${fraction === 0.25 ? 2 : 8}`;
  return size >= 1e21 ? `${sign}${BigInt(size)}.0` : `${sign}${size.toFixed(1)}`;
}

/** Perl's `%d` of a double: cut off toward zero; what does not fit shows as the bits of a 64-bit integer do. */
export function wholeNumber(value: number): string {
  if (Number.isNaN(value)) return '-1';
  const cut = Math.trunc(value);
  if (Math.abs(cut) < 2 ** 53) return String(cut === 0 ? 0 : cut);
  if (cut >= 2 ** 64) return '-1';
  if (cut < -(2 ** 63)) return String(-(2n ** 63n));
  return String(BigInt.asIntN(64, BigInt(cut)));
}

/** A share in percent, with jeprof's words where the whole is zero. */
export function percentOf(part: number, whole: number): string {
  if (whole !== 0) return `${oneDecimal((part * 100) / whole)}%`;
  return part === 0 ? 'nan' : part > 0 ? '+inf' : '-inf';
}
