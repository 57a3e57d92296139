import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EstimateSums } from '../../../engine/profile/aggregate-estimates.js';
import { ProfileFleet } from '../../../engine/profile/aggregate-fleet.js';
import { sumProfile } from '../../../engine/profile/aggregate-profile.js';
import { buildFrameTable } from '../../../engine/profile/frame-table.js';
import type { HeapProfile } from '../../../engine/profile/profile.js';
import { makeMapping, makeProfile } from '../../../engine/profile/aggregate.fixture.js';
import { splitSymbol, symbolSource } from '../../../engine/profile/symbol-source.js';
import { openFile } from '../../open.js';
import { writeHeapDump, writeSymbolised } from './heap-dump.js';

const HEAP = join(import.meta.dirname, '../../../../../shared/golden/heap');
const present = existsSync(HEAP);
if (!present) console.log('../shared/golden/heap is not there: rewriting real dumps skipped');

async function read(bytes: Uint8Array<ArrayBuffer>): Promise<HeapProfile> {
  const outcome = await openFile({
    name: 'dump',
    size: bytes.length,
    stream: () => new Blob([bytes]).stream(),
  });
  if (outcome.kind !== 'profile') throw new Error(`opened as ${outcome.kind}`);
  return outcome.profile;
}

const joined = (chunks: Iterable<Uint8Array<ArrayBuffer>>): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat([...chunks]));

/** Without names, and without threads of which nothing is told (lines of theirs could not be read). */
function told(profile: HeapProfile): HeapProfile {
  const used = new Set(profile.records.thread);
  const threads = profile.threads.filter(
    ({ name, header }, row) => name !== null || header !== null || used.has(row),
  );
  return { ...profile, threads, symbols: null };
}

describe.skipIf(!present)('real dumps, written again', () => {
  const dumps = present ? readdirSync(join(HEAP, 'dumps')).filter((name) => name.endsWith('.heap')) : [];

  it.each(dumps)('%s: every line but the map is as it was', async (name) => {
    const bytes = new Uint8Array(readFileSync(join(HEAP, 'dumps', name)));
    const profile = await read(bytes);
    const written = joined(writeHeapDump(profile));
    const cut = (text: string): string => text.slice(0, text.indexOf('MAPPED_LIBRARIES'));
    expect(cut(new TextDecoder().decode(written))).toBe(cut(new TextDecoder().decode(bytes)));
    expect(await read(written)).toEqual(profile);
  });

  it('synthetic ones give the same profile again', async () => {
    for (const name of readdirSync(join(HEAP, 'synthetic'))) {
      const bytes = new Uint8Array(readFileSync(join(HEAP, 'synthetic', name)));
      const outcome = await openFile({ name, size: null, stream: () => new Blob([bytes]).stream() });
      if (outcome.kind !== 'profile') continue;
      const again = await read(joined(writeHeapDump(outcome.profile)));
      expect(told(again), name).toEqual(told(outcome.profile));
    }
  });

  it('symbolised files name every frame as before', async () => {
    for (const name of ['sym-lg12.raw', 'redis-lg12-accum.raw']) {
      const profile = await read(new Uint8Array(readFileSync(join(HEAP, 'golden', name))));
      const framesOf = (one: HeapProfile) =>
        buildFrameTable(
          one.addresses,
          one.mappings,
          one.symbols === null ? [] : [symbolSource([one.symbols])],
        );
      const again = await read(joined(writeSymbolised(profile, framesOf(profile), '/bin/program')));
      expect(again.symbols?.program).toBe('/bin/program');
      expect(framesOf(again), name).toEqual(framesOf(profile));
      expect({ ...again, symbols: null }).toEqual({ ...profile, symbols: null });
    }
  });
});

describe('dumps of names that are hostile', () => {
  it('forge no lines', async () => {
    const profile = makeProfile({
      mappings: [makeMapping('/lib/a\nheap_v2/1\r.so', 0x1000)],
      stacks: [{ frames: [0x1010], objects: 1, bytes: 100 }],
      symbols: [[0x1010, 'x']],
    });
    const evil: HeapProfile = {
      ...profile,
      threads: [{ uid: 3n, name: 'a\n@ 0x1\n  t*: 9: 9 [9: 9]', header: [1n, 2n, 3n, 4n] }],
    };
    const frames = buildFrameTable(evil.addresses, evil.mappings, [
      { lookup: () => [{ full: 'f\n---\n--- heap\nheap_v2/7', location: '' }] },
    ]);
    const again = await read(joined(writeSymbolised(evil, frames, 'p\n--- heap')));
    expect(again.records).toEqual(evil.records);
    expect(again.rate).toEqual(evil.rate);
    expect(again.threads).toEqual([{ uid: 3n, name: 'a @ 0x1   t*: 9: 9 [9: 9]', header: [1n, 2n, 3n, 4n] }]);
    expect(again.mappings[0]?.path).toBe('/lib/a\nheap_v2/1 .so');
  });

  it('keep functions apart whatever dashes their names have', () => {
    const name = fc.oneof(
      fc.constantFrom('A::operator--', 'operator--(int)', 'operator', '-', '--', 'a--b', '---'),
      fc.string({ unit: fc.constantFrom('-', 'a', ' ', ':', 'é') }),
    );
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), (names) => {
        const profile = makeProfile({ stacks: [{ frames: [0x1010], objects: 1, bytes: 100 }] });
        const frames = buildFrameTable(
          profile.addresses,
          [],
          [{ lookup: () => names.map((full) => ({ full, location: '' })) }],
        );
        const text = new TextDecoder().decode(joined(writeSymbolised(profile, frames, '')));
        const line = text.split('\n')[2] ?? '';
        const parts = splitSymbol(line.slice('0x0000000000001010 '.length));
        expect(parts).toHaveLength(names.length);
        names.forEach((wanted, i) => {
          const kept = parts[i]?.full.trim();
          if (!/-/.test(wanted) || /^[^-]*operator--[^-]+$/.test(wanted))
            expect(kept).toBe(wanted.trim() === '' ? '??' : wanted.trim());
        });
      }),
    );
  });
});

describe('sums written as dumps', () => {
  it('are read as the same estimates, up to the rounding of counters', async () => {
    const fleet = new ProfileFleet('jeprof');
    const stacks = [
      { frames: [0x1010, 0x1020], objects: 4000, bytes: 4000 * 100, accumulated: [9000, 900_000] as const },
      { frames: [0x1030], objects: 1000, bytes: 65_536_000 },
    ];
    fleet.add(makeProfile({ rate: 4096, mappings: [makeMapping('/lib/a.so', 0x1000)], stacks }));
    fleet.add(
      makeProfile({
        rate: 65_536,
        mappings: [makeMapping('/lib/a.so', 0x1000)],
        stacks: [{ frames: [0x1030], objects: 2000, bytes: 64_000_000 }],
      }),
    );
    const sum = fleet.finish();
    const [table] = sum.sums;
    if (table === undefined) throw new Error('one sum');
    for (const rate of [4096, 65_536, 1, 0]) {
      const again = await read(joined(writeHeapDump(sumProfile(sum, table, rate))));
      const sums = new EstimateSums('jeprof');
      sums.add(again, null);
      const { values } = sums.finish();
      expect(values).toHaveLength(table.values.length);
      values.forEach((value, i) => {
        const wanted = table.values[i] as number;
        expect(Math.abs(value - wanted), `rate ${rate}`).toBeLessThanOrEqual(1 + 0.002 * wanted);
      });
    }
  });

  it('cannot be negative', () => {
    const sums = new EstimateSums('jeprof');
    const profile = makeProfile({ stacks: [{ frames: [16], objects: 1, bytes: 100 }] });
    sums.add(profile, null);
    const table = sums.finish();
    const stacks = { ...profile, notes: new ProfileFleet('jeprof').finish().notes };
    expect(() => sumProfile(stacks, { ...table, values: table.values.map((value) => -value) }, 1)).toThrow(
      'difference',
    );
  });
});
