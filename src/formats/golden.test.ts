import { describe, expect, it } from 'vitest';
import { asTrace, joinBytes, sameTable, sourceOf } from '../testing/byte-sources.js';
import { goldenBytes, goldenExpanded, goldenManifest, goldenText, hasGolden } from '../testing/golden.js';
import { traceFromText } from '../testing/trace-builder.js';
import { openFile } from './open.js';
import { preprocessToText } from './preprocess-text.js';
import { writeReplayTrace } from './replay-trace.js';
import { writeStatistics } from './statistics.js';

const manifest = hasGolden ? goldenManifest() : { replays: [], preprocess: [] };

describe.skipIf(!hasGolden)('golden preprocessor runs (needs ../shared/golden)', () => {
  it('has all of them', () => {
    expect(manifest.preprocess).toHaveLength(8);
  });

  for (const run of manifest.preprocess) {
    it(`${run.input} to text, byte for byte`, async () => {
      const chunks: Uint8Array[] = [];
      const result = await preprocessToText(sourceOf(goldenBytes(run.input)), run.format, {}, (chunk) => {
        chunks.push(chunk);
      });
      expect(result).toMatchObject({
        ok: true,
        value: { lines: run.lines, unmatchedFrees: run.unmatched_frees, pairs: run.pairs },
      });
      expect(Buffer.from(goldenExpanded(run.expected)).equals(joinBytes(chunks))).toBe(true);
    });

    it(`${run.input} to a table equal to its text's`, async () => {
      const raw = asTrace(await openFile(sourceOf(goldenBytes(run.input))));
      expect(raw).toMatchObject({
        format: run.format,
        compression: 'gzip',
        rows: run.lines,
        unmatchedFrees: run.unmatched_frees,
        pairs: run.pairs,
      });
      expect(raw.problems.filter((problem) => problem.severity === 'error')).toEqual([]);
      const replay = asTrace(await openFile(sourceOf(goldenBytes(run.expected))));
      expect(sameTable(raw.trace, replay.trace)).toBe(true);
    });
  }
});

describe.skipIf(!hasGolden)('golden traces (needs ../shared/golden)', () => {
  const traces = [...new Set(manifest.replays.map(({ trace }) => trace))];

  it('has all of them', () => {
    expect(traces).toHaveLength(10);
  });

  for (const path of traces) {
    it(`${path} is read as written, and written as read`, async () => {
      const opened = asTrace(await openFile(sourceOf(goldenBytes(path))));
      expect(opened.format).toBe('replay');
      const text = goldenText(path);
      const written = new TextDecoder().decode(joinBytes(writeReplayTrace(opened.trace)));
      const good = opened.problems.every(({ severity }) => severity !== 'error');
      if (good) expect(sameTable(opened.trace, traceFromText(text))).toBe(true);
      if (good) expect(written === text).toBe(true);
      const again = asTrace(await openFile(sourceOf(written)));
      expect(sameTable(again.trace, opened.trace)).toBe(true);
    });
  }
});

describe.skipIf(!hasGolden)('golden statistics (needs ../shared/golden)', () => {
  for (const { stats } of manifest.replays) {
    it(`${stats} is read and written byte for byte`, async () => {
      const outcome = await openFile(sourceOf(goldenBytes(stats)));
      if (outcome.kind !== 'statistics') throw new Error(JSON.stringify(outcome));
      expect(outcome.problems).toEqual([]);
      expect(new TextDecoder().decode(joinBytes(writeStatistics(outcome.statistics)))).toBe(
        goldenText(stats),
      );
    });
  }
});
