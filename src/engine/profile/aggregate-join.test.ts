import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stackTable } from './aggregate-estimates.js';
import { ProfileFleet } from './aggregate-fleet.js';
import { type JoinedStacks, ProfileJoin } from './aggregate-join.js';
import { buildFrameTable } from './frame-table.js';
import type { HeapProfile, Mapping } from './profile.js';
import { type FixtureStack, makeMapping, makeProfile } from './aggregate.fixture.js';
import { symbolSource } from './symbol-source.js';

const A = '/usr/lib/a.so';
const B = '/usr/lib/b.so';

/** Stacks of a join as texts `module+offset<…`, with a value each. */
function spelled(
  join: JoinedStacks,
  rows: Iterable<readonly [node: number, value: number]>,
): Map<string, number> {
  const frames = buildFrameTable(join.addresses, join.mappings, []);
  const found = new Map<string, number>();
  for (const [stack, value] of rows) {
    const parts: string[] = [];
    for (let node = stack; node > 0; node = join.stacks.parent[node] as number) {
      const address = join.stacks.address[node] as number;
      const module = frames.modules[frames.module[address] as number];
      parts.push(module === undefined ? 'loose' : `${module.path}+${frames.offset[address] as number}`);
    }
    const text = parts.join('<');
    found.set(text, (found.get(text) ?? 0) + value);
  }
  return found;
}

function fleetOf(profiles: readonly HeapProfile[]): Map<string, number> {
  const fleet = new ProfileFleet('jeprof');
  for (const profile of profiles) fleet.add(profile);
  const joined = fleet.finish();
  const [sum] = joined.sums;
  if (sum === undefined) throw new Error('no sum');
  const table = stackTable(joined.stacks, 'inuse_space', sum);
  return spelled(
    joined,
    Array.from(table.stack, (node, row) => [node, table.value[row] as number] as const),
  );
}

/** A process of one program: two modules at places of its own; frames are [module, offset]. */
function processAt(
  bases: readonly [number, number],
  stacks: readonly (Omit<FixtureStack, 'frames'> & {
    readonly frames: readonly (readonly [0 | 1, number])[];
  })[],
  rate = 4096,
): HeapProfile {
  return makeProfile({
    rate,
    mappings: [makeMapping(A, bases[0], 0x4000, 0x1000), makeMapping(B, bases[1], 0x4000)],
    stacks: stacks.map(({ frames, ...rest }) => ({
      ...rest,
      frames: frames.map(([module, offset]) => bases[module] + offset),
    })),
  });
}

const STACKS = [
  {
    frames: [
      [0, 16],
      [1, 32],
    ] as const,
    objects: 3,
    bytes: 300,
  },
  { frames: [[1, 64]] as const, objects: 1, bytes: 8192 },
];

describe('the join of dumps', () => {
  it('adds up processes that have their modules at other addresses', () => {
    const one = fleetOf([processAt([0x10000, 0x20000], STACKS)]);
    const two = fleetOf([processAt([0x10000, 0x20000], STACKS), processAt([0x7f000, 0x30000], STACKS)]);
    expect([...two.keys()]).toEqual([...one.keys()]);
    for (const [stack, value] of one) expect(two.get(stack)).toBeCloseTo(2 * value, 6);
    expect([...one.keys()]).toEqual([`${A}+4112<${B}+32`, `${B}+64`]);
  });

  it('keeps modules apart that lie at the same address in two processes', () => {
    const first = processAt([0x10000, 0x20000], STACKS);
    const second = processAt([0x20000, 0x10000], STACKS);
    const sum = fleetOf([first, second]);
    expect([...sum.keys()].sort()).toEqual([`${A}+4112<${B}+32`, `${B}+64`].sort());
  });

  it('leaves the addresses of the first dump as they are', () => {
    const join = new ProfileJoin();
    const profile = processAt([0x10000, 0x20000], STACKS);
    join.add(profile);
    join.add(processAt([0x20000, 0x10000], STACKS));
    const { addresses, mappings } = join.finish();
    expect(addresses.words.slice(0, profile.addresses.words.length)).toEqual(profile.addresses.words);
    expect(mappings).toHaveLength(2);
  });

  it('never gives an address outside of all modules the name of another dump’s module', () => {
    const first = makeProfile({
      mappings: [makeMapping(A, 0x10000)],
      stacks: [{ frames: [0x10010], objects: 1, bytes: 100 }],
      symbols: [[0x10010, 'inside']],
    });
    const second = makeProfile({
      mappings: [makeMapping(A, 0x50000)],
      stacks: [{ frames: [0x10010], objects: 1, bytes: 100 }],
    });
    const join = new ProfileJoin();
    join.add(first);
    join.add(second);
    const joined = join.finish();
    expect(joined.addresses.length).toBe(2);
    expect(joined.notes.looseFrames).toBe(1);
    const frames = buildFrameTable(
      joined.addresses,
      joined.mappings,
      joined.symbols === null ? [] : [symbolSource([joined.symbols])],
    );
    expect([...frames.known]).toEqual([1, 0]);
    expect([...frames.module]).toEqual([0, -1]);
  });

  it('places a later module away from addresses that were taken as they are', () => {
    const join = new ProfileJoin();
    join.add(
      makeProfile({
        mappings: [makeMapping(A, 0x10000)],
        stacks: [{ frames: [0x90010], objects: 1, bytes: 100 }],
      }),
    );
    join.add(
      makeProfile({
        mappings: [makeMapping(A, 0x10000), makeMapping(B, 0x90000)],
        stacks: [{ frames: [0x90010], objects: 1, bytes: 100 }],
      }),
    );
    const joined = join.finish();
    expect([...buildFrameTable(joined.addresses, joined.mappings, []).module]).toEqual([-1, 1]);
  });

  it('keeps builds of other size apart, and says so', () => {
    const join = new ProfileJoin();
    const stacks = [{ frames: [0x10010], objects: 1, bytes: 100 }];
    join.add(makeProfile({ mappings: [makeMapping(A, 0x10000, 0x1000)], stacks }));
    join.add(
      makeProfile({
        mappings: [makeMapping(A, 0x40000, 0x2000)],
        stacks: [{ frames: [0x40010], objects: 1, bytes: 100 }],
      }),
    );
    const { addresses, notes } = join.finish();
    expect(addresses.length).toBe(2);
    expect([...notes.otherBuilds]).toEqual([A]);
  });

  it('joins a module whose mapping was split in a later dump of the process', () => {
    const join = new ProfileJoin();
    const stacks = [{ frames: [0x10010, 0x12010], objects: 1, bytes: 100 }];
    join.add(makeProfile({ mappings: [makeMapping(A, 0x10000, 0x4000)], stacks }));
    join.add(
      makeProfile({
        mappings: [makeMapping(A, 0x10000, 0x2000), makeMapping(A, 0x12000, 0x2000, 0x2000)],
        stacks,
      }),
    );
    const other = [{ frames: [0x70010, 0x72010], objects: 1, bytes: 100 }];
    join.add(
      makeProfile({
        mappings: [makeMapping(A, 0x70000, 0x2000), makeMapping(A, 0x72000, 0x2000, 0x2000)],
        stacks: other,
      }),
    );
    const { addresses, notes } = join.finish();
    expect(addresses.length).toBe(2);
    expect(notes.otherBuilds.size).toBe(0);
  });

  it('takes code and data pages of one offset for two places', () => {
    const mappings: Mapping[] = [
      { ...makeMapping(A, 0x10000, 0x2000), permissions: 'r--p' },
      makeMapping(A, 0x12000, 0x1000, 0x1000),
    ];
    const join = new ProfileJoin();
    join.add(makeProfile({ mappings, stacks: [{ frames: [0x12010], objects: 1, bytes: 100 }] }));
    expect([...join.finish().addresses.words]).toEqual([0x12010, 0]);
  });

  it('counts dumps without a map and takes their addresses as they are', () => {
    const join = new ProfileJoin();
    const stacks = [{ frames: [0x10010], objects: 1, bytes: 100 }];
    join.add(makeProfile({ stacks }));
    join.add(makeProfile({ stacks }));
    const { addresses, notes } = join.finish();
    expect(addresses.length).toBe(1);
    expect(notes).toMatchObject({ withoutMap: 2, looseFrames: 1 });
  });

  it('moves names along, keeps the first and counts others', () => {
    const join = new ProfileJoin();
    const at = (base: number, name: string): HeapProfile =>
      makeProfile({
        mappings: [makeMapping(A, base)],
        stacks: [{ frames: [base + 16], objects: 1, bytes: 100 }],
        symbols: [[base + 16, name]],
      });
    join.add(at(0x10000, 'first'));
    join.add(at(0x70000, 'first'));
    join.add(at(0x90000, '<img src=x onerror=alert(1)>'));
    const { symbols, notes } = join.finish();
    expect(symbols?.names).toEqual(['first']);
    expect([...(symbols?.words ?? [])]).toEqual([0x10010, 0]);
    expect(notes.namedTwice).toBe(1);
  });
});

const stackArbitrary = fc.record({
  frames: fc.array(fc.tuple(fc.constantFrom(0 as const, 1 as const), fc.integer({ min: 0, max: 40 })), {
    minLength: 1,
    maxLength: 6,
  }),
  objects: fc.integer({ min: 1, max: 1000 }),
  bytes: fc.integer({ min: 8, max: 1_000_000 }),
});
const place = fc.integer({ min: 1, max: 0x7ff0 }).map((page) => page * 0x10000);
const processArbitrary = fc.record({
  bases: fc.tuple(place, place).filter(([a, b]) => a !== b),
  stacks: fc.array(stackArbitrary, { minLength: 1, maxLength: 12 }),
  rate: fc.constantFrom(1, 4096, 524_288),
});

function expectSame(actual: Map<string, number>, wanted: Map<string, number>): void {
  expect([...actual.keys()].sort()).toEqual([...wanted.keys()].sort());
  for (const [stack, value] of wanted) {
    expect(Math.abs((actual.get(stack) ?? Number.NaN) - value)).toBeLessThanOrEqual(1e-9 * Math.abs(value));
  }
}

describe('maps of bad files', () => {
  const mapping = fc.record({
    start: fc.bigInt({ min: 0n, max: 40n }).map((page) => page * 4096n),
    length: fc.bigInt({ min: -1n, max: 12n }).map((pages) => pages * 4096n),
    offset: fc.bigInt({ min: 0n, max: 8n }).map((page) => page * 4096n),
    permissions: fc.constantFrom('r-xp', 'r--p', 'rwxp', ''),
    path: fc.constantFrom(A, B, '', '[heap]', '[vdso]'),
    deleted: fc.boolean(),
  });
  const map = fc
    .array(mapping, { maxLength: 12 })
    .map((list) => list.map(({ length, ...rest }): Mapping => ({ ...rest, end: rest.start + length })));

  it('overlapping, inverted, doubled: every frame keeps its module and offset, or is loose', () => {
    fc.assert(
      fc.property(fc.array(map, { minLength: 1, maxLength: 4 }), (maps) => {
        const join = new ProfileJoin();
        const frames = Array.from({ length: 60 }, (_, i) => i * 4096 + 16);
        const profiles = maps.map((mappings) =>
          makeProfile({
            mappings,
            stacks: frames.map((frame) => ({ frames: [frame], objects: 1, bytes: 64 })),
          }),
        );
        const rows = profiles.map((profile) => {
          const nodes = join.add(profile);
          return Array.from(profile.records.stack, (stack) => nodes[stack] as number);
        });
        const joined = join.finish();
        const names = buildFrameTable(joined.addresses, joined.mappings, []);
        profiles.forEach((profile, dump) => {
          const code = profile.mappings.filter(
            ({ path, start, end }) => end > start && (path.startsWith('/') || path === '[vdso]'),
          );
          frames.forEach((frame, i) => {
            const address = joined.stacks.address[(rows[dump] as number[])[i] as number] as number;
            const module = names.modules[names.module[address] as number];
            if (module === undefined || hasNoMap(profile)) return;
            const holders = code.map(
              ({ path, start, offset }) => `${path}+${BigInt(frame) - start + offset}`,
            );
            expect(holders).toContain(`${module.path}+${names.offset[address] as number}`);
          });
        });
      }),
      { numRuns: 300 },
    );
  });

  it('with very many mappings take no long time', () => {
    const mappings = Array.from({ length: 20_000 }, (_, i) =>
      makeMapping(A, 0x10000 + 2 * i * 4096, 4096, 2 * i * 4096),
    );
    const others = Array.from({ length: 20_000 }, (_, i) =>
      makeMapping(`/lib/${i}.so`, 2 ** 40 + 8192 * ((i * 7919) % 20_000), 4096),
    );
    const join = new ProfileJoin();
    const start = performance.now();
    for (let dump = 0; dump < 2; dump++)
      join.add(makeProfile({ mappings: [...mappings, ...others], stacks: [] }));
    expect(performance.now() - start).toBeLessThan(5000);
  });
});

/** Whether no mapping of a dump is a module with code. */
function hasNoMap({ mappings }: HeapProfile): boolean {
  return !mappings.some(
    ({ path, permissions, start, end }) =>
      end > start &&
      (path.startsWith('/') || path === '[vdso]') &&
      (permissions === '' || permissions.includes('x')),
  );
}

describe('sums of any dumps', () => {
  it('are the sums of their parts, in any order, wherever modules lie', () => {
    fc.assert(
      fc.property(
        fc.array(processArbitrary, { minLength: 1, maxLength: 5 }),
        fc.array(fc.tuple(place, place), { minLength: 5, maxLength: 5 }),
        (processes, places) => {
          const profiles = processes.map(({ bases, stacks, rate }) => processAt(bases, stacks, rate));
          const whole = fleetOf(profiles);
          const parts = new Map<string, number>();
          for (const profile of profiles) {
            for (const [stack, value] of fleetOf([profile]))
              parts.set(stack, (parts.get(stack) ?? 0) + value);
          }
          expectSame(whole, parts);
          expectSame(fleetOf(profiles.toReversed()), whole);
          const moved = processes.map(({ bases, stacks, rate }, i) => {
            const [a, b] = places[i] ?? bases;
            return processAt(a === b ? bases : [a, b], stacks, rate);
          });
          expectSame(fleetOf(moved), whole);
        },
      ),
      { numRuns: 200 },
    );
  });
});
