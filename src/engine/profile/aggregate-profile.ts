/** A sum as one profile again, as jemalloc would have written it: so that it can be shown, and written, like a dump. */
import type { EstimateTable } from './aggregate-estimates.js';
import type { JoinedStacks } from './aggregate-join.js';
import { type Counters, type HeapProfile, MEASURES, MERGED } from './profile.js';
import { writeUnbiased } from './written.js';

/**
 * Counters from which readers get the sum's estimates back, up to the rounding of counters to whole numbers (the file
 * format's, about half an object in the printed ones). Without a rate, estimates are rounded and scale no more.
 * Negative values, as differences have, cannot be written: they throw.
 * @param rate mean bytes between samples that readers shall assume, 0 for none
 */
export function sumProfile(
  { addresses, stacks, mappings, symbols }: Omit<JoinedStacks, 'notes'>,
  { length, stack, values }: EstimateTable,
  rate: number,
): HeapProfile {
  const width = MEASURES.length;
  const counters = new BigUint64Array(width * length);
  const totals = [0, 0, 0, 0];
  for (let at = 0; at < values.length; at += 2) {
    const objects = values[at] as number;
    const bytes = values[at + 1] as number;
    const pair = countersOf(objects, bytes, rate);
    counters[at] = pair.objects;
    counters[at + 1] = pair.bytes;
    const m = at % width;
    totals[m] = (totals[m] as number) + objects;
    totals[m + 1] = (totals[m + 1] as number) + bytes;
  }
  const live = countersOf(totals[0] as number, totals[1] as number, rate);
  const all = countersOf(totals[2] as number, totals[3] as number, rate);
  const header: Counters = [live.objects, live.bytes, all.objects, all.bytes];
  return {
    source: 'heap_v2',
    rate: { text: String(rate), bytes: rate },
    scaling: rate > 0 ? 'mean-size' : 'none',
    oneSizeRecords: false,
    addresses,
    stacks,
    records: { length, stack, thread: new Int32Array(length).fill(MERGED), counters },
    threads: [],
    header,
    mappings,
    symbols,
  };
}

function countersOf(objects: number, bytes: number, rate: number): { objects: bigint; bytes: bigint } {
  if (objects < 0 || bytes < 0) throw new RangeError('A difference cannot be written as a heap dump');
  if (rate > 0) return writeUnbiased({ objectsTimes8: 8 * objects, bytes }, rate);
  return { objects: BigInt(Math.round(objects)), bytes: BigInt(Math.round(bytes)) };
}
