/**
 * Numbers as people read them. Every format is a pure function, gives units where the number has one, and a dash
 * for what is not a number, so that "unknown" never looks like zero.
 */

/** Shown where there is no number. */
export const NO_NUMBER = '–';

const THIN = '\u202f';
const MINUS = '\u2212';

const BINARY_UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'] as const;

/** Three significant digits, without an exponent and without a trailing ".0" on whole numbers. */
function threeDigits(value: number): string {
  const size = Math.abs(value);
  if (Number.isInteger(value) && size < 1000) return String(value);
  if (size >= 99.95) return value.toFixed(0);
  if (size >= 9.995) return value.toFixed(1);
  return value.toFixed(2);
}

function sign(value: number, text: string): string {
  return value < 0 ? `${MINUS}${text}` : text;
}

/** A whole count with thin spaces between the thousands: 1 234 567. Fractions are rounded to two digits below 100. */
export function formatCount(value: number): string {
  if (!Number.isFinite(value)) return NO_NUMBER;
  const size = Math.abs(value);
  if (size < 100 && !Number.isInteger(size)) return sign(value, threeDigits(size));
  return sign(
    value,
    Math.round(size)
      .toString()
      .replace(/\B(?=(\d{3})+$)/g, THIN),
  );
}

/** A short count for narrow places: 950, 12.3 k, 4.50 M. */
export function formatShortCount(value: number): string {
  if (!Number.isFinite(value)) return NO_NUMBER;
  const size = Math.abs(value);
  const steps: readonly [number, string][] = [
    [1e9, 'G'],
    [1e6, 'M'],
    [1e3, 'k'],
  ];
  for (const [factor, suffix] of steps) {
    if (size >= factor) return sign(value, `${threeDigits(size / factor)}${THIN}${suffix}`);
  }
  return sign(value, threeDigits(size));
}

/** Bytes in binary units with three digits: 512 B, 1.50 KiB, 31.2 MiB. */
export function formatBytes(bytes: number): string {
  if (!Number.isFinite(bytes)) return NO_NUMBER;
  let size = Math.abs(bytes);
  let unit = 0;
  while (size >= 1023.5 && unit < BINARY_UNITS.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return sign(bytes, `${threeDigits(size)}${THIN}${BINARY_UNITS[unit]}`);
}

/** A share of one as percent: 0.123 gives 12.3 %. */
export function formatPercent(share: number): string {
  if (!Number.isFinite(share)) return NO_NUMBER;
  return sign(share, `${hundredths(Math.abs(share))}${THIN}%`);
}

function hundredths(share: number): string {
  const percent = share * 100;
  return percent >= 99.95 ? percent.toFixed(0) : percent.toFixed(1);
}

/** A span of milliseconds: 250 ms, 7.80 s, 3.5 min, 2.0 h. */
export function formatMilliseconds(ms: number): string {
  if (!Number.isFinite(ms)) return NO_NUMBER;
  const size = Math.abs(ms);
  if (size < 1) return sign(ms, size === 0 ? `0${THIN}ms` : `${threeDigits(size)}${THIN}ms`);
  if (size < 999.5) return sign(ms, `${threeDigits(size)}${THIN}ms`);
  if (size < 119_500) return sign(ms, `${threeDigits(size / 1000)}${THIN}s`);
  if (size < 7_170_000) return sign(ms, `${threeDigits(size / 60_000)}${THIN}min`);
  return sign(ms, `${threeDigits(size / 3_600_000)}${THIN}h`);
}

/** A span of nanoseconds: 800 ns, 12.0 µs, then as {@link formatMilliseconds}. */
export function formatNanoseconds(ns: number): string {
  if (!Number.isFinite(ns)) return NO_NUMBER;
  const size = Math.abs(ns);
  if (size < 999.5) return sign(ns, `${threeDigits(size)}${THIN}ns`);
  if (size < 999_500) return sign(ns, `${threeDigits(size / 1000)}${THIN}µs`);
  return formatMilliseconds(ns / 1e6);
}

/** From three times the reference on ("+200 %"), a factor says more than a percentage. */
const FACTOR_FROM = 3;

/** "=" for equal values, a dash where one is none; null where there is a difference to tell. */
function noDifference(value: number, reference: number): string | null {
  if (!Number.isFinite(value) || !Number.isFinite(reference)) return NO_NUMBER;
  return value === reference ? '=' : null;
}

/**
 * How far `value` is from `reference`: a signed percentage, "×52" beyond +200 %, "=" where equal, a dash where it has no
 * meaning. Nothing is a share of zero: there the difference itself is given, in `format`.
 */
export function formatRelativeChange(
  value: number,
  reference: number,
  format: (value: number) => string = formatCount,
): string {
  const none = noDifference(value, reference);
  if (none !== null) return none;
  if (reference === 0) return formatDifference(value, reference, format);
  const factor = value / reference;
  if (factor > FACTOR_FROM) return `×${factor < 9.95 ? factor.toFixed(1) : formatCount(Math.round(factor))}`;
  const change = ((value - reference) / Math.abs(reference)) * 100;
  const size = Math.abs(change);
  const digits = size >= 100 ? Math.round(size).toString() : size.toFixed(1);
  return `${signOf(change, digits)}${digits}${THIN}%`;
}

/** A signed difference in the value's own format: "+51", "−1.20 MiB"; "=" where equal. */
export function formatDifference(
  value: number,
  reference: number,
  format: (value: number) => string = formatCount,
): string {
  const none = noDifference(value, reference);
  if (none !== null) return none;
  const difference = value - reference;
  const size = format(Math.abs(difference));
  return `${signOf(difference, size)}${size}`;
}

/** Where rounding leaves nothing of a difference, a sign would tell of one that is not shown. */
function signOf(difference: number, size: string): string {
  if (/^0(?:\.0+)?(?!\.|\d)/.test(size)) return '≈ ';
  return difference < 0 ? MINUS : '+';
}

/** A signed difference in percentage points, for values that are shares already. */
export function formatPointChange(share: number, reference: number): string {
  return formatDifference(share, reference, (size) => `${hundredths(size)}${THIN}pp`);
}

/** Shortens text in the middle to `length` characters, keeping the start and the end. */
export function shortenMiddle(text: string, length: number): string {
  const characters = Array.from(text);
  if (characters.length <= length) return text;
  const tail = Math.floor((length - 1) / 2);
  const head = length - 1 - tail;
  return `${characters.slice(0, head).join('')}…${characters.slice(characters.length - tail).join('')}`;
}
