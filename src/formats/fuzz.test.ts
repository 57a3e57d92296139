import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOf, eventLines, exactTable, sourceOf } from '../testing/byte-sources.js';
import type { OpenOutcome } from './format.js';
import { openFile } from './open.js';
import { preprocessToText } from './preprocess-text.js';
import { PROBLEM_KINDS } from './problem-kinds.js';
import { STATISTICS_SPEC } from './statistics-columns.js';
import { HPA_SPEC, SEC_SPEC } from './trace/raw-columns.js';
import { REPLAY_SPEC } from './trace/replay-columns.js';

const ROWS = 30;
const lines = (row: (i: number) => string) => Array.from({ length: ROWS }, (_, i) => `${row(i)}\n`).join('');
const header = (spec: typeof HPA_SPEC) => `${spec.columns.map((column) => column.names[0]).join(',')}\n`;

const GOOD: Record<string, string> = {
  replay:
    header(REPLAY_SPEC) +
    lines((i) =>
      i % 3 === 2 ? `0,1,${i - 2 - Math.floor(i / 3)},${1000 + i},0` : `0,0,${4096 * (i + 1)},${1000 + i},1`,
    ),
  hpa:
    header(HPA_SPEC) +
    lines(
      (i) => `${i % 2},${4096 * (1 + Math.floor(i / 4))},${1000 + i},hpa_${i % 4 > 1 ? 'd' : ''}alloc,4096`,
    ),
  sec:
    header(SEC_SPEC) +
    lines(
      (i) =>
        `1,2,"w, x",${1000 + i},sec_${i % 2 ? 'd' : ''}alloc,77,88,${4096 * (1 + (i >> 1))},8192,${i % 2 ? '' : 1}`,
    ),
  statistics:
    header(STATISTICS_SPEC) +
    lines((i) => [i >> 1, i % 2, ...Array.from({ length: 17 }, (_, k) => k)].join(',')),
  sizes: `size,allocated,live\n${lines((i) => `${16 * (i + 1)},${1000 * i},${10 * i}`)}`,
  mallocStats: JSON.stringify({
    jemalloc: {
      version: '5.3.0-0-g54eaed1d8b56',
      opt: { prof: true, lg_prof_sample: 19, prof_prefix: 'jeprof' },
      arenas: { bin: [{ size: 8 }, { size: 16 }], lextent: [{ size: 16_384 }] },
      'stats.arenas': {
        merged: {
          tcache_bytes: 40,
          large: { nmalloc: 9 },
          bins: [
            { curregs: 5, nrequests: 3, prof_live_count: 1, prof_accum_count: 2 },
            { curregs: 7, nrequests: 99, prof_live_count: 0, prof_accum_count: 4 },
          ],
          lextents: [{ curlextents: 4, prof_live_count: 0, prof_accum_count: 0 }],
        },
      },
    },
  }),
};

const seeds = Object.values(GOOD).flatMap((text) => [bytesOf(text), new Uint8Array(gzipSync(text))]);

type Edit = (bytes: Uint8Array) => Uint8Array;
const at = fc.double({ min: 0, max: 1, noNaN: true });
const piece = fc.oneof(
  fc.uint8Array({ maxLength: 12 }),
  fc
    .constantFrom(
      '\0',
      '\r',
      '\n',
      '\r\n',
      ',',
      '"',
      '""',
      '0x',
      '-',
      '99999999999999999999',
      ' ',
      ';',
      '\u{feff}',
      'e5',
      '.',
      header(HPA_SPEC),
      header(REPLAY_SPEC),
      '\u{1f}',
    )
    .map(bytesOf),
);
const splice = (bytes: Uint8Array, from: number, remove: number, insert: Uint8Array) =>
  new Uint8Array(Buffer.concat([bytes.subarray(0, from), insert, bytes.subarray(from + remove)]));
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(at, piece).map(
    ([p, insert]): Edit =>
      (bytes) =>
        splice(bytes, Math.floor(p * bytes.length), 0, insert),
  ),
  fc.tuple(at, fc.nat(20)).map(
    ([p, n]): Edit =>
      (bytes) =>
        splice(bytes, Math.floor(p * bytes.length), n, new Uint8Array(0)),
  ),
  fc.tuple(at, fc.nat(255)).map(
    ([p, byte]): Edit =>
      (bytes) =>
        splice(bytes, Math.floor(p * bytes.length), 1, Uint8Array.of(byte)),
  ),
  at.map(
    (p): Edit =>
      (bytes) =>
        bytes.slice(0, Math.floor(p * bytes.length)),
  ),
  fc.constantFrom(...seeds).map(
    (other): Edit =>
      (bytes) =>
        splice(bytes, bytes.length, 0, other),
  ),
  at.map(
    (p): Edit =>
      (bytes) =>
        bytes.slice(Math.floor(p * bytes.length)),
  ),
);
const mutated = fc
  .tuple(fc.constantFrom(...seeds), fc.array(edit, { minLength: 1, maxLength: 5 }))
  .map(([seed, edits]) => edits.reduce<Uint8Array>((bytes, change) => change(bytes), seed));

/** Without what may depend on chunks: spare room, and bytes read past the point where reading stopped. */
function comparable(outcome: OpenOutcome) {
  if (outcome.kind === 'unusable') return outcome;
  const rest = { ...outcome, bytes: 0 };
  return rest.kind === 'trace' ? { ...rest, trace: exactTable(rest.trace) } : rest;
}

describe('mutated files', () => {
  it('never throw, and say what was wrong', async () => {
    await fc.assert(
      fc.asyncProperty(mutated, fc.constantFrom(1, 13, 1 << 16), async (bytes, chunk) => {
        const outcome = await openFile(sourceOf(bytes, chunk));
        for (const { kind, count, lines, sentence } of outcome.problems) {
          expect(kind in PROBLEM_KINDS).toBe(true);
          expect(count).toBeGreaterThan(0);
          expect(lines.length).toBeLessThanOrEqual(10);
          expect(sentence).not.toMatch(/undefined|NaN|\p{Cc}/u);
        }
        if (outcome.kind === 'trace') {
          const { trace, rows } = outcome;
          expect(trace.length).toBeLessThanOrEqual(rows);
          for (let i = 0, allocations = 0; i < trace.length; i++) {
            const value = trace.value[i] ?? 0;
            if (((trace.meta[i] ?? 0) & 1) === 0) {
              expect(value).toBeGreaterThan(0);
              allocations++;
            } else expect(value === 0xffff_ffff || value < allocations).toBe(true);
          }
        }
        // Chunks are an accident of reading: the outcome must not depend on them, but for how much of damaged gzip is saved.
        const other = await openFile(sourceOf(bytes, 1 << 20));
        const damaged = [outcome, other].some(({ problems }) =>
          problems.some(({ kind }) => kind === 'corrupt-compression'),
        );
        if (!damaged) expect(comparable(other)).toEqual(comparable(outcome));
      }),
      { numRuns: 1500 },
    );
  });

  it('never throw in the preprocessor', async () => {
    await fc.assert(
      fc.asyncProperty(mutated, fc.constantFrom('hpa', 'sec'), async (bytes, format) => {
        let written = 0;
        const result = await preprocessToText(sourceOf(bytes), format, {}, (chunk) => {
          written += chunk.length;
        });
        if (!result.ok) expect([written, result.error.length > 10]).toEqual([0, true]);
      }),
      { numRuns: 500 },
    );
  });
});

describe('good rows', () => {
  const good = (GOOD['replay'] ?? '').trimEnd().split('\n');
  const junk = fc.constantFrom(
    'junk',
    '0,0',
    '0,7,4096,1,1',
    '0,0,x,1,1',
    ',,,,',
    '\0\0',
    '"',
    '0,0,4097,1',
    '-1,0',
  );

  it('survive bad rows between them', async () => {
    const clean = await openFile(sourceOf(`${good.join('\n')}\n`));
    if (clean.kind !== 'trace') throw new Error('not a trace');
    // Rows of five columns that would be allocations take a number; these do not.
    const harmless = junk.filter((row) => !row.startsWith('0,0,4097'));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer({ min: 1, max: good.length }), harmless), { maxLength: 8 }),
        async (inserts) => {
          const rows = [...good];
          for (const [place, row] of inserts) rows.splice(place, 0, row);
          const outcome = await openFile(sourceOf(`${rows.join('\n')}\n`));
          if (outcome.kind !== 'trace') throw new Error('not a trace');
          expect(eventLines(outcome.trace)).toEqual(eventLines(clean.trace));
          const bad = outcome.problems.filter(({ severity }) => severity === 'error');
          expect(bad.reduce((sum, { count }) => sum + count, 0)).toBe(inserts.length);
        },
      ),
    );
  });

  it('survive a cut at every byte', async () => {
    const text = `${good.join('\n')}\n`;
    for (let cut = good[0]?.length ?? 0; cut < text.length; cut++) {
      const outcome = await openFile(sourceOf(text.slice(0, cut)));
      const whole = text.slice(0, cut).split('\n').length - 2;
      const events = outcome.kind === 'trace' ? outcome.trace.length : 0;
      // The line that was cut may be kept when it has all its columns, and is told about then.
      expect([whole, whole + 1]).toContain(events);
      if (events === whole + 1) expect(outcome.problems.map(({ kind }) => kind)).toContain('no-line-end');
    }
  });
});
