import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseSpecText } from '../engine/tuning/spec.js';
import { sweepFolder } from './sweep-command.fixture.js';
import { runsOf, writeSpecFile, writeTraceFile } from './sweep.fixture.js';
import type { FromSweepThread, ToSweepThread } from './sweep-thread.js';
import { runCli, sameThread } from './test-io.fixture.js';

const { folder, at, trace, other, spec, sweep, undisturbed, first } = sweepFolder();

describe('jelab sweep', () => {
  it('writes a line for each setting and for jemalloc’s defaults', async () => {
    expect(await first).toMatchObject({ status: 0, stdout: '' });
    expect((await first).stderr).toMatch(
      /^13 runs in .* on 2 threads, .* runs\/s; results in .*undisturbed\.csv$/m,
    );
    const runs = runsOf(undisturbed);
    expect(runs.map(({ result }) => result.point.id)).toEqual([-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(runs.every(({ result }) => result.whole && result.events === 3000)).toBe(true);
    expect(new Set(runs.map(({ result }) => result.figures.mean_memory_bytes)).size).toBeGreaterThan(2);
  });

  it('runs several traces, each with the plan of its own', async () => {
    const output = at('two.csv');
    const both = await runCli(['sweep', spec, trace, other, '-o', output, '-j', '2']);
    expect(both.status).toBe(0);
    const runs = runsOf(output);
    expect(runs).toHaveLength(26);
    expect(runs.filter(({ context }) => context.trace === 'trace.csv')).toEqual(runsOf(undisturbed));
    expect((await runCli(['sweep', spec, trace, other, '-o', output])).stderr).toContain(
      '0 runs (26 more were there already)',
    );
  });

  it.each([1, 2, 5])('in %i parts gives the whole, joined by cat', async (of) => {
    await first;
    const texts: string[] = [];
    for (let part = 1; part <= of; part += 1) {
      const output = at(`part-${of}-${part}.csv`);
      expect((await sweep(output, '--part', `${part}/${of}`)).status).toBe(0);
      texts.push(readFileSync(output, 'utf8'));
    }
    writeFileSync(at(`joined-${of}.csv`), texts.join(''));
    expect(runsOf(at(`joined-${of}.csv`))).toEqual(runsOf(undisturbed));
  });

  it('halves the same way on any number of threads, also after a break', async () => {
    const halving = at('halving.json');
    writeSpecFile(halving, { kind: 'halving', samples: 9, eta: 3 });
    const run = (output: string, jobs: string) => runCli(['sweep', halving, trace, '-o', output, '-j', jobs]);
    const [one, four] = [at('halving-1.csv'), at('halving-4.csv')];
    await run(one, '1');
    await run(four, '4');
    const runs = runsOf(one);
    expect(runs.filter(({ result }) => result.whole)).toHaveLength(4);
    expect(runs.filter(({ result }) => !result.whole)).toHaveLength(9);
    expect(runsOf(four)).toEqual(runs);
    const text = readFileSync(one, 'utf8');
    writeFileSync(four, text.split('\n').slice(0, 8).join('\n'));
    await run(four, '2');
    expect(runsOf(four)).toEqual(runs);
    const parted = await runCli(['sweep', halving, trace, '-o', at('x.csv'), '--part', '1/2']);
    expect(parted).toMatchObject({ status: 2 });
    expect(parted.stderr).toContain('cannot be split with --part');
    expect(existsSync(at('x.csv'))).toBe(false);
  });

  it('lets every thread go on after a round of halving', async () => {
    const halving = at('rounds.json');
    writeSpecFile(halving, { kind: 'halving', samples: 12, eta: 2 });
    const wholeRuns: number[] = [];
    await runCli(['sweep', halving, trace, '-o', at('rounds.csv'), '-j', '3'], {
      startThread: () => {
        const thread = sameThread();
        const i = wholeRuns.push(0) - 1;
        return {
          ...thread,
          post: (message) => {
            if (message.kind === 'run' && message.run.task.events === null) wholeRuns[i]! += 1;
            thread.post(message);
          },
        };
      },
    });
    expect(wholeRuns).toHaveLength(3);
    for (const runs of wholeRuns) expect(runs).toBeGreaterThan(0);
  });

  it('tells a thread that died and runs that failed, and keeps the others', async () => {
    const died = await runCli(['sweep', spec, trace, '-o', at('died.csv'), '-j', '1'], {
      startThread: () => ({ ...sameThread(), onDeath: (act) => setImmediate(() => act('out of memory')) }),
    });
    expect(died).toMatchObject({ status: 1 });
    expect(died.stderr).toContain('A thread of the sweep stopped: out of memory.');
    const failed = await runCli(['sweep', spec, trace, '-o', at('failed.csv'), '-j', '1'], {
      startThread: () => {
        const thread = sameThread();
        return {
          ...thread,
          onMessage: (act) =>
            thread.onMessage((message) =>
              act(
                message.kind === 'result' && message.result.point.id === 3
                  ? {
                      kind: 'failed',
                      task: { point: message.result.point, events: null },
                      sentence: 'no memory',
                    }
                  : message,
              ),
            ),
        };
      },
    });
    expect(failed).toMatchObject({ status: 1 });
    expect(failed.stderr).toContain('error: run 3 failed: no memory');
    expect(runsOf(at('failed.csv'))).toHaveLength(12);
    expect((await sweep(at('failed.csv'))).stderr).toContain('1 run (12 more');
    expect(runsOf(at('failed.csv'))).toEqual(runsOf(undisturbed));
  });

  it('starts no more threads than there are runs to make', async () => {
    await first;
    const threadsFor = async (output: string, ...args: string[]): Promise<number> => {
      let threads = 0;
      const startThread = () => {
        threads += 1;
        return sameThread();
      };
      const { status } = await runCli(['sweep', spec, trace, '-o', output, '-j', '64', ...args], {
        startThread,
      });
      expect(status).toBe(0);
      return threads;
    };
    expect(await threadsFor(at('threads.csv'))).toBe(13);
    expect(await threadsFor(at('threads-part.csv'), '--part', '2/5')).toBe(2);
    writeFileSync(
      at('threads-left.csv'),
      readFileSync(undisturbed, 'utf8').split('\n').slice(0, 9).join('\n'),
    );
    // Eight lines of runs, of which the last one has no end.
    expect(await threadsFor(at('threads-left.csv'))).toBe(6);
    expect(await threadsFor(undisturbed)).toBe(1);
  });

  it('gives the last runs to as many threads as there are, one each', async () => {
    const most: number[] = [];
    const startThread = () => {
      const thread = sameThread();
      let open = 0;
      const i = most.push(0) - 1;
      return {
        ...thread,
        post: (message: ToSweepThread) => {
          if (message.kind === 'run') open += 1;
          most[i] = Math.max(most[i]!, open);
          thread.post(message);
        },
        onMessage: (act: (message: FromSweepThread) => void) =>
          thread.onMessage((message) => {
            open -= 1;
            act(message);
          }),
      };
    };
    await runCli(['sweep', spec, trace, '-o', at('shared-out.csv'), '-j', '13'], { startThread });
    expect(most).toEqual(Array.from({ length: 13 }, () => 1));
    most.length = 0;
    await runCli(['sweep', spec, trace, '-o', at('shared-out-3.csv'), '-j', '3'], { startThread });
    expect(most).toEqual([2, 2, 2]);
  });

  it('lists the runs of a dry run and makes none', async () => {
    const { status, stdout, stderr } = await runCli(['sweep', spec, trace, '--dry-run', '--part', '2/4']);
    expect(status).toBe(0);
    expect(stdout).toBe(
      '2 dirty_mult=-1 purge_threshold=2097152 min_purge_interval_ms=10\n' +
        '6 dirty_mult=0.02 purge_threshold=2097152 min_purge_interval_ms=10\n' +
        '10 dirty_mult=0.25 purge_threshold=2097152 min_purge_interval_ms=10\n',
    );
    expect(stderr).toMatch(/3 settings, and jemalloc's defaults/);
    expect((await runCli(['sweep', spec, '--dry-run'], { breakAfter: 0 })).status).toBe(0);
  });

  it('prints a spec to begin with', async () => {
    const { status, stdout } = await runCli(['sweep', '--print-default', trace]);
    expect(status).toBe(0);
    expect(parseSpecText(stdout).ok).toBe(true);
  });

  it('shows progress with rate and time left on a terminal', async () => {
    const long = at('long.csv');
    writeTraceFile(long, 150_000);
    const { stderr } = await runCli(['sweep', spec, long, '-o', at('shown.csv'), '-j', '1'], {
      terminal: true,
    });
    expect(stderr).toMatch(/\r.*\d+ of 13 runs \d+%, \S+ runs\/s, .* left/);
  });

  it.each<[string, string[], string, number]>([
    ['nothing', [], 'sweep needs a spec and at least one trace', 2],
    ['no trace', [spec], 'sweep needs a spec and at least one trace', 2],
    ['no output', [spec, trace], 'sweep needs a file for the results: -o results.csv', 2],
    ['the standard output', [spec, trace, '-o', '-'], 'takes the name of a plain file', 2],
    ['a compressed output', [spec, trace, '-o', 'x.gz'], 'takes the name of a plain file', 2],
    ['a trace for the output', [spec, trace, '-o', trace], 'is an input too', 2],
    [
      'the trace for the output, spelled otherwise',
      [spec, trace, '-o', join(folder, '..', basename(folder), 'trace.csv'), '--force-new'],
      'is an input too',
      2,
    ],
    ['the spec for the output', [spec, trace, '-o', spec], 'is an input too', 2],
    ['no jobs', [spec, trace, '-o', 'x', '-j', '0'], '--jobs wants a whole number from 1 on', 2],
    ['too many jobs', [spec, trace, '-o', 'x', '-j', '9999'], '--jobs is at most 1024', 2],
    ['a broken part', [spec, trace, '-o', 'x', '--part', '3/2'], '--part wants i/n, such as 1/8', 2],
    ['a part of none', [spec, trace, '-o', 'x', '--part', '0/0'], '--part wants i/n', 2],
    ['an interval alone', [spec, trace, '-o', 'x', '-i', '5'], '--interval goes with --statistics', 2],
    ['two traces of one name', [spec, trace, trace, '-o', 'x'], 'Two traces are called trace.csv', 2],
    ['a missing spec', [at('none.json'), trace, '-o', 'x'], 'there is no such file', 1],
    ['a spec that is none', [trace, trace, '-o', 'x'], 'is no spec that can be run:\n  This is no JSON', 2],
    ['an output in no folder', [spec, trace, '-o', at('no/where.csv')], 'cannot be written', 1],
    ['a missing trace', [spec, at('none.csv'), '-o', at('y.csv')], 'there is no such file', 1],
  ])('refuses %s', async (_, args, sentence, status) => {
    const finished = await runCli(['sweep', ...args]);
    expect(finished.status).toBe(status);
    expect(finished.stderr).toContain(sentence);
    for (const output of ['x', at('y.csv')]) expect(existsSync(output)).toBe(false);
  });

  it('helps', async () => {
    expect((await runCli(['sweep', '--help'])).stdout).toContain('--part I/N');
    expect((await runCli(['recommend', '--help'])).stdout).toContain('mean_memory_bytes');
  });
});
