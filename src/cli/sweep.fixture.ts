/** Traces, specs and results for the tests of `jelab sweep`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { generateTrace } from '../../bench/generate.js';
import { writeReplayTrace } from '../formats/replay-trace.js';
import { readSweepResults, type SweepRow } from '../formats/sweep-results.js';

/** Two shards, frees and allocations in turn, about `events` * 10 microseconds long. */
export function writeTraceFile(path: string, events: number, seed = 1): void {
  const trace = generateTrace({ events, shards: 2, seed, livePerShard: Math.ceil(events / 20) });
  writeFileSync(path, Buffer.concat([...writeReplayTrace(trace)]));
}

export function writeSpecFile(path: string, method: object = { kind: 'grid' }): void {
  const spec = {
    version: 1,
    axes: [
      { option: 'dirty_mult', values: ['0.02', '0.25', '-1'] },
      { option: 'purge_threshold', values: ['4K', '2M'] },
      { option: 'min_purge_interval_ms', values: [10, 5000] },
    ],
    method,
    snapshots: 20,
  };
  writeFileSync(path, JSON.stringify(spec));
}

/** The runs of a file, by trace and id; how long they took is left out. */
export function runsOf(path: string): SweepRow[] {
  const { rows, problems, torn, repeated } = readSweepResults(readFileSync(path, 'utf8'));
  if (problems.length > 0 || torn || repeated > 0) {
    throw new Error(`${path}: ${JSON.stringify({ problems, torn, repeated })}`);
  }
  return rows
    .map((row) => ({ ...row, part: '', result: { ...row.result, milliseconds: 0 } }))
    .sort(
      (a, b) =>
        (a.context.trace < b.context.trace ? -1 : a.context.trace > b.context.trace ? 1 : 0) ||
        a.result.point.id - b.result.point.id ||
        a.result.events - b.result.events,
    );
}
