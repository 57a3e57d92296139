/** Options to vary and their ranges, as the user sets them, and the values that a range means. */
import {
  describeOption,
  type OptionDescription,
  type OptionName,
  OPTIONS,
} from '../engine/replay/options.js';
import type { SweepAxis } from '../engine/tuning/sweep-types.js';
import { HUGEPAGE, PAGE } from '../engine/units.js';

export type AxisInput =
  | {
      readonly kind: 'range';
      readonly option: OptionName;
      readonly from: number;
      readonly to: number;
      /** Values from `from` to `to`, both included. */
      readonly steps: number;
      /** The option's special value ("off", "no limit") is tried too. */
      readonly special: boolean;
    }
  | {
      readonly kind: 'choice';
      readonly option: OptionName;
      /** Rising. */
      readonly picked: readonly number[];
    };

export const MOST_STEPS = 50;
/** Options that say what the machine is are no settings to look for. */
export const TUNABLE: readonly OptionName[] = OPTIONS.filter(
  ({ group, name }) => group !== 'environment' && name !== 'deferral_allowed',
).map(({ name }) => name);

export function isChoice({ kind }: OptionDescription): boolean {
  return kind === 'boolean' || kind === 'choice';
}

export function choicesOf(option: OptionDescription): readonly string[] {
  return option.choices ?? ['no', 'yes'];
}

/** Where an option's useful values lie, and how many to try at first. */
export function defaultAxis(name: OptionName): AxisInput {
  const option = describeOption(name);
  if (isChoice(option)) return { kind: 'choice', option: name, picked: choicesOf(option).map((_, i) => i) };
  const [from, to, steps] = USUAL[name] ?? [option.min, option.sliderMax ?? option.max, 5];
  return { kind: 'range', option: name, from, to, steps, special: false };
}

const USUAL: Readonly<Partial<Record<OptionName, readonly [number, number, number]>>> = {
  slab_max_alloc: [16 * PAGE, HUGEPAGE, 5],
  hugification_threshold: [HUGEPAGE / 2, HUGEPAGE, 5],
  dirty_mult: [0, 65_536, 5],
  hugify_delay_ms: [0, 20_000, 5],
  min_purge_interval_ms: [0, 10_000, 5],
  experimental_max_purge_nhp: [1, 16, 5],
  purge_threshold: [PAGE, HUGEPAGE, 4],
  min_purge_delay_ms: [0, 10_000, 4],
  nshards: [0, 2, 3],
  max_alloc: [PAGE, 8 * PAGE, 4],
  max_bytes: [64 * PAGE, 4096 * PAGE, 5],
};

/** The values of a range: evenly spread on the option's scale, round where that costs nothing, no two equal. */
export function axisValues(axis: AxisInput): readonly number[] {
  if (axis.kind === 'choice') return axis.picked;
  const option = describeOption(axis.option);
  const [low, high] = [Math.min(axis.from, axis.to), Math.max(axis.from, axis.to)];
  const steps = Math.max(1, Math.min(MOST_STEPS, Math.floor(axis.steps)));
  const values = new Set<number>();
  for (let i = 0; i < steps; i += 1) {
    if (i === 0) values.add(low);
    else if (i === steps - 1) values.add(high);
    else values.add(between(option, low, high, i / (steps - 1)));
  }
  if (axis.special && option.special !== undefined) values.add(option.special.value);
  return [...values].sort((a, b) => a - b);
}

/** Times near zero are spread as the sliders spread them. Milliseconds. */
const KNEE = 20;

function between(option: OptionDescription, low: number, high: number, share: number): number {
  let value = low + (high - low) * share;
  if (option.scale === 'log') {
    const offset = low > 0 ? 0 : KNEE;
    value = (low + offset) * ((high + offset) / (low + offset)) ** share - offset;
  }
  return Math.min(high, Math.max(low, rounded(option, value)));
}

function rounded(option: OptionDescription, value: number): number {
  if (option.kind === 'bytes') return Math.round(value / PAGE) * PAGE;
  if (option.kind === 'milliseconds' && value >= 10) {
    const grain = 10 ** (Math.floor(Math.log10(value)) - 1);
    return Math.round(value / grain) * grain;
  }
  // A ratio is rounded down, as jemalloc reads it.
  return option.kind === 'ratio' ? Math.floor(value) : Math.round(value / option.step) * option.step;
}

export function toSweepAxis(axis: AxisInput): SweepAxis {
  return { option: axis.option, values: axisValues(axis) };
}
