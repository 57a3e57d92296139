import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryEvents, arbitraryOptions } from '../../testing/arbitraries.js';
import { type TestEvent, buildTrace } from '../../testing/trace-builder.js';
import { presetValues } from '../replay/options.js';
import { OPERATION_ALLOC, OPERATION_DALLOC } from '../replay/trace-table.js';
import { Inspector } from './inspector.js';
import { type Moment, PAGESLAB_ORDERS, SLAB_CHANGED } from './moment.js';

const MODE = { hpaOnly: true, shards: null };
const WHOLE = { shard: 0, order: 'index', from: 0, count: 1e9 } as const;

function alloc(value: number, ns: bigint, shard = 0): TestEvent {
  return { shard, operation: OPERATION_ALLOC, value, ns, frequent: true };
}

function free(value: number, ns: bigint, shard = 0): TestEvent {
  return { shard, operation: OPERATION_DALLOC, value, ns, frequent: true };
}

function opened(events: readonly TestEvent[], options = presetValues('jemalloc'), mode = MODE): Inspector {
  const inspector = new Inspector(buildTrace(events), options, mode);
  inspector.advance(Infinity);
  return inspector;
}

/** Index and what the order goes by, for every pageslab of a moment. */
function rows({ pageslabs }: Moment, key: (i: number) => number): [number, number][] {
  return Array.from(pageslabs.slab, (slab, i) => [slab, key(i)]);
}

describe('the window of pageslabs', () => {
  it('is a part of the whole in the order asked for', () => {
    fc.assert(
      fc.property(
        arbitraryEvents(200, 1),
        arbitraryOptions,
        fc.nat(8),
        fc.nat(8),
        (events, options, from, count) => {
          const inspector = opened(events, options);
          const at = Math.floor((events.length * 3) / 4);
          for (const order of PAGESLAB_ORDERS) {
            const { pageslabs: p } = inspector.moment({ ...WHOLE, events: at, order });
            const key = {
              index: (i: number) => p.slab[i] ?? 0,
              age: (i: number) => p.age[i] ?? 0,
              active: (i: number) => -(p.nactive[i] ?? 0),
              dirty: (i: number) => (p.nactive[i] ?? 0) - (p.ntouched[i] ?? 0),
              'longest-free-run': (i: number) => -(p.longestFreeRun[i] ?? 0),
            }[order];
            const all = rows(inspector.moment({ ...WHOLE, events: at, order }), key);
            expect(all).toEqual(all.toSorted((a, b) => a[1] - b[1] || a[0] - b[0]));
            expect(all.map(([slab]) => slab).toSorted((a, b) => a - b)).toEqual(all.map((_, i) => i));
            const part = inspector.moment({ ...WHOLE, events: at, order, from, count });
            expect([...part.pageslabs.slab]).toEqual(all.slice(from, from + count).map(([slab]) => slab));
            expect(part.pageslabs.count).toBe(part.pageslabs.slab.length);
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  it('tells a page that the SEC holds from one in use', () => {
    const inspector = opened([alloc(2, 1n), free(0, 2n)], undefined, { hpaOnly: false, shards: null });
    const { pageslabs, sums } = inspector.moment({ ...WHOLE, events: 2 });
    // A batch of eight extents of two pages, all of them in the cache now.
    expect(pageslabs.active[0]).toBe(0xffff);
    expect(pageslabs.cached[0]).toBe(0xffff);
    expect(sums.secBytes).toBe(16 * 4096);
    const { pageslabs: before } = inspector.moment({ ...WHOLE, events: 1 });
    expect(before.active[0]).toBe(0xffff);
    expect(before.cached[0]).toBe(0xfffc);
  });

  it('flags what the last event changed, and nothing for an event of another shard', () => {
    const inspector = opened([alloc(300, 1n), alloc(300, 2n), alloc(5, 3n, 1), free(0, 4n)]);
    const changed = (events: number, shard: number): number[] => {
      const { pageslabs } = inspector.moment({ ...WHOLE, events, shard });
      return [...pageslabs.slab].filter((_, i) => ((pageslabs.flags[i] ?? 0) & SLAB_CHANGED) !== 0);
    };
    expect([1, 2, 3, 4, 2, 0].map((events) => changed(events, 0))).toEqual([[0], [1], [], [0], [1], []]);
    expect(changed(3, 1)).toEqual([0]);
    expect(changed(4, 1)).toEqual([]);
  });
});

describe('odd traces', () => {
  it('none at all', () => {
    const inspector = opened([]);
    expect(inspector.advance(1)).toBe(true);
    const moment = inspector.moment({ ...WHOLE, events: 0 });
    expect(moment).toMatchObject({ events: 0, clockNs: 0, pageslabs: { count: 0 } });
    expect(moment.sums).toMatchObject({ slabs: 0, dirtyMax: 0, sinceLastPurgeNs: null });
    expect(inspector.eventsAt('time', 5)).toBe(0);
    expect(inspector.eventsAt('event', 5)).toBe(0);
  });

  it('64-bit clocks that run back', () => {
    const start = (1n << 63n) + 12_345n;
    const inspector = opened([alloc(480, start), alloc(8, start + 50n), alloc(1, start - 7n)], {
      ...presetValues('jemalloc'),
      hugify_delay_ms: 1_000_000,
      dirty_mult: -1,
    });
    const at = (events: number): Moment => inspector.moment({ ...WHOLE, events });
    expect([0, 1, 2, 3].map((events) => at(events).clockNs)).toEqual([0, 0, 50, -7]);
    expect([0, 1, 2, 3].map((events) => at(events).furthestNs)).toEqual([0, 0, 50, 50]);
    expect(at(2).pageslabs.hugifyWaitedNs[0]).toBe(0);
    expect(at(2).sums.dirtyMax).toBe(Infinity);
  });

  it('a pageslab waits for its delay: what is left of it runs down and passes zero', () => {
    const options = { ...presetValues('jemalloc'), min_purge_delay_ms: 2, hugify_style: 1 };
    const ms = (n: number): bigint => BigInt(n) * 1_000_000n;
    const inspector = opened([alloc(4, 0n), free(0, ms(1)), alloc(9, ms(2), 1), alloc(9, ms(5), 1)], options);
    const due = [1, 2, 3, 4].map((events) => inspector.moment({ ...WHOLE, events }).pageslabs.purgeDueNs[0]);
    expect(due).toEqual([Number.NaN, 2e6, 1e6, -2e6]);
  });

  it('what the PAC serves', () => {
    const inspector = opened([{ ...alloc(5000, 1n), frequent: false }, free(0, 2n)]);
    expect(inspector.moment({ ...WHOLE, events: 1 }).sums.pacPages).toBe(5000);
    expect(inspector.moment({ ...WHOLE, events: 2 }).sums.pacPages).toBe(0);
  });
});

describe('events at a position', () => {
  it('are those before the first that lies further, however the clock runs', () => {
    fc.assert(
      fc.property(
        arbitraryEvents(300, 1),
        fc.double({ min: -0.1, max: 1.1, noNaN: true }),
        (events, share) => {
          const inspector = opened(events);
          const times = events.map(({ ns }) => Number(ns - (events[0]?.ns ?? 0n)));
          const position = Math.round(share * Math.max(0, ...times));
          const first = times.findIndex((time) => time > position);
          const expected = position < 0 ? 0 : first < 0 ? events.length : first;
          expect(inspector.eventsAt('time', position)).toBe(expected);
        },
      ),
    );
  });

  it('are found behind a peak of the clock, many events before', () => {
    const events = Array.from({ length: 10_000 }, (_, i) => alloc(1, BigInt(i === 10 ? 1_000_000 : i)));
    const inspector = new Inspector(buildTrace(events), presetValues('jemalloc'), MODE);
    expect([9, 9500, 999_999, 1_000_000].map((ns) => inspector.eventsAt('time', ns))).toEqual([
      10, 10, 10, 10_000,
    ]);
  });

  it('in long traces too, and by number', () => {
    const events = Array.from({ length: 10_000 }, (_, i) => alloc(1, BigInt(10 * i)));
    const inspector = new Inspector(buildTrace(events), presetValues('jemalloc'), MODE);
    expect(
      [0, 9, 10, 40_955, 40_960, 99_989, 99_990, 1e9].map((ns) => inspector.eventsAt('time', ns)),
    ).toEqual([1, 1, 2, 4096, 4097, 9999, 10_000, 10_000]);
    expect([-3, 0, 4.7, 1e9].map((position) => inspector.eventsAt('event', position))).toEqual([
      0, 0, 4, 10_000,
    ]);
  });
});
