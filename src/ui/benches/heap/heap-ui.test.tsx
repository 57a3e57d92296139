// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { CallTree } from '../../../engine/profile/call-tree.js';
import type { FactsAnswer } from '../../../workers/heap.api.js';
import { sortedRows } from '../../controls/sorting.js';
import { DataTable, type TableColumn } from '../../controls/DataTable.js';
import { factWarnings, sampleSentence } from './fact-words.js';
import { CutNote } from './CutNote.js';
import { flameHeight, levelsOf } from './flame-height.js';
import { NameCell } from './NameCell.js';
import { childOf, namesOf, nodeAt } from './tree-path.js';
import { errorText, exactText, rateText } from './words.js';

afterEach(cleanup);

describe('sorting', () => {
  const values = [3, Number.NaN, 7, 3, 0];
  const names = ['b', 'a', 'c', 'd', 'B'];
  const columns: readonly TableColumn[] = [
    { key: 'value', title: 'value', help: '', width: 50, text: String, order: (row) => values[row] ?? 0 },
    { key: 'name', title: 'name', help: '', text: String, order: (row) => names[row] ?? '' },
    { key: 'plain', title: 'plain', help: '', text: String },
  ];
  const rows = [0, 1, 2, 3, 4];

  it('numbers fall, equal ones keep their order, unknown ones come last both ways', () => {
    expect(sortedRows(rows, columns, { key: 'value', reversed: false })).toEqual([2, 0, 3, 4, 1]);
    expect(sortedRows(rows, columns, { key: 'value', reversed: true })).toEqual([4, 0, 3, 2, 1]);
  });

  it('text rises', () => {
    expect(sortedRows(rows, columns, { key: 'name', reversed: false })).toEqual([4, 1, 0, 2, 3]);
    expect(sortedRows(rows, columns, { key: 'plain', reversed: false })).toEqual(rows);
  });

  it('keys and heads report what they ask for', () => {
    const asked: unknown[] = [];
    render(
      <DataTable
        label="T"
        columns={columns}
        rows={rows}
        sort={{ key: 'value', reversed: false }}
        onSort={(sort) => asked.push(sort)}
        selectedRow={1}
        onSelect={(row) => asked.push(row)}
        onOpen={(row) => asked.push(`open ${row}`)}
        empty="none"
      />,
    );
    const grid = screen.getByRole('grid', { name: 'T' });
    expect(grid.tabIndex).toBe(0);
    for (const key of ['ArrowDown', 'ArrowUp', 'End', 'Home', 'Enter', 'x']) fireEvent.keyDown(grid, { key });
    expect(asked).toEqual([2, 0, 4, 0, 'open 1']);
    fireEvent.click(screen.getByRole('button', { name: 'value' }));
    fireEvent.click(screen.getByRole('button', { name: 'name' }));
    expect(asked.slice(5)).toEqual([
      { key: 'value', reversed: true },
      { key: 'name', reversed: false },
    ]);
    expect(screen.getByRole('columnheader', { name: 'value' }).getAttribute('aria-sort')).toBe('descending');
  });
});

describe('paths in a call tree', () => {
  // all > a > b, all > a (again, after b's subtree) > c
  const tree: CallTree = {
    nodes: 5,
    depth: Uint16Array.of(0, 1, 2, 1, 2),
    parent: Int32Array.of(-1, 0, 1, 0, 3),
    subtreeEnd: Int32Array.of(5, 3, 3, 5, 5),
    name: Int32Array.of(3, 0, 1, 2, 0),
    total: new Float64Array(5),
    self: new Float64Array(5),
    variance: new Float64Array(5),
    before: new Float64Array(5),
    names: ['a', 'b', 'c', 'all'],
    cutFrames: 0,
    moduleOfName: Int32Array.of(-1, -1, -1, -1),
    modules: [],
  };

  it('lead to their node and back', () => {
    expect(childOf(tree, 0, 'c')).toBe(3);
    expect(childOf(tree, 0, 'b')).toBe(-1);
    for (let node = 0; node < tree.nodes; node += 1) expect(nodeAt(tree, namesOf(tree, node))).toBe(node);
  });

  it('end at the last node there is', () => {
    expect(nodeAt(tree, ['a', 'x', 'b'])).toBe(1);
    expect(nodeAt({ ...tree, nodes: 0 }, ['a'])).toBe(0);
  });
});

describe('the flame graph', () => {
  it('gets the room that its table does not need', () => {
    expect(flameHeight(600, 176, 100, 99)).toBe(600 - 176 - 180);
    expect(flameHeight(600, 176, 3, 99)).toBe(600 - 176 - 27 - 66);
    expect(flameHeight(0, 176, 100, 99), 'before the room is known').toBe(150);
    expect(flameHeight(600, 176, 3, 10), 'no more than the tree is deep').toBe(184);
    expect(levelsOf({ nodes: 3, depth: Uint16Array.of(0, 1, 2, 9) })).toBe(3);
  });

  it('says which calls it leaves out, and is silent where it leaves out none', () => {
    expect(render(<CutNote cut={0} />).container.textContent).toBe('');
    cleanup();
    const said = render(<CutNote cut={465} />).container.textContent;
    expect(said).toContain('65\u202f535 calls deep at most');
    expect(said).toContain('465 frames further in are left out');
  });
});

describe('words', () => {
  it('say what is unknown, and never invent an error', () => {
    expect(errorText(Number.NaN, 'bytes')).toBe('–');
    expect(errorText(0, 'bytes')).toBe('±0');
    expect(errorText(1024 * 1024, 'bytes')).toBe('±1\u202fKiB');
    expect(exactText('18446744073709551615')).toBe(
      '18\u202f446\u202f744\u202f073\u202f709\u202f551\u202f615',
    );
    expect(rateText(1)).toBe('every allocation');
  });

  it('names are text, and marks that turn text are shown as such', () => {
    const { container } = render(<NameCell name={'<b>x</b>\u202e'} />);
    expect(container.querySelector('b')).toBeNull();
    expect(container.textContent).toBe('<b>x</b>\ufffd');
    cleanup();
    expect(render(<NameCell name={'y'.repeat(100_000)} />).container.textContent?.length).toBeLessThan(500);
  });
});

describe('warnings', () => {
  const facts: FactsAnswer = {
    source: 'heap_v2',
    dumps: 1,
    rateText: '524288',
    rate: 524_288,
    scaled: true,
    writer: 'unbiased',
    writerReason: '',
    accumulates: true,
    measures: [
      {
        measure: 'inuse_space',
        header: null,
        headerScaled: null,
        written: '1',
        jeprof: 100,
        best: 100,
        error: 1,
      },
    ],
    samples: 5000,
    stacks: 10,
    thinStacks: 0,
    thinShare: 0,
    threads: 1,
    frames: 1,
    namedFrames: 1,
    rates: [],
  };
  const said = (change: Partial<FactsAnswer>): string =>
    factWarnings({ ...facts, ...change })
      .map(({ severity, sentence }) => `${severity}: ${sentence}`)
      .join('\n');

  it('a good dump needs none', () => expect(said({})).toBe(''));
  it('few samples', () => expect(said({ samples: 20 })).toMatch(/^warning: Only about 20 samples/));
  it('rate 1 has no sampling error', () => {
    expect(said({ rate: 1 })).toMatch(/^info: Rate 1/);
    expect(sampleSentence({ ...facts, rate: 1, samples: 1 })).toBe('1 object, all of them recorded');
  });
  it('no rate', () => expect(said({ rate: 0, scaled: false })).toMatch(/no sampling rate/));
  it('a large error of the total', () => {
    const [bytes] = facts.measures;
    if (bytes === undefined) throw new Error('no measure');
    expect(said({ measures: [{ ...bytes, error: 30 }] })).toContain('30.0\u202f%');
  });
  it('logs are no heaps', () => {
    expect(said({ source: 'prof_log' })).toContain('freed');
    expect(said({ source: 'prof_recent' })).toContain('newest');
  });
});
