/** Spans of the experiment's axes. Pure. */
import { byteUnit, decimalStep } from '../../shared/ticks.js';
import type { AxisTicks } from '../shared/axes.js';
import type { ExperimentModel, ExperimentRun } from './props.js';

const THIN = '\u202f';

/** Ticks for bytes between two values, at round steps of one unit. */
export function byteSpanTicks(low: number, high: number, most: number): AxisTicks {
  if (!(high > low)) return { values: [], format: String };
  const unit = byteUnit(Math.max(Math.abs(low), Math.abs(high)));
  const step = decimalStep((high - low) / unit.bytes, Math.max(1, most));
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const from = Math.ceil(low / unit.bytes / step - 1e-9);
  const to = Math.floor(high / unit.bytes / step + 1e-9);
  const values = Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => (from + i) * step * unit.bytes);
  return {
    values,
    format: (value) => {
      const text = Math.abs(value / unit.bytes).toFixed(decimals);
      return `${value < 0 && Number(text) !== 0 ? '\u2212' : ''}${text}${THIN}${unit.name}`;
    },
  };
}

/**
 * Half of the span of a running mean around the truth. From the theory alone, so that the axis stands still while trials
 * come in: the band of the first hundredth of the trials fits.
 */
export function runningReach({ theory, wanted }: ExperimentRun, truth: number): number {
  const first = Math.max(2, wanted / 100);
  const noise = 3 * Math.sqrt(theory.variance / first);
  const bias = 1.3 * Math.abs(theory.mean - truth);
  return Math.max(noise, bias, Math.abs(truth) * 1e-3, 1);
}

/** Expected trials in each part by a normal curve of the theory, at `points` places: x and y of each. */
export function normalCurve(
  { theory, done, counts }: ExperimentRun,
  { low, high }: Pick<ExperimentModel, 'low' | 'high'>,
  points: number,
): readonly (readonly [number, number])[] {
  const deviation = Math.sqrt(theory.variance);
  if (!(deviation > 0) || done === 0) return [];
  const part = (high - low) / counts.length;
  const peak = (done * part) / (deviation * Math.sqrt(2 * Math.PI));
  return Array.from({ length: points }, (_, i) => {
    const x = low + ((high - low) * i) / (points - 1);
    return [x, peak * Math.exp(-0.5 * ((x - theory.mean) / deviation) ** 2)] as const;
  });
}
