/** Inputs for the tests: small ones as text, large ones as files of a temporary folder. */
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateTrace } from '../bench/generate.js';
import { writeReplayTrace } from '../src/formats/replay-trace.js';

export const HEADER = 'shard_ind,operation,size_or_alloc_index,nsecs,is_frequent';

const FIRST_NS = 5_000_000_000;

/** A well-formed replay trace on one shard: allocates `pairs` extents of 4 pages, then frees every second one. */
export function smallTrace(pairs = 200): string {
  const rows: string[] = [];
  const time = (): number => FIRST_NS + rows.length * 1_000_000;
  for (let i = 0; i < pairs; i += 1) rows.push(`0,0,16384,${time()},1`);
  for (let i = 0; i < pairs; i += 2) rows.push(`0,1,${i},${time()},1`);
  return `${[HEADER, ...rows].join('\n')}\n`;
}

export interface BigTrace {
  readonly path: string;
  readonly remove: () => void;
}

/** A seeded trace of so many events on 8 shards, written to a temporary file. */
export function bigTrace(events: number): BigTrace {
  const folder = mkdtempSync(join(tmpdir(), 'jelab-e2e-'));
  const path = join(folder, `big-${events}.csv`);
  const file = openSync(path, 'w');
  const trace = generateTrace({ events, shards: 8, seed: 42, livePerShard: 4000 });
  for (const chunk of writeReplayTrace(trace)) writeSync(file, chunk);
  closeSync(file);
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
