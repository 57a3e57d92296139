import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { SWEEP_HEADER } from '../formats/sweep-results.js';
import { sweepFolder } from './sweep-command.fixture.js';
import { writeSpecFile } from './sweep.fixture.js';
import { runCli } from './test-io.fixture.js';

const { at, trace, other, undisturbed, first } = sweepFolder();

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

  it('reads compressed results, also cut ones, as the page does', async () => {
    await first;
    const packed = gzipSync(readFileSync(undisturbed));
    writeFileSync(at('packed.csv.gz'), packed);
    const plain = await runCli(['recommend', undisturbed]);
    expect(await runCli(['recommend', at('packed.csv.gz')])).toMatchObject({
      status: 0,
      stdout: plain.stdout,
    });
    const stdin = packed.subarray(0, packed.length - 200);
    const cut = await runCli(['recommend', '-'], { stdin });
    expect(cut.status).toBe(0);
    expect(cut.stderr).toMatch(/^\w+: standard input: The gzip/m);
    expect(cut.stdout).toMatch(/^trace\.csv: \d+ runs over/);
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
