import { decode } from './pprof-decode.fixture.js';
import { describe, expect, it } from 'vitest';
import { EstimateSums } from '../../../engine/profile/aggregate-estimates.js';
import { buildFrameTable } from '../../../engine/profile/frame-table.js';
import type { NameSource, SourceFrame } from '../../../engine/profile/names.js';
import type { HeapProfile } from '../../../engine/profile/profile.js';
import { makeMapping, makeProfile } from '../../../engine/profile/aggregate.fixture.js';
import { gzipChunks } from './gzip.js';
import { type PprofInput, writePprof } from './pprof.js';

const HOSTILE = '</script><img src=x onerror=alert(1)>";=cmd|\u202e\n--heap';

function named(names: Readonly<Record<number, readonly SourceFrame[]>>): NameSource {
  return { lookup: (low) => names[low] ?? null };
}

function inputOf(profile: HeapProfile, source: NameSource, more: Partial<PprofInput> = {}): PprofInput {
  const sums = new EstimateSums('jeprof');
  sums.add(profile, null);
  return {
    addresses: profile.addresses,
    stacks: profile.stacks,
    frames: buildFrameTable(profile.addresses, profile.mappings, [source]),
    mappings: profile.mappings,
    parts: [{ thread: null, table: sums.finish() }],
    rate: profile.rate.bytes,
    program: '/bin/program',
    buildIds: new Map([['/lib/a.so', 'abc123']]),
    measure: 'inuse_space',
    comments: [],
    ...more,
  };
}

const PROFILE = makeProfile({
  mappings: [makeMapping('/lib/a.so', 0x1000, 0x1000, 0x200), makeMapping('/bin/program', 0x10000)],
  stacks: [
    { frames: [0x1010, 0x10010], objects: 1, bytes: 1_000_000, accumulated: [2, 2_000_000] },
    { frames: [0x1020, 0x10010], objects: 3, bytes: 3_000_000 },
    { frames: [0x9999_0000], objects: 1, bytes: 500_000 },
    { frames: [], objects: 1, bytes: 400_000 },
  ],
});
const NAMES = named({
  0x1010: [{ full: 'operator new(unsigned long)<0000000000001000>', location: '??:0' }],
  0x10010: [
    { full: 'main', location: '/src/main.c:12 (discriminator 3)' },
    { full: 'helper(int)', location: '/src/help.c:7' },
  ],
});

describe('pprof files', () => {
  it('have the four sample types, the default one, and the rate as period', () => {
    const read = decode(writePprof(inputOf(PROFILE, NAMES)));
    expect(read.sampleTypes).toEqual([
      'inuse_objects/count',
      'inuse_space/bytes',
      'alloc_objects/count',
      'alloc_space/bytes',
    ]);
    expect(read.defaultSampleType).toBe('inuse_space');
    expect(read.period).toBe('4096 space/bytes');
  });

  it('have every stack leaf first with its values', () => {
    const { samples } = decode(writePprof(inputOf(PROFILE, NAMES)));
    expect(samples.map(({ addresses, values }) => [addresses, values])).toEqual([
      [[], [1, 400_000, 0, 0]],
      [
        [0x1010, 0x10010],
        [1, 1_000_000, 2, 2_000_000],
      ],
      [
        [0x1020, 0x10010],
        [3, 3_000_000, 0, 0],
      ],
      [[0x9999_0000], [1, 500_000, 0, 0]],
    ]);
  });

  it('have lines innermost first, without jeprof’s tags, and none for what has no name', () => {
    const { locations } = decode(writePprof(inputOf(PROFILE, NAMES)));
    expect(locations.get(0x10010)?.lines).toEqual([
      { name: 'helper(int)', file: '/src/help.c', line: 7 },
      { name: 'main', file: '/src/main.c', line: 12 },
    ]);
    expect(locations.get(0x1010)?.lines).toEqual([
      { name: 'operator new(unsigned long)', file: '', line: 0 },
    ]);
    expect(locations.get(0x1020)?.lines).toEqual([]);
  });

  it('have the mappings in use, the program first, with build-ids, and say what they know', () => {
    const { locations, mappings } = decode(writePprof(inputOf(PROFILE, NAMES)));
    expect(mappings).toEqual([
      {
        file: '/bin/program',
        start: 0x10000,
        end: 0x20000,
        offset: 0,
        buildId: '',
        flags: [true, true, true, true],
      },
      {
        file: '/lib/a.so',
        start: 0x1000,
        end: 0x2000,
        offset: 0x200,
        buildId: 'abc123',
        // One of its locations has no name: tools may look for it.
        flags: [false, false, false, false],
      },
    ]);
    expect(locations.get(0x1010)?.mapping).toBe('/lib/a.so');
    expect(locations.get(0x9999_0000)?.mapping).toBe('');
  });

  it('tell tools which frames belong to the allocator', () => {
    expect(decode(writePprof(inputOf(PROFILE, NAMES))).dropFrames).toBe('operator new');
  });

  it('label samples with their threads', () => {
    const { parts } = inputOf(PROFILE, NAMES);
    const table = parts[0]?.table;
    if (table === undefined) throw new Error('one part');
    const { samples } = decode(
      writePprof(
        inputOf(PROFILE, NAMES, {
          parts: [
            { thread: { uid: 7n, name: 'worker: "two"' }, table },
            { thread: { uid: 8n, name: null }, table },
          ],
        }),
      ),
    );
    expect(samples[0]?.labels).toEqual({ thread: 'worker: "two"', thread_uid: 7 });
    expect(samples[4]?.labels).toEqual({ thread: 't8', thread_uid: 8 });
  });

  it('keep hostile and huge text as it is', () => {
    const long = 'x'.repeat(100_000);
    const read = decode(
      writePprof(
        inputOf(
          PROFILE,
          named({ 0x1010: [{ full: HOSTILE, location: HOSTILE }], 0x1020: [{ full: long, location: '' }] }),
        ),
      ),
    );
    expect(read.locations.get(0x1010)?.lines[0]?.name).toBe(HOSTILE);
    expect(read.locations.get(0x1020)?.lines[0]?.name).toBe(long);
  });

  it('hold values and addresses of 64 bits, and negative ones', () => {
    const { parts, ...input } = inputOf(PROFILE, NAMES);
    const table = parts[0]?.table;
    if (table === undefined) throw new Error('one part');
    const values = table.values.map((_, i) => (i === 1 ? 2 ** 60 : i === 5 ? -5 : i === 9 ? -(2 ** 40) : 0));
    const read = decode(writePprof({ ...input, parts: [{ thread: null, table: { ...table, values } }] }));
    expect(read.samples.map((sample) => sample.values[1])).toEqual([2 ** 60, -5, -(2 ** 40)]);
  });

  it('come out of gzip again', async () => {
    const chunks = [...writePprof(inputOf(PROFILE, NAMES))];
    const stream = gzipChunks(chunks).pipeThrough(new DecompressionStream('gzip'));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    expect(Buffer.compare(bytes, Buffer.concat(chunks))).toBe(0);
  });
});
