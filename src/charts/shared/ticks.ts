/** Tick values at round steps, and their texts. */
import { formatCount } from '../../base/numbers.js';

export interface Ticks {
  /** The axis ends here: the maximum raised to a whole step. */
  readonly max: number;
  readonly values: readonly number[];
  readonly format: (value: number) => string;
}

const THIN = '\u202f';
const BINARY_UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'] as const;

function evenTicks(max: number, step: number): { max: number; values: number[] } {
  // A maximum that is a whole number of steps up to rounding must not get one step more.
  const steps = Math.max(1, Math.ceil(max / step - 1e-9));
  return { max: steps * step, values: Array.from({ length: steps + 1 }, (_, i) => i * step) };
}

/** The smallest of 1, 2, 5 x 10^k that cuts `span` into at most `most` steps. */
export function decimalStep(span: number, most: number): number {
  const power = 10 ** Math.floor(Math.log10(span / most));
  for (const factor of [1, 2, 5, 10]) if (span / (factor * power) <= most + 1e-9) return factor * power;
  return 10 * power;
}

function decimalsOf(step: number): number {
  return Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
}

/** Ticks for a count: whole numbers, thousands apart. */
export function countTicks(max: number, most = 4): Ticks {
  if (!(max > 0)) return { ...evenTicks(1, 1), format: formatCount };
  return { ...evenTicks(max, Math.max(1, decimalStep(max, most))), format: formatCount };
}

/** Ticks for a rate: as many decimals as the step needs. */
export function rateTicks(max: number, most = 4): Ticks {
  if (!(max > 0) || !Number.isFinite(max)) return { ...evenTicks(1, 1), format: formatCount };
  const step = decimalStep(max, most);
  const decimals = Math.min(decimalsOf(step), 6);
  return {
    ...evenTicks(max, step),
    format: (value) => (decimals === 0 ? formatCount(value) : value.toFixed(decimals)),
  };
}

/** Ticks for bytes at powers of two, all in one unit: 0, 256, 512, 768 MiB; 0.5, 1.0, 1.5 GiB. */
export function byteTicks(max: number, most = 4): Ticks {
  const top = max > 0 && Number.isFinite(max) ? max : 4096;
  const step = 2 ** Math.ceil(Math.log2(top / most) - 1e-9);
  const even = evenTicks(top, Math.max(1, step));
  const unit = byteUnit(even.max);
  const perUnit = step / unit.bytes;
  const decimals = perUnit >= 1 ? 0 : perUnit >= 0.5 ? 1 : 2;
  return { ...even, format: (value) => `${(value / unit.bytes).toFixed(decimals)}${THIN}${unit.name}` };
}

/** The binary unit in which `bytes` is 1 or more. */
export function byteUnit(bytes: number): { readonly bytes: number; readonly name: string } {
  const power = bytes >= 1 ? Math.min(Math.floor(Math.log2(bytes) / 10), BINARY_UNITS.length - 1) : 0;
  return { bytes: 1024 ** power, name: BINARY_UNITS[power] as string };
}

export const PERCENT_TICKS: Ticks = {
  max: 1,
  values: [0, 0.25, 0.5, 0.75, 1],
  format: (value) => `${Math.round(value * 100)}${THIN}%`,
};
