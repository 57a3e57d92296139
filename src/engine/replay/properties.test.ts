import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryEvents, arbitraryOptions } from '../../testing/arbitraries.js';
import { checkShard } from '../../testing/integrity.js';
import { ReferenceShard } from '../../testing/reference-model.js';
import { bytesOf } from '../../testing/reference-slab.js';
import { type TestEvent, buildTrace, joinColumns } from '../../testing/trace-builder.js';
import { presetValues } from './options.js';
import { Replay } from './run.js';
import { ReplayScratch } from './scratch.js';
import { COLUMNS } from './statistics.js';
import { NO_ALLOCATION, OPERATION_ALLOC, OPERATION_DALLOC } from './trace-table.js';

const EVERY_EVENT = { kind: 'interval', events: 1 } as const;

function allRows(replay: Replay): string {
  const { columns, snapshots, shards } = replay.statistics;
  return joinColumns(
    COLUMNS.map((name) => columns[name]),
    snapshots * shards,
  );
}

/** The events of one shard, its allocations numbered anew. */
function onlyShard(events: readonly TestEvent[], shard: number): TestEvent[] {
  const numbers = new Map<number, number>();
  let allocations = 0;
  for (const event of events) {
    if (event.operation !== OPERATION_ALLOC) continue;
    if (event.shard === shard) numbers.set(allocations, numbers.size);
    allocations++;
  }
  return events
    .filter((event) => event.shard === shard)
    .map((event) =>
      event.operation === OPERATION_ALLOC
        ? event
        : { ...event, value: numbers.get(event.value) ?? NO_ALLOCATION },
    );
}

describe('after any sequence of operations and options', () => {
  it('bitmaps, counters, sums and containers agree', () => {
    fc.assert(
      fc.property(arbitraryEvents(250, 2), arbitraryOptions, fc.boolean(), (events, options, hpaOnly) => {
        const trace = buildTrace(events);
        const replay = new Replay(trace, options, { hpaOnly, shards: null }, EVERY_EVENT);
        while (!replay.advance(5)) for (const shard of replay.shards) checkShard(shard.hpa);
        for (const shard of replay.shards) checkShard(shard.hpa);
      }),
      { numRuns: 150 },
    );
  });

  it('every counter equals the plain reference model, event by event', () => {
    fc.assert(
      fc.property(arbitraryEvents(400, 1), arbitraryOptions, fc.boolean(), (events, options, hpaOnly) => {
        const replay = new Replay(buildTrace(events), options, { hpaOnly, shards: null }, EVERY_EVENT);
        while (!replay.advance(1000));
        const { columns } = replay.statistics;
        const model = new ReferenceShard(options, hpaOnly);
        const live = new Map<number, ReturnType<ReferenceShard['alloc']>>();
        let allocations = 0;
        events.forEach((event, i) => {
          model.now = event.ns;
          if (event.operation === OPERATION_ALLOC) {
            live.set(allocations++, model.alloc(event.value, event.frequent));
          } else if (live.has(event.value)) {
            const extent = live.get(event.value);
            live.delete(event.value);
            if (extent !== undefined && extent !== null) model.dalloc(extent);
          }
          const { stats, sec } = model;
          expect({
            slabs: columns.total_pageslabs[i],
            huge: columns.hugified_pageslabs[i],
            active: columns.active_pages[i],
            dirty: columns.dirty_pages[i],
            passes: columns.npurge_passes[i],
            purges: columns.npurges[i],
            ranges: columns.purge_ranges[i],
            hugifies: columns.nhugifies[i],
            failures: columns.nhugify_failures[i],
            dehugifies: columns.ndehugifies[i],
            hits: columns.sec_hits[i],
            misses: columns.sec_misses[i],
            flush: columns.sec_dalloc_flush[i],
            noflush: columns.sec_dalloc_noflush[i],
            overfills: columns.sec_overfills[i],
            secBytes: columns.sec_bytes[i],
            pac: columns.pac_alloc_count[i],
          }).toEqual({
            slabs: model.slabs.length,
            huge: model.slabs.filter((slab) => slab.huge).length,
            active: model.totalActive(),
            dirty: model.totalDirty(),
            passes: stats.npurgePasses,
            purges: stats.npurges,
            ranges: stats.purgeRanges,
            hugifies: stats.nhugifies,
            failures: stats.nhugifyFailures,
            dehugifies: stats.ndehugifies,
            hits: sec.stats.hits,
            misses: sec.stats.misses,
            flush: sec.stats.flush,
            noflush: sec.stats.noflush,
            overfills: sec.stats.overfills,
            secBytes: bytesOf(sec.extents()),
            pac: stats.pacAllocs,
          });
        });
      }),
      { numRuns: 150 },
    );
  });

  it('freeing everything empties everything', () => {
    fc.assert(
      fc.property(arbitraryEvents(200, 2), arbitraryOptions, (events, options) => {
        const frees: TestEvent[] = [];
        let allocations = 0;
        for (const event of events) {
          if (event.operation !== OPERATION_ALLOC) continue;
          frees.push({ ...event, operation: OPERATION_DALLOC, value: allocations++ });
        }
        const replay = new Replay(
          buildTrace([...events, ...frees]),
          options,
          { hpaOnly: true, shards: null },
          { kind: 'interval', events: 0 },
        );
        replay.advance(Infinity);
        replay.shards.forEach((shard, s) => {
          expect(replay.counts.activePages[s]).toBe(0);
          expect(shard.hpa.set.nactive).toBe(0);
          expect(shard.pacPages).toBe(0);
          expect(shard.hpa.set.containers().empty).toHaveLength(shard.hpa.set.slabs);
        });
      }),
      { numRuns: 100 },
    );
  });

  it('replaying twice, in slices of any size, gives the same rows', () => {
    fc.assert(
      fc.property(
        arbitraryEvents(200, 3),
        arbitraryOptions,
        fc.boolean(),
        fc.integer({ min: 1, max: 70 }),
        (events, options, hpaOnly, slice) => {
          const trace = buildTrace(events);
          const mode = { hpaOnly, shards: null };
          const plan = { kind: 'interval', events: 7 } as const;
          const whole = new Replay(trace, options, mode, plan);
          whole.advance(Infinity);
          const sliced = new Replay(trace, options, mode, plan);
          while (!sliced.advance(slice));
          expect(allRows(sliced)).toBe(allRows(whole));
        },
      ),
      { numRuns: 100 },
    );
  });

  it('memory used by another replay before leaves no trace in the rows', () => {
    fc.assert(
      fc.property(
        fc.tuple(arbitraryEvents(200, 3), arbitraryOptions, fc.boolean()),
        fc.tuple(arbitraryEvents(200, 3), arbitraryOptions, fc.boolean()),
        (before, after) => {
          const scratch = new ReplayScratch();
          const rows = ([events, options, hpaOnly]: typeof before, memory: ReplayScratch): string => {
            const mode = { hpaOnly, shards: 2 };
            const plan = { kind: 'points', count: 5, axis: 'event' } as const;
            const replay = new Replay(buildTrace(events), options, mode, plan, memory);
            replay.advance(Infinity);
            return allRows(replay);
          };
          rows(before, scratch);
          expect(rows(after, scratch)).toBe(rows(after, new ReplayScratch()));
        },
      ),
      { numRuns: 100 },
    );
  });

  it('a shard replayed alone has the rows it has in the whole trace', () => {
    fc.assert(
      fc.property(arbitraryEvents(200, 3), arbitraryOptions, fc.boolean(), (events, options, hpaOnly) => {
        const plan = { kind: 'interval', events: 0 } as const;
        const whole = new Replay(buildTrace(events), options, { hpaOnly, shards: null }, plan);
        whole.advance(Infinity);
        for (let shard = 0; shard < whole.shards.length; shard++) {
          const alone = new Replay(
            buildTrace(onlyShard(events, shard)),
            options,
            { hpaOnly, shards: 1 },
            plan,
          );
          alone.advance(Infinity);
          for (const name of COLUMNS) {
            if (name === 'operation_count' || name === 'shard_id' || name === 'clock_ns') continue;
            expect(alone.statistics.columns[name][0], name).toBe(whole.statistics.columns[name][shard]);
          }
        }
      }),
      { numRuns: 100 },
    );
  });

  it('the age index survives renumbering: many refills of many pageslabs', () => {
    const events: TestEvent[] = [];
    let allocations = 0;
    let ns = 0n;
    for (let round = 0; round < 300; round++) {
      const first = allocations;
      for (let i = 0; i < 12; i++) {
        ns += 1_000_000n;
        const value = 300 + ((round * 7 + i * 13) % 200);
        events.push({ shard: 0, operation: OPERATION_ALLOC, value, ns, frequent: true });
        events.push({ shard: 0, operation: OPERATION_ALLOC, value: 5, ns, frequent: true });
        allocations += 2;
      }
      for (let i = first; i < allocations; i++) {
        ns += 1_000_000n;
        events.push({ shard: 0, operation: OPERATION_DALLOC, value: i, ns, frequent: true });
      }
    }
    const replay = new Replay(
      buildTrace(events),
      presetValues('jemalloc'),
      { hpaOnly: true, shards: null },
      { kind: 'interval', events: 0 },
    );
    while (!replay.advance(97)) checkShard(replay.shards[0]!.hpa);
    expect(replay.shards[0]?.hpa.set.slabs).toBeGreaterThan(8);
  });
});
