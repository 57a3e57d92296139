import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { version } from '../../package.json';
import { OPTIONS } from '../engine/replay/options.js';
import { STATS_HEADER } from '../engine/replay/statistics.js';
import { runCli } from './test-io.fixture.js';

const folder = mkdtempSync(join(tmpdir(), 'jelab-cli-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string, content: string | Uint8Array) => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

const TRACE =
  'shard_ind,operation,size_or_alloc_index,nsecs,is_frequent\n' +
  '0,0,4096,1000,1\n1,0,8192,2000,1\n0,1,0,3000,1\n';
const RAW =
  'shard_ind_int,addr_int,nsecs_int,probe,size_int\n' +
  '0,140000000,1000,hpa_alloc,4096\n1,140010000,2000,hpa_alloc,8192\n0,140000000,3000,hpa_dalloc,4096\n';
const trace = file('trace.csv', TRACE);
const raw = file('raw.csv', RAW);

const rows = (csv: string) => csv.trimEnd().split('\n').slice(1);

describe('jelab', () => {
  it('tells its version and helps', async () => {
    expect(await runCli(['--version'])).toMatchObject({
      status: 0,
      stdout: `jelab ${version}\n`,
      stderr: '',
    });
    for (const args of [['--help'], ['-h'], ['help']]) {
      expect((await runCli(args)).stdout).toContain('jelab replay [options] TRACE');
    }
    expect((await runCli(['help', 'replay'])).stdout).toEqual((await runCli(['replay', '-h'])).stdout);
    expect((await runCli(['preprocess', '--help'])).stdout).toContain('<hpa|sec> IN OUT');
  });

  it('names every option in the help', async () => {
    const { stdout } = await runCli(['replay', '--help']);
    for (const { name } of OPTIONS) {
      if (name !== 'system_thp_mode') expect(stdout).toMatch(new RegExp(`^ +${name} +\\S+ +\\S+$`, 'm'));
    }
  });

  it.each<[string[], string]>([
    [
      [],
      'jelab: Which command: heap, preprocess, recommend, replay, sample, sweep or variance?\nSee jelab --help.\n',
    ],
    [
      ['frob'],
      'jelab: There is no command frob; there are heap, preprocess, recommend, replay, sample, sweep and variance.\nSee jelab --help.\n',
    ],
    [
      ['replay'],
      'jelab: replay needs a trace file (or - for the standard input).\nSee jelab replay --help.\n',
    ],
  ])('exits with 2 for wrong usage: %j', async (args, stderr) => {
    expect(await runCli(args)).toMatchObject({ status: 2, stdout: '', stderr });
  });
});

describe('jelab replay', () => {
  it('writes a row per shard at the end, and every interval', async () => {
    const { status, stdout, stderr } = await runCli(['replay', '-i', '0', trace]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout.split('\n')[0]).toBe(STATS_HEADER);
    expect(rows(stdout).map((row) => row.split(',').slice(0, 5).join())).toEqual([
      '3,0,1,1,0',
      '3,1,1,0,8192',
    ]);
    const each = await runCli(['replay', '-i', '1', trace]);
    expect(rows(each.stdout).map((row) => row.split(',')[0])).toEqual([
      '1',
      '1',
      '2',
      '2',
      '3',
      '3',
      '3',
      '3',
    ]);
  });

  it('reads raw traces, gzip and the standard input alike', async () => {
    const expected = (await runCli(['replay', trace])).stdout;
    const gzip = file('trace.csv.gz', gzipSync(TRACE));
    expect((await runCli(['replay', raw])).stdout).toBe(expected);
    expect((await runCli(['replay', gzip])).stdout).toBe(expected);
    expect((await runCli(['replay', '-'], { stdin: TRACE })).stdout).toBe(expected);
    expect((await runCli(['replay', '-'], { stdin: gzipSync(RAW) })).stdout).toBe(expected);
  });

  it('writes to a file, compressed when its name says so', async () => {
    const expected = (await runCli(['replay', trace])).stdout;
    const out = join(folder, 'stats.csv');
    expect(await runCli(['replay', '-o', out, trace])).toMatchObject({ status: 0, stdout: '', stderr: '' });
    expect(readFileSync(out, 'utf8')).toBe(expected);
    expect((await runCli(['replay', '-o', `${out}.gz`, trace])).status).toBe(0);
    expect(gunzipSync(readFileSync(`${out}.gz`)).toString()).toBe(expected);
  });

  it('folds shards with -n', async () => {
    expect(rows((await runCli(['replay', '-n', '1', trace])).stdout)).toHaveLength(1);
  });

  it('applies options: SEC on or off, thresholds, THP', async () => {
    const slabs = async (...args: string[]) =>
      rows((await runCli(['replay', ...args, trace])).stdout)[0]?.split(',')[5];
    expect(await slabs('-p')).toBe('1');
    const huge = async (...args: string[]) =>
      rows((await runCli(['replay', '-p', ...args, trace])).stdout)[1]?.split(',')[8];
    expect(await huge('--opt', 'hugify_style=none')).toBe('0');
    expect(await huge('--opt', 'hugify_style=none', '--thp', 'always')).toBe('1');
    expect(await huge('--opt', 'hugify_style=eager')).toBe('1');
    const sec = (await runCli(['replay', trace])).stdout;
    expect((await runCli(['replay', '--sec-opt', 'nshards=0', trace])).stdout).toBe(
      (await runCli(['replay', '-p', trace])).stdout,
    );
    expect((await runCli(['replay', '-p', trace])).stdout).not.toBe(sec);
  });

  it('refuses more than 128 shards with a hint, and folds them when asked', async () => {
    const many = file('many.csv', `${TRACE}200,0,4096,4000,1\n`);
    const refused = await runCli(['replay', many]);
    expect(refused).toMatchObject({ status: 1, stdout: '' });
    expect(refused.stderr).toContain(
      'The trace has 201 shards, and a replay takes at most 128: fold them with -n',
    );
    expect((await runCli(['replay', '-n', '128', many])).status).toBe(0);
  });

  it('tells the problems of the file with their lines, and goes on', async () => {
    const bad = file('bad.csv', TRACE.replace('1,0,8192', 'x\u001b[31m,0,8192'));
    const { status, stdout, stderr } = await runCli(['replay', bad]);
    expect(status).toBe(0);
    expect(rows(stdout)).toHaveLength(1);
    expect(stderr).toMatch(/^(error|warning): .*bad\.csv: .*line 3/m);
    expect(stderr).not.toContain('\u001b');
  });

  it('tells notes on option values', async () => {
    const { stderr } = await runCli(['replay', '--opt', 'dirty_mult=0.3', trace]);
    expect(stderr).toBe('note: dirty_mult: 0.3 is kept as 19660/65536 = 0.29998779296875.\n');
  });

  it.each<[string, string | Uint8Array, RegExp]>([
    ['empty.csv', '', /empty/],
    ['picture.png', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]), /PNG/],
    ['header.csv', 'shard_ind,operation,size_or_alloc_index,nsecs,is_frequent\n', /without any row/],
    ['stats.csv', `${STATS_HEADER}\n1${',0'.repeat(18)}\n`, /holds the statistics of a replay, not a trace/],
  ])('exits with 1 for %s', async (name, content, sentence) => {
    const out = join(folder, `out-${name}`);
    const { status, stdout, stderr } = await runCli(['replay', '-o', out, file(name, content)]);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(sentence);
    expect(existsSync(out)).toBe(false);
  });

  it.each<[string, string[], string]>([
    ['a missing file', [join(folder, 'missing')], 'there is no such file or folder'],
    ['a folder', [folder], 'it is a folder'],
    ['an output in no folder', ['-o', join(folder, 'no', 'x'), trace], 'cannot be written'],
    ['an output that is a folder', ['-o', folder, trace], 'cannot be written: it is a folder'],
  ])('exits with 1 for %s', async (_, args, sentence) => {
    const { status, stderr } = await runCli(['replay', ...args]);
    expect(status).toBe(1);
    expect(stderr).toContain(sentence);
  });

  it('does not write over its input', async () => {
    const own = file('own.csv', TRACE);
    expect(await runCli(['replay', '-o', own, own])).toMatchObject({ status: 2 });
    expect(readFileSync(own, 'utf8')).toBe(TRACE);
  });

  it('ends quietly when nobody reads any more', async () => {
    expect(await runCli(['replay', trace], { breakAfter: 0 })).toMatchObject({ status: 0, stderr: '' });
  });

  it('shows progress on a terminal only, and takes it away again', async () => {
    const lines = Array.from({ length: 400_000 }, (_, i) => `0,0,4096,${i},1`).join('\n');
    const large = file('large.csv', `${TRACE.split('\n')[0]}\n${lines}\n0,1,0,400000,1\n`);
    const shown = await runCli(['replay', '-p', large], { terminal: true });
    expect(shown.stderr).toMatch(/\r(reading|replaying).* \d+%/);
    expect(shown.stderr.endsWith('\r\u001b[K')).toBe(true);
    expect((await runCli(['replay', '-p', large])).stderr).toBe('');
  });
});

describe('jelab preprocess', () => {
  it('writes the replay trace and counts on stderr', async () => {
    const { status, stdout, stderr } = await runCli(['preprocess', 'hpa', raw, '-']);
    expect({ status, stdout }).toEqual({ status: 0, stdout: TRACE });
    expect(stderr).toBe('Processed 3 lines\nUnmatched frees: 0\nExtracted 1 alloc/dalloc pairs\n');
  });

  it('reads and writes gzip and standard streams', async () => {
    const out = join(folder, 'p.csv.gz');
    expect((await runCli(['preprocess', 'hpa', '-', out], { stdin: gzipSync(RAW) })).status).toBe(0);
    expect(gunzipSync(readFileSync(out)).toString()).toBe(TRACE);
  });

  it('accepts a trace of allocations only', async () => {
    const some = RAW.split('\n').slice(0, 3).join('\n');
    expect((await runCli(['preprocess', 'hpa', '-', '-'], { stdin: some })).status).toBe(0);
  });

  it.each<[string, string, RegExp]>([
    ['the other format', TRACE, /replay trace, not a raw hpa trace/],
    ['an empty file', '', /empty/],
    ['frees only', `${RAW.split('\n')[0]}\n0,1,1,hpa_dalloc,4096\n`, /no allocation was found/],
  ])('exits with 1 for %s', async (_, content, sentence) => {
    const { status, stderr } = await runCli(['preprocess', 'hpa', '-', join(folder, 'x')], {
      stdin: content,
    });
    expect(status).toBe(1);
    expect(stderr).toMatch(sentence);
  });

  it('says how to leave out SEC misses, and does', async () => {
    const stdin =
      'process_id,thread_id,thread_name,nsecs_int,_c4,sec_ptr_int,sec_shard_ptr_int,edata_ptr_int,size_int,is_frequent_reuse_int\n' +
      '1,1,"a",100,sec_alloc,5000,6000,0,4096,1\n1,1,a,200,sec_alloc,5000,6000,7000,4096,1\n';
    const kept = await runCli(['preprocess', 'sec', '-', '-'], { stdin });
    expect(rows(kept.stdout)).toHaveLength(2);
    expect(kept.stderr).toContain('(line 2) --drop-sec-misses leaves them out.');
    const dropped = await runCli(['preprocess', '--drop-sec-misses', 'sec', '-', '-'], { stdin });
    expect(rows(dropped.stdout)).toEqual(['0,0,4096,200,1']);
    expect(rows((await runCli(['replay', '--drop-sec-misses', '-'], { stdin })).stdout)[0]).toMatch(
      /^1,0,1,/,
    );
  });

  it('reports unmatched frees', async () => {
    const { stderr } = await runCli(['preprocess', 'hpa', '-', '-'], {
      stdin: `${RAW}0,99,4000,hpa_dalloc,4096\n`,
    });
    expect(stderr).toContain('Unmatched frees: 1\n');
    expect(stderr).toMatch(/line 5/);
  });
});
