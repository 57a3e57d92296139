import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asTrace, joinBytes, problemCounts, sameTable, sourceOf } from '../testing/byte-sources.js';
import { openFile } from './open.js';
import { preprocessToText } from './preprocess-text.js';

const OUT = 'shard_ind,operation,size_or_alloc_index,nsecs,is_frequent\n';
const HPA = 'shard_ind_int,addr_int,nsecs_int,probe,size_int\n';
const SEC =
  'process_id,thread_id,thread_name,nsecs_int,_c4,sec_ptr_int,sec_shard_ptr_int,edata_ptr_int,size_int,is_frequent_reuse_int\n';

async function preprocess(text: string, format: 'hpa' | 'sec', dropSecMisses = false) {
  const chunks: Uint8Array[] = [];
  const result = await preprocessToText(sourceOf(text), format, { dropSecMisses }, (chunk) => {
    chunks.push(chunk);
  });
  return { text: new TextDecoder().decode(joinBytes(chunks)), result };
}

interface RawRow {
  readonly free: boolean;
  readonly shard: number;
  readonly address: bigint;
  readonly size: number;
  readonly ns: bigint;
  readonly frequent: boolean;
}

const rawRow: fc.Arbitrary<RawRow> = fc.record({
  free: fc.boolean(),
  shard: fc.nat(3),
  address: fc.oneof(
    fc.nat(12).map((page) => BigInt(page) * 4096n),
    fc.nat(3).map((page) => (1n << 64n) - 4096n * BigInt(page + 1)),
    fc.nat(3).map((page) => 140_112_614_653_952n + 4096n * BigInt(page)),
  ),
  size: fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: 1, max: 600 }).map((pages) => pages * 4096) },
    { weight: 1, arbitrary: fc.constantFrom(0, 1, 4097, 2 ** 45) },
  ),
  ns: fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }),
  frequent: fc.boolean(),
});

/** The tool's rules once more, written for clarity: objects, strings and a Map. */
function model(rows: readonly RawRow[], sec: boolean) {
  const live = new Map<bigint, number>();
  const shards = new Map<number, number>();
  let text = OUT;
  let allocations = 0;
  let unmatched = 0;
  let pairs = 0;
  for (const row of rows) {
    let { shard } = row;
    if (sec && shard > 0) {
      if (!shards.has(shard)) shards.set(shard, shards.size);
      shard = shards.get(shard) ?? 0;
    }
    const frequent = !sec || row.frequent ? 1 : 0;
    if (!row.free) {
      text += `${shard},0,${row.size},${row.ns},${frequent}\n`;
      live.set(row.address, allocations++);
      continue;
    }
    const number = live.get(row.address);
    if (number === undefined) {
      unmatched++;
      continue;
    }
    text += `${shard},1,${number},${row.ns},${frequent}\n`;
    live.delete(row.address);
    pairs++;
  }
  return { text, unmatched, pairs, allocations };
}

function rawText(rows: readonly RawRow[], sec: boolean): string {
  const line = (row: RawRow) => {
    const probe = `${sec ? 'sec' : 'hpa'}_${row.free ? 'd' : ''}alloc`;
    if (!sec) return `${row.shard},${row.address},${row.ns},${probe},${row.size}\n`;
    return `1,2,w,${row.ns},${probe},${row.shard},77,${row.address},${row.size},${row.frequent ? 1 : 0}\n`;
  };
  return (sec ? SEC : HPA) + rows.map(line).join('');
}

describe('preprocessing', () => {
  for (const format of ['hpa', 'sec'] as const) {
    it(`${format}: equals a plain model, and the table equals the text's`, async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(rawRow, { minLength: 1, maxLength: 80 }), async (rows) => {
          const raw = rawText(rows, format === 'sec');
          const expected = model(rows, format === 'sec');
          const { text, result } = await preprocess(raw, format);
          expect(text).toBe(expected.text);
          expect(result).toMatchObject({
            ok: true,
            value: {
              lines: rows.length,
              unmatchedFrees: expected.unmatched,
              pairs: expected.pairs,
              allocations: expected.allocations,
            },
          });
          const fromRaw = await openFile(sourceOf(raw));
          const fromText = await openFile(sourceOf(text));
          if (fromRaw.kind !== 'trace' || fromText.kind !== 'trace') {
            expect(fromRaw.kind).toBe(fromText.kind);
            return;
          }
          expect(sameTable(fromRaw.trace, fromText.trace)).toBe(true);
          for (const kind of ['clock-back', 'free-other-shard', 'bad-size', 'free-of-rejected'])
            expect([kind, problemCounts(fromRaw)[kind]]).toEqual([kind, problemCounts(fromText)[kind]]);
        }),
        { numRuns: 300 },
      );
    });
  }

  it('keeps sizes of any kind in the text, as the tool does', async () => {
    const { text } = await preprocess(
      `${HPA}0,4096,5,hpa_alloc,7\n0,8192,6,hpa_alloc,18446744073709551615\n`,
      'hpa',
    );
    expect(text).toBe(`${OUT}0,0,7,5,1\n0,0,18446744073709551615,6,1\n`);
  });

  it('sec: a bad row still gives its SEC a shard number, as in the tool', async () => {
    const rows =
      '1,2,w,5,sec_grow,900,7,4096,4096,1\n1,2,w,5,sec_alloc,800,7,4096,4096,1\n1,2,w,5,sec_alloc,800,7,4096\n';
    expect((await preprocess(SEC + rows, 'sec')).text).toBe(`${OUT}1,0,4096,5,1\n`);
  });

  it('sec: empty columns count as 0, as in the tool; misses can be dropped', async () => {
    const rows = '1,2,w,5,sec_alloc,9,7,,4096,1\n1,2,w,6,sec_alloc,9,7,8,,1\n1,2,w,7,sec_dalloc,9,7,,\n';
    expect((await preprocess(SEC + rows, 'sec')).text).toBe(`${OUT}0,0,4096,5,1\n0,0,0,6,1\n0,1,0,7,0\n`);
    expect((await preprocess(SEC + rows, 'sec', true)).text).toBe(`${OUT}0,0,0,6,1\n`);
  });

  it('counts blank lines as the tool does', async () => {
    const { result } = await preprocess(`${HPA}\n0,4096,5,hpa_alloc,4096\n\n`, 'hpa');
    expect(result).toMatchObject({ ok: true, value: { lines: 3, allocations: 1 } });
  });

  it('says what the file is when it is not of that format', async () => {
    expect((await preprocess(SEC, 'hpa')).result).toEqual({
      ok: false,
      error: 'This is a raw sec trace, not a raw hpa trace.',
    });
    expect((await preprocess('', 'hpa')).result).toEqual({ ok: false, error: 'The file is empty.' });
    expect((await preprocess('heap_v2/1\n', 'sec')).result).toMatchObject({ ok: false });
  });

  it('waits for its writer between pieces', async () => {
    const rows = Array.from({ length: 150_000 }, (_, i) => `0,${4096 * (i + 1)},${i},hpa_alloc,4096\n`);
    let busy = 0;
    let bytes = 0;
    let calls = 0;
    await preprocessToText(sourceOf(HPA + rows.join('')), 'hpa', {}, async (chunk) => {
      expect(busy++).toBe(0);
      await Promise.resolve();
      busy--;
      calls++;
      bytes += chunk.length;
    });
    expect(calls).toBeGreaterThan(1);
    expect(bytes).toBe(OUT.length + rows.reduce((sum, _, i) => sum + `0,0,4096,${i},1\n`.length, 0));
  });

  it('forgets nothing over many addresses', async () => {
    const pages = 50_000;
    const allocs = Array.from(
      { length: pages },
      (_, i) => `0,${(i * 40_503) % 65_536}000,1,hpa_alloc,4096\n`,
    );
    const frees = Array.from({ length: pages }, (_, i) => `0,${(i * 40_503) % 65_536}000,1,hpa_dalloc,\n`);
    const opened = asTrace(await openFile(sourceOf(HPA + allocs.join('') + frees.join('') + frees.join(''))));
    expect(opened.pairs).toBe(pages);
    expect(problemCounts(opened)).toEqual({ 'double-free': pages });
    for (const i of [0, 777, pages - 1]) expect(opened.trace.value[pages + i]).toBe(i);
  });
});
