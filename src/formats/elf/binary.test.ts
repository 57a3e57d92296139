import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openBinary } from './binary.js';
import { PLAIN_NAMES } from './demangle.js';
import {
  type BuiltSymbol,
  buildElf,
  sectionField,
  sectionIndex,
  setSectionField,
  storedZstd,
  withCompressed,
} from './elf-builder.fixture.js';
import { GOLDEN_BINARIES, binaryBytes, hasGoldenHeap, openBytes } from './golden.fixture.js';
import { blobAccess, bytesAccess } from './random-access.js';

const SYMBOLS: readonly BuiltSymbol[] = [
  { name: 'first', address: 0x1100 },
  { name: 'alias', address: 0x1200, type: 1 },
  { name: 'real', address: 0x1200 },
  { name: 'weak', address: 0x1300, bind: 2 },
  { name: 'last', address: 0x1f00 },
];

async function openPlain(bytes: Uint8Array<ArrayBuffer>) {
  const opened = await openBinary(bytesAccess(bytes), 'it.so', PLAIN_NAMES);
  if (!opened.ok) throw new Error(opened.error);
  return opened.value;
}

const errorOf = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> => {
  const opened = await openBinary(bytesAccess(bytes), 'it.so', PLAIN_NAMES);
  return opened.ok ? '' : opened.error;
};

describe('symbols', () => {
  const kinds = [true, false].flatMap((is64) =>
    [true, false].map((littleEndian) => ({ is64, littleEndian })),
  );
  it.each(kinds)('are read with 64 bits: $is64, little endian: $littleEndian', async (kind) => {
    const binary = await openPlain(buildElf(SYMBOLS, kind));
    expect(binary.info).toMatchObject({ symbols: 5, onlyDynamic: false, kind: 'library', hasLines: false });
    const names: (string | undefined)[] = [];
    for (const at of [0x1000, 0x1100, 0x11ff, 0x1234, 0x1300, 0x1eff]) {
      names.push((await binary.lookup(at, null))?.[0]?.full);
    }
    expect(names).toEqual([
      // Below the first symbol jeprof takes the first.
      'first<0000000000001100>',
      'first<0000000000001100>',
      'first<0000000000001100>',
      // A name that took another's place has no tag.
      'real',
      'weak<0000000000001300>',
      'weak<0000000000001300>',
    ]);
  });

  it('at or above the last start nm has no name, addr2line has', async () => {
    const binary = await openPlain(buildElf(SYMBOLS));
    expect(await binary.lookup(0x1f08, null)).toEqual([{ full: 'last', location: '??:?' }]);
  });

  it('nothing is known of an address outside of all sections past the last symbol', async () => {
    const binary = await openPlain(buildElf(SYMBOLS));
    expect(await binary.lookup(0x9000, null)).toBeNull();
  });

  it('marks of the ARM assembler are no symbols', async () => {
    const marked = [...SYMBOLS, { name: '$x', address: 0x1240, type: 0, bind: 0 }];
    const onArm = await openPlain(buildElf(marked, { machine: 183 }));
    expect((await onArm.lookup(0x1250, null))?.[0]?.full).toBe('real');
    const onX86 = await openPlain(buildElf(marked));
    expect((await onX86.lookup(0x1250, null))?.[0]?.full).toBe('$x<0000000000001240>');
  });

  it('source files of the symbol table stand for lines', async () => {
    const binary = await openPlain(
      buildElf([
        { name: 'crt.c', address: 0, type: 4, bind: 0, section: 0xfff1 },
        { name: 'start', address: 0x1100, bind: 0 },
        { name: 'end', address: 0x1900 },
      ]),
    );
    expect(await binary.lookup(0x1104, null)).toEqual([
      { full: 'start<0000000000001100>', location: 'crt.c:?' },
    ]);
  });
});

describe('files that are no sound binary', () => {
  it('are refused with a sentence', async () => {
    expect(await errorOf(new Uint8Array(0))).toBe('"it.so": this is not an ELF binary.');
    expect(await errorOf(new TextEncoder().encode('heap_v2/524288\n'))).toContain('not an ELF binary');
    const good = buildElf(SYMBOLS);
    expect(await errorOf(good.slice(0, 40))).toContain('ends within the ELF header');
    expect(await errorOf(good.slice(0, good.length - 10))).toContain('it is cut short');
    const odd = good.slice();
    odd[4] = 7;
    expect(await errorOf(odd)).toContain('unknown word size');
  });

  it('a file that vanished after it was chosen is told of', async () => {
    const gone = { arrayBuffer: () => Promise.reject(new Error('not found')) };
    const blob = { size: 4096, slice: () => gone } as unknown as Blob;
    expect(await openBinary(blobAccess(blob), 'it.so', PLAIN_NAMES)).toEqual({
      ok: false,
      error: '"it.so": the file can no longer be read (not found).',
    });
  });

  it('keep what is good: symbols that lie outside of the file are told of, the binary opens', async () => {
    const broken = buildElf(SYMBOLS);
    setSectionField(broken, sectionIndex(broken, '.symtab'), 'offset', 0xffff_ffff_ffff_0000n);
    const binary = await openPlain(broken);
    expect(binary.info.symbols).toBe(0);
    expect(binary.info.notes).toEqual([
      expect.stringMatching(/^Its symbols cannot be read: bytes .* are named/),
    ]);
    expect(await binary.lookup(0x1100, null)).toBeNull();
  });
});

describe.skipIf(!hasGoldenHeap)('golden binaries (need ../shared/golden)', () => {
  it('facts', async () => {
    const facts = await Promise.all(
      GOLDEN_BINARIES.map(async (name) => {
        const { kind, buildId, hasLines, onlyDynamic } = (await openBytes(binaryBytes(name), name)).info;
        return [name, kind, buildId.slice(0, 8), hasLines, onlyDynamic];
      }),
    );
    expect(facts).toEqual([
      ['gt', 'program', 'e5358384', true, false],
      ['sym', 'program', '6b99d47c', true, false],
      ['sym-nopie', 'program', '79c4d6ca', true, false],
      ['sym-stripped', 'program', '6b99d47c', false, true],
      ['extras', 'program', '6f9c8450', true, false],
      ['libsymplug.so', 'library', 'dc3d5e8e', true, false],
    ]);
  });

  const INLINED = 0x155a;
  const CHAIN = [
    'host_of_inlines()<0000000000001540> ./bin/../src/sym_a.cc:34 (discriminator 3)',
    'inl_top(unsigned long) ./bin/../src/sym_a.cc:33 (discriminator 3)',
    'inl_mid(unsigned long) ./bin/../src/sym_a.cc:32 (discriminator 3)',
    'inl_leaf(unsigned long) ./bin/../src/sym_a.cc:31 (discriminator 3)',
  ];
  const chain = async (bytes: Uint8Array<ArrayBuffer>) => {
    const frames = await (await openBytes(bytes, 'sym')).lookup(INLINED, null);
    return frames?.map(({ full, location }) => `${full} ${location}`);
  };
  const ALL = [
    '.debug_info',
    '.debug_abbrev',
    '.debug_line',
    '.debug_str',
    '.debug_line_str',
    '.debug_rnglists',
  ];

  it('inlined functions, outermost first', async () => {
    expect(await chain(binaryBytes('sym'))).toEqual(CHAIN);
  });

  it.each([
    ['zlib', 1, deflateSync],
    ['zstd', 2, storedZstd],
  ] as const)('debug sections compressed by %s read the same', async (_, kind, pack) => {
    const packed = ALL.reduce((file, name) => withCompressed(file, name, kind, pack), binaryBytes('sym'));
    expect(await chain(packed)).toEqual(CHAIN);
  });

  it('a compressed section that lies about its size costs the lines only', async () => {
    for (const promised of [16, 1 << 20, 2 ** 40]) {
      const packed = withCompressed(binaryBytes('sym'), '.debug_info', 1, deflateSync, promised);
      const binary = await openBytes(packed, 'sym');
      expect(await binary.lookup(INLINED, null)).toEqual([
        { full: 'host_of_inlines()<0000000000001540>', location: '??:?' },
      ]);
      expect([...binary.problems].join()).toMatch(
        /\.debug_info (expands to|is compressed, and damaged|would expand)/,
      );
    }
  });

  it('a debug file gives a stripped program its names and lines', async () => {
    const debugBytes = binaryBytes('sym');
    const text = sectionIndex(debugBytes, '.text');
    setSectionField(debugBytes, text, 'type', 8n);
    expect(sectionField(debugBytes, text, 'type')).toBe(8);
    const debug = await openBytes(debugBytes, 'sym.debug');
    expect(debug.info.kind).toBe('debug file');
    const stripped = await openBytes(binaryBytes('sym-stripped'), 'sym-stripped');
    const frames = await stripped.lookup(INLINED, debug);
    expect(frames?.map(({ full }) => full.replace(/<\w+>$/, ''))).toEqual(
      CHAIN.map((line) => line.replace(/(<\w+>)? \.\/bin.*$/, '')),
    );
  });
});
