/** Checks that a shard's bitmaps, counters, sums and containers agree. Throws with the first thing that does not. */
import type { HpaShard } from '../engine/pa/hpa-shard.js';
import { EMPTY, FULL, PARTIAL, purgeListIndex } from '../engine/pa/pageslab-set.js';
import {
  ACTIVE,
  AGE,
  ALLOC_ALLOWED,
  FLAGS,
  HUGE,
  HUGIFY_ALLOWED,
  NACTIVE,
  NTOUCHED,
  PURGE_ALLOWED,
  STRIDE,
  TOUCHED,
  longestFreeRun,
} from '../engine/pa/pageslab.js';
import { pageSizeIndex, quantizeFloor } from '../engine/sizes/page-size-classes.js';

function check(condition: boolean, message: string): void {
  if (!condition) throw new Error(message);
}

function pagesOf(words: Int32Array, bitmap: number): boolean[] {
  return Array.from(
    { length: 512 },
    (_, page) => (((words[bitmap + (page >> 5)] ?? 0) >>> (page & 31)) & 1) === 1,
  );
}

function longestRun(active: readonly boolean[]): number {
  let longest = 0;
  let run = 0;
  for (const page of active) {
    run = page ? 0 : run + 1;
    longest = Math.max(longest, run);
  }
  return longest;
}

export function checkShard(shard: HpaShard): void {
  const { set } = shard;
  const { words } = set;
  const containers = set.containers();
  const ages = new Set<number>();
  const sums = { active: 0, touched: 0, activeHuge: 0, counts: [0, 0, 0, 0, 0, 0] };
  const placed = { buckets: 0, empty: 0, purge: 0, hugify: 0 };

  for (let slab = 0; slab < set.slabs; slab++) {
    const base = slab * STRIDE;
    const active = pagesOf(words, base + ACTIVE);
    const touched = pagesOf(words, base + TOUCHED);
    const nactive = active.filter(Boolean).length;
    const ntouched = touched.filter(Boolean).length;
    const flags = words[base + FLAGS] ?? 0;
    const huge = (flags & HUGE) !== 0;
    const longest = longestRun(active);
    check(words[base + NACTIVE] === nactive, `pageslab ${slab}: active bitmap and counter differ`);
    check(words[base + NTOUCHED] === ntouched, `pageslab ${slab}: touched bitmap and counter differ`);
    check(
      !active.some((on, page) => on && !touched[page]),
      `pageslab ${slab}: an active page is not touched`,
    );
    check(longestFreeRun(words, base) === longest, `pageslab ${slab}: longest free run is wrong`);
    check(!huge || ntouched === 512, `pageslab ${slab}: huge but not touched all over`);
    check((flags & ALLOC_ALLOWED) !== 0, `pageslab ${slab}: out of service between events`);
    check(!ages.has(words[base + AGE] ?? 0), `pageslab ${slab}: its age is not its own`);
    ages.add(words[base + AGE] ?? 0);

    sums.active += nactive;
    sums.touched += ntouched;
    if (huge) sums.activeHuge += nactive;
    const filling = nactive === 0 ? EMPTY : nactive === 512 ? FULL : PARTIAL;
    sums.counts[filling + (huge ? 1 : 0)]! += 1;

    if (filling === EMPTY) {
      check(containers.empty.includes(slab), `pageslab ${slab}: empty but not in the empty list`);
      placed.empty++;
    } else if (filling === PARTIAL) {
      const bucket = pageSizeIndex(quantizeFloor(longest));
      check(containers.buckets[bucket]?.includes(slab) === true, `pageslab ${slab}: not in bucket ${bucket}`);
      placed.buckets++;
    }
    if ((flags & PURGE_ALLOWED) !== 0) {
      const list = purgeListIndex(nactive, ntouched - nactive, huge);
      check(containers.purge[list]?.includes(slab) === true, `pageslab ${slab}: not in purge list ${list}`);
      placed.purge++;
    }
    if ((flags & HUGIFY_ALLOWED) !== 0) {
      check(containers.hugify.includes(slab), `pageslab ${slab}: not in the hugify list`);
      placed.hugify++;
    }
  }

  check(placed.empty === containers.empty.length, 'the empty list holds others than empty pageslabs');
  check(
    placed.buckets === containers.buckets.flat().length,
    'a bucket holds a pageslab that should not be there',
  );
  check(
    placed.purge === containers.purge.flat().length,
    'a purge list holds a pageslab that should not be there',
  );
  check(
    placed.hugify === containers.hugify.length,
    'the hugify list holds a pageslab that should not be there',
  );
  containers.buckets.forEach((bucket, index) => {
    check(
      bucket.length > 0 === (((containers.bucketBits >>> index) & 1) === 1),
      `bucket ${index}: bit is wrong`,
    );
    const byAge = bucket.toSorted((a, b) => (words[a * STRIDE + AGE] ?? 0) - (words[b * STRIDE + AGE] ?? 0));
    check(bucket.join() === byAge.join(), `bucket ${index} is not in order of age`);
  });
  check(
    set.nactive === sums.active && set.ntouched === sums.touched,
    'sums of pages differ from the pageslabs',
  );
  check(set.nactiveHuge === sums.activeHuge, 'sum of active pages in huge pageslabs is wrong');
  check(
    [...set.counts].join() === sums.counts.join(),
    'counts by filling and hugeness differ from the pageslabs',
  );
  const retained = 512 * set.slabs - set.ntouched;
  check(
    set.nactive + set.ndirty + retained === 512 * set.slabs,
    'active + dirty + retained is not 512 x pageslabs',
  );
}
