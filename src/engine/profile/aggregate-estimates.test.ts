import { describe, expect, it } from 'vitest';
import { diffStacks, diffTop } from './aggregate-diff.js';
import { EstimateSums, measureRows, stackTable } from './aggregate-estimates.js';
import { ProfileFleet } from './aggregate-fleet.js';
import { GroupIndex, moduleLabels } from './aggregate-groups.js';
import { buildFrameTable } from './frame-table.js';
import { makeMapping, makeProfile } from './aggregate.fixture.js';
import { buildTopTable } from './top-table.js';

const chance = (size: number, rate: number): number => 1 - Math.exp(-size / rate);

describe('sums of estimates', () => {
  it('scale each record by its own dump’s rate, then add', () => {
    const sums = new EstimateSums('jeprof');
    const stacks = [{ frames: [16], objects: 2, bytes: 2048 }];
    sums.add(makeProfile({ rate: 4096, stacks }), null);
    sums.add(makeProfile({ rate: 65_536, stacks }), null);
    const { values, notes } = sums.finish();
    expect(values[1]).toBeCloseTo(2048 / chance(1024, 4096) + 2048 / chance(1024, 65_536), 6);
    expect(notes).toMatchObject({ dumps: 2, rates: [4096, 65_536] });
  });

  it('scale two records of one stack before they are added', () => {
    const sums = new EstimateSums('jeprof');
    const small = { frames: [16], objects: 10, bytes: 80 };
    const large = { frames: [16], objects: 1, bytes: 1_000_000 };
    sums.add(makeProfile({ stacks: [small, large] }), null);
    expect(sums.finish().values[1]).toBeCloseTo(80 / chance(8, 4096) + 1_000_000, 3);
  });

  it('keep live and accumulated counters apart', () => {
    const sums = new EstimateSums('written');
    sums.add(
      makeProfile({ stacks: [{ frames: [16], objects: 0, bytes: 0, accumulated: [63, 4032] }] }),
      null,
    );
    expect([...sums.finish().values]).toEqual([0, 0, 63, 4032]);
  });

  it('leave overflowed counters out, count them, and know no error there', () => {
    const sums = new EstimateSums('jeprof');
    sums.add(makeProfile({ stacks: [{ frames: [16], objects: 1, bytes: Number.POSITIVE_INFINITY }] }), null);
    const { values, variances, notes } = sums.finish();
    expect(values[1]).toBe(0);
    expect(variances[1]).toBeNaN();
    expect(notes.overflows).toBe(1);
  });

  it('begin anew after being cleared', () => {
    const sums = new EstimateSums('jeprof');
    const profile = makeProfile({ stacks: [{ frames: [16, 32], objects: 2, bytes: 2048 }] });
    sums.add(profile, null);
    const first = sums.finish();
    sums.clear();
    sums.add(profile, null);
    expect(sums.finish()).toEqual(first);
  });
});

describe('comparisons', () => {
  const fleet = new ProfileFleet('jeprof', 2);
  const mappings = [makeMapping('/lib/a.so', 0x10000), makeMapping('/lib/b.so', 0x40000)];
  fleet.add(
    makeProfile({
      mappings,
      stacks: [
        { frames: [0x10010], objects: 4, bytes: 4096 },
        { frames: [0x10020], objects: 4, bytes: 4096 },
        { frames: [0x10030], objects: 5, bytes: 5 * 10_000_000 },
      ],
    }),
    0,
  );
  fleet.add(
    makeProfile({
      mappings,
      stacks: [
        { frames: [0x10010], objects: 8, bytes: 8192 },
        { frames: [0x40020], objects: 2, bytes: 2048 },
        { frames: [0x10030], objects: 6, bytes: 6 * 10_000_000 },
      ],
    }),
    1,
  );
  const joined = fleet.finish();
  const [before, after] = joined.sums;
  if (before === undefined || after === undefined) throw new Error('two sums');
  const table = stackTable(joined.stacks, 'inuse_space', after, before);
  const frames = buildFrameTable(joined.addresses, joined.mappings, []);

  it('tell new, gone and changed stacks', () => {
    const diff = diffStacks(table);
    const names = Array.from(table.stack, (node) => frames.offset[joined.stacks.address[node] as number]);
    const row = (offset: number): number => names.indexOf(offset);
    const gone = names.findIndex((offset, i) => offset === 32 && (diff.after[i] as number) === 0);
    const fresh = names.findIndex((offset, i) => offset === 32 && (diff.before[i] as number) === 0);
    expect(diff.presence[row(16)]).toBe(0);
    expect(diff.presence[gone]).toBe(-1);
    expect(diff.presence[fresh]).toBe(1);
    expect(diff.relative[fresh]).toBeNaN();
    expect(diff.relative[gone]).toBe(-1);
    expect(diff.relative[row(16)]).toBeCloseTo(1, 9);
    const p = chance(1024, 4096);
    // Errors of both sides: 4 and 8 samples of 1024 bytes, known to about a tenth.
    const error = Math.sqrt((12 * (1 - p)) / (p * p)) * 1024;
    expect((diff.standardError[row(16)] as number) / error).toBeCloseTo(1, 1);
    expect(diff.z[row(16)]).toBeCloseTo(
      (diff.difference[row(16)] as number) / (diff.standardError[row(16)] as number),
      12,
    );
  });

  it('work by module', () => {
    const top = buildTopTable(table, frames, moduleLabels(frames));
    const diff = diffTop(top, 'cum');
    const b = top.names.indexOf('b.so');
    expect(diff.before[b]).toBe(0);
    expect(diff.presence[b]).toBe(1);
    const p = chance(1024, 4096);
    expect(diff.after[top.names.indexOf('a.so')]).toBeCloseTo(8192 / p + 60_000_000, 3);
  });
});

describe('groups', () => {
  it('count recursion once, and what lies outside of all modules by itself', () => {
    const sums = new EstimateSums('written');
    const profile = makeProfile({
      mappings: [makeMapping('/lib/a.so', 0x10000)],
      stacks: [{ frames: [0x99, 0x10010, 0x10020, 0x10010], objects: 1, bytes: 100 }],
    });
    sums.add(profile, null);
    const frames = buildFrameTable(profile.addresses, profile.mappings, []);
    const groups = new GroupIndex(
      { stacks: profile.stacks, node: Int32Array.from({ length: profile.stacks.length }, (_, node) => node) },
      frames,
      moduleLabels(frames),
    );
    const { flat, cum } = groups.columns(measureRows(sums.finish(), 'inuse_space'));
    expect([...cum.values]).toEqual([100, 100]);
    expect([...flat.values]).toEqual([0, 100]);
  });
});
