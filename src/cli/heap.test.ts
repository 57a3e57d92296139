import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { runCli } from './test-io.fixture.js';

const HEAP = join(import.meta.dirname, '../../../shared/golden/heap');
const present = existsSync(HEAP);
if (!present) console.log('../shared/golden/heap is not there: golden heap commands skipped');

const golden = (name: string) => readFileSync(join(HEAP, 'golden', name), 'utf8');
const raw = (name: string) => join(HEAP, 'golden', `${name}.raw`);
const dump = (name: string) => join(HEAP, 'dumps', `${name}.heap`);

const SYMBOLISED = `--- symbol
binary=/bin/a
0x1000 malloc
0x2000 leaf(int)
0x3000 main
---
--- heap
heap_v2/1
@ 0x1000 0x2001 0x3001
  t*: 2: 200 [3: 300]
  t4: 2: 200 [3: 300]
`;

async function files(
  contents: Readonly<Record<string, string | Uint8Array>>,
): Promise<(name: string) => string> {
  const folder = await mkdtemp(join(tmpdir(), 'jelab-heap-'));
  for (const [name, content] of Object.entries(contents)) await writeFile(join(folder, name), content);
  return (name) => join(folder, name);
}

describe('jelab heap', () => {
  it('prints the top table of a symbolised dump from the standard input', async () => {
    const done = await runCli(['heap', 'top', '--show_bytes', '-'], { stdin: SYMBOLISED });
    expect(done).toMatchObject({ status: 0, stderr: '' });
    expect(done.stdout).toBe(
      'Total: 200 B\n     200 100.0% 100.0%      200 100.0% leaf\n       0   0.0% 100.0%      200 100.0% main\n',
    );
  });

  it('takes gzip, threads, measures, and names from a side file', async () => {
    const path = await files({
      'a.heap.gz': gzipSync(SYMBOLISED.slice(SYMBOLISED.indexOf('heap_v2'))),
      'a.symbols': '0x2000 first\n0x3000 second\n',
    });
    const args = ['heap', 'top', '--thread', '4', '--alloc-objects', '--symbols', path('a.symbols'), '--cum'];
    const done = await runCli([...args, path('a.heap.gz')]);
    expect(done.stdout).toBe(
      'Total (t4): 3 objects\n       3 100.0% 100.0%        3 100.0% 0x0000000000001000\n' +
        '       0   0.0% 100.0%        3 100.0% first\n       0   0.0% 100.0%        3 100.0% second\n',
    );
    expect(done.stderr).toContain('addresses without a name: 1 of no module');
  });

  it('focuses and ignores by regular expressions', async () => {
    const both = await runCli(['heap', 'folded', '--focus', '(?i)LEAF', '--ignore', 'nothing', '-'], {
      stdin: SYMBOLISED,
    });
    expect(both.stdout).toBe('main;leaf(int) 200\n');
    const none = await runCli(['heap', 'folded', '--ignore', 'main', '-'], { stdin: SYMBOLISED });
    expect(none).toMatchObject({ status: 0, stdout: '' });
  });

  it('compares two dumps of different processes by module and offset', async () => {
    const process = (base: number, objects: number) =>
      `heap_v2/4096\n@ 0x${(base + 0x10).toString(16)} 0x${(base + 0x21).toString(16)}\n  t*: ${objects}: ${objects * 8192} [0: 0]\n` +
      `\nMAPPED_LIBRARIES:\n${base.toString(16)}-${(base + 0x1000).toString(16)} r-xp 00000000 fe:00 1 /bin/a\n`;
    const path = await files({ 'a.heap': process(0x10000, 100), 'b.heap': process(0x70000, 300) });
    const done = await runCli(['heap', 'diff', '--show_bytes', path('a.heap'), path('b.heap')]);
    expect(done.status).toBe(0);
    const [total, , row, ...rest] = done.stdout.split('\n');
    expect(total).toMatch(
      /^Change: \+1894\d{3} B, standard error \d+, z \d+\.\d; before 94\d{4}, after 284\d{4}$/,
    );
    expect(row).toMatch(/^ +\+1894\d{3} +\d+ +\d+\.\d {3,}94\d{4} +284\d{4} a\+0x10$/);
    expect(rest).toEqual(['']);
  });

  it('sums dumps, and tells when they are a series of one process', async () => {
    const path = await files({ 'p.7.1.i1.heap': SYMBOLISED, 'p.7.2.i2.heap': SYMBOLISED });
    const done = await runCli(['heap', 'sum', '--show_bytes', path('p.7.1.i1.heap'), path('p.7.2.i2.heap')]);
    expect(done.stdout).toContain('Total: 400 B\n');
    expect(done.stderr).toContain('one process over time');
  });

  it('keeps hostile names from steering the terminal', async () => {
    const hostile = SYMBOLISED.replace('leaf(int)', 'leaf\u001b]0;x\u0007\u202e<script>');
    const done = await runCli(['heap', 'folded', '-'], { stdin: hostile });
    expect(done.stdout).toBe('main;leaf?]0;x??<script> 200\n');
  });

  const wrong: [string[], number, RegExp][] = [
    [['heap'], 2, /what to do first/],
    [['heap', 'frob', 'x'], 2, /not "frob"/],
    [['heap', 'top'], 2, /needs a dump/],
    [['heap', 'diff', 'a'], 2, /BEFORE AFTER/],
    [['heap', 'sum', '--base', 'b', 'a'], 2, /--base is for/],
    [['heap', 'top', '--focus', '(', 'a'], 2, /no regular expression/],
    [['heap', 'top', '--thread', 'x', 'a'], 2, /--thread wants/],
    [['heap', 'top', '--prune', 'x', 'a'], 2, /--prune is one of/],
    [['heap', 'top', '--frob', 'a'], 2, /no option --frob/],
    [['heap', 'top', '/nonexistent/x.heap'], 1, /no such file/],
    [['heap', 'top', '--bin', '/nonexistent/x', '-'], 1, /no such file/],
  ];
  it.each(wrong)('refuses %j', async (args, status, sentence) => {
    const done = await runCli(args, { stdin: SYMBOLISED });
    expect(done.status).toBe(status);
    expect(done.stderr).toMatch(sentence);
    expect(done.stdout).toBe('');
  });

  it('says what a file is that is no dump', async () => {
    const trace = await runCli(['heap', 'top', '-'], { stdin: '0,0,4096,10\n' });
    expect(trace).toMatchObject({ status: 1 });
    expect(trace.stderr).toMatch(/no heap dump/);
    const empty = await runCli(['heap', 'top', '-'], { stdin: '' });
    expect(empty).toMatchObject({ status: 1 });
    expect(empty.stderr).toMatch(/empty/);
    const symbols = await runCli(['heap', 'top', '-'], { stdin: '0x1234 main\n0x2345 f\n' });
    expect(symbols.stderr).toMatch(/--symbols/);
  });

  it('prints help', async () => {
    const done = await runCli(['heap', '--help']);
    expect(done.status).toBe(0);
    expect(done.stdout).toMatch(/top .*jeprof --text/);
  });
});

describe.skipIf(!present)('jelab heap against jeprof', () => {
  const cases: [string, string[]][] = [
    ['redis-lg12-accum.bytes.txt', ['top', '--show_bytes', raw('redis-lg12-accum')]],
    ['python-lg19.text.530.txt', ['top', raw('python-lg19')]],
    ['gt-threads-lg12.thread-all.txt', ['top', '--show_bytes', '--thread', '*', raw('gt-threads-lg12')]],
    [
      'diff.gt-grow-2-1.bytes.txt',
      ['top', '--show_bytes', '--base', raw('gt-grow-lg14.2'), raw('gt-grow-lg14.1')],
    ],
    [
      'diff.gt-grow-4-5-dropneg.text.txt',
      ['top', '--drop_negative', '--base', raw('gt-grow-lg14.4'), raw('gt-grow-lg14.5')],
    ],
    ['sum.gt-grow-1+2.bytes.txt', ['top', '--show_bytes', raw('gt-grow-lg14.1'), raw('gt-grow-lg14.2')]],
    [
      'focus.gt-abcd-lg12-accum.focus-run_ab-ignore-stack_a.bytes.txt',
      ['top', '--show_bytes', '--focus=run_ab', '--ignore=stack_a', raw('gt-abcd-lg12-accum')],
    ],
  ];
  it.each(cases)('%s', async (file, args) => {
    expect((await runCli(['heap', ...args])).stdout).toBe(golden(file));
  });

  it('finds the modules of a dump in a folder', async () => {
    const args = ['heap', 'top', '--prune', 'union', '--cum', '--show_bytes', dump('sym-lg12')];
    const folder = await runCli([...args, '--bin', join(HEAP, 'bin')]);
    expect(folder.status).toBe(0);
    expect(folder.stdout).toMatch(/ plug::Widget::build\n/);
    expect(folder.stdout).toMatch(/ twin@1950\n/);
    // Those of other programs in the folder are no concern.
    expect(folder.stderr).not.toMatch(/fits no module/);
  });

  it('takes names and lines from the program', async () => {
    const bin = (name: string) => ['--bin', join(HEAP, 'bin', name)];
    const args = [
      'top',
      '--lines',
      '--show_bytes',
      ...bin('sym'),
      ...bin('libsymplug.so'),
      '--prune',
      'union',
    ];
    const done = await runCli(['heap', ...args, dump('sym-lg12')]);
    const rows = (text: string) => text.split('\n').filter((line) => line.includes('/src/'));
    expect(rows(done.stdout).length).toBeGreaterThan(20);
    // jeprof keeps the misnamed malloc_usable_size as a leaf, so only sums with callees can be compared.
    const cums = (text: string) =>
      rows(text)
        .map((line) => line.replace(/^ *\d+ +\S+ +\S+ +(\d+) +\S+ /, '$1 '))
        .sort();
    expect(cums(done.stdout)).toEqual(cums(golden('sym-lg12.lines.txt')));
  });
});
