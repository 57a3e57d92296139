import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { buildFrameTable } from '../../../engine/profile/frame-table.js';
import type { NameSource } from '../../../engine/profile/names.js';
import { makeMapping, makeProfile } from '../../../engine/profile/aggregate.fixture.js';
import { AFTER, BEFORE, StackRows } from '../../../engine/profile/stack-table.js';
import { writeFolded } from './folded.js';
import { type TableColumn, writeCsv, writeJson } from './table.js';

const text = (chunks: Iterable<Uint8Array<ArrayBuffer>>): string =>
  new TextDecoder().decode(Buffer.concat([...chunks]));

describe('folded stacks', () => {
  const profile = makeProfile({
    mappings: [makeMapping('/lib/a.so', 0x1000)],
    stacks: [
      { frames: [0x1010, 0x1020], objects: 1, bytes: 100 },
      { frames: [0x1030, 0x1020], objects: 1, bytes: 100 },
      { frames: [0x19000], objects: 1, bytes: 100 },
      { frames: [], objects: 1, bytes: 100 },
    ],
  });
  const names: Readonly<Record<number, string>> = {
    0x1010: 'Vec<[u8; 4]>::push 9\nforged;line 1',
    0x1020: 'main<0000000000001020>',
  };
  const source: NameSource = {
    lookup: (low) => (names[low] === undefined ? null : [{ full: names[low], location: '' }]),
  };
  const frames = buildFrameTable(profile.addresses, profile.mappings, [source]);
  const folded = (values: readonly (readonly [before: number, after: number])[]): string => {
    const rows = new StackRows(profile.stacks);
    values.forEach(([before, after], i) =>
      rows.add(profile.records.stack[i] as number, after, 0, 0, before, AFTER | BEFORE),
    );
    return text(writeFolded(rows.finish(), profile.addresses, frames));
  };

  it('have one line a stack, whatever names hold, and leave out zeros', () => {
    expect(
      folded([
        [0, 10.4],
        [0, 0.4],
        [0, 3],
        [0, 7],
      ]).split('\n'),
    ).toEqual(['main;Vec<[u8: 4]>::push 9 forged:line 1 10', '0x0000000000019000 3', '(no frames) 7', '']);
  });

  it('name unknown frames by module and offset, and compare with two values', () => {
    expect(
      folded([
        [0, 0],
        [2, 5],
        [4, 0],
        [0, 0],
      ]).split('\n'),
    ).toEqual(['main;a.so+0x30 2 5', '0x0000000000019000 4 0', '']);
  });
});

describe('tables', () => {
  const hostile = [
    '=HYPERLINK("http://x","y")',
    '+1',
    '-[NSObject init]',
    '@SUM(A1)',
    ' =1+1',
    '\t=1',
    '\u202e=1',
    '＝1+1',
    'plain',
    'a,b "c"\nd',
    '',
    'operator-(int)',
  ];
  const columns: TableColumn[] = [
    { name: 'name', kind: 'text', at: (row) => hostile[row] ?? '' },
    { name: 'flat_bytes', kind: 'number', at: (row) => [-12.5, Number.NaN, -0, 1e21][row] ?? row },
  ];

  it('as CSV hold no formulas, and numbers as numbers', () => {
    const { data } = Papa.parse<string[]>(text(writeCsv(columns, hostile.length)), { skipEmptyLines: true });
    expect(data[0]).toEqual(['name', 'flat_bytes']);
    const cells = data.slice(1).map(([name]) => name);
    expect(cells).toEqual(hostile.map((name, i) => (i < 8 ? `'${name}` : name)));
    expect(data.slice(1, 6).map(([, value]) => value)).toEqual(['-12.5', '', '0', '1e+21', '4']);
  });

  it('as JSON give texts back exactly', () => {
    const rows = JSON.parse(text(writeJson(columns, hostile.length))) as {
      name: string;
      flat_bytes: number | null;
    }[];
    expect(rows.map(({ name }) => name)).toEqual(hostile);
    expect(rows.slice(0, 5).map((row) => row.flat_bytes)).toEqual([-12.5, null, 0, 1e21, 4]);
    expect(text(writeJson(columns, 0))).toBe('[]\n');
  });
});
