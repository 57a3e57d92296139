/** Numbers of wide range as the pictures write them. Pure. */
import { formatBytes, formatCount, formatPercent, NO_NUMBER } from '../../../base/numbers.js';

const SUPER = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** Three digits: `1 230`, `0.0123`, `4.56 × 10¹²`. */
export function formatWide(value: number): string {
  if (!Number.isFinite(value)) return value === Number.POSITIVE_INFINITY ? '∞' : NO_NUMBER;
  const size = Math.abs(value);
  if (size === 0) return '0';
  if (size >= 100 && size < 999_950) return formatCount(value);
  if (size >= 0.01 && size < 100) return String(Number(value.toPrecision(3))).replace('-', '−');
  const [digits, power] = value.toExponential(2).split('e') as [string, string];
  const raised = Array.from(String(Math.abs(Number(power))), (digit) => SUPER[Number(digit)]).join('');
  return `${digits.replace('-', '−')} × 10${Number(power) < 0 ? '⁻' : ''}${raised}`;
}

/** Bytes, also beyond what binary units can name. */
export function formatWideBytes(bytes: number): string {
  return Math.abs(bytes) >= 1000 * 1024 ** 5 ? `${formatWide(bytes)} B` : formatBytes(bytes);
}

/** A share of one that may be tiny or above one: `12.3 %`, `0.0042 %`, `300 %`. */
export function formatWidePercent(share: number): string {
  if (!Number.isFinite(share)) return NO_NUMBER;
  const size = Math.abs(share);
  if (size === 0 || (size >= 0.01 && size < 10)) return formatPercent(share);
  return `${formatWide(share * 100)} %`;
}

/** A ratio: `1.00 ×`. */
export function formatRatio(ratio: number): string {
  if (!Number.isFinite(ratio)) return NO_NUMBER;
  const size = Math.abs(ratio);
  return `${size >= 0.01 && size < 1000 ? Number(ratio.toPrecision(3)).toString() : formatWide(ratio)} ×`;
}
