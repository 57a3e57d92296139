import { describe, expect, it } from 'vitest';
import { asTrace, bytesOf, eventLines, joinBytes, problemCounts, sourceOf } from '../testing/byte-sources.js';
import type { ReadOptions, ReadProgress } from './format.js';
import { openFile } from './open.js';

const REPLAY = 'shard_ind,operation,size_or_alloc_index,nsecs,is_frequent\n';
const HPA = 'shard_ind_int,addr_int,nsecs_int,probe,size_int\n';
const SEC =
  'process_id,thread_id,thread_name,nsecs_int,_c4,sec_ptr_int,sec_shard_ptr_int,edata_ptr_int,size_int,is_frequent_reuse_int\n';

/** What comes of a trace text: its events, its problems by kind, and the sentences. */
async function open(text: string | Uint8Array, options: ReadOptions = {}) {
  const opened = asTrace(await openFile(sourceOf(text), options));
  const sentences = Object.fromEntries(opened.problems.map(({ kind, sentence }) => [kind, sentence]));
  const lines = Object.fromEntries(opened.problems.map(({ kind, lines }) => [kind, lines]));
  return { ...opened, events: eventLines(opened.trace), counts: problemCounts(opened), sentences, lines };
}

async function refuse(content: string | Uint8Array, options: ReadOptions = {}) {
  const outcome = await openFile(sourceOf(content), options);
  if (outcome.kind !== 'unusable') throw new Error(`opened as ${outcome.format}`);
  return outcome;
}

describe('replay traces', () => {
  it('reads five columns and four', async () => {
    const five = await open(`${REPLAY}3,0,8192,10,1\n3,1,0,20,0\n`);
    expect(five.events).toEqual(['3 +2 10 f', '3 -0 20']);
    expect(five.trace).toMatchObject({ length: 2, allocations: 1, shards: 4 });
    const four = await open(
      'shard_ind,operation,size_or_alloc_index,nsecs\n0,0,4096,10\n0,0,4096,20,1\n0,1,1,20\n',
    );
    expect(four.events).toEqual(['0 +1 10', '0 +1 20 f', '0 -1 20']);
    expect(four.counts).toEqual({});
  });

  it('keeps clocks up to 2^64 - 1 and shards up to the limit exactly', async () => {
    const { events, counts } = await open(
      `${REPLAY}0,0,4096,9007199254740993,0\n0,0,17592186040320,18446744073709551615,0\n`,
    );
    expect(events).toEqual(['0 +1 9007199254740993']);
    expect(counts).toMatchObject({ 'bad-size': 1 });
    const large = await open(`${REPLAY}1073741823,0,17592186036224,18446744073709551615,0\n`);
    expect(large.events).toEqual(['1073741823 +4294967294 18446744073709551615']);
  });

  it('renumbers deallocations when an allocation is left out', async () => {
    const { events, counts, lines } = await open(
      `${REPLAY}0,0,4096,1,0\n0,0,100,2,0\n0,0,0,3,0\n0,0,12288,4,0\n0,1,3,5,0\n0,1,1,6,0\n0,1,0,7,0\n0,1,9,8,0\n`,
    );
    expect(events).toEqual(['0 +1 1', '0 +3 4', '0 -1 5', '0 -4294967295 6', '0 -0 7', '0 -4294967295 8']);
    expect(counts).toEqual({ 'bad-size': 2, 'free-of-rejected': 1, 'unknown-allocation': 1 });
    expect(lines['bad-size']).toEqual([3, 4]);
  });

  it('counts deallocations the replay ignores, and keeps them as events', async () => {
    const { events, counts } = await open(
      `${REPLAY}0,0,4096,1,0\n300,0,4096,1,0\n1,1,0,2,0\n0,1,0,3,0\n0,1,0,4,0\n0,1,1,4,0\n300,1,1,4,0\n300,1,1,4,0\n0,1,2,4,0\n0,0,4096,5,0\n`,
    );
    expect(events).toHaveLength(10);
    expect(counts).toEqual({
      'free-other-shard': 2,
      'double-deallocation': 2,
      'unknown-allocation': 1,
      'many-shards': 1,
      'shard-gaps': 298,
    });
  });

  it('skips rows it cannot use, each with its reason', async () => {
    const { events, counts, sentences, lines, rows } = await open(
      `${REPLAY}0,0,4096,1,0\n0,2,4096,2,0\n0,0,4096\n0,0,x,3,0\n-1,0,4096,4,0\n0,0,-4096,5,0\n0,0,4096,99999999999999999999,0\n99999999999,0,4096,1,0\n0,0,4096,6,0\n`,
    );
    expect(events).toEqual(['0 +1 1', '0 +1 6']);
    expect(rows).toBe(9);
    expect(counts).toEqual({
      'unknown-operation': 1,
      'missing-field': 1,
      'not-a-number': 1,
      'negative-number': 2,
      'too-large': 2,
      'only-allocations': 1,
    });
    expect(lines['unknown-operation']).toEqual([3]);
    expect(sentences['not-a-number']).toContain('size_or_alloc_index is "x"');
    expect(sentences['missing-field']).toContain('no nsecs');
  });

  it('allocation rows out of range use up their number, unreadable ones do not', async () => {
    const { events } = await open(
      `${REPLAY}-1,0,4096,1,0\n0,0,x,2,0\n0,0,4096\n9999999999,0,4096,1,0\n0,0,8192,3,0\n0,1,2,4,0\n`,
    );
    expect(events).toEqual(['0 +2 3', '0 -0 4']);
  });

  it('tells when the clock goes back, and keeps it', async () => {
    const { events, lines } = await open(
      `${REPLAY}0,0,4096,50,0\n0,0,4096,40,0\n0,0,4096,4294967296000,0\n0,0,4096,1,0\n`,
    );
    expect(events[1]).toBe('0 +1 40');
    expect(lines['clock-back']).toEqual([3, 5]);
  });

  it('knows traces of one kind of row', async () => {
    expect((await open(`${REPLAY}0,0,4096,1,0\n`)).counts).toEqual({ 'only-allocations': 1 });
    expect((await open(`${REPLAY}0,1,0,1,0\n`)).counts).toEqual({ 'only-frees': 1, 'unknown-allocation': 1 });
  });
});

describe('header and lines', () => {
  const rows = '0,0,4096,1,1\n0,1,0,2,1\n';
  const events = ['0 +1 1 f', '0 -0 2 f'];

  it('may lack the header', async () => {
    const opened = await open(rows);
    expect(opened.events).toEqual(events);
    expect(opened.counts).toEqual({ 'no-header': 1 });
  });

  it('follows a header in another order, with unknown columns', async () => {
    const opened = await open(
      'nsecs,host,operation,is_frequent,size_or_alloc_index,shard_ind\n7,a b,0,1,8192,2\n9,"c,d",1,0,0,2\n',
    );
    expect(opened.events).toEqual(['2 +2 7 f', '2 -0 9']);
    expect(opened.counts).toMatchObject({ 'column-order': 1, 'unknown-column': 1 });
    expect(opened.sentences['unknown-column']).toContain('"host"');
  });

  it('does not believe a header that the rows contradict', async () => {
    const hpa = await open(
      'probe,shard_ind_int,addr_int,nsecs_int,size_int\n0,8192,1,hpa_alloc,4096\n0,8192,2,hpa_dalloc,4096\n',
    );
    expect(hpa.events).toEqual(['0 +1 1 f', '0 -0 2 f']);
    expect(hpa.counts).toEqual({ 'column-order': 1, 'header-order': 1 });
    const replay = await open(
      'nsecs,shard_ind,operation,size_or_alloc_index,is_frequent\n0,0,4096,1000,1\n0,1,0,2000,1\n',
    );
    expect(replay.events).toEqual(['0 +1 1000 f', '0 -0 2000 f']);
    expect(replay.lines['header-order']).toEqual([2]);
  });

  it('takes any line end, mixed', async () => {
    const text = REPLAY + rows;
    for (const lineEnd of ['\r\n', '\r']) {
      expect((await open(text.replaceAll('\n', lineEnd))).events).toEqual(events);
    }
    expect((await open(`${REPLAY.trim()}\r${rows.replace('\n', '\r\n')}`)).events).toEqual(events);
  });

  it('skips a byte-order mark, blank lines, blanks and quotes', async () => {
    const opened = await open(
      `\u{feff}"shard_ind", operation,size_or_alloc_index ,nsecs,is_frequent\n\n "0" , 0,\t4096,1,1\n   \n0,"1",0,2,1\n\n`,
    );
    expect(opened.events).toEqual(events);
    expect(opened.counts).toEqual({ 'byte-order-mark': 1 });
    expect(opened.rows).toBe(2);
  });

  it('reads tabs and semicolons', async () => {
    for (const delimiter of ['\t', ';']) {
      const opened = await open((REPLAY + rows).replaceAll(',', delimiter));
      expect(opened.events).toEqual(events);
      expect(opened.counts).toEqual({ 'other-delimiter': 2 });
    }
  });

  it('skips log lines before the header', async () => {
    const opened = await open(`Attaching 4 probes...\n[info] <b>x</b>\n${REPLAY}${rows}`);
    expect(opened.events).toEqual(events);
    expect(opened.lines['junk-before-header']).toEqual([1, 2]);
    expect(opened.sentences['junk-before-header']).toContain('"Attaching 4 probes..."');
  });

  it('reads on after a second header of the same kind', async () => {
    const opened = await open(`${REPLAY}${rows}nsecs,shard_ind,operation,size_or_alloc_index\n5,0,0,4096\n`);
    expect(opened.events).toEqual([...events, '0 +1 5']);
    expect(opened.lines['second-header']).toEqual([4]);
  });

  it('stops where another document begins', async () => {
    for (const other of [`${HPA}0,1,2,hpa_alloc,4096\n`, '\u{1f}\u{8b}'])
      expect(
        (await open(joinBytes([bytesOf(REPLAY + rows), Uint8Array.from(other, (c) => c.charCodeAt(0))])))
          .counts,
      ).toMatchObject({ 'other-document': 1 });
  });

  it('tells a missing last line end, and drops a last row that is cut', async () => {
    const whole = await open(REPLAY + rows.trimEnd());
    expect(whole.events).toEqual(events);
    expect(whole.counts).toEqual({ 'no-line-end': 1 });
    const cut = await open(`${REPLAY}${rows}0,0,4096,12`);
    expect(cut.events).toEqual(events);
    expect(cut.lines['cut-last-row']).toEqual([4]);
  });

  it('skips lines with NUL bytes and lines without end', async () => {
    const opened = await open(
      `${REPLAY}${'\0'.repeat(100)}\n0,0,4096,1,1\n${'x'.repeat(3 << 20)}\n0,1,0,2,1\n`,
    );
    expect(opened.events).toEqual(events);
    expect(opened.lines).toMatchObject({ 'nul-bytes': [2], 'long-line': [4] });
  });

  it('is not held up by endless numbers and endless fields', async () => {
    const text = `${REPLAY}0,0,${'0'.repeat(900_000)}x,1,1\n${','.repeat(1_000_000)}\n0,0,4096,1,1\n0,1,0,2,1\n`;
    const start = performance.now();
    const opened = await open(text);
    expect(opened.events).toEqual(events);
    expect(opened.counts).toEqual({ 'not-a-number': 1, 'missing-field': 1 });
    expect(performance.now() - start).toBeLessThan(5000);
  });

  it('skips a long line that comes in one chunk', async () => {
    const text = `${REPLAY}0,0,4096,1,1\n${'9'.repeat(2 << 20)}\n0,1,0,2,1\n`;
    const opened = asTrace(await openFile(sourceOf(text, text.length)));
    expect(eventLines(opened.trace)).toEqual(events);
    expect(problemCounts(opened)).toEqual({ 'long-line': 1 });
  });
});

describe('raw hpa traces', () => {
  it('pairs frees with allocations and tells the rest apart', async () => {
    const opened = await open(
      `${HPA}0,8192,1,hpa_alloc,4096\n0,8192,2,hpa_dalloc,4096\n0,8192,3,hpa_dalloc,4096\n0,12288,4,hpa_dalloc,4096\n1,8192,5,hpa_alloc,8192\n2,8192,6,hpa_alloc,4096\n1,8192,7,hpa_dalloc,4096\n`,
    );
    expect(opened.events).toEqual(['0 +1 1 f', '0 -0 2 f', '1 +2 5 f', '2 +1 6 f', '1 -2 7 f']);
    expect(opened).toMatchObject({ format: 'hpa', unmatchedFrees: 2, pairs: 2, rows: 7 });
    expect(opened.counts).toEqual({
      'double-free': 1,
      'unmatched-free': 1,
      'allocated-twice': 1,
      'free-other-shard': 1,
    });
  });

  it('tells addresses of 64 bits apart', async () => {
    const opened = await open(
      `${HPA}0,18446744073709547520,1,hpa_alloc,4096\n0,18446744073709543424,2,hpa_alloc,4096\n0,4294963200,3,hpa_dalloc,1\n0,18446744073709547520,4,hpa_dalloc,1\n`,
    );
    expect(opened.events.at(-1)).toBe('0 -0 4 f');
    expect(opened.unmatchedFrees).toBe(1);
  });

  it('is kind: no header, hex, bare hex, upper case, quotes, frees without size, decimal points', async () => {
    const opened = await open(
      '0,0x7F0000001000,1,HPA_ALLOC,4096\n0,0x7f0000001000,2,hpa_dalloc\n"0",7f00000f1000,3.0,"hpa_alloc",4096.0\n 0 , 7F00000F1000 , 4 , Hpa_Dalloc ,\n',
    );
    expect(opened.events).toEqual(['0 +1 1 f', '0 -0 2 f', '0 +1 3 f', '0 -1 4 f']);
    expect(opened.counts).toEqual({
      'no-header': 1,
      'hex-number': 2,
      'bare-hex': 2,
      'decimal-point': 1,
      'probe-spelling': 2,
    });
  });

  it('skips unknown probes and allocations without size', async () => {
    const opened = await open(
      `${HPA}0,4096,1,hpa_alloc,\n0,4096,1,hpa_expand,4096\n0,4096,1,,4096\n0,4096,1,hpa_alloc,4096\n`,
    );
    expect(opened.events).toEqual(['0 +1 1 f']);
    expect(opened.counts).toMatchObject({ 'missing-field': 2, 'unknown-probe': 1 });
    expect(opened.sentences['unknown-probe']).toContain('"hpa_expand"');
  });

  it('leaves out sizes no page allocator gives, with their frees as events', async () => {
    const opened = await open(
      `${HPA}0,4096,1,hpa_alloc,100\n0,8192,2,hpa_alloc,4096\n0,4096,3,hpa_dalloc,100\n0,8192,4,hpa_dalloc,1\n`,
    );
    expect(opened.events).toEqual(['0 +1 2 f', '0 -4294967295 3 f', '0 -0 4 f']);
    expect(opened.counts).toEqual({ 'bad-size': 1, 'free-of-rejected': 1 });
  });
});

describe('raw sec traces', () => {
  const row = (probe: string, sec: number | '', extent: number | '', rest: string, ns = 1) =>
    `1,2,"a, b",${ns},${probe},${sec},5,${extent}${rest}\n`;

  it('numbers shards by first appearance, no SEC being shard 0', async () => {
    const opened = await open(
      SEC +
        row('sec_alloc', 0, 4096, ',4096,1') +
        row('sec_alloc', 900, 8192, ',4096,0') +
        row('sec_alloc', 800, 12288, ',4096,7') +
        row('sec_dalloc', 900, 8192, ',,') +
        row('sec_dalloc', '', 4096, ',4096,1'),
    );
    expect(opened.format).toBe('sec');
    expect(opened.events).toEqual(['0 +1 1 f', '0 +1 1', '1 +1 1 f', '0 -1 1', '0 -0 1 f']);
  });

  it('explains cache misses, and drops them when asked', async () => {
    const text =
      SEC +
      row('sec_alloc', 9, 0, ',4096,1') +
      row('sec_alloc', 9, 4096, ',4096,1') +
      row('sec_dalloc', 9, 0, ',,');
    const kept = await open(text);
    expect(kept.events).toHaveLength(3);
    expect(kept.counts).toEqual({ 'sec-miss': 1 });
    const dropped = await open(text, { dropSecMisses: true });
    expect(dropped.events).toEqual(['0 +1 1 f']);
    expect(dropped.counts).toEqual({ 'sec-miss-dropped': 1, 'unmatched-free': 1 });
  });
});

describe('what is no trace', () => {
  const cases: [string, string | Uint8Array, RegExp][] = [
    ['empty', '', /empty/],
    ['ELF', Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 2, 1, 1), /ELF/],
    ['PNG', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10), /PNG/],
    ['PDF', '%PDF-1.7', /PDF/],
    ['zip', Uint8Array.of(0x50, 0x4b, 3, 4), /zip/],
    ['UTF-16 with mark', Uint8Array.of(0xff, 0xfe, 0x30, 0), /UTF-16/],
    ['UTF-16 without mark', Uint8Array.from({ length: 64 }, (_, i) => (i % 2 === 0 ? 48 : 0)), /UTF-16/],
    ['symbolised dump', '--- symbol\nbinary=/bin/x\n', /heap profile/],
    ['stats JSON', '{"jemalloc": {"version": "5"}}', /statistics in JSON/],
    ['stats text', '___ Begin jemalloc statistics ___\n', /statistics/],
    ['prof_log', '{"info": {"lg_sample_rate": 19}, "stack_traces": []}', /prof_log/],
    ['folded stacks', 'main;f;g 12\nmain;h 3\nmain 4;x 5\n', /folded stacks/],
    ['pprof', Uint8Array.of(0x0a, 4, 8, 1, 16, 2, 0x12, 5, 0x0a, 1, 1, 0x12, 0), /pprof/],
    ['HTML', '<!DOCTYPE html><html>', /HTML/],
    ['prose', 'Dear all,\nthe trace is attached.\n', /No known header/],
    ['binary', Uint8Array.of(1, 2, 3, 0, 0, 9, 9), /binary/],
  ];
  for (const [name, content, sentence] of cases) {
    it(`names ${name}`, async () => {
      expect((await refuse(content)).sentence).toMatch(sentence);
    });
  }

  it('is plain about a header without rows', async () => {
    expect((await refuse(REPLAY)).sentence).toMatch(/without any row/);
    expect((await refuse(`${REPLAY}0,0,7,1,1\n`)).problems[0]?.kind).toBe('bad-size');
  });

  it('refuses what memory cannot hold, before it is allocated', async () => {
    const text = REPLAY + '0,0,4096,1,1\n'.repeat(100_000);
    const { sentence } = await refuse(text, { memoryBudget: 1 << 20 });
    expect(sentence).toMatch(/^Too large because about 10\d,\d{3} events need .* try /i);
  });

  it('keeps what was read when a larger estimate meets the budget', async () => {
    const text = `${REPLAY}${'0,0,4096,123456789012345678,1\n'.repeat(5000)}${'0,0,4096,1,1\n'.repeat(200_000)}`;
    const opened = await open(text, { memoryBudget: 22 * 120_000 });
    expect(opened.trace.length).toBeGreaterThan(80_000);
    expect(opened.counts).toMatchObject({ 'memory-limit': 1 });
  });
});

it('tells progress that ends at the whole', async () => {
  const seen: ReadProgress[] = [];
  const text = REPLAY + '0,0,4096,1,1\n'.repeat(10);
  await open(text, { onProgress: (progress) => seen.push(progress) });
  expect(seen.at(-1)).toEqual({ bytesRead: text.length, bytesTotal: text.length, rows: 10 });
});

it('quotes text of a file short and without control characters', async () => {
  const { sentences } = await open(`${REPLAY}0,0,4096,1,1\n0,0,\u{202e}evil\u{7}${'y'.repeat(500)},1,1\n`);
  expect(sentences['not-a-number']).toMatch(/is "\u{fffd}evil\u{fffd}y+…"/u);
});
