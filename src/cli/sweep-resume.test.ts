import { mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sweepFolder } from './sweep-command.fixture.js';
import { runsOf, writeSpecFile, writeTraceFile } from './sweep.fixture.js';
import { runCli, sameThread } from './test-io.fixture.js';

const { at, trace, other, spec, sweep, undisturbed, first } = sweepFolder();

describe('a sweep that goes on', () => {
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

  it.each(['=1+1.csv', '-x.csv', '@x', ' blanks .csv ', '"quoted"', 'com,ma "q".csv', "'=twice", '-'])(
    'knows its trace by the name %s again',
    async (name) => {
      const output = at('named.csv');
      const path = name === '-' ? name : at(name);
      const stdin = readFileSync(trace);
      if (name !== '-') writeFileSync(path, stdin);
      const run = () => runCli(['sweep', spec, path, '-o', output], { stdin });
      rmSync(output, { force: true });
      expect(await run()).toMatchObject({ status: 0 });
      expect(runsOf(output)[0]?.context.trace).toBe(name.trim().replaceAll(/^['"]|"$/g, ''));
      const { status, stderr } = await run();
      expect(status).toBe(0);
      expect(stderr).toContain('0 runs (13 more were there already)');
    },
  );

  it('tells of many bad lines the first ones and their number', async () => {
    await first;
    const output = at('many-bad.csv');
    writeFileSync(output, readFileSync(undisturbed, 'utf8') + 'bad\n'.repeat(1200));
    for (const { stderr } of [await sweep(output), await runCli(['recommend', output])]) {
      expect(stderr).toContain('1 fields and not 43: left out. (line 15)');
      expect(stderr).toContain('1\u202f190 more lines could not be used.');
      expect(stderr.split('\n').length).toBeLessThan(20);
    }
  });

  it('begins anew when told so', async () => {
    const output = at('anew.csv');
    writeFileSync(output, 'a,b\n1,2\n');
    expect((await sweep(output, '--force-new')).status).toBe(0);
    expect(runsOf(output)).toEqual(runsOf(undisturbed));
    expect((await sweep(output, '--force-new')).stderr).toContain('13 runs in');
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
      /^jelab: stopped after \d runs?; what was made is in .*, and the same command goes on from there\.$/m,
    );
    const made = runsOf(output).length;
    expect(made).toBeGreaterThan(0);
    expect(made).toBeLessThan(13);
    expect((await sweep(output)).stderr).toContain(`${13 - made} runs (${made} more were there already)`);
    expect(runsOf(output)).toEqual(runsOf(undisturbed));
  });
});
