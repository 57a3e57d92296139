import { existsSync } from 'node:fs';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decode } from '../formats/heap/writers/pprof-decode.fixture.js';
import { runCli } from './test-io.fixture.js';

const HEAP = join(import.meta.dirname, '../../../shared/golden/heap');
const present = existsSync(HEAP);
if (!present) console.log('../shared/golden/heap is not there: exports of real dumps skipped');
const raw = (name: string): string => join(HEAP, 'golden', `${name}.raw`);

const SYMBOLISED = `--- symbol
binary=/bin/a
0x1000 malloc
0x2000 =leaf(int)
0x3000 main
---
--- heap
heap_v2/1
  t*: 2: 200 [0: 0]
  t4: 2: 200 [0: 0] worker
@ 0x1000 0x2001 0x3001
  t*: 2: 200 [0: 0]
  t4: 2: 200 [0: 0]
`;

describe('jelab heap exports', () => {
  it('writes gzipped pprof, pruned, with labels of threads', async () => {
    const done = await runCli(['heap', 'pprof', '--thread', 'all', '-'], { stdin: SYMBOLISED });
    expect(done).toMatchObject({ status: 0, stderr: '' });
    const { samples, locations } = decode([new Uint8Array(gunzipSync(done.bytes))]);
    expect(samples).toEqual([
      { addresses: [0x2000, 0x3000], values: [2, 200, 0, 0], labels: { thread: 'worker', thread_uid: 4 } },
    ]);
    expect(locations.get(0x2000)?.lines[0]?.name).toBe('=leaf(int)');
  });

  it('writes a .gz once compressed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'jelab-export-'));
    await writeFile(join(folder, 'a.raw'), SYMBOLISED);
    const path = join(folder, 'a.pb.gz');
    const done = await runCli(['heap', 'pprof', '-o', path, join(folder, 'a.raw')]);
    expect(done.status).toBe(0);
    expect(decode([new Uint8Array(gunzipSync(await readFile(path)))]).samples).toHaveLength(1);
  });

  it('writes tables without formulas', async () => {
    const csv = await runCli(['heap', 'csv', '-'], { stdin: SYMBOLISED });
    expect(csv.stdout.split('\n')[1]).toMatch(/^'=leaf,,200,100,/);
    const json = await runCli(['heap', 'json', '-'], { stdin: SYMBOLISED });
    expect(JSON.parse(json.stdout)).toMatchObject([
      { name: '=leaf', flat_bytes: 200, flat_percent: 100 },
      { name: 'main', flat_bytes: 0, cum_bytes: 200 },
    ]);
  });

  it('writes a symbolised dump back as it was', async () => {
    const done = await runCli(['heap', 'raw', '-'], { stdin: SYMBOLISED });
    expect(done.stdout.replaceAll(/^0x0{12}/gm, '0x')).toBe(SYMBOLISED);
  });

  it('refuses flags that would be ignored', async () => {
    expect((await runCli(['heap', 'csv', '--thread', '1', '-'])).status).toBe(2);
    expect((await runCli(['heap', 'pprof', '--base', 'x', '-'])).status).toBe(2);
  });

  it.skipIf(!present)('adds up several dumps, told by the raw file too', async () => {
    const names = [raw('gt-grow-lg14.1'), raw('gt-grow-lg14.2')];
    const sum = await runCli(['heap', 'pprof', '--prune', 'off', ...names]);
    const { samples } = decode([new Uint8Array(gunzipSync(sum.bytes))]);
    const total = samples.reduce((bytes, { values }) => bytes + (values[1] ?? 0), 0);
    // jeprof: Total: 33370890 B.
    expect(Math.abs(total - 33_370_890)).toBeLessThanOrEqual(samples.length);
    const again = await runCli(['heap', 'raw', ...names]);
    const top = await runCli(['heap', 'top', '--show_bytes', '-'], { stdin: again.bytes });
    const bytes = Number(/^Total: (\d+) B/.exec(top.stdout)?.[1]);
    expect(Math.abs(bytes / 33_370_890 - 1)).toBeLessThan(0.001);
    expect(top.stdout).toContain(' alloc_small\n');
  });

  it('shows what grows over the dumps of a process, in the order of their names', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'jelab-series-'));
    const names = await Promise.all(
      [10, 9, 8].map(async (sequence) => {
        const path = join(folder, `p.7.${sequence}.i${sequence}.heap`);
        await writeFile(path, SYMBOLISED.replaceAll('2: 200', `${sequence}: ${sequence}00`));
        return path;
      }),
    );
    const done = await runCli(['heap', 'series', '--show_bytes', '--cum', ...names]);
    expect(done).toMatchObject({ status: 0, stderr: '' });
    const [title, , ...rows] = done.stdout.trimEnd().split('\n');
    expect(title).toBe('3 dumps, total 800 900 1000 B');
    expect(rows.map((row) => row.trim().split(/\s+/))).toEqual([
      ['+100', expect.any(String), expect.any(String), '800', '1000', '=leaf'],
      ['+100', expect.any(String), expect.any(String), '800', '1000', 'main'],
    ]);
    const odd = await runCli(['heap', 'series', ...names, '-'], { stdin: SYMBOLISED });
    expect(odd.stderr).toContain('do not tell that the dumps are of one process');
  });
});
