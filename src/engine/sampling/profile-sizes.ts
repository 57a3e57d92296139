/** The workload that a heap profile tells of: its estimated objects by size. */
import { estimateRecords } from '../profile/estimates.js';
import { type HeapProfile, MERGED } from '../profile/profile.js';
import { writerKind } from '../profile/writer-kind.js';
import { usableSize } from '../sizes/size-classes.js';
import { makeWorkload, type SizeCount, type Workload } from './workload.js';

export interface ProfileWorkload {
  readonly workload: Workload;
  /** The dump says what was allocated, not only what is live (prof_accum); without, both are taken to be the same. */
  readonly hasAllocated: boolean;
  /** Share of the bytes whose sizes the dump does not tell: stacks of several sizes count as objects of their mean size. */
  readonly mixedShare: number;
}

/** Estimates are sums over samples, so counts are no whole numbers, and sizes that were never sampled are missing. */
export function workloadOfProfile(profile: HeapProfile): ProfileWorkload {
  const { records } = profile;
  const writer = writerKind(profile);
  const hasAllocated = records.counters.some((value, i) => i % 4 >= 2 && value !== 0n);
  const estimate = (measure: Parameters<typeof estimateRecords>[1]) =>
    estimateRecords(profile, measure, 'best', writer);
  const live = { objects: estimate('inuse_objects'), bytes: estimate('inuse_space') };
  const all = hasAllocated ? { objects: estimate('alloc_objects'), bytes: estimate('alloc_space') } : live;
  const counts: SizeCount[] = [];
  let bytesInAll = 0;
  let mixed = 0;
  for (let record = 0; record < records.length; record++) {
    if (records.thread[record] !== MERGED) continue;
    const objects = all.objects.value[record] as number;
    const bytes = all.bytes.value[record] as number;
    if (!(objects > 0 && bytes > 0 && Number.isFinite(bytes))) continue;
    const mean = bytes / objects;
    // A mean computed in doubles must not slip into the next class.
    const size = usableSize(mean * (1 - 1e-9));
    bytesInAll += bytes;
    if (all.objects.oneSize[record] !== 1) mixed += bytes;
    const liveBytes = live.bytes.value[record] as number;
    counts.push({ size, allocated: bytes / size, live: Math.min(bytes, liveBytes) / size });
  }
  return {
    workload: makeWorkload(counts),
    hasAllocated,
    mixedShare: bytesInAll > 0 ? mixed / bytesInAll : 0,
  };
}
