import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { formatOption } from '../engine/replay/option-text.js';
import { OPTIONS, type OptionValues } from '../engine/replay/options.js';
import { parseSpecText } from '../engine/tuning/spec.js';
import { SWEEP_HEADER } from '../formats/sweep-results.js';
import { goldenManifest, hasGolden } from '../testing/golden.js';
import { runsOf, writeSpecFile, writeTraceFile } from './sweep.fixture.js';
import { statisticsName } from './sweep.js';
import { runCli, sameThread } from './test-io.fixture.js';

const folder = mkdtempSync(join(tmpdir(), 'jelab-sweep-'));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string): string => join(folder, name);

const trace = at('trace.csv');
const other = at('other.csv');
const spec = at('spec.json');
writeTraceFile(trace, 3000);
writeTraceFile(other, 2000, 2);
writeSpecFile(spec);

const sweep = (output: string, ...args: string[]) =>
  runCli(['sweep', spec, trace, '-o', output, '-j', '2', ...args]);
const undisturbed = at('undisturbed.csv');
const first = sweep(undisturbed);

/** The arguments of `jelab replay` for a run. */
function replayArguments(options: OptionValues): string[] {
  return OPTIONS.flatMap(({ name, group }) => {
    if (name === 'hugify_refused') return [];
    const text = formatOption(name, options[name]);
    return name === 'system_thp_mode'
      ? ['--thp', text]
      : [group === 'sec' ? '--sec-opt' : '--opt', `${name}=${text}`];
  });
}

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

  it('does not run again what is there, and goes on behind a line that was cut', async () => {
    await first;
    const text = readFileSync(undisturbed, 'utf8');
    const lines = text.split('\n').length - 1;
    const output = at('resumed.csv');
    for (let kept = 0; kept <= lines; kept += 3) {
      // The first lines whole, and some of the next one.
      const whole = text.split('\n').slice(0, kept).join('\n').length + (kept > 0 ? 1 : 0);
      const cut = Math.min(text.length, whole + (kept === 0 ? 40 : 25));
      writeFileSync(output, text);
      truncateSync(output, cut);
      const { status, stderr } = await sweep(output);
      expect(status).toBe(0);
      if (cut < text.length) expect(stderr).toContain('the last line was cut and is dropped');
      expect(stderr).toContain(`${lines - Math.max(1, kept)} runs`);
      expect(readFileSync(output, 'utf8').startsWith(text.slice(0, whole))).toBe(true);
      expect(runsOf(output)).toEqual(runsOf(undisturbed));
    }
  });

  it('refuses a file of another spec, another trace or something else, and leaves it as it is', async () => {
    await first;
    const held = readFileSync(undisturbed, 'utf8');
    const changed = at('changed.json');
    writeSpecFile(changed, { kind: 'latin-hypercube', samples: 4 });
    const foreign = at('foreign.csv');
    writeFileSync(foreign, 'a,b\n1,2\n');
    const headless = at('headless.csv');
    writeFileSync(headless, 'no line end');
    const moved = at('moved');
    const cases: [string[], RegExp][] = [
      [
        ['sweep', changed, trace, '-o', undisturbed],
        /holds runs of another spec \([0-9a-f]{16}; this one is [0-9a-f]{16}\), so nothing was written/,
      ],
      [
        ['sweep', spec, other, '-o', undisturbed],
        /holds runs over trace\.csv, which is not among the traces given/,
      ],
      [
        ['sweep', spec, trace, '-o', foreign],
        /holds no results of a sweep, so nothing was written\. .*--force-new/,
      ],
      [['sweep', spec, trace, '-o', headless], /holds no results of a sweep/],
    ];
    for (const [args, sentence] of cases) {
      const { status, stderr } = await runCli(args);
      expect({ status, said: sentence.test(stderr), stderr }).toEqual({ status: 2, said: true, stderr });
    }
    // The same name, another content.
    rmSync(moved, { recursive: true, force: true });
    mkdirSync(moved);
    writeTraceFile(join(moved, 'trace.csv'), 3000, 9);
    const { status, stderr } = await runCli(['sweep', spec, join(moved, 'trace.csv'), '-o', undisturbed]);
    expect(status).toBe(2);
    expect(stderr).toContain('holds runs over another trace.csv');
    expect(readFileSync(undisturbed, 'utf8')).toBe(held);
    expect(readFileSync(foreign, 'utf8')).toBe('a,b\n1,2\n');
    expect(readFileSync(headless, 'utf8')).toBe('no line end');
  });

  it('begins anew when told so', async () => {
    const output = at('anew.csv');
    writeFileSync(output, 'a,b\n1,2\n');
    expect((await sweep(output, '--force-new')).status).toBe(0);
    expect(runsOf(output)).toEqual(runsOf(undisturbed));
    expect((await sweep(output, '--force-new')).stderr).toContain('13 runs in');
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

  it('ends in order when it is interrupted, and goes on later', async () => {
    const output = at('interrupted.csv');
    let interrupt = (): void => undefined;
    let posted = 0;
    const stopped = await runCli(['sweep', spec, trace, '-o', output, '-j', '1'], {
      onInterrupt: (act) => {
        interrupt = act;
        return () => undefined;
      },
      startThread: () => {
        const thread = sameThread();
        return {
          ...thread,
          post: (message) => {
            posted += 1;
            if (posted === 8) interrupt();
            thread.post(message);
          },
        };
      },
    });
    expect(stopped.status).toBe(130);
    expect(stopped.stderr).toMatch(
      /^jelab: stopped after \d runs; they are in .*, and the same command goes on from there\.$/m,
    );
    const made = runsOf(output).length;
    expect(made).toBeGreaterThan(0);
    expect(made).toBeLessThan(13);
    expect((await sweep(output)).stderr).toContain(`${13 - made} runs (${made} more were there already)`);
    expect(runsOf(output)).toEqual(runsOf(undisturbed));
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
    expect((await sweep(at('failed.csv'))).stderr).toContain('1 runs (12 more');
    expect(runsOf(at('failed.csv'))).toEqual(runsOf(undisturbed));
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
    expect(existsSync('x')).toBe(false);
  });

  it('helps', async () => {
    expect((await runCli(['sweep', '--help'])).stdout).toContain('--part I/N');
    expect((await runCli(['recommend', '--help'])).stdout).toContain('mean_memory_bytes');
  });
});

describe('statistics of the runs', () => {
  it('are what jelab replay writes, byte for byte', async () => {
    const statistics = at('statistics');
    const output = at('with-statistics.csv');
    expect((await sweep(output, '--statistics', statistics, '-i', '700')).status).toBe(0);
    expect(runsOf(output)).toEqual(runsOf(undisturbed));
    const runs = runsOf(output);
    expect(readdirSync(statistics)).toHaveLength(runs.length);
    const seen = new Set<string>();
    for (const { result } of runs) {
      const written = readFileSync(join(statistics, statisticsName('trace.csv', result.point.id)));
      const { bytes } = await runCli([
        'replay',
        '-i',
        '700',
        ...replayArguments(result.point.options),
        trace,
      ]);
      expect(written.equals(bytes)).toBe(true);
      seen.add(written.toString());
    }
    // They differ, so that equality says something.
    expect(seen.size).toBeGreaterThan(3);
  });

  const traces = hasGolden ? [...new Set(goldenManifest().replays.map(({ trace: name }) => name))] : [];
  it.skipIf(!hasGolden).each(traces)('of %s too (needs ../shared/golden)', async (name) => {
    const path = fileURLToPath(new URL(`../../../shared/golden/pa/${name}`, import.meta.url));
    const small = at('small.json');
    const axes = [
      { option: 'dirty_mult', values: ['0.05', '0.25'] },
      { option: 'hugify_style', values: ['eager', 'lazy'] },
    ];
    writeFileSync(small, JSON.stringify({ version: 1, axes, snapshots: 50 }));
    const statistics = at(`statistics-${name.replaceAll('/', '-')}`);
    const output = at('golden.csv');
    const ran = await runCli([
      'sweep',
      small,
      path,
      '-o',
      output,
      '--force-new',
      '-j',
      '1',
      '--statistics',
      statistics,
      '-i',
      '20000',
    ]);
    expect(ran.status).toBe(0);
    const base = name.split('/').at(-1)!;
    const runs = runsOf(output);
    expect(runs).toHaveLength(5);
    for (const { result } of runs) {
      const written = readFileSync(join(statistics, statisticsName(base, result.point.id)));
      const { bytes } = await runCli([
        'replay',
        '-i',
        '20000',
        ...replayArguments(result.point.options),
        path,
      ]);
      expect(written.equals(bytes)).toBe(true);
    }
  });
});

describe('jelab recommend', () => {
  it('names settings with reasons, lines and limits', async () => {
    await first;
    const { status, stdout, stderr } = await runCli(['recommend', undisturbed]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^trace\.csv: 13 runs over 3.000 events/);
    expect(stdout).toMatch(/^1\. /m);
    expect(stdout).toMatch(/^ {3}MALLOC_CONF="hpa:true,hpa_slab_max_alloc:/m);
    expect(stdout).toMatch(/^mean memory +[\d.]+\sMiB/m);
    expect(stdout).toMatch(/^Limit: A replay runs on one thread/m);
  });

  it('gives the same as JSON', async () => {
    await first;
    const { stdout } = await runCli(['recommend', '--json', undisturbed]);
    const [advice] = JSON.parse(stdout) as [
      { trace: string; recommendations: { malloc_conf: string; figures: Record<string, number | null> }[] },
    ];
    expect(advice.trace).toBe('trace.csv');
    expect(advice.recommendations.length).toBeGreaterThan(0);
    for (const { malloc_conf: line, figures } of advice.recommendations) {
      expect(line).toMatch(/^hpa:true,/);
      expect(typeof figures['mean_memory_bytes']).toBe('number');
    }
  });

  it('judges by other objectives and limits when asked', async () => {
    await first;
    const by = async (...args: string[]): Promise<string> =>
      (await runCli(['recommend', undisturbed, ...args])).stdout;
    expect(await by('--objective', 'purge_calls_per_second')).toContain('judged by purge calls.');
    const limited = await runCli(['recommend', undisturbed, '--limit', 'mean_memory_bytes<=1']);
    expect(limited.status).toBe(1);
    expect(limited.stdout).toContain('No run is within the limits');
    expect((await runCli(['recommend', undisturbed, '--limit', 'speed<=1'])).stderr).toContain(
      '--limit does not know "speed"',
    );
    expect((await runCli(['recommend', undisturbed, '--objective', 'speed'])).status).toBe(2);
    expect((await runCli(['recommend', undisturbed, '--limit', 'x'])).stderr).toContain(
      '--limit wants figure<=number',
    );
  });

  it('replays what MALLOC_CONF cannot say, moved to what it can, where the trace is given', async () => {
    const wide = at('wide.json');
    const output = at('wide.csv');
    writeFileSync(
      wide,
      JSON.stringify({ version: 1, axes: [{ option: 'max_bytes', values: ['64K', '128K'] }] }),
    );
    await runCli(['sweep', wide, trace, '-o', output]);
    const without = await runCli(['recommend', output]);
    expect(without.stdout).toContain('2 settings were left out: MALLOC_CONF cannot say exactly');
    const args = [
      'recommend',
      '--json',
      '--objective',
      'sec_hit_ratio',
      '--objective',
      'mean_memory_bytes',
      output,
      trace,
    ];
    const [advice] = JSON.parse((await runCli(args)).stdout) as [
      { recommendations: { malloc_conf: string; notes: string[] }[] },
    ];
    for (const { malloc_conf: line, notes } of advice.recommendations) {
      expect(line).toContain('hpa_sec_max_bytes:262144');
      expect(notes).toEqual([]);
    }
    const wrong = await runCli(['recommend', output, other]);
    expect(wrong.status).toBe(2);
    expect(wrong.stderr).toContain('The results are of other traces (trace.csv), not of');
  });

  it.each<[string, string, string, number]>([
    ['an empty file', '', 'holds no results of a sweep', 1],
    ['something else', 'a,b\n1,2\n', 'holds no results of a sweep', 1],
    ['a header alone', `${SWEEP_HEADER}\n`, 'holds no results of a sweep', 1],
  ])('exits for %s', async (_, text, sentence, status) => {
    writeFileSync(at('bad.csv'), text);
    const finished = await runCli(['recommend', at('bad.csv')]);
    expect(finished.status).toBe(status);
    expect(finished.stderr).toContain(sentence);
  });

  it('does not mix runs of two specs', async () => {
    await first;
    const spec2 = at('spec2.json');
    writeSpecFile(spec2, { kind: 'latin-hypercube', samples: 3 });
    await runCli(['sweep', spec2, trace, '-o', at('second.csv')]);
    const joined = readFileSync(undisturbed, 'utf8') + readFileSync(at('second.csv'), 'utf8');
    const { status, stderr } = await runCli(['recommend', '-'], { stdin: joined });
    expect(status).toBe(2);
    expect(stderr).toMatch(/holds runs of 2 specs .* which cannot be compared/);
  });
});
