import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryEvents, arbitraryOptions } from '../../testing/arbitraries.js';
import { ReferenceShard } from '../../testing/reference-model.js';
import type { Extent, Slab } from '../../testing/reference-slab.js';
import { type TestEvent, buildTrace } from '../../testing/trace-builder.js';
import { presetValues } from '../replay/options.js';
import { Replay } from '../replay/run.js';
import { NO_ALLOCATION, OPERATION_ALLOC, OPERATION_DALLOC } from '../replay/trace-table.js';
import type { Decision, Explanation } from './explanation.js';
import { Inspector } from './inspector.js';
import {
  type Moment,
  SLAB_ALLOC_ALLOWED,
  SLAB_CHANGED,
  SLAB_HUGE,
  SLAB_HUGIFY_ALLOWED,
  SLAB_PURGE_ALLOWED,
} from './moment.js';

const MODE = { hpaOnly: true, shards: null };

function inspect(
  events: readonly TestEvent[],
  options = presetValues('jemalloc'),
  mode: { hpaOnly: boolean; shards: number | null } = MODE,
): Inspector {
  const inspector = new Inspector(buildTrace(events), options, mode, { spacing: 16, budget: 40_000 });
  while (!inspector.advance(1000));
  return inspector;
}

/** What the plain model does with a trace of one shard: called after each event. */
function runModel(
  events: readonly TestEvent[],
  model: ReferenceShard,
  seen: (event: number, model: ReferenceShard) => void,
): void {
  const live = new Map<number, { extent: Extent | null; pages: number }>();
  let allocations = 0;
  events.forEach((event, i) => {
    model.now = event.ns;
    model.decisions = [];
    if (event.operation === OPERATION_ALLOC) {
      const extent = model.alloc(event.value, event.frequent);
      live.set(allocations++, { extent, pages: event.value });
    } else {
      const freed = live.get(event.value);
      if (freed === undefined) {
        const reason = event.value < allocations ? 'dead' : 'unknown';
        model.decisions.push({ kind: 'ignored-free', allocation: event.value, reason });
      } else if (freed.extent === null) model.pac(freed.pages);
      else model.dalloc(freed.extent);
      live.delete(event.value);
    }
    seen(i, model);
  });
}

const ALL = { shard: 0, order: 'index', from: 0, count: 1e9 } as const;

function bits(pages: readonly boolean[]): number[] {
  return Array.from({ length: 16 }, (_, word) =>
    pages.slice(32 * word, 32 * word + 32).reduce((sum, on, bit) => sum + (on ? 2 ** bit : 0), 0),
  );
}

/** The columns of a moment that the plain model knows. */
function modelColumns(model: ReferenceShard) {
  const { slabs, now } = model;
  const between = (later: bigint, earlier: bigint): number => Number(later) - Number(earlier);
  return {
    active: slabs.flatMap((slab) => bits(slab.active)),
    touched: slabs.flatMap((slab) => bits(slab.touched)),
    cached: slabs.flatMap((slab) => {
      const pages = new Array<boolean>(512).fill(false);
      for (const extent of model.sec.extents()) {
        if (extent.slab === slab) pages.fill(true, extent.begin, extent.begin + extent.pages);
      }
      return bits(pages);
    }),
    age: slabs.map((slab) => slab.age),
    flags: slabs.map(flagsOf),
    purgeList: slabs.map((slab) => model.purgeListOf(slab)),
    hugifyWaited: slabs.map((slab) =>
      slab.hugifyAllowed ? Number((now - slab.timeHugify + (1n << 64n)) % (1n << 64n)) : Number.NaN,
    ),
    purgeDue: slabs.map((slab) => {
      if (!slab.purgeAllowed) return Number.NaN;
      return model.options.min_purge_delay_ms === 0 ? 0 : between(slab.timePurge - now, 0n);
    }),
  };
}

function flagsOf(slab: Slab): number {
  return (
    (slab.huge ? SLAB_HUGE : 0) |
    (slab.allocAllowed ? SLAB_ALLOC_ALLOWED : 0) |
    (slab.purgeAllowed ? SLAB_PURGE_ALLOWED : 0) |
    (slab.hugifyAllowed ? SLAB_HUGIFY_ALLOWED : 0)
  );
}

function momentColumns({ pageslabs }: Moment) {
  return {
    active: [...pageslabs.active],
    touched: [...pageslabs.touched],
    cached: [...pageslabs.cached],
    age: [...pageslabs.age],
    flags: Array.from(pageslabs.flags, (flags) => flags & ~SLAB_CHANGED),
    purgeList: [...pageslabs.purgeList],
    hugifyWaited: [...pageslabs.hugifyWaitedNs],
    purgeDue: [...pageslabs.purgeDueNs],
  };
}

/** What changed of each pageslab between two moments, by index. */
function netChanges(before: Moment, after: Moment): number[] {
  const describe = (moment: Moment, i: number): string => {
    const { active, touched, cached, age, flags } = moment.pageslabs;
    const words = [active, touched, cached].map((bitmap) => bitmap.slice(16 * i, 16 * i + 16).join());
    return [...words, age[i], (flags[i] ?? 0) & ~SLAB_CHANGED].join(';');
  };
  return Array.from({ length: after.pageslabs.count }, (_, i) => i).filter(
    (i) => i >= before.pageslabs.count || describe(before, i) !== describe(after, i),
  );
}

const count = (decisions: readonly Decision[], kind: Decision['kind']): number =>
  decisions.filter((decision) => decision.kind === kind).length;

describe('explanations and moments against the plain model', () => {
  it('every decision, in order, with its numbers; every column of every pageslab', () => {
    fc.assert(
      fc.property(arbitraryEvents(250, 1), arbitraryOptions, fc.boolean(), (events, options, hpaOnly) => {
        const inspector = inspect(events, options, { hpaOnly, shards: null });
        let before = inspector.moment({ ...ALL, events: 0 });
        runModel(events, new ReferenceShard(options, hpaOnly), (event, model) => {
          expect(inspector.explain(event).decisions).toEqual(model.decisions);
          const moment = inspector.moment({ ...ALL, events: event + 1 });
          expect(momentColumns(moment)).toEqual(modelColumns(model));
          const flagged = [...moment.pageslabs.slab].filter(
            (_, i) => ((moment.pageslabs.flags[i] ?? 0) & SLAB_CHANGED) !== 0,
          );
          // Every pageslab that differs is flagged; a flagged one may have ended as it began.
          expect(flagged).toEqual(expect.arrayContaining(netChanges(before, moment)));
          before = moment;
        });
      }),
      { numRuns: 60 },
    );
  });
});

describe('decisions add up to what the replay counts', () => {
  it('in any order of asking, with moments asked for in between', () => {
    fc.assert(
      fc.property(
        arbitraryEvents(150, 3),
        arbitraryOptions,
        fc.boolean(),
        fc.constantFrom(null, 1, 2),
        fc.infiniteStream(fc.nat()),
        (events, options, hpaOnly, shards, order) => {
          const mode = { hpaOnly, shards };
          const inspector = inspect(events, options, mode);
          const explained: Explanation[] = [];
          const todo = events.map((_, i) => i);
          while (todo.length > 0) {
            const [event = 0] = todo.splice((order.next().value ?? 0) % todo.length, 1);
            const at = { ...ALL, events: Math.floor(event / 2) };
            const cursor = inspector.moment(at);
            explained[event] = inspector.explain(event);
            expect(inspector.moment(at)).toEqual(cursor);
          }
          const replay = new Replay(buildTrace(events), options, mode, { kind: 'interval', events: 1 });
          replay.advance(Infinity);
          const { columns } = replay.statistics;
          const total = replay.shards.length;
          explained.forEach(({ decisions, shard }, event) => {
            const row = event * total + shard;
            const grown = (name: keyof typeof columns): number =>
              (columns[name][row] ?? 0) - (event === 0 ? 0 : (columns[name][row - total] ?? 0));
            const purges = decisions.filter((decision) => decision.kind === 'purge');
            const hugified = decisions.filter((decision) => decision.kind === 'hugify');
            const checks = decisions.filter((decision) => decision.kind === 'purge-check');
            expect({
              npurges: purges.reduce((sum, { dirty }) => sum + dirty, 0),
              purge_ranges: purges.reduce((sum, { ranges }) => sum + ranges, 0),
              purged_pageslabs: purges.length,
              ndehugifies: purges.filter(({ dehugify }) => dehugify).length,
              nhugifies: hugified.filter(({ counted }) => counted).length,
              nhugify_failures: hugified.filter(({ refused }) => refused).length,
              npurge_passes: checks.filter(({ verdict }) => verdict !== 'interval').length,
              assumed_huge: count(decisions, 'assume-huge'),
              total_pageslabs: count(decisions, 'grow'),
              sec_hits: count(decisions, 'sec-hit'),
              sec_misses: count(decisions, 'sec-miss'),
              sec_dalloc_noflush: count(decisions, 'sec-keep'),
              sec_dalloc_flush: count(decisions, 'sec-flush'),
            }).toEqual({
              npurges: grown('npurges'),
              purge_ranges: grown('purge_ranges'),
              purged_pageslabs: grown('purged_pageslabs'),
              ndehugifies: grown('ndehugifies'),
              nhugifies: grown('nhugifies'),
              nhugify_failures: grown('nhugify_failures'),
              npurge_passes: grown('npurge_passes'),
              assumed_huge: grown('assumed_huge'),
              total_pageslabs: grown('total_pageslabs'),
              sec_hits: grown('sec_hits'),
              sec_misses: grown('sec_misses'),
              sec_dalloc_noflush: grown('sec_dalloc_noflush'),
              sec_dalloc_flush: grown('sec_dalloc_flush'),
            });
          });
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('what an explanation says of its event', () => {
  const at = (ns: bigint, event: Partial<TestEvent>): TestEvent => ({
    shard: 0,
    operation: OPERATION_ALLOC,
    value: 1,
    ns,
    frequent: false,
    ...event,
  });
  const free = { operation: OPERATION_DALLOC } as const;
  const events = [
    at(5n, { value: 3, frequent: true }),
    at(6n, { value: 5000 }),
    at(7n, { ...free, shard: 1, value: 0 }),
    at(8n, { ...free, value: 0 }),
    at(9n, { ...free, value: 0 }),
    at(3n, { ...free, value: 7 }),
    at(3n, { ...free, value: NO_ALLOCATION }),
    at(4n, { ...free, value: 1 }),
    at(4n, { ...free, shard: 1, value: 1 }),
  ];

  it('sizes, numbers, and why a free was ignored', () => {
    const inspector = inspect(events);
    const facts = events.map((_, event) => {
      const { operation, shard, pages, frequent, allocation, decisions } = inspector.explain(event);
      const [first] = decisions;
      const why = first?.kind === 'ignored-free' ? first.reason : first?.kind;
      return [operation, shard, pages, frequent, allocation, why];
    });
    expect(facts).toEqual([
      ['alloc', 0, 3, true, 0, 'pick'],
      ['alloc', 0, 5000, false, 1, 'pac'],
      ['dalloc', 1, null, false, 0, 'other-shard'],
      ['dalloc', 0, 3, false, 0, 'free'],
      ['dalloc', 0, null, false, 0, 'dead'],
      ['dalloc', 0, null, false, 7, 'unknown'],
      ['dalloc', 0, null, false, null, 'unknown'],
      ['dalloc', 0, 5000, false, 1, 'pac'],
      ['dalloc', 1, null, false, 1, 'dead'],
    ]);
  });

  it('shards folded into one free what others allocated', () => {
    const inspector = inspect(events, presetValues('jemalloc'), { hpaOnly: true, shards: 1 });
    expect(inspector.explain(2)).toMatchObject({ shard: 0, pages: 3, allocation: 0 });
    expect(inspector.explain(3).decisions).toEqual([{ kind: 'ignored-free', allocation: 0, reason: 'dead' }]);
  });

  it('three rounds of deferred work for the first allocation', () => {
    const kinds = inspect(events)
      .explain(0)
      .decisions.map(({ kind }) => kind);
    const round = ['purge-check', 'hugify-check'];
    expect(kinds).toEqual(['pick', ...round, 'pick', ...round, 'grow', 'pick', 'place', ...round]);
  });

  it('a flush counts extents by their own sizes, the oldest first', () => {
    const options = { ...presetValues('jemalloc'), max_alloc: 65_536, max_bytes: 20 * 4096 };
    // Nine and ten pages share a bin; each miss leaves one more extent of its size in it.
    const sizes = [10, 10, 9].map((value, i) => at(BigInt(i), { value, frequent: true }));
    const frees = [0, 1, 2].map((value, i) => at(BigInt(10 + i), { ...free, value }));
    const inspector = inspect([...sizes, ...frees], options, { hpaOnly: false, shards: null });
    const last = [...sizes, ...frees].map((_, event) => inspector.explain(event).decisions[0]);
    expect(last.slice(3)).toMatchObject([
      { kind: 'sec-keep', extent: { pages: 10 }, binBytes: 19 * 4096 },
      { kind: 'sec-flush', extents: 2, bytes: 19 * 4096, binBytes: 10 * 4096 },
      { kind: 'sec-keep', extent: { pages: 9 }, binBytes: 19 * 4096 },
    ]);
  });

  it('numbers of no event are refused', () => {
    expect(() => inspect(events).explain(events.length)).toThrow('not been replayed');
    expect(() => inspect(events).explain(-1)).toThrow('not been replayed');
  });
});
