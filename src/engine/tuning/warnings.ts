/** Where the options of a run work against each other, or against the trace: sentences, from options and figures. */
import { formatBytes, formatCount, formatMilliseconds } from '../../base/numbers.js';
import type { OptionValues } from '../replay/options.js';
import { formatOption } from '../replay/option-text.js';
import { HUGEPAGE } from '../units.js';
import { hugifies, outlastsTrace, type TraceFacts } from './idle-options.js';
import type { Figures } from './sweep-types.js';

/** Pageslabs hugified in vain, of all hugified, from which on it is called a chase; and how many it takes. */
const CHASE_SHARE = 0.5;
const CHASE_CALLS = 4;
/** Times the limit of dirty_mult; up to there the purge interval explains it. */
const FAR_ABOVE = 1.5;
const ONE = 65_536;

export function warningsOf(options: OptionValues, figures: Figures, trace: TraceFacts): string[] {
  const found = [
    deferral(options),
    chase(options, figures, trace),
    dirtyAboveLimit(options, figures),
    neverHugified(options, trace),
    neverPurged(options, trace),
    purgedOnce(options, trace),
  ];
  return found.filter((sentence) => sentence !== null);
}

function deferral({ deferral_allowed }: OptionValues): string | null {
  return deferral_allowed === 0
    ? null
    : 'deferral_allowed is on: a replay has no background thread, so that nothing was purged or hugified. A live program would do both.';
}

/** Hugified, purged with a dehugify before, and hugified again. */
function chase(options: OptionValues, figures: Figures, trace: TraceFacts): string | null {
  const dehugifies = figures.dehugify_calls_per_second * trace.seconds;
  const done = figures.hugify_calls_per_second * trace.seconds - dehugifies;
  // NaN (no clock) compares as false.
  if (!(dehugifies >= CHASE_CALLS) || !(dehugifies >= CHASE_SHARE * done)) return null;
  const counts = `${formatCount(dehugifies)} of ${formatCount(done)} hugified pageslabs were broken up again by a purge`;
  const spare = HUGEPAGE - options.hugification_threshold;
  if (options.purge_threshold <= spare) {
    return (
      `Hugify and purge chase each other: ${counts}. A pageslab is hugified with up to ${formatBytes(spare)} of it unused ` +
      `(hugification_threshold ${formatBytes(options.hugification_threshold)}); those pages count as dirty from then on, and from ` +
      `${formatBytes(options.purge_threshold)} dirty (purge_threshold) it may be purged. A purge_threshold above ${formatBytes(spare)} or a longer hugify_delay_ms ends that.`
    );
  }
  return `Hugify and purge chase each other: ${counts}. A longer hugify_delay_ms or a larger dirty_mult calms that.`;
}

/** Pageslabs hold less than purge_threshold each, so that the limit of dirty_mult is passed and nothing may be purged. */
function dirtyAboveLimit(options: OptionValues, figures: Figures): string | null {
  if (options.dirty_mult === -1 || options.deferral_allowed !== 0) return null;
  const active = figures.mean_memory_bytes - figures.mean_dirty_bytes;
  // The limit counts the HPA's active pages alone, so this is at most too kind.
  const limit = (active * options.dirty_mult) / ONE;
  const perSlab = figures.mean_dirty_bytes / figures.peak_pageslabs;
  if (!(figures.mean_dirty_bytes > FAR_ABOVE * limit) || !(perSlab < options.purge_threshold)) return null;
  return (
    `dirty_mult ${formatOption('dirty_mult', options.dirty_mult)} has little say: it allows ${formatBytes(limit)} of dirty memory, and the mean was ${formatBytes(figures.mean_dirty_bytes)}. ` +
    `A pageslab in use must hold ${formatBytes(options.purge_threshold)} of it (purge_threshold) to be purged; they held about ${formatBytes(perSlab)} each.`
  );
}

function neverHugified(options: OptionValues, trace: TraceFacts): string | null {
  if (!hugifies(options) || options.deferral_allowed !== 0) return null;
  return outlastsTrace(options.hugify_delay_ms, trace)
    ? `hugify_delay_ms ${options.hugify_delay_ms} is longer than the trace (${formatMilliseconds(trace.seconds * 1000)}): nothing was hugified, and the trace cannot tell what a longer run would show.`
    : null;
}

function neverPurged(options: OptionValues, trace: TraceFacts): string | null {
  if (options.dirty_mult === -1)
    return 'dirty_mult is -1: nothing is ever purged, and dirty memory only grows.';
  if (options.experimental_max_purge_nhp === 0) {
    return 'experimental_max_purge_nhp is 0: no pageslab is ever purged.';
  }
  return options.min_purge_delay_ms > 0 && outlastsTrace(options.min_purge_delay_ms, trace)
    ? `min_purge_delay_ms ${options.min_purge_delay_ms} is longer than the trace (${formatMilliseconds(trace.seconds * 1000)}): nothing was purged.`
    : null;
}

function purgedOnce(options: OptionValues, trace: TraceFacts): string | null {
  return options.dirty_mult !== -1 && outlastsTrace(options.min_purge_interval_ms, trace)
    ? `min_purge_interval_ms ${options.min_purge_interval_ms} is longer than the trace (${formatMilliseconds(trace.seconds * 1000)}): each shard purged once at most.`
    : null;
}
