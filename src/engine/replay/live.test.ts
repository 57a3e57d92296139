import { describe, expect, it } from 'vitest';
import { goldenText, hasGolden } from '../../testing/golden.js';
import { traceFromText } from '../../testing/trace-builder.js';
import { presetValues } from './options.js';
import { Replay } from './run.js';

/** What the recorder counted of the replay with jemalloc's defaults, HPA only (golden/pa/live.md). */
const REPLAYED = [
  { trace: 'node-buffers', hugifies: 0, dehugifies: 0, ranges: 56 },
  { trace: 'python-json', hugifies: 2, dehugifies: 1, ranges: 680 },
  { trace: 'redis-server', hugifies: 1, dehugifies: 0, ranges: 35 },
];

describe.skipIf(!hasGolden)('kernel calls of traces recorded in live programs', () => {
  it.each(REPLAYED)('$trace', ({ trace, hugifies, dehugifies, ranges }) => {
    const table = traceFromText(goldenText(`traces/${trace}.csv.gz`));
    const mode = { hpaOnly: true, shards: null };
    const replay = new Replay(table, presetValues('jemalloc'), mode, { kind: 'interval', events: 0 });
    replay.advance(Infinity);
    const sum = (of: (hpa: (typeof replay.shards)[number]['hpa']) => number): number =>
      replay.shards.reduce((total, shard) => total + of(shard.hpa), 0);
    expect(sum((hpa) => hpa.nhugifies)).toBe(hugifies);
    expect(sum((hpa) => hpa.ndehugifies)).toBe(dehugifies);
    expect(sum((hpa) => hpa.purgeRanges)).toBe(ranges);
  });
});
