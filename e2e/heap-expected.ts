/** What the Heap bench must show, computed with the engine from the same bytes. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type EstimateKind, estimateRecords } from '../src/engine/profile/estimates.js';
import { type HeapProfile, type Measure, MERGED } from '../src/engine/profile/profile.js';
import { openFile } from '../src/formats/open.js';

export function heapSample(file: string): Buffer {
  return readFileSync(fileURLToPath(new URL(`../public/samples/heap/${file}`, import.meta.url)));
}

/** Reads a dump as the page does. */
export async function openProfile(bytes: Uint8Array): Promise<HeapProfile> {
  const blob = new Blob([new Uint8Array(bytes)]);
  const outcome = await openFile({ name: 'test', size: blob.size, stream: () => blob.stream() });
  if (outcome.kind !== 'profile') throw new Error('not a profile');
  return outcome.profile;
}

/** The sum over all stacks. */
export function totalOf(profile: HeapProfile, measure: Measure, kind: EstimateKind): number {
  const { value } = estimateRecords(profile, measure, kind);
  return value.reduce((sum, one, record) => (profile.records.thread[record] === MERGED ? sum + one : sum), 0);
}

/** A symbolised dump of two stacks with these names, 8 samples of 4 KiB each. */
export function namedDump(leaf: string, caller: string, thread = ''): string {
  return `--- symbol
binary=/bin/x
0x0000000000001000 ${leaf}
0x0000000000002000 ${caller}
---
--- heap
heap_v2/524288
  t*: 16: 65536 [0: 0]
  t0: 16: 65536 [0: 0]${thread === '' ? '' : ` ${thread}`}
@ 0x1000 0x2001
  t*: 8: 32768 [0: 0]
  t0: 8: 32768 [0: 0]
@ 0x2000
  t*: 8: 32768 [0: 0]
  t0: 8: 32768 [0: 0]

MAPPED_LIBRARIES:
00000000-00010000 r-xp 00000000 00:00 0 /bin/x
`;
}
