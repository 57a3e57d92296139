/** A folder with two traces and a spec, and `jelab sweep` in it, in memory. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { writeSpecFile, writeTraceFile } from './sweep.fixture.js';
import { type Finished, runCli } from './test-io.fixture.js';

export interface SweepFolder {
  readonly folder: string;
  readonly at: (name: string) => string;
  readonly trace: string;
  readonly other: string;
  readonly spec: string;
  /** Over `trace`, on two threads. */
  readonly sweep: (output: string, ...args: string[]) => Promise<Finished>;
  /** The results of a sweep that nothing disturbed: 13 runs. */
  readonly undisturbed: string;
  /** That sweep: wait for it. */
  readonly first: Promise<Finished>;
}

/** Called once in a file of tests; the folder goes with them. */
export function sweepFolder(): SweepFolder {
  const folder = mkdtempSync(join(tmpdir(), 'jelab-sweep-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const at = (name: string): string => join(folder, name);
  const [trace, other, spec] = [at('trace.csv'), at('other.csv'), at('spec.json')];
  writeTraceFile(trace, 3000);
  writeTraceFile(other, 2000, 2);
  writeSpecFile(spec);
  const sweep = (output: string, ...args: string[]): Promise<Finished> =>
    runCli(['sweep', spec, trace, '-o', output, '-j', '2', ...args]);
  const undisturbed = at('undisturbed.csv');
  return { folder, at, trace, other, spec, sweep, undisturbed, first: sweep(undisturbed) };
}
