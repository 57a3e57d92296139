import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openFile } from '../open.js';
import { openBytes, readProfile } from './profile-text.fixture.js';

const MAP = '\nMAPPED_LIBRARIES:\n00400000-00500000 r-xp 00000000 fe:00 1 /bin/a\n';
const STACK = '@ 0x1000 0x2001\n';
const COUNTS = '  t*: 1: 8 [0: 0]\n';
const ONE = '0x1000 0x2001 t* 1 8 [0 0]';
const dump = (body: string, header = 'heap_v2/524288') => `${header}\n${body}${MAP}`;

describe('a dump as jemalloc writes it', () => {
  it('is read whole, without a word', async () => {
    const { profile, records, counts } = await readProfile(
      dump(
        `  t*: 3: 300 [30: 3000]\n  t0: 1: 100 [10: 1000] main\n  t7: 2: 200 [20: 2000]\n${STACK}` +
          '  t*: 3: 300 [30: 3000]\n  t0: 1: 100 [10: 1000]\n  t7: 2: 200 [20: 2000]\n@ 0x7f0012345678\n  t*: 5: 9007199254740991 [0: 0]\n',
      ),
    );
    expect(counts).toEqual({});
    expect(profile).toMatchObject({
      source: 'heap_v2',
      scaling: 'mean-size',
      rate: { text: '524288', bytes: 524288 },
    });
    expect(profile.header).toEqual([3n, 300n, 30n, 3000n]);
    expect(profile.threads).toEqual([
      { uid: 0n, name: 'main', header: [1n, 100n, 10n, 1000n] },
      { uid: 7n, name: null, header: [2n, 200n, 20n, 2000n] },
    ]);
    expect(profile.mappings).toEqual([
      { start: 0x400000n, end: 0x500000n, permissions: 'r-xp', offset: 0n, path: '/bin/a', deleted: false },
    ]);
    expect(records).toEqual([
      '0x1000 0x2001 t* 3 300 [30 3000]',
      '0x1000 0x2001 t0 1 100 [10 1000]',
      '0x1000 0x2001 t7 2 200 [20 2000]',
      '0x7f0012345678 t* 5 9007199254740991 [0 0]',
    ]);
  });

  it('is the same in chunks of any size, with CR LF, lone CR, no end of line, compressed', async () => {
    const text = dump(`${STACK}${COUNTS}@ 0x3\n  t*: 2: 64 [0: 0]\n`);
    const expected = [ONE, '0x3 t* 2 64 [0 0]'];
    for (const chunk of [1, 2, 3, 7, 64]) expect((await readProfile(text, chunk)).records).toEqual(expected);
    for (const variant of [
      text.replaceAll('\n', '\r\n'),
      text.replaceAll('\n', '\r'),
      text.trimEnd(),
      `\ufeff${text}`,
    ])
      expect((await readProfile(variant)).records).toEqual(expected);
    expect((await readProfile(new Uint8Array(gzipSync(text)))).records).toEqual(expected);
  });

  it('shares the frames of callers', async () => {
    const { profile } = await readProfile(
      dump(`@ 0x1 0x9 0xa\n${COUNTS}@ 0x2 0x9 0xa\n${COUNTS}@ 0x9 0xa\n${COUNTS}`),
    );
    // 0xa, 0x9 as a caller, 0x1, 0x2, and 0x9 as a leaf (one more than the call in it).
    expect(profile.stacks.length).toBe(6);
    expect(profile.stacks.parent.every((parent, node) => parent < node)).toBe(true);
  });
});

describe('headers', () => {
  it.each([
    ['heap_v2/1', 'mean-size', 1, {}],
    ['heap_v2/1073741824', 'mean-size', 2 ** 30, {}],
    ['heap_v2/9223372036854775808', 'mean-size', 2 ** 63, {}],
    ['heap_v2/0', 'none', 0, { 'rate-zero': 1 }],
    ['heap_v2/', 'none', 0, { 'rate-missing': 1 }],
    ['heap_v2/xyz', 'none', 0, { 'rate-unusable': 1 }],
    [`heap_v2/${'9'.repeat(400)}`, 'none', 0, { 'rate-unusable': 1 }],
    ['heap_v2/36893488147419103232', 'mean-size', 2 ** 65, {}],
    ['heap_v2/500000', 'mean-size', 500_000, { 'rate-odd': 1 }],
    ['heap_v3/524288', 'mean-size', 524_288, { 'unknown-version': 1 }],
  ] as const)('%s', async (header, scaling, rate, problems) => {
    const { profile, counts, records } = await readProfile(dump(STACK + COUNTS, header));
    expect(profile.scaling).toBe(scaling);
    expect(profile.rate.bytes).toBe(rate);
    expect(counts).toEqual(problems);
    expect(records).toEqual([ONE]);
  });

  it.each([
    ['@ heap_v2/524288', 'mean-size', 524_288, {}],
    ['@ heapz_v2/524288', 'mean-size', 524_288, {}],
    ['@ heap/1048576', 'halved-rate', 524_288, {}],
    ['@ heap', 'halved-rate', 131_072, { 'rate-assumed': 1 }],
    ['@ heap_v2/0', 'mean-size', 131_072, { 'rate-assumed': 1 }],
    ['@ heapprofile', 'none', 0, {}],
    ['@ growth', 'none', 0, {}],
    ['', 'none', 0, {}],
  ] as const)('heap profile: … %s', async (kind, scaling, rate, problems) => {
    const text = `heap profile:     10:  1000 [    20:  2000] ${kind}\n     1:  8 [  2:  16] @ 0x1000 0x2001\n${MAP}`;
    const { profile, counts, records } = await readProfile(text);
    expect(profile).toMatchObject({ source: 'heap-profile', scaling, rate: { bytes: rate } });
    expect(profile.header).toEqual([10n, 1000n, 20n, 2000n]);
    expect(counts).toEqual(problems);
    expect(records).toEqual(['0x1000 0x2001 t* 1 8 [2 16]']);
  });

  it('takes a kindless header with equal totals for a sampled profile, as jeprof does', async () => {
    const { profile } = await readProfile(`heap profile: 1: 8 [1: 8]\n 1: 8 [1: 8] @ 0x1\n${MAP}`);
    expect(profile).toMatchObject({ scaling: 'halved-rate', rate: { bytes: 131_072 } });
  });

  it('skips warnings and junk before it', async () => {
    const { counts, records, sentences } = await readProfile(
      `<jemalloc>: hello\n%warn low memory\n%other\n${dump(STACK + COUNTS)}`,
    );
    expect(counts).toEqual({ 'profile-junk': 1, 'profile-warning': 1, 'profile-command': 1 });
    expect(sentences['profile-warning']).toContain('"low memory"');
    expect(records).toEqual([ONE]);
  });

  it('header only, and no stacks', async () => {
    expect((await readProfile('heap_v2/524288')).records).toEqual([]);
    expect((await readProfile(dump('  t*: 0: 0 [0: 0]\n'))).profile.header).toEqual([0n, 0n, 0n, 0n]);
  });

  it('leaves out a second dump in the file', async () => {
    const { counts, records, lines } = await readProfile(dump(STACK + COUNTS) + dump(`@ 0x5\n${COUNTS}`));
    expect(records).toEqual([ONE]);
    expect(counts).toEqual({ 'second-profile': 1 });
    expect(lines['second-profile']).toEqual([7]);
  });
});

describe('stacks', () => {
  it.each([
    [
      'no addresses',
      `@\n${COUNTS}@ \n${COUNTS}`,
      ['(no frames) t* 1 8 [0 0]', '(no frames) t* 1 8 [0 0]'],
      { 'empty-stack': 2, 'stack-twice': 1 },
    ],
    ['upper case, no 0x, zeros, blanks', `@  0X1000\t0002001 \n${COUNTS}`, [ONE], { 'address-spelling': 1 }],
    [
      'addresses up to 64 bits and 0',
      `@ 0xffffffffffffffff 0x0 0xffffffff81000001\n${COUNTS}`,
      ['0xffffffffffffffff 0x0 0xffffffff81000001 t* 1 8 [0 0]'],
      {},
    ],
    ['17 digits', `@ 0x10000000000000000\n${COUNTS}${STACK}${COUNTS}`, [ONE], { 'bad-address': 1 }],
    [
      'zeros in front of 16 digits',
      `@ 0x00ffffffffffffffff\n${COUNTS}`,
      ['0xffffffffffffffff t* 1 8 [0 0]'],
      { 'address-spelling': 1 },
    ],
    ['words', `@ 0x1 main\n${COUNTS}${STACK}${COUNTS}`, [ONE], { 'bad-address': 1 }],
    ['the same twice', STACK + COUNTS + STACK + COUNTS, [ONE, ONE], { 'stack-twice': 1 }],
    ['no counters', `@ 0x9\n${STACK}${COUNTS}`, [ONE], { 'stack-without-counters': 1 }],
    ['two lines of counters', STACK + COUNTS + COUNTS, [ONE, ONE], { 'two-counter-lines': 1 }],
    [
      'only threads',
      `${STACK}  t1: 1: 8 [0: 0]\n`,
      ['0x1000 0x2001 t1 1 8 [0 0]', ONE],
      { 'threads-only': 1 },
    ],
  ] as const)('%s', async (_, body, records, problems) => {
    const read = await readProfile(dump(body));
    expect(read.records).toEqual(records);
    expect(read.counts).toEqual(problems);
  });

  it('of 5,000 frames are kept, of 40,000 cut at the outer end', async () => {
    const frames = (count: number) =>
      `@${Array.from({ length: count }, (_, i) => ` 0x${(i + 1).toString(16)}`).join('')}\n${COUNTS}`;
    const deep = await readProfile(dump(frames(5000)));
    expect(deep.counts).toEqual({});
    expect(deep.records[0]?.split(' ')).toHaveLength(5000 + 5);
    const deeper = await readProfile(dump(frames(40_000)));
    expect(deeper.counts).toEqual({ 'deep-stack': 1 });
    expect(deeper.records[0]).toMatch(/^0x1 0x2 .* 0x7530 t\* 1 8 \[0 0]$/);
  });

  it('a line of 2 MB does not give its counters to the stack before', async () => {
    const { counts, records } = await readProfile(
      dump(`${STACK}@${' 0x12345678'.repeat(200_000)}\n  t*: 7: 7 [0: 0]\n@ 0x5\n${COUNTS}`),
    );
    expect(records).toEqual(['0x5 t* 1 8 [0 0]']);
    expect(counts).toEqual({ 'profile-long-line': 1, 'stack-without-counters': 1 });
  });
});

describe('counters', () => {
  it.each([
    ['0 with bytes', '  t*: 0: 8 [0: 0]\n', '0 8 [0 0]', { 'bytes-without-objects': 1 }],
    ['objects without bytes', '  t*: 8: 0 [0: 0]\n', '8 0 [0 0]', { 'objects-without-bytes': 1 }],
    ['negative live', '  t*: -1: -8 [2: 16]\n', '0 0 [2 16]', { 'bad-counter-pair': 1 }],
    ['other notation accumulated', '  t*: 1: 8 [1e3: 0x10]\n', '1 8 [0 0]', { 'bad-counter-pair': 1 }],
    [
      'above 2^53',
      '  t*: 9007199254740993: 18446744073709551614 [0: 0]\n',
      '9007199254740993 18446744073709551614 [0 0]',
      {},
    ],
    [
      '2^64 - 1',
      '  t*: 1: 18446744073709551615 [0: 0]\n',
      '1 18446744073709551615 [0 0]',
      { 'counter-overflow': 1 },
    ],
    ['2^64', '  t*: 1: 18446744073709551616 [0: 0]\n', '0 0 [0 0]', { 'bad-counter-pair': 1 }],
    ['no bracket', '  t*: 1: 8\n', '1 8 [0 0]', { 'missing-bracket': 1 }],
    ['blanks and tabs', '\tt*:\t1:   8\t[ 2:\t16 ]  \n', '1 8 [2 16]', {}],
    ['no blanks', 't*:1:8[2:16]\n', '1 8 [2 16]', {}],
    ['a tab in front', '\tt*: 1: 8 [0: 0]\n', '1 8 [0 0]', {}],
  ] as const)('%s', async (_, line, counters, problems) => {
    const { records, counts, lines } = await readProfile(dump(STACK + line));
    expect(records).toEqual([`0x1000 0x2001 t* ${counters}`]);
    expect(counts).toEqual(problems);
    for (const kind of Object.keys(problems)) expect(lines[kind]).toEqual([3]);
  });

  it.each([
    ['unreadable', '  t*: eight\n', { 'bad-counters': 1, 'stack-without-counters': 1 }],
    ['with text behind', '  t*: 1: 8 [0: 0] name\n', { 'counters-text': 1, 'stack-without-counters': 1 }],
    ['something else', 'hello\n', { 'profile-line': 1, 'stack-without-counters': 1 }],
  ] as const)('%s', async (_, line, problems) => {
    const { records, counts } = await readProfile(dump(STACK + line));
    expect(records).toEqual([]);
    expect(counts).toEqual(problems);
  });

  it('do not have to add up', async () => {
    const { counts } = await readProfile(
      dump(`  t*: 999: 99999 [0: 0]\n  t0: 7: 7 [0: 0]\n${STACK}${COUNTS}`),
    );
    expect(counts).toEqual({});
  });
});

describe('threads', () => {
  it.each([
    ['blanks, colons, brackets, digits, @', 'a: [1: 2] @ 0x1 t3: 4'],
    ['blanks around', '  x  '],
    ['right-to-left text', 'שלום\u202e'],
    ['control characters', 'a\u0001\u001bb'],
  ])('a name with %s', async (_, name) => {
    const { profile, counts } = await readProfile(dump(`  t5: 1: 8 [0: 0] ${name}\n${STACK}${COUNTS}`));
    expect(profile.threads).toEqual([{ uid: 5n, name, header: [1n, 8n, 0n, 0n] }]);
    expect(counts).toEqual({});
  });

  it('a name cut in the middle of a UTF-8 sequence', async () => {
    const bytes = new TextEncoder().encode(dump(`  t5: 1: 8 [0: 0] ab\u20ac\n${STACK}${COUNTS}`));
    const at = bytes.indexOf(0xac);
    const cut = new Uint8Array([...bytes.slice(0, at), ...bytes.slice(at + 1)]);
    const { profile, counts } = await readProfile(cut);
    expect(profile.threads[0]?.name).toBe('ab\ufffd');
    expect(counts).toEqual({ 'broken-text': 1 });
  });

  it('a name with a line feed that forges a line is told where it cannot be a line', async () => {
    const { profile, counts } = await readProfile(
      dump(`  t5: 1: 8 [0: 0] ab\nsecond half\n${STACK}${COUNTS}`),
    );
    expect(profile.threads[0]?.name).toBe('ab');
    expect(counts).toEqual({ 'profile-line': 1 });
  });

  it('numbers missing, doubled, out of order, huge', async () => {
    const { profile, counts } = await readProfile(
      dump(
        '  t9: 1: 8 [0: 0]\n  t: 1: 8 [0: 0]\n  t3: 1: 8 [0: 0] x\n  t9: 2: 16 [0: 0]\n  t18446744073709551615: 1: 8 [0: 0]\n' +
          `  t18446744073709551616: 1: 8 [0: 0]\n${STACK}${COUNTS}  t18446744073709551615: 1: 8 [0: 0]\n`,
      ),
    );
    expect(profile.threads.map(({ uid, header }) => [uid, header?.[0]])).toEqual([
      [9n, 3n],
      [3n, 1n],
      [(1n << 64n) - 1n, 1n],
    ]);
    expect(counts).toEqual({ 'bad-thread': 2, 'thread-twice': 1 });
  });
});

describe('memory maps', () => {
  const withMap = (lines: string) => readProfile(`heap_v2/1\n${STACK}${COUNTS}\nMAPPED_LIBRARIES:\n${lines}`);

  it.each([
    [
      'blanks in the path',
      '00400000-00401000 r-xp 00001000 fe:00 12 /opt/my app/lib a.so\n',
      { path: '/opt/my app/lib a.so', offset: 0x1000n },
    ],
    ['deleted', '00400000-00401000 r-xp 0 fe:00 12 /bin/a (deleted)\n', { path: '/bin/a', deleted: true }],
    ['pseudo files', '7ff00000-7ff01000 r-xp 00000000 00:00 0                  [vdso]\n', { path: '[vdso]' }],
    ['anonymous', '7ff00000-7ff01000 rw-p 00000000 00:00 0 \n', { path: '', permissions: 'rw-p' }],
    [
      'macOS',
      '0000000100000000-0000000100004000: /usr/lib/libSystem.B.dylib\n',
      { path: '/usr/lib/libSystem.B.dylib', permissions: '' },
    ],
    ['old', '  40000000-40015000: /lib/ld-2.3.2.so\n', { path: '/lib/ld-2.3.2.so', start: 0x40000000n }],
    [
      'FreeBSD',
      '0x400000 0x452000 82 0 0xfffff800 r-x 1 0 0x1000 COW NC vnode /bin/sh NCH -1\n',
      { path: '/bin/sh', permissions: 'r-xp' },
    ],
  ])('%s', async (_, line, expected) => {
    const { profile, counts } = await withMap(line);
    expect(profile.mappings).toHaveLength(1);
    expect(profile.mappings[0]).toMatchObject(expected);
    expect(counts).toEqual({});
  });

  it.each([
    ['none', '', 0, {}],
    ['rubbish', 'what is this\n', 0, { 'bad-mapping': 1 }],
    ['inverted', '00500000-00400000 r-xp 0 fe:00 1 /bin/a\n', 0, { 'inverted-mapping': 1 }],
    [
      'overlapping',
      '00400000-00500000 r-xp 0 fe:00 1 /bin/a\n00480000-00600000 r-xp 0 fe:00 1 /bin/b\n',
      2,
      { 'overlapping-mappings': 1 },
    ],
    [
      'twice',
      '00400000-00500000 r-xp 0 fe:00 1 /bin/a\nMAPPED_LIBRARIES:\n00600000-00700000 r-xp 0 fe:00 1 /bin/b\n',
      2,
      { 'second-map': 1 },
    ],
    ['build variable', 'build=/x\n00400000-00500000: /bin/a\n', 1, {}],
  ] as const)('%s', async (_, lines, mappings, problems) => {
    const { profile, counts } = await withMap(lines);
    expect(profile.mappings).toHaveLength(mappings);
    expect(counts).toEqual(problems);
  });

  it('a dump without one is told', async () => {
    expect((await readProfile(`heap_v2/1\n${STACK}${COUNTS}`)).counts).toEqual({ 'no-map': 1 });
  });

  it('stacks after the map are read, with a warning', async () => {
    const { records, counts } = await readProfile(`${dump(STACK + COUNTS)}@ 0x5\n${COUNTS}`);
    expect(records).toEqual([ONE, '0x5 t* 1 8 [0 0]']);
    expect(counts).toEqual({ 'stack-after-map': 1 });
  });
});

describe('symbols', () => {
  const symbolised = (symbols: string) =>
    `--- symbol\nbinary=/bin/a b\n${symbols}---\n--- heap\nheap_v2/1\n${STACK}${COUNTS}`;

  it('are read with the dump', async () => {
    const long = 'x'.repeat(100_000);
    const { profile, counts, records } = await readProfile(
      symbolised(
        `0x0000000000001000 f<int>(a; "b", 'c')--g\n0x0000000000002000 <script>alert(1)</script>\n0x3 ${long}\n`,
      ),
    );
    expect(counts).toEqual({});
    expect(records).toEqual([ONE]);
    expect(profile.symbols?.program).toBe('/bin/a b');
    expect(profile.symbols?.names).toEqual([`f<int>(a; "b", 'c')--g`, '<script>alert(1)</script>', long]);
    expect([...(profile.symbols?.words ?? [])]).toEqual([0x1000, 0, 0x2000, 0, 3, 0]);
  });

  it.each([
    ['upper case and no 0x', '0xABC f\nabd g\n', 2, { 'symbol-spelling': 2 }],
    ['twice', '0x1 f\n0x1 g\n', 2, { 'symbol-twice': 1 }],
    ['no name', '0x1 \n0x2 f\n', 1, { 'bad-symbol': 1 }],
    ['above 64 bits', '0x10000000000000000 f\n0x2 g\n', 1, { 'bad-symbol': 1 }],
    ['unknown variable', 'x=y\n0x2 g\n', 1, { 'bad-symbol': 1 }],
  ] as const)('%s', async (_, symbols, length, problems) => {
    const { profile, counts } = await readProfile(symbolised(symbols));
    expect(profile.symbols).toHaveLength(length);
    expect(counts).toEqual(problems);
  });

  it('alone are a file of symbols, with a section head or without', async () => {
    for (const text of ['--- symbol\nbinary=/bin/a\n0x1000 main\n0x2000 f\n', '0x1000 main\n0x2000 f\n'])
      expect(await openBytes(text)).toMatchObject({ kind: 'symbols', symbols: { names: ['main', 'f'] } });
    expect(await openBytes('--- symbol\nbinary=/bin/a\n')).toMatchObject({ kind: 'unusable' });
  });

  it('are told from lists of nm and from traces', async () => {
    expect(await openBytes('0000000000001000 T main\n0000000000002000 t f\n')).toMatchObject({
      kind: 'unusable',
    });
    expect(await openBytes('0,0,4096,10\n0,1,0,20\n')).toMatchObject({ kind: 'trace' });
  });
});

describe('too large', () => {
  it('stops at the memory budget and keeps what was read', async () => {
    const stacks = Array.from({ length: 5000 }, (_, i) => `@ 0x${(4096 + i).toString(16)} 0x1\n${COUNTS}`);
    const bytes = new TextEncoder().encode(dump(stacks.join('')));
    const source = { name: 'x', size: bytes.length, stream: () => new Blob([bytes]).stream() };
    const outcome = await openFile(source, { memoryBudget: 400_000 });
    expect(outcome).toMatchObject({ kind: 'profile' });
    if (outcome.kind !== 'profile') return;
    expect(outcome.rows).toBeGreaterThan(1000);
    expect(outcome.rows).toBeLessThan(5000);
    expect(outcome.problems.find(({ kind }) => kind === 'memory-limit')?.sentence).toMatch(
      /too large for the memory budget.*rows/,
    );
  });

  it('has 100,000 threads in the header and none below', async () => {
    const lines = Array.from({ length: 100_000 }, (_, i) => `  t${i * 7}: 1: 8 [0: 0] w${i}\n`);
    const { profile, counts } = await readProfile(dump(`${lines.join('')}${STACK}${COUNTS}`));
    expect(profile.threads).toHaveLength(100_000);
    expect(counts).toEqual({});
  });
});

describe('damaged files', () => {
  const whole = dump(
    `  t*: 2: 16 [0: 0]\n  t0: 2: 16 [0: 0] main\n${STACK}${COUNTS}@ 0x3\n  t*: 2: 64 [0: 0]\n  t0: 2: 64 [0: 0]\n`,
  );

  it('cut at any byte keep the records before and never show a number that is not there', async () => {
    const all = new Set((await readProfile(whole)).records);
    for (let length = 'heap_v2/524288\n'.length; length < whole.length; length++) {
      const { records } = await readProfile(whole.slice(0, length));
      // Without its end a line may have lost digits, as any reader would see it.
      for (const record of records.slice(0, -1)) expect(all).toContain(record);
    }
  });

  it('cut gzip keeps whole lines only', async () => {
    const zipped = new Uint8Array(gzipSync(whole.repeat(1)));
    const outcome = await openBytes(zipped.slice(0, zipped.length - 12));
    expect(['profile', 'unusable']).toContain(outcome.kind);
    if (outcome.kind === 'profile') expect(outcome.problems.map(({ kind }) => kind)).toContain('cut-short');
  });

  it('with NUL bytes keep the rest', async () => {
    const { records, counts } = await readProfile(
      dump(`${STACK}${COUNTS}\0\0\0\0\n@ 0x3\n  t*: 2: 64 [0: 0]\n`),
    );
    expect(records).toEqual([ONE, '0x3 t* 2 64 [0 0]']);
    expect(counts).toEqual({ 'profile-line': 1 });
  });
});
