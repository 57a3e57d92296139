import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryEvents, arbitraryOptions } from '../../testing/arbitraries.js';
import { goldenManifest, goldenOptions, goldenText, hasGolden } from '../../testing/golden.js';
import { checkShard } from '../../testing/integrity.js';
import { shardState, statisticsRow } from '../../testing/shard-state.js';
import { type TestEvent, buildTrace, traceFromText } from '../../testing/trace-builder.js';
import { type OptionValues, type ReplayMode, presetValues } from '../replay/options.js';
import { Replay } from '../replay/run.js';
import { OPERATION_ALLOC, OPERATION_DALLOC, type TraceTable } from '../replay/trace-table.js';
import { Inspector, type InspectorLimits } from './inspector.js';

const AT_END = { kind: 'interval', events: 0 } as const;

/** State and statistics row of every shard after `events` events, by replaying from the start. */
function fresh(trace: TraceTable, options: OptionValues, mode: ReplayMode, events: number) {
  const replay = new Replay(trace, options, mode, AT_END);
  replay.advance(events);
  return replay.shards.map((pa, shard) => ({
    state: shardState(pa),
    row: statisticsRow(trace, events, replay.shards, shard, replay.counts),
  }));
}

/** The same by seeking one shard after the other. */
function sought(inspector: Inspector, trace: TraceTable, events: number) {
  const cursors = Array.from({ length: inspector.shards }, (_, shard) => inspector.stateAt(events, shard));
  const counts = {
    allocs: Float64Array.from(cursors, (cursor) => cursor.allocs),
    deallocs: Float64Array.from(cursors, (cursor) => cursor.deallocs),
    activePages: Float64Array.from(cursors, (cursor) => cursor.activePages),
  };
  const shards = cursors.map(({ pa }) => pa);
  return shards.map((pa, shard) => ({
    state: shardState(pa),
    row: statisticsRow(trace, events, shards, shard, counts),
  }));
}

const limits: fc.Arbitrary<InspectorLimits> = fc.record({
  budget: fc.constantFrom(1, 20_000, 100_000, 1e9),
  spacing: fc.integer({ min: 1, max: 40 }),
});
const folded = fc.constantFrom(null, 1, 2, 5);

describe('a seek', () => {
  it('gives the state of a replay from the start, whatever the seeks before and however few the checkpoints', () => {
    fc.assert(
      fc.property(
        arbitraryEvents(250, 3),
        arbitraryOptions,
        fc.boolean(),
        folded,
        limits,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 3, maxLength: 8 }),
        (events, options, hpaOnly, shards, limit, points) => {
          const trace = buildTrace(events);
          const mode = { hpaOnly, shards };
          const inspector = new Inspector(trace, options, mode, limit);
          while (!inspector.advance(17));
          for (const point of points) {
            const at = Math.round(point * trace.length);
            expect(sought(inspector, trace, at)).toEqual(fresh(trace, options, mode, at));
            for (let shard = 0; shard < inspector.shards; shard++) {
              checkShard(inspector.stateAt(at, shard).pa.hpa);
            }
          }
        },
      ),
      { numRuns: 120 },
    );
  });

  it('works behind the first pass while it is under way', () => {
    fc.assert(
      fc.property(arbitraryEvents(250, 2), arbitraryOptions, limits, (events, options, limit) => {
        const trace = buildTrace(events);
        const mode = { hpaOnly: false, shards: null };
        const inspector = new Inspector(trace, options, mode, limit);
        while (!inspector.advance(23)) {
          const at = Math.floor((inspector.passed * 2) / 3);
          expect(sought(inspector, trace, at)).toEqual(fresh(trace, options, mode, at));
        }
        const end = trace.length;
        expect(sought(inspector, trace, end)).toEqual(fresh(trace, options, mode, end));
      }),
      { numRuns: 40 },
    );
  });

  it('tells pageslabs apart that had the same slot of the age index, before and after it was renumbered', () => {
    const events: TestEvent[] = [];
    const live: number[] = [];
    let allocations = 0;
    const put = (operation: TestEvent['operation'], value: number): void => {
      events.push({ shard: 0, operation, value, ns: BigInt(events.length), frequent: true });
    };
    const alloc = (): void => {
      put(OPERATION_ALLOC, 300);
      live.push(allocations++);
    };
    // Thirty pageslabs, of which all but a few stay empty with their old slots while 1200 more slots are given out.
    for (let i = 0; i < 30; i++) alloc();
    while (live.length > 0) put(OPERATION_DALLOC, live.pop() ?? 0);
    for (let i = 0; i < 1200; i++) {
      alloc();
      if (live.length > 5) put(OPERATION_DALLOC, live.shift() ?? 0);
    }
    const trace = buildTrace(events);
    const mode = { hpaOnly: true, shards: null };
    const options = { ...presetValues('jemalloc'), dirty_mult: -1 };
    const inspector = new Inspector(trace, options, mode, { spacing: 10 });
    inspector.advance(Infinity);
    // Right behind checkpoints: a little later all pageslabs in use have new slots.
    for (let at = 2301; at > 1900; at -= 10) {
      expect(sought(inspector, trace, at)).toEqual(fresh(trace, options, mode, at));
    }
  });

  it('keeps checkpoints within their budget, but for the first', () => {
    fc.assert(
      fc.property(
        arbitraryEvents(300, 2),
        arbitraryOptions,
        fc.integer({ min: 1, max: 60_000 }),
        (events, options, budget) => {
          const trace = buildTrace(events);
          const inspector = new Inspector(
            trace,
            options,
            { hpaOnly: true, shards: null },
            { budget, spacing: 2 },
          );
          while (!inspector.advance(1)) {
            expect(inspector.bytes <= budget || inspector.checkpoints === 1).toBe(true);
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  it('uses its budget: between half and all of it, once it has been reached', () => {
    const events = Array.from({ length: 2000 }, (_, i): TestEvent => {
      const operation = i % 2 === 0 ? OPERATION_ALLOC : OPERATION_DALLOC;
      return { shard: 0, operation, value: i % 2 === 0 ? 3 : (i - 1) / 2, ns: BigInt(i), frequent: true };
    });
    const budget = 50_000;
    const mode = { hpaOnly: true, shards: null };
    const inspector = new Inspector(buildTrace(events), presetValues('jemalloc'), mode, {
      budget,
      spacing: 16,
    });
    inspector.advance(Infinity);
    expect(inspector.bytes).toBeLessThanOrEqual(budget);
    expect(inspector.bytes).toBeGreaterThan(0.4 * budget);
  });

  it('refuses what the first pass has not reached', () => {
    const trace = buildTrace([{ shard: 0, operation: 0, value: 1, ns: 5n, frequent: true }]);
    const inspector = new Inspector(trace, presetValues('jemalloc'), { hpaOnly: true, shards: null });
    expect(() => inspector.stateAt(1, 0)).toThrow('not been replayed');
    expect(() => inspector.stateAt(0, 1)).toThrow('no shard 1');
    expect(inspector.stateAt(0, 0).pa.hpa.set.slabs).toBe(0);
  });
});

describe.skipIf(!hasGolden)('seeks in golden traces equal the replay', () => {
  const entries = hasGolden ? goldenManifest().replays.filter((_, i) => i % 7 === 0) : [];

  it.each(entries.map((entry) => [entry.stats, entry] as const))('%s', (_, entry) => {
    const trace = traceFromText(goldenText(entry.trace));
    const mode = { hpaOnly: entry.mode === 'hpa-only', shards: entry.nshards };
    const options = goldenOptions(entry);
    const inspector = new Inspector(trace, options, mode, { spacing: 512 });
    while (!inspector.advance(10_000));
    for (const share of [0.9, 0.31, 0.314, 1, 0.05, 0.62]) {
      const at = Math.floor(share * trace.length);
      expect(sought(inspector, trace, at)).toEqual(fresh(trace, options, mode, at));
    }
  });
});
