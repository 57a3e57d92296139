/** The heap dumps that come with the page (`public/samples/heap`). */
import type { GroupKind } from './heap-inputs.js';

export interface HeapSample {
  readonly name: string;
  /** In the order they are opened; the first dump is shown. */
  readonly files: readonly string[];
  /** How they are shown together; null for one dump. */
  readonly group: GroupKind | null;
  readonly sentence: string;
}

export const HEAP_SAMPLES: readonly HeapSample[] = [
  {
    name: 'redis-heap',
    files: ['heap/redis-lg12-accum.heap.gz'],
    group: null,
    sentence: 'redis-server after a mixed load, one sample every 4 KiB, with what was freed.',
  },
  {
    name: 'python-heap',
    files: ['heap/python-lg19.heap.gz'],
    group: null,
    sentence: 'Python with many live objects at the default rate (512 KiB): deep stacks, few samples.',
  },
  {
    name: 'known-truth',
    files: ['heap/gt-abcd-lg12-accum.heap', 'heap/gt'],
    group: null,
    sentence:
      'A program that knows what it holds: 29,457,408 bytes in 1,100,101 objects. The dump has no names; they come from the program beside it.',
  },
  {
    name: 'redis-series',
    files: [
      'heap/redis-seq-lg16.i1.heap.gz',
      'heap/redis-seq-lg16.i5.heap.gz',
      'heap/redis-seq-lg16.i10.heap.gz',
      'heap/redis-seq-lg16.f.heap.gz',
    ],
    group: 'series',
    sentence: 'One redis-server, four dumps: it fills up, then FLUSHALL empties it. Growth and difference.',
  },
];
