/** What can be odd in size histograms and in jemalloc's statistics. */
import { error, have, info, n, type ProblemDescription, warning, were } from '../problem-sentences.js';

export const WORKLOAD_PROBLEM_KINDS = {
  // Size histograms.
  'size-zero': error((count) => `${n(count, 'row')} with a size of 0 ${were(count)} left out.`),
  'live-above-allocated': warning(
    (count, detail) =>
      `${n(count, 'size')} ${have(count)} more live objects than were ever allocated; as many were taken as allocated as are live. First: ${detail}.`,
  ),
  'size-repeated': info(
    (count) => `${n(count, 'row')} of a size that had come before ${were(count)} added to it.`,
  ),
  'not-size-class': info(
    (count, detail) =>
      `${n(count, 'size')} ${count === 1 ? 'is no size class' : 'are no size classes'} of jemalloc, first ${detail} bytes. The sampler counts usable sizes: round up to size classes if these are sizes that were asked for.`,
  ),
  'too-many-sizes': error(
    (count, detail) =>
      `${n(count, 'row')} of further sizes ${were(count)} left out: a workload may have ${detail} different ones.`,
  ),
  'no-live-column': info(() => 'There is no column live: everything allocated was taken to be live still.'),
  'live-missing': warning(
    (count) =>
      `${n(count, 'row')} ${have(count)} no number of live objects; all allocated ones were taken to be live.`,
  ),

  // malloc_stats_print in JSON.
  'stats-one-arena': info(
    (_, detail) =>
      `There are no sums over arenas, only arena ${detail}, as jemalloc prints when no other is in use; its numbers were taken.`,
  ),
  'stats-arenas-added': info(
    (count) =>
      `There are no sums over arenas (printed with the option m); ${n(count, 'arena')} ${were(count)} added up.`,
  ),
  'stats-no-small': warning(
    () => 'The small sizes are missing (printed with the option b): only the large ones are here.',
  ),
  'stats-no-large': warning(
    () => 'The large sizes are missing (printed with the option l): only the small ones are here.',
  ),
  'stats-bad-class': error(
    (count) => `${n(count, 'size class', 'size classes')} without readable numbers ${were(count)} left out.`,
  ),
  'stats-large-allocated': warning(
    (count, detail) =>
      `For ${n(count, 'large size')} the JSON does not say how many were allocated, only how many are live; that was taken for both. In all ${detail} large objects were allocated, so short-lived large ones are missing here.`,
  ),
  'stats-cached': info(
    (_, detail) =>
      `${detail} lie free in caches of threads and still count as live where nothing shows otherwise; requests of threads that still run may be missing. Flush the caches before printing to be exact.`,
  ),
  'stats-cached-left-out': info(
    (count) =>
      `${n(count, 'object')} counted as live, more than were ever allocated: regions in caches of threads, which were left out.`,
  ),
  'stats-requests-low': warning(
    (count) =>
      `For ${n(count, 'small size')} fewer requests are counted than objects are live: the caches of threads had not been merged. As many were taken as allocated as are live.`,
  ),
  'stats-sampled-back': info(
    (count) =>
      `${n(count, 'live sampled small object')} ${have(count)} large extents or pages of their own while they are profiled; they were counted at their own size.`,
  ),
  'stats-sampled-hidden': warning(
    (_, detail) =>
      `The profiler was on (lg_prof_sample ${detail}) without prof_stats: sampled small objects are missing at their own size, and up to jemalloc 5.3.0 count as 16,384 bytes each. Run with prof_stats:true to be exact.`,
  ),
  'stats-too-long': error((_, detail) => `The statistics are longer than ${detail}; the rest was not read.`),
} as const satisfies Record<string, ProblemDescription>;
