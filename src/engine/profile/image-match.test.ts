import { describe, expect, it } from 'vitest';
import { type Image, ImageIndex, matchModules } from './image-match.js';
import type { Mapping } from './profile.js';

function mapping(start: number, end: number, offset: number, path: string, permissions = 'r-xp'): Mapping {
  return {
    start: BigInt(start),
    end: BigInt(end),
    offset: BigInt(offset),
    permissions,
    path,
    deleted: false,
  };
}

/** Code of `bytes` at file offset 0x1000, linked to `address`. */
function image(name: string, { address = 0x1000, bytes = 0x1000, fixed = false, ...more } = {}): Image {
  return {
    name,
    buildId: '',
    debugLink: '',
    layout: {
      fixed,
      segments: [
        { offset: 0, address: address - 0x1000, fileBytes: 0x800, memoryBytes: 0x800, executable: false },
        { offset: 0x1000, address, fileBytes: bytes, memoryBytes: bytes, executable: true },
      ],
      text: { address: address + 0x100, offset: 0x1100 },
    },
    ...more,
  };
}

const debugFile = (name: string, more: Partial<Image> = {}): Image => {
  const whole = image(name);
  return { ...whole, layout: { ...whole.layout, text: null }, ...more };
};

const MAP = [
  mapping(0x5500_0000_0000, 0x5500_0000_1000, 0, '/opt/app/bin/prog', 'r--p'),
  mapping(0x5500_0000_1000, 0x5500_0000_2000, 0x1000, '/opt/app/bin/prog'),
  mapping(0x7f00_0000_1000, 0x7f00_0000_2000, 0x1000, '/usr/lib/libm.so.6.1'),
  mapping(0x7fff_0000_0000, 0x7fff_0000_1000, 0, '[vdso]'),
];

const find = (mappings: readonly Mapping[], images: readonly Image[], address: number) =>
  new ImageIndex(mappings, images, matchModules(mappings, images)).find(
    address % 2 ** 32,
    Math.floor(address / 2 ** 32),
  );

describe('modules and files', () => {
  it('match by path, name, and name without the end of a version', () => {
    const matches = matchModules(MAP, [image('libm.so.6'), image('bin/prog'), image('other')]);
    expect(matches.map(({ path, image, by }) => [path, image, by])).toEqual([
      ['/opt/app/bin/prog', 1, 'path'],
      ['/usr/lib/libm.so.6.1', 0, 'similar'],
    ]);
    expect(matchModules(MAP, [image('prog')])[0]?.by).toBe('name');
    expect(matchModules(MAP, [image('libm.so'), image('pro')]).map(({ path }) => path)).toEqual([
      '/usr/lib/libm.so.6.1',
    ]);
  });

  it('the better path wins', () => {
    expect(matchModules(MAP, [image('old/prog'), image('app/bin/prog')])[0]).toMatchObject({
      image: 1,
      by: 'path',
    });
  });

  it('a file of another build is not used', () => {
    const short = image('prog', { bytes: 0x1001 });
    const moved: Mapping[] = MAP.map((line) => ({ ...line, offset: line.offset + 0x20000n }));
    for (const [map, file, from] of [
      [moved, image('prog'), '0x21000 to 0x22000'],
      [MAP, short, '0x1000 to 0x2000'],
    ] as const) {
      expect(matchModules(map, [file])[0]).toMatchObject({
        image: -1,
        problem: expect.stringContaining(
          `it is another build: in the dump the code comes from bytes ${from}`,
        ),
      });
      expect(find(map, [file], 0x5500_0000_1100)).toBeNull();
    }
    // Of two with the name the one that fits is taken.
    expect(matchModules(MAP, [short, image('prog'), short])[0]).toMatchObject({ image: 1, problem: null });
  });

  it('code that was mapped in parts still fits', () => {
    const large = image('prog', { bytes: 0x5000 });
    const parts = [
      mapping(0x10000, 0x12000, 0x1000, '/bin/prog'),
      mapping(0x12000, 0x14000, 0, ''),
      mapping(0x14000, 0x15000, 0x5000, '/bin/prog'),
    ];
    expect(matchModules(parts, [large])[0]).toMatchObject({ image: 0, problem: null });
    expect(find(parts, [large], 0x14010)?.address).toBe(0x5010);
  });

  it('debug files go by build id, then by the name that the program or custom gives them', () => {
    const program = { ...image('prog'), buildId: 'aa' };
    const named = debugFile('prog.debug', { buildId: 'bb' });
    const same = debugFile('x/1234.debug', { buildId: 'aa' });
    expect(matchModules(MAP, [program, named, same])[0]).toMatchObject({ image: 0, debug: 2 });
    expect(matchModules(MAP, [program, named])[0]).toMatchObject({ image: 0, debug: -1 });
    const without = { ...image('prog'), debugLink: 'p.dbg' };
    expect(matchModules(MAP, [without, debugFile('p.dbg')])[0]).toMatchObject({ image: 0, debug: 1 });
    // On its own it stands for the program.
    expect(matchModules(MAP, [debugFile('prog.debug')])[0]).toMatchObject({ image: 0, debug: -1 });
  });

  it('a removed file is told of', () => {
    const removed = MAP.map((line) => ({ ...line, deleted: true }));
    expect(matchModules(removed, [image('prog')])[0]).toMatchObject({ image: 0, deleted: true });
  });
});

describe('addresses', () => {
  it('position-independent: by the place in the file and where that is linked to', () => {
    expect(find(MAP, [image('prog', { address: 0x401000 })], 0x5500_0000_1234)).toEqual({
      image: 0,
      debug: -1,
      address: 0x401234,
    });
  });

  it('fixed: the address itself', () => {
    const map = [mapping(0x401000, 0x402000, 0x1000, '/bin/p')];
    const program = image('p', { address: 0x401000, fixed: true });
    expect(find(map, [program], 0x401abc)?.address).toBe(0x401abc);
    // Also without a map.
    expect(find([], [program], 0x401abc)?.address).toBe(0x401abc);
    expect(find([], [program], 0x501abc)).toBeNull();
    expect(find([], [image('p')], 0x1100)).toBeNull();
  });

  it('several segments of code: each by its own', () => {
    const two = image('prog');
    const layout = {
      ...two.layout,
      segments: [
        ...two.layout.segments,
        { offset: 0x3000, address: 0x9000, fileBytes: 0x1000, memoryBytes: 0x1000, executable: true },
      ],
    };
    const map = [
      mapping(0x10000, 0x11000, 0x1000, '/bin/prog'),
      mapping(0x18000, 0x19000, 0x3000, '/bin/prog'),
      // The same code mapped again.
      mapping(0x90000, 0x91000, 0x1000, '/bin/prog'),
    ];
    const images = [{ ...two, layout }];
    expect(find(map, images, 0x10010)?.address).toBe(0x1010);
    expect(find(map, images, 0x18010)?.address).toBe(0x9010);
    expect(find(map, images, 0x90010)?.address).toBe(0x1010);
  });

  it('the end of a mapping still belongs to it, the next one begins anew', () => {
    expect(find(MAP, [image('prog')], 0x5500_0000_2000)?.address).toBe(0x2000);
    expect(find(MAP, [image('prog')], 0x5500_0000_2001)).toBeNull();
    expect(find(MAP, [image('prog')], 0x5500_0000_0800)).toBeNull();
  });

  it('a debug file alone goes by where the module begins', () => {
    expect(find(MAP, [debugFile('prog')], 0x5500_0000_1234)?.address).toBe(0x1234);
  });
});
