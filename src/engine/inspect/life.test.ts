import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryEvents, arbitraryOptions } from '../../testing/arbitraries.js';
import { buildTrace } from '../../testing/trace-builder.js';
import { presetValues } from '../replay/options.js';
import { OPERATION_ALLOC, OPERATION_DALLOC } from '../replay/trace-table.js';
import { Inspector } from './inspector.js';
import { type Lifeline, SLAB_CHANGED, SLAB_HUGE } from './moment.js';
import { activeOf, flagsOf, packState, thin, touchedOf } from './thin.js';

/** Every change of one pageslab and what befell it, from moments and explanations alone. */
function bruteForce(inspector: Inspector, clockOf: (events: number) => number, shard: number, slab: number) {
  const entries: number[][] = [];
  const fates = { purges: 0, hugifies: 0, dehugifies: 0, emptied: 0 };
  for (let events = 1; events <= inspector.events; events++) {
    const { decisions, shard: own } = inspector.explain(events - 1);
    if (own === shard) {
      for (const decision of decisions) {
        if (decision.kind === 'purge' && decision.slab === slab) {
          fates.purges++;
          if (decision.dehugify) fates.dehugifies++;
        }
        if (decision.kind === 'hugify' && decision.slab === slab) fates.hugifies++;
        if (decision.kind === 'free' && decision.extent.slab === slab && decision.nactive === 0) {
          fates.emptied++;
        }
      }
    }
    const { pageslabs } = inspector.moment({ events, shard, order: 'index', from: slab, count: 1 });
    if (pageslabs.count === 0) continue;
    const state = [
      pageslabs.nactive[0] ?? -1,
      pageslabs.ntouched[0] ?? -1,
      (pageslabs.flags[0] ?? -1) & ~SLAB_CHANGED,
    ];
    if (entries.at(-1)?.slice(2).join() !== state.join()) {
      entries.push([events, clockOf(events), ...state]);
    }
  }
  return { entries, ...fates };
}

function entriesOf(life: Lifeline): number[][] {
  return Array.from({ length: life.length }, (_, i) => [
    life.events[i] ?? -1,
    life.clockNs[i] ?? Number.NaN,
    life.nactive[i] ?? -1,
    life.ntouched[i] ?? -1,
    life.flags[i] ?? -1,
  ]);
}

describe('a lifeline', () => {
  it('equals what moments and explanations of every event tell', () => {
    fc.assert(
      fc.property(
        arbitraryEvents(120, 2),
        arbitraryOptions,
        fc.boolean(),
        fc.integer({ min: 1, max: 50 }),
        (events, options, hpaOnly, slice) => {
          const inspector = new Inspector(buildTrace(events), options, { hpaOnly, shards: null });
          inspector.advance(Infinity);
          const clockOf = (done: number): number =>
            Number((events[done - 1]?.ns ?? 0n) - (events[0]?.ns ?? 0n));
          for (let shard = 0; shard < inspector.shards; shard++) {
            const { slabs } = inspector.stateAt(events.length, shard).pa.hpa.set;
            for (let slab = 0; slab < Math.min(3, slabs); slab++) {
              const run = inspector.lifeline(shard, slab, 1e9);
              while (!run.advance(slice));
              const life = run.lifeline();
              const { entries, ...fates } = bruteForce(inspector, clockOf, shard, slab);
              expect(entriesOf(life)).toEqual(entries);
              expect(life).toMatchObject({ shard, slab, changes: entries.length, ...fates });
            }
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  it('has no entries for a pageslab that never was, and waits for the first pass', () => {
    const trace = buildTrace([{ shard: 0, operation: OPERATION_ALLOC, value: 1, ns: 5n, frequent: true }]);
    const inspector = new Inspector(trace, presetValues('jemalloc'), { hpaOnly: true, shards: null });
    expect(() => inspector.lifeline(0, 1, 10)).toThrow('not complete');
    inspector.advance(1);
    const run = inspector.lifeline(0, 1, 10);
    expect(run.advance(1)).toBe(true);
    expect(run.lifeline()).toMatchObject({ length: 0, changes: 0, purges: 0 });
  });

  it('grows past its first buffers', () => {
    const events = Array.from({ length: 3000 }, (_, i) => ({
      shard: 0,
      operation: i % 2 === 0 ? (OPERATION_ALLOC as 0) : (OPERATION_DALLOC as 1),
      value: i % 2 === 0 ? 3 : (i - 1) / 2,
      ns: BigInt(i),
      frequent: true,
    }));
    const inspector = new Inspector(buildTrace(events), presetValues('microbench'), {
      hpaOnly: true,
      shards: null,
    });
    inspector.advance(Infinity);
    const run = inspector.lifeline(0, 0, 1e9);
    run.advance(Infinity);
    const life = run.lifeline();
    expect(life.changes).toBe(3000);
    expect(life.emptied).toBe(1500);
    expect([...life.events]).toEqual(events.map((_, i) => i + 1));
  });
});

const states = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 512 }), fc.nat(512), fc.nat(15)), {
    minLength: 1,
    maxLength: 300,
  })
  .map((list) =>
    Uint32Array.from(list, ([active, extra, flags]) =>
      packState(active, (flags & SLAB_HUGE) === 0 ? Math.min(512, active + extra) : 512, flags),
    ),
  );

describe('thinning', () => {
  it('packs and unpacks', () => {
    const state = packState(512, 511, 15);
    expect([activeOf(state), touchedOf(state), flagsOf(state)]).toEqual([512, 511, 15]);
  });

  it('keeps at most so many, in order: first, last, extremes', () => {
    fc.assert(
      fc.property(states, fc.integer({ min: 6, max: 320 }), (all, limit) => {
        const kept = thin(all, all.length, limit);
        expect(kept.length).toBeLessThanOrEqual(limit);
        expect([...kept]).toEqual([...new Set(kept)].toSorted((a, b) => a - b));
        expect(kept[0]).toBe(0);
        expect(kept.at(-1)).toBe(all.length - 1);
        for (const valueOf of [activeOf, touchedOf]) {
          const values = Array.from(all, valueOf);
          const thinned = Array.from(kept, (i) => values[i] ?? Number.NaN);
          expect(Math.max(...thinned)).toBe(Math.max(...values));
          expect(Math.min(...thinned)).toBe(Math.min(...values));
        }
        if (all.length <= limit) expect(kept).toHaveLength(all.length);
      }),
    );
  });

  it('keeps every huge or purge turn where there is room, and fills the rest with peaks', () => {
    const all = new Uint32Array(10_000);
    for (let i = 0; i < all.length; i++) all[i] = packState(200 + (i % 50), 400, 2);
    for (const turn of [1234, 5678]) all[turn] = packState(210, 512, 3);
    all[7777] = packState(220, 230, 2);
    const kept = [...thin(all, all.length, 200)];
    for (const turn of [1233, 1234, 1235, 5677, 5678, 5679, 7776, 7777]) expect(kept).toContain(turn);
    expect(kept.length).toBeGreaterThan(180);
    const gaps = kept.slice(1).map((index, i) => index - (kept[i] ?? 0));
    expect(Math.max(...gaps)).toBeLessThan(300);
  });

  it('spreads the turns it keeps when there are too many', () => {
    const all = Uint32Array.from({ length: 10_000 }, (_, i) =>
      packState(100, i % 2 === 0 ? 512 : 100, i % 2),
    );
    const kept = [...thin(all, all.length, 100)];
    expect(kept.length).toBeGreaterThan(80);
    expect(kept.length).toBeLessThanOrEqual(100);
    const gaps = kept.slice(1).map((index, i) => index - (kept[i] ?? 0));
    expect(Math.max(...gaps)).toBeLessThan(500);
  });
});
