import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { presetValues } from '../../engine/replay/options.js';
import { Replay } from '../../engine/replay/run.js';
import { openFile } from '../../formats/open.js';
import { asTrace, eventLines, joinBytes, sourceOf } from '../byte-sources.js';
import {
  COLLECT,
  collect,
  type Emitters,
  info,
  prepare,
  run,
  SCRIPT,
  startEmitter,
  type Told,
  toldEvents,
} from './recorder.js';

const HPA_HEADER = 'shard_ind_int,addr_int,nsecs_int,probe,size_int';
const SEC_HEADER =
  'process_id,thread_id,thread_name,nsecs_int,_c4,sec_ptr_int,sec_shard_ptr_int,edata_ptr_int,size_int,is_frequent_reuse_int';

const prepared = prepare();
const reason = typeof prepared === 'string' ? prepared : '';
if (reason !== '') console.warn(`public/collect is not tested: ${reason}.`);

const bytesOfFile = (path: string) => new Uint8Array(readFileSync(path));

/** The rows of a CSV, read by a reader that is not ours. */
function table(text: string): string[][] {
  const { data, errors } = Papa.parse<string[]>(text.trimEnd());
  expect(errors).toEqual([]);
  return data;
}

/** How a thread name stands in the file. */
function nameText(name: string): string {
  const escaped = (c: string) => `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`;
  return name.replaceAll(/[^ -~]|\\/g, escaped).replace(/^[=+\-@]/, escaped);
}

/** Who allocated what, after the events in their order: the plain preprocessing, to compare with the readers'. */
function expectedEvents(told: readonly Told[]) {
  const shards = new Map<string, number>();
  const live = new Map<string, number>();
  const events: string[] = [];
  let allocations = 0;
  let unmatched = 0;
  let pairs = 0;
  for (const { probe, place, address, size } of told) {
    const sec = probe.startsWith('sec');
    const owner = place.split('/')[0]!;
    if (sec && !shards.has(owner)) shards.set(owner, shards.size);
    const shard = sec ? shards.get(owner)! : Number(place);
    if (probe.endsWith('_alloc')) {
      live.set(address, allocations++);
      events.push(`${shard} +${Number(size) / 4096} f`);
    } else if (live.has(address)) {
      events.push(`${shard} -${live.get(address)}${sec ? '' : ' f'}`);
      live.delete(address);
      pairs++;
    } else unmatched++;
  }
  return { events, unmatched, pairs, allocations };
}

const withoutClock = (line: string) => line.replace(/^(\S+ \S+) \d+/, '$1');

async function expectRead(bytes: Uint8Array, told: readonly Told[]) {
  const opened = asTrace(await openFile(sourceOf(bytes)));
  const expected = expectedEvents(told);
  expect(eventLines(opened.trace).map(withoutClock)).toEqual(expected.events);
  expect(opened).toMatchObject({
    rows: told.length,
    unmatchedFrees: expected.unmatched,
    pairs: expected.pairs,
  });
  return { opened, expected };
}

describe.skipIf(reason !== '')(`recording with bpftrace${reason === '' ? '' : ` (${reason})`}`, () => {
  const { folder, prefixed, plain } = (reason === '' ? prepared : { folder: '' }) as Emitters;
  let at = '';
  beforeAll(() => {
    at = mkdtempSync(join(folder, 'out-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('writes the hpa events of a command from its first to its last, in order, and they replay', async () => {
    const run = await collect(at, ['hpa', '-o', 'command', '--', prefixed, 'hpa', '5000']);
    expect(run).toMatchObject({ status: 0 });
    const told = toldEvents(run.stdout);
    expect(told).toHaveLength(5000);
    const bytes = bytesOfFile(join(at, 'command.hpa.csv.gz'));
    const text = gunzipSync(bytes).toString('latin1');
    expect(text.endsWith('\n')).toBe(true);
    const [header, ...rows] = table(text);
    expect(header?.join(',')).toBe(HPA_HEADER);
    expect(rows.map(([shard, address, , probe, size]) => [shard, address, probe, size])).toEqual(
      told.map(({ place, address, probe, size }) => [place, address, probe, size]),
    );
    const { opened, expected } = await expectRead(bytes, told);
    expect(opened).toMatchObject({ format: 'hpa', compression: 'gzip' });
    expect(opened.problems.map(({ kind }) => kind)).toEqual(['unmatched-free']);
    const replay = new Replay(
      opened.trace,
      presetValues('jemalloc'),
      { hpaOnly: true, shards: null },
      { kind: 'interval', events: 0 },
    );
    expect(replay.advance(Number.POSITIVE_INFINITY)).toBe(true);
    const sum = (values: Float64Array) => values.reduce((before, value) => before + value, 0);
    expect(sum(replay.counts.allocs)).toBe(expected.allocations);
    expect(sum(replay.counts.deallocs)).toBe(expected.pairs);
    expect(info(at, 'command.hpa.info')).toMatchObject({
      rows: '5000',
      'lost events': '0',
      'late rows': '0',
      'other lines': '0',
      'stopped because': 'the process ended',
    });
  });

  it('writes the sec events of a running process, whatever its threads are called', async () => {
    const emitter = startEmitter(plain, 'sec', '3000');
    const run = await collect(at, ['sec', '-z', 'zstd', '-o', 'running', '-p', emitter.pid], emitter.go);
    expect(run).toMatchObject({ status: 0 });
    const told = toldEvents((await emitter.done).stdout);
    expect(told).toHaveLength(3000);
    const text = spawnSync('zstd', ['-dc', join(at, 'running.sec.csv.zst')], { encoding: 'latin1' }).stdout;
    // One line an event: no name breaks it.
    expect(text.trimEnd().split('\n')).toHaveLength(3001);
    const [header, ...rows] = table(text);
    expect(header?.join(',')).toBe(SEC_HEADER);
    expect(
      rows.map(([pid, , name, , probe, sec, bin, edata, size, frequent]) => [
        pid,
        name,
        probe,
        `${sec}/${bin}`,
        edata,
        size,
        frequent,
      ]),
    ).toEqual(
      told.map(({ name, probe, place, address, size }) => [
        emitter.pid,
        nameText(name),
        probe,
        place,
        address,
        size,
        probe === 'sec_alloc' ? '1' : '',
      ]),
    );
    expect(new Set(rows.map(([, tid]) => tid)).size).toBe(10);
    expect(new Set(told.map(({ name }) => name)).size).toBe(10);
    const { opened } = await expectRead(bytesOfFile(join(at, 'running.sec.csv.zst')), told);
    expect(opened).toMatchObject({ format: 'sec', compression: 'zstd' });
  });

  it('begins new files, each readable by itself, and all together the whole', async () => {
    const words = ['hpa', '-t', '1', '-g', '2', '-o', 'parts', '--', prefixed, 'hpa', '2400', '200', '500'];
    const run = await collect(at, words);
    expect(run).toMatchObject({ status: 0 });
    const told = toldEvents(run.stdout);
    const names = readdirSync(at).filter((name) => name.startsWith('parts.hpa.0'));
    expect(names.length).toBeGreaterThan(2);
    expect(run.stdout.trimEnd().split('\n').slice(-names.length)).toEqual(names);
    const parts = names.map((name) => bytesOfFile(join(at, name)));
    let rows = 0;
    for (const part of parts) {
      expect(gunzipSync(part).toString().startsWith(`${HPA_HEADER}\n`)).toBe(true);
      rows += asTrace(await openFile(sourceOf(part))).rows;
    }
    expect(rows).toBe(2400);
    const { opened } = await expectRead(joinBytes(parts), told);
    expect(opened.problems.map(({ kind }) => kind).toSorted()).toEqual(['second-header', 'unmatched-free']);
  });

  it('begins a new file by size, too', async () => {
    const words = ['sec', '-s', '1', '-g', '0', '-z', 'none', '-o', 'size', '--', prefixed, 'sec', '15000'];
    expect(await collect(at, words)).toMatchObject({ status: 0 });
    const names = readdirSync(at).filter((name) => name.startsWith('size.sec.0'));
    expect(names.length).toBeGreaterThan(1);
    const lines = names.flatMap((name) => readFileSync(join(at, name), 'latin1').trimEnd().split('\n'));
    expect(lines.filter((line) => line === SEC_HEADER)).toHaveLength(names.length);
    expect(lines).toHaveLength(15_000 + names.length);
  });

  it('ends with whole lines after Ctrl-C, a time, a number of rows', async () => {
    const endless = ['--', prefixed, 'hpa', '100000', '10', '20'];
    const signal = await collect(at, ['hpa', '-z', 'none', '-o', 'signal', ...endless], (child) =>
      setTimeout(() => child.kill('SIGINT'), 1000),
    );
    const time = await collect(at, ['hpa', '-z', 'none', '-d', '1', '-o', 'time', ...endless]);
    const rows = await collect(at, ['hpa', '-z', 'none', '-n', '100', '-o', 'rows', ...endless]);
    expect([signal.status, time.status, rows.status]).toEqual([0, 0, 0]);
    expect(['signal', 'time', 'rows'].map((name) => info(at, `${name}.hpa.info`)['stopped because'])).toEqual(
      ['it was interrupted', 'its time was over', 'it had enough rows'],
    );
    for (const [name, run] of [
      ['signal', signal],
      ['time', time],
      ['rows', rows],
    ] as const) {
      const text = readFileSync(join(at, `${name}.hpa.csv`), 'latin1');
      expect(text.endsWith('\n')).toBe(true);
      const [, ...lines] = table(text);
      expect(lines.length).toBeGreaterThan(10);
      // What is there is the beginning of what was fired, without a gap.
      const told = toldEvents(run.stdout);
      expect(lines.map(([, address]) => address)).toEqual(
        told.slice(0, lines.length).map(({ address }) => address),
      );
      if (name === 'rows') expect(lines).toHaveLength(100);
    }
    expect(readdirSync(at).filter((name) => name.startsWith('.collect'))).toEqual([]);
  });

  it('finds the program of a process with another root, and one that was deleted', async () => {
    const root = join(at, 'root');
    mkdirSync(root);
    copyFileSync(prefixed, join(root, 'emitter'));
    const jailed = startEmitter('chroot', root, '/emitter', 'hpa', '200');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await collect(at, ['hpa', '-o', 'jailed', '-p', jailed.pid], jailed.go)).toMatchObject({
      status: 0,
    });
    await expectRead(bytesOfFile(join(at, 'jailed.hpa.csv.gz')), toldEvents((await jailed.done).stdout));

    const gone = startEmitter(join(root, 'emitter'), 'hpa', '200');
    await new Promise((resolve) => setTimeout(resolve, 300));
    rmSync(root, { recursive: true });
    expect(await collect(at, ['hpa', '-o', 'gone', '-p', gone.pid], gone.go)).toMatchObject({ status: 0 });
    await expectRead(bytesOfFile(join(at, 'gone.hpa.csv.gz')), toldEvents((await gone.done).stdout));
  });

  it('listens by -p alone inside a PID namespace, and refuses a command there', async () => {
    const script = `"$1" hpa 300 100 600 < /dev/null > told &
      sleep 0.3
      sh "$0" hpa -o inside -d 1 -p $!
      sh "$0" hpa -o never -- "$1" hpa 9`;
    const inside = ['-p', '-f', '--mount-proc', 'sh', '-c', `cd '${at}'; ${script}`, SCRIPT, prefixed];
    const recording = await run('unshare', inside, 30);
    expect(recording.stderr).toContain('a command can be recorded only outside containers');
    const { rows = '0', process: pid } = info(at, 'inside.hpa.info');
    expect(Number(rows)).toBeGreaterThan(0);
    expect(Number(pid)).toBeLessThan(20);
    const text = gunzipSync(readFileSync(join(at, 'inside.hpa.csv.gz'))).toString();
    expect(table(text)).toHaveLength(Number(rows) + 1);
  });

  it('tells lost events, and counts them', async () => {
    // The smallest buffer, and a bpftrace that is stopped while it fills.
    const emitter = startEmitter(prefixed, 'sec', '20000');
    const run = await collect(at, ['sec', '-b', '1', '-o', 'lossy', '-p', emitter.pid], (child) => {
      const children = spawnSync('pgrep', ['-P', String(child.pid), '-x', 'bpftrace'], { encoding: 'utf8' });
      const bpftrace = Number(children.stdout);
      process.kill(bpftrace, 'SIGSTOP');
      emitter.go();
      setTimeout(() => process.kill(bpftrace, 'SIGCONT'), 1500);
    });
    expect(run.status).toBe(0);
    const { rows, 'lost events': lost } = info(at, 'lossy.sec.info');
    expect(Number(lost)).toBeGreaterThan(0);
    expect(Number(rows)).toBeLessThan(20_000);
    expect(run.stderr).toContain(`bpftrace lost ${lost} events`);
    expect(run.stderr).toContain('-b 4');
  });

  it('says in a sentence that the disk is full, and keeps the files that are whole', async (context) => {
    const small = join(at, 'small');
    mkdirSync(small);
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=320k', 'tmpfs', small]).status !== 0) {
      console.warn('No small disk can be mounted here: what happens on a full one is not tested.');
      context.skip();
    }
    try {
      const full = await collect(small, ['hpa', '-o', 'one', '--', prefixed, 'hpa', '20000']);
      const said = (stderr: string): string[] => stderr.trimEnd().split('\n').slice(1);
      const sentence =
        'collect: a file could not be written, and the rows for it are lost: is the disk full? Files that are there are whole.';
      expect({ status: full.status, said: said(full.stderr) }).toEqual({ status: 1, said: [sentence] });
      expect(readdirSync(small).filter((name) => name.includes('csv') || name.startsWith('.'))).toEqual([]);

      const parts = ['hpa', '-t', '01', '-g', '1', '-z', 'none', '-o', 'parts', '--', prefixed, 'hpa'];
      const some = await collect(small, [...parts, '20000', '100', '200']);
      expect({ status: some.status, said: said(some.stderr) }).toEqual({ status: 1, said: [sentence] });
      const files = some.stdout.split('\n').filter((line) => line.startsWith('parts.hpa.'));
      expect(files).toContain('parts.hpa.0001.csv');
      for (const name of files) {
        const [header, ...rows] = table(readFileSync(join(small, name), 'utf8'));
        expect(header?.join(',')).toBe(HPA_HEADER);
        expect(rows.every((row) => row.length === 5)).toBe(true);
      }
      if (existsSync(join(small, 'parts.hpa.info')))
        expect(info(small, 'parts.hpa.info')).toMatchObject({ rows: 'unknown' });
    } finally {
      spawnSync('umount', ['-l', small]);
    }
  });

  it('says what is wrong when no row comes', async () => {
    const emitter = startEmitter(prefixed, 'sec', '10');
    const run = await collect(at, ['hpa', '-o', 'empty', '-p', emitter.pid], emitter.go);
    expect(run.status).toBe(1);
    expect(run.stderr).toContain('no row came. Is HPA on (MALLOC_CONF=hpa:true)?');
    expect(existsSync(join(at, 'empty.hpa.csv.gz'))).toBe(false);
  });

  it('refuses what cannot be recorded, in a sentence', async () => {
    writeFileSync(join(at, 'there.hpa.csv'), '');
    const lib = join(folder, 'without.c');
    writeFileSync(
      lib,
      '#include <stdio.h>\nint main(void) { puts("<jemalloc>: no probes"); return getchar(); }\n',
    );
    const without = join(folder, 'without');
    spawnSync('gcc', [lib, '-o', without]);
    const refusals: [string[], string][] = [
      [['hpa', '-p', '999999999'], 'there is no process 999999999.'],
      [['hpa', '-p', `000${process.pid}`], `process ${process.pid} has no jemalloc`],
      [['hpa', '-p', 'x'], '-p wants a whole number, not "x".'],
      [['hpa'], 'what to listen to? Give -p PID, or -- and a command.'],
      [['heap', '-p', '1'], 'the first word is what to record, hpa or sec, not "heap".'],
      [['hpa', '-z', 'lzma', '-p', '1'], '-z takes gzip, zstd or none, not "lzma".'],
      [['hpa', '--', 'no-such-command'], 'the command "no-such-command" is not found.'],
      [['hpa', '--', 'sleep', '1'], 'no jemalloc is found in'],
      [['hpa', '--', without], 'has jemalloc without probes: build it with --enable-experimental-sdt.'],
      [['hpa', '-o', 'there', '-p', String(process.pid)], 'there.hpa.csv is there already'],
      [['hpa', '-o', 'no/folder', '-p', String(process.pid)], 'is no folder that can be written to.'],
      [['hpa', '-p', String(process.pid)], `process ${process.pid} has no jemalloc`],
      [['hpa', '-b', '3', '-o', 'three', '--', prefixed, 'hpa', '9'], 'bpftrace could not set the probes'],
    ];
    for (const [words, sentence] of refusals) {
      const run = await collect(at, words);
      expect(run.stderr).toMatch(/^collect: /);
      expect(run.stderr).toContain(sentence);
      expect(run.status).toBeGreaterThan(0);
    }
    expect(readdirSync(at).filter((name) => name.startsWith('.collect'))).toEqual([]);
  });

  it('refuses without root, and without bpftrace', async () => {
    const bin = join(at, 'bin');
    mkdirSync(bin);
    for (const tool of ['sh', 'uname', 'id', 'awk', 'sort', 'dirname', 'tr']) {
      const real = spawnSync('sh', ['-c', `command -v ${tool}`], { encoding: 'utf8' }).stdout.trim();
      symlinkSync(real, join(bin, tool));
    }
    const env = { ...process.env, PATH: bin };
    const bare = await collect(at, ['hpa', '-p', '1'], () => {}, env);
    expect(bare).toMatchObject({ status: 1 });
    expect(bare.stderr).toContain('bpftrace is not installed');
    rmSync(join(bin, 'id'));
    writeFileSync(join(bin, 'id'), '#!/bin/sh\necho 1000\n', { mode: 0o755 });
    const user = await collect(at, ['hpa', '-p', '1'], () => {}, env);
    expect(user).toMatchObject({ status: 1 });
    expect(user.stderr).toContain('run it as root');
  });

  it('is a clean shell script, and the scripts write the format by themselves', async () => {
    expect(spawnSync('shellcheck', [SCRIPT], { encoding: 'utf8' }).stdout).toBe('');
    for (const kind of ['hpa', 'sec']) {
      const emitter = startEmitter(prefixed, kind, '300');
      await new Promise((resolve) => setTimeout(resolve, 300));
      setTimeout(emitter.go, 2500);
      const words = ['-q', '-p', emitter.pid, join(COLLECT, `${kind}.bt`), prefixed];
      const recording = await run('bpftrace', words, 6);
      const lines = recording.stdout.split('\n').filter((text) => text !== '');
      expect(lines[0]).toBe(kind === 'hpa' ? HPA_HEADER : SEC_HEADER);
      // Here bpftrace may leave out its last rows; what is there opens.
      expect(lines.length).toBeGreaterThan(1);
      const opened = asTrace(await openFile(sourceOf(lines.join('\n'))));
      expect(opened).toMatchObject({ format: kind, rows: lines.length - 1 });
    }
  });
});
