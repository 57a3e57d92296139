/** `jelab sweep` as a program of its own: threads, kills, signals, and the command lines of docs/sweeps.md. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundle } from '../../scripts/bundle.mjs';
import { ensureParallel } from '../../scripts/parallel.mjs';
import { runsOf, writeSpecFile, writeTraceFile } from './sweep.fixture.js';

const folder = mkdtempSync(join(tmpdir(), 'jelab-processes-'));
const at = (name: string): string => join(folder, name);
const program = at('jelab.mjs');
const trace = at('trace.csv');
const spec = at('spec.json');
const small = at('small.csv');
const RUNS = 41;

const command = (output: string, ...args: string[]): string[] => [
  program,
  'sweep',
  spec,
  trace,
  '-o',
  output,
  '--jobs',
  '2',
  ...args,
];

function finish(child: ChildProcess): Promise<{ status: number | null; stderr: string }> {
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => resolve({ status, stderr }));
  });
}

const start = (args: readonly string[]): ChildProcess =>
  spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });

const linesOf = (path: string): number =>
  existsSync(path) ? readFileSync(path, 'utf8').split('\n').length - 1 : 0;

/** Resolves when the file has so many lines; false when the program ended before. */
async function waitForLines(path: string, lines: number, child: ChildProcess): Promise<boolean> {
  while (child.exitCode === null) {
    if (linesOf(path) >= lines) return true;
    // oxlint-disable-next-line no-await-in-loop -- it waits
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  return false;
}

beforeAll(async () => {
  await bundle('src/cli/entry.ts', program);
  writeTraceFile(trace, 60_000);
  writeTraceFile(small, 2000);
  writeSpecFile(spec, { kind: 'latin-hypercube', samples: RUNS - 1, seed: 11 });
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('a sweep that is killed', () => {
  it('loses no finished run and makes none twice', async () => {
    const undisturbed = at('undisturbed.csv');
    const first = start(command(undisturbed));
    const done = finish(first);
    const seen: number[] = [];
    for (let lines = 1; await waitForLines(undisturbed, lines, first); lines = (seen.at(-1) ?? 0) + 1)
      seen.push(linesOf(undisturbed));
    expect(await done).toMatchObject({ status: 0 });
    // A kill can only lose what is not in the file yet: lines come a run or two at a time, never in heaps.
    const steps = seen.map((lines, i) => lines - (seen[i - 1] ?? 0));
    expect(seen.length).toBeGreaterThan(RUNS / 3);
    expect(Math.max(...steps)).toBeLessThan(RUNS / 3);
    const runs = runsOf(undisturbed);
    expect(runs).toHaveLength(RUNS);

    const output = at('killed.csv');
    let kills = 0;
    let kept = '';
    for (const lines of [1, 2, 7, 15, 16, 30]) {
      const child = start(command(output));
      const ended = finish(child);
      // oxlint-disable-next-line no-await-in-loop -- one kill after another
      if (await waitForLines(output, lines, child)) child.kill('SIGKILL');
      // oxlint-disable-next-line no-await-in-loop
      if ((await ended).status === null) kills += 1;
      const text = readFileSync(output, 'utf8');
      // What was there is there, and whole lines were added.
      expect(text.startsWith(kept)).toBe(true);
      kept = text.slice(0, text.lastIndexOf('\n') + 1);
      // A kill inside a write leaves part of a line.
      appendFileSync(output, runs[0]!.context.specHash.slice(0, 5 + lines));
    }
    expect(kills).toBeGreaterThanOrEqual(4);
    const before = kept.split('\n').length - 2;
    expect(before).toBeLessThan(RUNS);
    const { status, stderr } = await finish(start(command(output)));
    expect(status).toBe(0);
    expect(stderr).toContain('the last line was cut and is dropped');
    expect(stderr).toContain(`${RUNS - before} runs (${before} more were there already)`);
    expect(readFileSync(output, 'utf8').startsWith(kept)).toBe(true);
    // runsOf throws for a run that is there twice.
    expect(runsOf(output)).toEqual(runs);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('by %s ends in order with status 130', async (signal) => {
    const output = at(`${signal}.csv`);
    const child = start(command(output));
    const ended = finish(child);
    expect(await waitForLines(output, 3, child)).toBe(true);
    child.kill(signal);
    const { status, stderr } = await ended;
    expect(status).toBe(130);
    expect(stderr).toMatch(/jelab: stopped after \d+ runs?; what was made is in /);
    expect(runsOf(output).length).toBeGreaterThanOrEqual(2);
    expect(await finish(start(command(output)))).toMatchObject({ status: 0 });
    expect(runsOf(output)).toEqual(runsOf(at('undisturbed.csv')));
  });
});

/** The code of a section of docs/sweeps.md. */
function docsCode(heading: string, language: string): string {
  const docs = readFileSync(new URL('../../docs/sweeps.md', import.meta.url), 'utf8');
  const section = docs.split(`### ${heading}\n`)[1]?.split('\n### ')[0] ?? '';
  const [, code] = new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(section) ?? [];
  if (code === undefined) throw new Error(`no ${language} under ${heading}`);
  return code;
}

/** A folder as the docs have it: spec.json, trace.csv.gz, and `jelab` on the path. */
function docsFolder(name: string): { cwd: string; env: NodeJS.ProcessEnv; encoding: 'utf8' } {
  const cwd = at(name);
  mkdirSync(join(cwd, 'bin'), { recursive: true });
  const script = join(cwd, 'bin', 'jelab');
  writeFileSync(script, `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`);
  chmodSync(script, 0o755);
  writeFileSync(join(cwd, 'spec.json'), readFileSync(spec));
  // Content, not the name, tells that it is not compressed.
  writeFileSync(join(cwd, 'trace.csv.gz'), readFileSync(small));
  const env = { ...process.env, PATH: `${join(cwd, 'bin')}:${process.env['PATH'] ?? ''}`, HOME: cwd };
  return { cwd, env, encoding: 'utf8' };
}

/** The runs in one go, in the same folder. */
function whole(options: ReturnType<typeof docsFolder>): ReturnType<typeof runsOf> {
  const run = spawnSync(
    'jelab',
    ['sweep', 'spec.json', 'trace.csv.gz', '-o', 'whole.csv', '-j', '1'],
    options,
  );
  expect(run).toMatchObject({ status: 0 });
  return runsOf(join(options.cwd, 'whole.csv'));
}

const hasBash = spawnSync('bash', ['--version']).status === 0;

describe.skipIf(!hasBash)('the docs (needs bash)', () => {
  it('split a sweep with GNU parallel', (context) => {
    if (!ensureParallel()) {
      console.warn('No GNU parallel, and it could not be installed: its test is skipped.');
      context.skip();
    }
    const options = docsFolder('parallel');
    const run = spawnSync('bash', ['-euc', docsCode('GNU parallel', 'bash')], options);
    expect({ status: run.status, stderr: run.status === 0 ? '' : run.stderr }).toEqual({
      status: 0,
      stderr: '',
    });
    expect(run.stdout).toContain('MALLOC_CONF="hpa:true,');
    const joined = runsOf(join(options.cwd, 'results.csv'));
    expect(joined).toHaveLength(RUNS);
    expect(joined).toEqual(whole(options));
  });

  it.each([0, 1])('split a sweep over an array of Slurm jobs that begins with %i', (begin) => {
    const options = docsFolder(`slurm-${begin}`);
    const count = 3;
    const script = join(options.cwd, 'sweep.sh');
    writeFileSync(script, docsCode('Slurm', 'bash'));
    for (let task = begin; task < begin + count; task += 1) {
      const env = {
        ...options.env,
        SLURM_ARRAY_TASK_ID: String(task),
        SLURM_ARRAY_TASK_COUNT: String(count),
      };
      const run = spawnSync('bash', [script], { ...options, env });
      expect({ status: run.status, stderr: run.status === 0 ? '' : run.stderr }).toEqual({
        status: 0,
        stderr: '',
      });
    }
    const joined = spawnSync('bash', ['-c', 'cat part-*.csv > results.csv'], options);
    expect(joined.status).toBe(0);
    expect(runsOf(join(options.cwd, 'results.csv'))).toEqual(whole(options));
  });

  const hasPython = spawnSync('python3', ['--version']).status === 0;
  it.skipIf(!hasPython)(
    'split a sweep with Ray (needs python3; a stand-in for ray runs the parts here)',
    () => {
      const options = docsFolder('ray');
      // Runs each task where it is called: what is tested is our side of it.
      const standIn = `
class _Task:
    def __init__(self, act): self._act = act
    def remote(self, *given): return self._act(*given)
def init(): pass
def remote(**given): return _Task
def get(values): return values
`;
      writeFileSync(join(options.cwd, 'ray.py'), standIn);
      writeFileSync(
        join(options.cwd, 'sweep.py'),
        docsCode('Ray', 'python').replace('PARTS = 16', 'PARTS = 2'),
      );
      const run = spawnSync('python3', ['sweep.py'], options);
      expect({ status: run.status, stderr: run.status === 0 ? '' : run.stderr }).toEqual({
        status: 0,
        stderr: '',
      });
      expect(runsOf(join(options.cwd, 'results.csv'))).toEqual(whole(options));
    },
  );
});
