import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { asTrace, eventLines, problemCounts, sourceOf } from '../../testing/byte-sources.js';
import type { ByteSource } from '../format.js';
import { openFile } from '../open.js';
import { detectCompression } from './expand.js';
import { windowTooLarge, zstdWindow } from './unzstd.js';

const HEADER = 'shard_ind,operation,size_or_alloc_index,nsecs,is_frequent\n';
const ALLOCS = Array.from({ length: 40 }, (_, i) => `0,0,4096,${1000 + i},1\n`).join('');
const FREES = Array.from({ length: 40 }, (_, i) => `0,1,${i},${2000 + i},1\n`).join('');

/** What zstd 1.5 writes for the header with the allocations (with checksum), and for the frees (without). */
const ZSTD_ALLOCS =
  'KLUv/QRY5QQAYscXGKClDtF5I+SfUPHdklGq0tvMzkzkf9BqBYPiMcVJ82ryMcVJ82ruMcVJ82rqMcVJ86piZir6ycbEHA72A8G7Ar2Fj/jHkPCKLUQ0w0jINfSF9ZC1dST3gYaKLaRcArwnIODnnXTXsU6661gn3e1QZp1017FOuutYJ93tkMw66a5jnXTXsU6626HMOumuY51017FOdHfJHOkMXYvSXA==';
const ZSTD_FREES =
  'KLUv/QBY1QMA4ogQC7BZG2TbyvTNQC4GgBnbtm3btm3b9v////+vzlCdQnUI1RlUR1CdQHWmOquO6sgxioIghkEQgmB7pWOMACPpKEYBQqgRcEd5vwOwo9IBEHhR+fQ+Ht8u93P5aR4cx7TRzuAXe0V9Akfsf6iXId9997SbbwnHVgE=';

const fromBase64 = (text: string) => new Uint8Array(Buffer.from(text, 'base64'));
const join = (...parts: (Uint8Array | string)[]) =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part as Uint8Array))));
const gzip = (text: string) => new Uint8Array(gzipSync(text));

const expected = [
  ...Array.from({ length: 40 }, (_, i) => `0 +1 ${1000 + i} f`),
  ...Array.from({ length: 40 }, (_, i) => `0 -${i} ${2000 + i} f`),
];
const random = (bytes: number) =>
  Uint8Array.from({ length: bytes }, (_, i) => (i * 7919 + (i >> 3) * 31) & 255);

async function open(bytes: Uint8Array, chunk = 1000) {
  return asTrace(await openFile(sourceOf(bytes, chunk)));
}

describe('gzip', () => {
  it('reads one member without a remark', async () => {
    const opened = await open(gzip(HEADER + ALLOCS + FREES));
    expect(opened.compression).toBe('gzip');
    expect(eventLines(opened.trace)).toEqual(expected);
    expect(opened.problems).toEqual([]);
    expect(opened.bytes).toBe((HEADER + ALLOCS + FREES).length);
  });

  for (const chunk of [1, 7, 100, 1 << 20]) {
    it(`reads several members in chunks of ${chunk}`, async () => {
      const bytes = join(gzip(HEADER), gzip(ALLOCS), gzip(''), gzip(FREES));
      const opened = await open(bytes, chunk);
      expect(eventLines(opened.trace)).toEqual(expected);
      expect(opened.problems).toEqual([]);
    });

    it(`keeps all before rubbish in chunks of ${chunk}`, async () => {
      for (const rubbish of ['rubbish after the end', new Uint8Array(600)]) {
        const opened = await open(join(gzip(HEADER + ALLOCS), gzip(FREES), rubbish), chunk);
        expect(eventLines(opened.trace)).toEqual(expected);
        expect(problemCounts(opened)).toEqual({ 'trailing-data': 1 });
      }
    });
  }

  it('keeps large output before rubbish: nothing lost, nothing doubled', async () => {
    const rows = Array.from({ length: 200_000 }, (_, i) => `0,0,${4096 * (1 + (i % 13))},${i * 1009},1\n`);
    const opened = await open(join(gzip(HEADER + rows.join('')), 'x'.repeat(50)), 1 << 16);
    expect(opened.trace.length).toBe(rows.length);
    expect(problemCounts(opened)).toEqual({ 'trailing-data': 1, 'only-allocations': 1 });
    for (const i of [0, 99_999, 199_999]) expect(opened.trace.time[2 * i]).toBe(i * 1009);
  });

  it('keeps the part before a cut, without the line that is cut', async () => {
    const rows = Array.from({ length: 50_000 }, (_, i) => `0,0,4096,${(i * 7_919_777) % 1_000_003},1\n`);
    const whole = gzip(HEADER + rows.join(''));
    const opened = await open(whole.subarray(0, whole.length >> 1));
    expect(opened.trace.length).toBeGreaterThan(20_000);
    expect(opened.trace.length).toBeLessThan(30_000);
    expect(problemCounts(opened)).toMatchObject({ 'cut-short': 1, 'cut-last-row': 1 });
    const last = opened.trace.length - 1;
    expect(opened.trace.time[2 * last]).toBe((last * 7_919_777) % 1_000_003);
  });

  it('tells a cut or changed end apart from a good one', async () => {
    const whole = gzip(HEADER + ALLOCS + FREES);
    const changed = whole.slice();
    changed[changed.length - 7] = (changed[changed.length - 7] ?? 0) ^ 1;
    for (const bytes of [whole.subarray(0, -3), changed]) {
      const opened = await open(bytes);
      expect(eventLines(opened.trace)).toEqual(expected);
      expect(problemCounts(opened)).toEqual({ 'cut-short': 1 });
    }
  });

  it('keeps the part before damage', async () => {
    const rows = Array.from({ length: 100_000 }, (_, i) => `0,0,4096,${(i * 7_919_777) % 1_000_003},1\n`);
    const bytes = gzip(HEADER + rows.join(''));
    bytes.fill(0xff, bytes.length >> 1, (bytes.length >> 1) + 4000);
    const opened = await open(bytes);
    expect(opened.trace.length).toBeGreaterThan(10_000);
    expect(opened.trace.length).toBeLessThan(100_000);
    expect(['corrupt-compression', 'cut-short']).toContain(opened.problems[0]?.kind);
  });

  it('reads a pipe, which cannot be read twice, exactly', async () => {
    const once = (bytes: Uint8Array, size: number | null): ByteSource => {
      let asked = 0;
      return {
        name: '-',
        size,
        stream: () => {
          if (asked++ > 0) throw new Error('read already');
          return sourceOf(bytes).stream();
        },
      };
    };
    const odd = join(gzip(HEADER + ALLOCS), gzip(FREES), 'rubbish');
    const opened = asTrace(await openFile(once(odd, null)));
    expect(eventLines(opened.trace)).toEqual(expected);
    expect(problemCounts(opened)).toEqual({ 'trailing-data': 1 });
    const clean = asTrace(await openFile(once(gzip(HEADER + ALLOCS + FREES), null)));
    expect(clean.problems).toEqual([]);
    // One that claims a size and breaks its word is told about, not guessed at.
    expect(problemCounts(await openFile(once(odd, odd.length)))).toMatchObject({ 'unverified-tail': 1 });
  });

  it('works where the platform expands nothing', async () => {
    const native = globalThis.DecompressionStream;
    Reflect.deleteProperty(globalThis, 'DecompressionStream');
    try {
      const opened = await open(join(gzip(HEADER + ALLOCS), gzip(FREES)));
      expect(eventLines(opened.trace)).toEqual(expected);
      expect(opened.problems).toEqual([]);
    } finally {
      globalThis.DecompressionStream = native;
    }
  });
});

describe('zstd', () => {
  for (const chunk of [1, 9, 1 << 16]) {
    it(`reads several frames in chunks of ${chunk}`, async () => {
      const opened = await open(join(fromBase64(ZSTD_ALLOCS), fromBase64(ZSTD_FREES)), chunk);
      expect(opened.compression).toBe('zstd');
      expect(eventLines(opened.trace)).toEqual(expected);
      expect(opened.problems).toEqual([]);
    });
  }

  it('skips skippable frames', async () => {
    const skippable = join(Uint8Array.of(0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0), 'meta');
    const opened = await open(join(skippable, fromBase64(ZSTD_ALLOCS)));
    expect(opened.trace.length).toBe(40);
  });

  it('keeps all before rubbish', async () => {
    const opened = await open(join(fromBase64(ZSTD_ALLOCS), 'rubbish, quite a lot of it'));
    expect(opened.trace.length).toBe(40);
    expect(problemCounts(opened)).toMatchObject({ 'trailing-data': 1 });
  });

  it('keeps whole frames before a cut', async () => {
    const frees = fromBase64(ZSTD_FREES);
    const opened = await open(join(fromBase64(ZSTD_ALLOCS), frees.subarray(0, frees.length - 20)));
    expect(opened.trace.length).toBe(40);
    expect(problemCounts(opened)).toMatchObject({ 'cut-short': 1 });
  });

  it('knows windows that would need too much memory', () => {
    const long = Uint8Array.from(Buffer.from('28b52ffd04a045000008780100e42b2004e100b79c', 'hex'));
    expect(zstdWindow(long)).toBe(2 ** 30);
    expect(windowTooLarge(long)).toBe(true);
    expect(windowTooLarge(fromBase64(ZSTD_ALLOCS))).toBe(false);
    expect(zstdWindow(Uint8Array.of(0x28))).toBe(0);
  });

  it('refuses such a window with a way to go on', async () => {
    const long = Uint8Array.from(Buffer.from('28b52ffd04a045000008780100e42b2004e100b79c', 'hex'));
    const outcome = await openFile(sourceOf(long));
    expect(outcome.kind).toBe('unusable');
    expect(outcome.problems[0]?.sentence).toContain('unpack it');
  });
});

describe('decompression bombs', () => {
  it('stops at the given cap and keeps the part before', async () => {
    const rows = ALLOCS.repeat(2000);
    const outcome = await openFile(sourceOf(gzip(HEADER + rows)), { maxExpandedBytes: 1 << 20 });
    const opened = asTrace(outcome);
    expect(opened.bytes).toBe(1 << 20);
    expect(opened.trace.length).toBeGreaterThan(50_000);
    expect(problemCounts(opened)).toMatchObject({ 'expansion-limit': 1, 'cut-last-row': 1 });
    expect(opened.problems[0]?.sentence).toContain('unpack it yourself');
  });

  it('stops by ratio without one', async () => {
    const bytes = gzip(`${HEADER}${ALLOCS}${'x'.repeat(290 << 20)}`);
    const opened = asTrace(await openFile(sourceOf(bytes)));
    expect(opened.bytes).toBeLessThan(280 << 20);
    expect(opened.trace.length).toBe(40);
    expect(problemCounts(opened)).toMatchObject({ 'expansion-limit': 1 });
  });
});

it('keeps what came before a read error', async () => {
  const failing: ByteSource = {
    name: 'f',
    size: null,
    stream: () => {
      let pulled = 0;
      return new ReadableStream({
        pull: (controller) => {
          if (pulled++ > 0) controller.error(new Error('disk gone'));
          else controller.enqueue(new TextEncoder().encode(`${HEADER}0,0,4096,5,1\n0,0,40`));
        },
      });
    },
  };
  const opened = asTrace(await openFile(failing));
  expect(eventLines(opened.trace)).toEqual(['0 +1 5 f']);
  expect(problemCounts(opened)).toMatchObject({ 'read-error': 1, 'cut-last-row': 1 });
});

it('tells compressions by their first bytes', () => {
  expect(detectCompression(Uint8Array.of(0x1f, 0x8b, 8))).toBe('gzip');
  expect(detectCompression(Uint8Array.of(0x1f, 0x8b, 9))).toBe('none');
  expect(detectCompression(Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd))).toBe('zstd');
  expect(detectCompression(Uint8Array.of(0x53, 0x2a, 0x4d, 0x18))).toBe('zstd');
  expect(detectCompression(new Uint8Array(0))).toBe('none');
  expect(detectCompression(random(18))).toBe('none');
});

it('aborts with the reason given, also in the middle', async () => {
  const reason = new Error('enough');
  const rows = ALLOCS.repeat(40_000);
  for (const bytes of [join(HEADER, rows), gzip(HEADER + rows)]) {
    const abort = new AbortController();
    const reading = openFile(sourceOf(bytes, 1 << 20), { signal: abort.signal });
    setTimeout(() => abort.abort(reason), 20);
    await expect(reading).rejects.toBe(reason);
  }
});
