/** fast-check generators of traces and options. */
import fc from 'fast-check';
import { type OptionValues, presetValues } from '../engine/replay/options.js';
import { OPERATION_ALLOC, OPERATION_DALLOC } from '../engine/replay/trace-table.js';
import type { TestEvent } from './trace-builder.js';

const size = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(1, 1, 2, 3, 4, 5, 7, 8) },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 64 }) },
  { weight: 2, arbitrary: fc.integer({ min: 65, max: 512 }) },
  { weight: 1, arbitrary: fc.integer({ min: 513, max: 5000 }) },
);

/** Clock steps in nanoseconds: mostly forward, now and then a leap or a step back. */
const clockStep = fc.oneof(
  { weight: 8, arbitrary: fc.bigInt({ min: 0n, max: 50_000_000n }) },
  { weight: 2, arbitrary: fc.bigInt({ min: 0n, max: 9_000_000_000n }) },
  { weight: 1, arbitrary: fc.bigInt({ min: -3_000_000_000n, max: 0n }) },
);

/** A trace as events; some deallocations are of unknown, dead or foreign allocations. */
export function arbitraryEvents(maxLength: number, shards: number): fc.Arbitrary<TestEvent[]> {
  const step = fc.record({
    free: fc.integer({ min: 0, max: 99 }),
    pick: fc.nat(),
    wild: fc.integer({ min: 0, max: 19 }),
    shard: fc.nat(shards - 1),
    pages: size,
    frequent: fc.boolean(),
    clock: clockStep,
  });
  const start = fc.constantFrom(0n, 1_000_000_000_000n, (1n << 53n) + 12_345n, (1n << 63n) + 7n);
  const share = fc.integer({ min: 15, max: 58 });
  return fc
    .tuple(fc.array(step, { minLength: Math.floor(maxLength / 4), maxLength, size: 'max' }), start, share)
    .map(([steps, begin, freeShare]) => {
      const live: { number: number; shard: number }[] = [];
      let allocations = 0;
      let ns = begin;
      return steps.map(({ free, pick, wild, shard, pages, frequent, clock }) => {
        ns = ns + clock < 0n ? 0n : ns + clock;
        if (free < freeShare && (live.length > 0 || wild === 0)) {
          if (wild === 0) {
            return { shard, operation: OPERATION_DALLOC, value: pick % (allocations + 2), ns, frequent };
          }
          const [chosen] = live.splice(pick % live.length, 1);
          return {
            shard: chosen?.shard ?? shard,
            operation: OPERATION_DALLOC,
            value: chosen?.number ?? 0,
            ns,
            frequent,
          };
        }
        live.push({ number: allocations++, shard });
        return { shard, operation: OPERATION_ALLOC, value: pages, ns, frequent };
      });
    });
}

const milliseconds = fc.constantFrom(0, 1, 7, 100, 1500, 7804, 1_000_000_000_000);
const bytes = fc.oneof(
  fc.constantFrom(4096, 8192, 65_536, 1_048_576, 2_097_152),
  fc.integer({ min: 4096, max: 2_097_152 }),
);

export const arbitraryOptions: fc.Arbitrary<OptionValues> = fc
  .record({
    slab_max_alloc: bytes,
    hugification_threshold: bytes,
    dirty_mult: fc.constantFrom(-1, 0, 1, 655, 3276, 19_660, 65_536, 200_000),
    deferral_allowed: fc.constantFrom(0, 0, 0, 0, 1),
    hugify_delay_ms: milliseconds,
    hugify_sync: fc.constantFrom(0, 0, 0, 1),
    min_purge_interval_ms: milliseconds,
    experimental_max_purge_nhp: fc.constantFrom(-1, -1, 0, 1, 3, 100),
    purge_threshold: bytes,
    min_purge_delay_ms: fc.constantFrom(0, 0, 1, 50, 2000),
    hugify_style: fc.constantFrom(0, 1, 2, 3),
    nshards: fc.constantFrom(0, 1, 2, 4),
    max_alloc: fc.constantFrom(4096, 16_384, 32_768, 65_536, 2_097_152),
    max_bytes: fc.constantFrom(4096, 16_384, 65_536, 262_144, 4_194_304),
    system_thp_mode: fc.constantFrom(0, 0, 1, 2),
    hugify_refused: fc.constantFrom(0, 0, 1),
  })
  .map((values) => ({ ...presetValues('jemalloc'), ...values }));
