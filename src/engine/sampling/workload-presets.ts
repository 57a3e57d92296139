/** Workloads to begin with. Made up, except the first, which is the example of jemalloc's PROFILING_INTERNALS.md. */
import { SIZE_CLASSES } from '../sizes/size-classes.js';
import { makeWorkload, type SizeCount, type Workload } from './workload.js';

export interface WorkloadPreset {
  readonly id: string;
  readonly label: string;
  /** What it stands for, in a sentence. */
  readonly about: string;
  readonly create: () => Workload;
}

const MIB = 1_048_576;

const same = (size: number, count: number): SizeCount => ({ size, allocated: count, live: count });

/** Counts over the size classes from `from` to `to` bytes, by a rule. */
function overClasses(
  from: number,
  to: number,
  rule: (size: number) => { allocated: number; live: number },
): Workload {
  return makeWorkload(
    SIZE_CLASSES.filter((size) => size >= from && size <= to).map((size) => {
      const { allocated, live } = rule(size);
      const made = Math.max(1, Math.round(allocated));
      return { size, allocated: made, live: Math.min(made, Math.round(live)) };
    }),
  );
}

export const WORKLOAD_PRESETS: readonly WorkloadPreset[] = [
  {
    id: 'document',
    label: '8 B × 1 million + 8 MiB × 1',
    about:
      'The two stacks of the example in jemalloc’s document on profiling: as many bytes in small objects as in one large.',
    create: () => makeWorkload([same(8, 1_000_000), same(8 * MIB, 1)]),
  },
  {
    id: 'server',
    label: 'server: many small, few large',
    about:
      'Millions of short-lived small objects, of which few stay; buffers and caches are large, rare and mostly alive.',
    create: () =>
      overClasses(16, 4 * MIB, (size) => {
        const allocated = 3e8 * size ** -1.05 * (size <= 4096 ? 1 : 0.25);
        return { allocated, live: allocated * Math.min(0.9, 0.01 * size ** 0.32) };
      }),
  },
  {
    id: 'one-size',
    label: 'all of one size',
    about: 'Objects of 64 bytes only: counting allocations and counting bytes are the same here.',
    create: () => makeWorkload([{ size: 64, allocated: 4_000_000, live: 1_000_000 }]),
  },
  {
    id: 'heavy-tail',
    label: 'heavy tail',
    about:
      'Every doubling of the size halves the number of bytes only slightly: a few huge objects hold much of the memory.',
    create: () =>
      overClasses(16, 64 * MIB, (size) => {
        const allocated = 8e7 * size ** -1.1;
        return { allocated, live: allocated / 2 };
      }),
  },
];
