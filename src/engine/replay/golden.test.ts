import { describe, expect, it } from 'vitest';
import { goldenManifest, goldenOptions, goldenText, hasGolden } from '../../testing/golden.js';
import { joinColumns, traceFromText } from '../../testing/trace-builder.js';
import { Replay } from './run.js';
import { STATS_COLUMNS, STATS_HEADER } from './statistics.js';
import type { TraceTable } from './trace-table.js';

describe.skipIf(!hasGolden)('statistics equal those of the page-allocator benchmark, byte for byte', () => {
  const replays = hasGolden ? goldenManifest().replays : [];
  const traces = new Map<string, TraceTable>();

  it('the manifest lists 146 replays', () => {
    expect(replays).toHaveLength(146);
  });

  it.each(replays.map((entry) => [entry.stats, entry] as const))('%s', (_, entry) => {
    let trace = traces.get(entry.trace);
    if (trace === undefined) {
      trace = traceFromText(goldenText(entry.trace));
      traces.set(entry.trace, trace);
    }
    const mode = { hpaOnly: entry.mode === 'hpa-only', shards: entry.nshards };
    const replay = new Replay(trace, goldenOptions(entry), mode, {
      kind: 'interval',
      events: entry.interval,
    });
    while (!replay.advance(10_000));
    const { columns, snapshots, shards } = replay.statistics;
    const rows = joinColumns(
      STATS_COLUMNS.map((name) => columns[name]),
      snapshots * shards,
    );
    expect(`${STATS_HEADER}\n${rows}` === goldenText(entry.stats)).toBe(true);
  });
});
