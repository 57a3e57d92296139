/** Why an option cannot matter in a run, where that can be told from the other options and the trace alone. */
import {
  type OptionName,
  type OptionValues,
  type ReplayMode,
  resolveStyle,
  STYLE_LAZY,
} from '../replay/options.js';

export interface TraceFacts {
  readonly events: number;
  /** Seconds that the trace's clock spans; NaN or 0 where it stands still. */
  readonly seconds: number;
}

const SEC_OPTIONS: readonly OptionName[] = ['nshards', 'max_alloc', 'max_bytes'];
const PURGE_OPTIONS: readonly OptionName[] = [
  'min_purge_interval_ms',
  'experimental_max_purge_nhp',
  'purge_threshold',
  'min_purge_delay_ms',
];
/** Operations of one turn of deferred work (`hpa_shard_maybe_do_deferred_work`, src/hpa.c). */
const PURGE_PASS_MAX = 16;

/** Milliseconds of an option are at least the trace's whole clock. */
export function outlastsTrace(milliseconds: number, trace: TraceFacts): boolean {
  return trace.seconds > 0 && milliseconds >= trace.seconds * 1000;
}

/** True when jemalloc asks the kernel for huge pages one by one, and the thresholds and delays of that count. */
export function hugifies(options: OptionValues): boolean {
  return resolveStyle(options) === STYLE_LAZY || options.hugify_sync !== 0;
}

/** A clause that goes on "it has no effect because …", or null where the option can matter. */
export function idleReason(
  option: OptionName,
  options: OptionValues,
  mode: ReplayMode,
  trace: TraceFacts,
): string | null {
  if (SEC_OPTIONS.includes(option)) {
    if (mode.hpaOnly) return 'the SEC is off in HPA-only mode';
    if (options.nshards === 0) return option === 'nshards' ? null : 'nshards is 0, which turns the SEC off';
    return option === 'nshards'
      ? 'a replay runs on one thread and uses one list of the SEC, whatever their number above 0'
      : null;
  }
  if (option === 'hugification_threshold' || option === 'hugify_delay_ms') {
    if (!hugifies(options)) return 'only style lazy (or hugify_sync) looks at it';
  }
  const deferred =
    'deferral_allowed leaves purging and hugifying to a background thread, which a replay has not';
  const isPurge = PURGE_OPTIONS.includes(option);
  if (
    options.deferral_allowed !== 0 &&
    (isPurge || option === 'dirty_mult' || option === 'hugify_delay_ms')
  ) {
    return deferred;
  }
  if (options.dirty_mult === -1 && isPurge) return 'dirty_mult is -1, which turns purging off';
  if (option === 'hugify_delay_ms' && outlastsTrace(options.hugify_delay_ms, trace)) {
    return 'it is longer than the trace, so that nothing is ever hugified';
  }
  if (option === 'min_purge_delay_ms' && outlastsTrace(options.min_purge_delay_ms, trace)) {
    return 'it is longer than the trace, so that nothing is ever purged';
  }
  if (option === 'min_purge_interval_ms' && outlastsTrace(options.min_purge_interval_ms, trace)) {
    return 'it is longer than the trace, so that a shard purges once at most';
  }
  if (option === 'experimental_max_purge_nhp') {
    const most = options.experimental_max_purge_nhp;
    if (most === -1 || most >= PURGE_PASS_MAX)
      return `a purge pass takes ${PURGE_PASS_MAX} pageslabs at most`;
  }
  return null;
}

/** The same for several runs: the clause, where it holds for every one of them (the first run's words). */
export function commonIdleReason(
  option: OptionName,
  runs: readonly OptionValues[],
  mode: ReplayMode,
  trace: TraceFacts,
): string | null {
  const reasons = runs.map((options) => idleReason(option, options, mode, trace));
  return reasons.length > 0 && reasons.every((reason) => reason !== null) ? reasons[0]! : null;
}
