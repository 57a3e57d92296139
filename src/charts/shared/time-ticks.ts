/** Ticks for a span of trace time (nanoseconds) or of events, at steps people count in. */
import { formatCount, NO_NUMBER } from '../../base/numbers.js';
import { decimalStep } from './ticks.js';

export interface AxisTicks {
  readonly values: readonly number[];
  readonly format: (value: number) => string;
  /** How to read the labels: "s", "min:s", "h:min". */
  readonly unit: string;
}

const SECOND = 1e9;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const CLOCK_STEPS = [
  ...[1, 2, 5, 10, 15, 30].map((n) => n * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * MINUTE),
  ...[1, 2, 3, 6, 12].map((n) => n * HOUR),
  DAY,
];

function between(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step - 1e-9);
  const last = Math.floor(to / step + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => (first + i) * step);
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

/** Nanoseconds as `min:s`, `h:min:s` or `d h:min:s` with `decimals` places of the second. */
export function formatClock(ns: number, decimals = 0): string {
  if (!Number.isFinite(ns)) return NO_NUMBER;
  const unit = SECOND / 10 ** decimals;
  // Round once, on the whole span: rounding each part by itself could show 60 seconds.
  const ticks = Math.round(Math.abs(ns) / unit);
  const perSecond = 10 ** decimals;
  const seconds = Math.floor(ticks / perSecond);
  const fraction = decimals > 0 ? `.${String(ticks % perSecond).padStart(decimals, '0')}` : '';
  const s = seconds % 60;
  const m = Math.floor(seconds / 60) % 60;
  const h = Math.floor(seconds / 3600) % 24;
  const d = Math.floor(seconds / 86_400);
  const sign = ns < 0 ? '\u2212' : '';
  if (d > 0) return `${sign}${d}d ${h}:${two(m)}:${two(s)}${fraction}`;
  if (h > 0) return `${sign}${h}:${two(m)}:${two(s)}${fraction}`;
  return `${sign}${m}:${two(s)}${fraction}`;
}

/** At most about `most` ticks from `from` to `to` nanoseconds. */
export function timeTicks(from: number, to: number, most: number): AxisTicks {
  const span = to - from;
  if (!(span > 0)) return { values: [], format: () => '', unit: 's' };
  if (to >= 2 * MINUTE && span / most >= SECOND / 2) {
    const step =
      CLOCK_STEPS.find((candidate) => span / candidate <= most) ?? DAY * Math.ceil(span / most / DAY);
    const unit = to >= DAY ? 'd h:min:s' : to >= HOUR ? 'h:min:s' : 'min:s';
    return { values: between(from, to, step), format: (ns) => formatClock(ns), unit };
  }
  const [unit, name] =
    to >= 2 * SECOND
      ? ([SECOND, 's'] as const)
      : to >= 2e6
        ? ([1e6, 'ms'] as const)
        : to >= 2e3
          ? ([1e3, 'µs'] as const)
          : ([1, 'ns'] as const);
  const step = decimalStep(span / unit, most);
  const decimals = Math.min(9, Math.max(0, -Math.floor(Math.log10(step) + 1e-9)));
  return {
    values: between(from, to, step * unit),
    format: (ns) => (ns / unit).toFixed(decimals),
    unit: name,
  };
}

/** At most about `most` ticks from event `from` to event `to`. */
export function eventTicks(from: number, to: number, most: number): AxisTicks {
  if (!(to > from)) return { values: [], format: () => '', unit: 'events' };
  const step = Math.max(1, decimalStep(to - from, most));
  return { values: between(from, to, step), format: formatCount, unit: 'events' };
}
