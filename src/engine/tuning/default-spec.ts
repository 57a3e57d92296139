/** A sweep to begin with: the options that most change what the HPA does, around jemalloc's defaults. */
import { type OptionName, presetValues } from '../replay/options.js';
import { HUGEPAGE, PAGE } from '../units.js';
import type { TraceFacts } from './idle-options.js';
import { DEFAULT_OBJECTIVES, DEFAULT_SNAPSHOTS } from './spec.js';
import type { SweepAxis, SweepSpec } from './sweep-types.js';

/** Events all runs may replay together: about a minute of one core. */
const EVENTS_IN_ALL = 100_000_000;

/** Most important first. Each holds jemalloc's default. */
function candidateAxes({ seconds }: TraceFacts): SweepAxis[] {
  const standard = presetValues('jemalloc');
  const withDefault = (option: OptionName, values: readonly number[]): SweepAxis => ({
    option,
    values: [...new Set([...values, standard[option]])].sort((a, b) => a - b),
  });
  // Delays that the trace is too short for would all look the same.
  const delays = (option: OptionName, values: readonly number[]): SweepAxis =>
    withDefault(option, seconds > 0 ? values.filter((ms) => ms < (seconds * 1000) / 4) : []);
  return [
    // 2%, 10%, 25%, 50% in 16.16.
    withDefault('dirty_mult', [1310, 6553, 16_384, 32_768]),
    withDefault('hugify_style', [1, 2, 3]),
    withDefault('purge_threshold', [PAGE, HUGEPAGE / 8, HUGEPAGE]),
    delays('hugify_delay_ms', [1000]),
    delays('min_purge_interval_ms', [500]),
    withDefault('hugification_threshold', [Math.floor((HUGEPAGE * 70) / 100)]),
  ];
}

/** A grid that takes about a minute of one core: axes are added, most important first, as long as they fit. */
export function defaultSpec(trace: TraceFacts): SweepSpec {
  const axes: SweepAxis[] = [];
  let size = 1;
  for (const axis of candidateAxes(trace)) {
    const { values } = axis;
    if (values.length < 2) continue;
    // The first axis is there in any case: a sweep of nothing is none.
    if (axes.length > 0 && size * values.length * trace.events > EVENTS_IN_ALL) break;
    axes.push(axis);
    size *= values.length;
  }
  return {
    base: presetValues('jemalloc'),
    mode: { hpaOnly: false, shards: null },
    axes,
    method: { kind: 'grid' },
    objectives: DEFAULT_OBJECTIVES,
    constraints: [],
    snapshots: DEFAULT_SNAPSHOTS,
  };
}
