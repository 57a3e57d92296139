// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { elementsOf } from '../shared/svg-check.fixture.js';
import { caption, readings, rowSentence } from './describe.js';
import { layoutSumRules, ratioText } from './layout.js';
import { knownRules, ratioOf, referenceOf, shownRows, wrongness } from './rules.js';
import { exportSumRulesSvg, SumRules, type SumRulesProps } from './SumRules.js';

afterEach(cleanup);

const HOSTILE = `</text><script>alert(1)</script>\u202e\u0000`;
const none = Number.NaN;
const plain = (text: string): string => text.replaceAll('\u202f', ' ');

function props(more: Partial<SumRulesProps> = {}): SumRulesProps {
  return {
    table: {
      kind: 'function',
      names: ['small', 'right', 'worst', 'unknown', HOSTILE],
      values: {
        samples: Float64Array.of(none, 1000, 8000, none, none),
        stacks: Float64Array.of(10, 1000, 4000, none, 500),
        pooled: Float64Array.of(10, 1000, 1000, 700, 250),
        whole: Float64Array.of(1, 1000, 40, 500, 0),
      },
      variance: Float64Array.of(1, 10_000, none, none, 250_000),
    },
    unit: 'bytes',
    reference: 'stacks',
    selectedRow: null,
    theme: 'light',
    label: 'redis',
    onSelect: vi.fn(),
    ...more,
  };
}

it('takes ratios against rule b, or the best estimate known', () => {
  expect([0, 1, 2, 3].map((row) => ratioOf(props(), row, 'whole'))).toEqual([0.1, 1, 0.01, none]);
  const best = props({ reference: 'best' });
  expect([0, 2, 3].map((row) => referenceOf(best, row))).toEqual([10, 8000, none]);
  expect(
    referenceOf(props({ reference: 'best', best: Float64Array.of(none, none, 7000, none, none) }), 2),
  ).toBe(7000);
});

it('takes the largest rows and puts the most wrong first, unknown ones last', () => {
  expect(shownRows(props())).toEqual([4, 2, 0, 1, 3]);
  expect(shownRows(props({ mostRows: 2 }))).toEqual([2, 1]);
  expect(shownRows(props({ sortBy: 'pooled' }))).toEqual([2, 4, 1, 0, 3]);
  expect(wrongness(2)).toBe(wrongness(0.5));
});

it('leaves out rules that nothing is known of', () => {
  const { table } = props();
  const values = { ...table.values, samples: Float64Array.of(none, none, none, none, none) };
  expect(knownRules(props({ table: { ...table, values } }))).toEqual(['stacks', 'pooled', 'whole']);
});

it('lays marks on a log axis around ×1, and zero as an arrow at the edge', () => {
  const layout = layoutSumRules(props({ mostRows: 3 }), 600);
  expect(layout.rows).toEqual([4, 2, 1]);
  const one = layout.scale(1);
  expect(layout.scale(0.01)).toBeGreaterThan(layout.left);
  expect(layout.scale(2) - one).toBeCloseTo(one - layout.scale(0.5), 6);
  const paths = layout.shapes.flatMap((shape) => (shape.kind === 'path' ? [shape] : []));
  expect(
    paths.filter(({ d }) => d === `M${layout.left + 12},6L${layout.left + 6},11L${layout.left + 12},16`),
  ).toHaveLength(1);
  // Of 500 ± 500 the band reaches from nothing to three times the reference: cut at the axis' end.
  const bands = paths.filter(({ opacity }) => opacity === 0.28);
  expect(bands).toHaveLength(2);
  for (const { d } of paths) expect(d).not.toContain('NaN');
});

it('writes ratios as people say them', () => {
  expect([0, 0.001, 0.02, 0.5, 1.001, 1.5, 20, 12_345, none].map((ratio) => plain(ratioText(ratio)))).toEqual(
    ['×0', '×1/1 000', '×1/50', '×0.5', '×1', '×1.5', '×20', '×12 345', '–'],
  );
});

it('tells a newcomer what the marks mean, and a row in numbers', () => {
  expect(caption(props({ mostRows: 2 }), 2)).toContain(
    'The 2 largest of 5 leaf functions, the most wrong by rule d first.',
  );
  expect(readings(props(), 2).map(({ value, ratio }) => plain(`${value} ${ratio}`))).toEqual([
    '7.81 KiB ×2',
    '3.91 KiB ×1',
    '1000 B ×0.25',
    '40 B ×1/100',
  ]);
  expect(plain(rowSentence(props(), 3))).toBe(
    'unknown: reference no reference; rule a –, –; rule b –, –; rule c 700 B, –; rule d 500 B, –',
  );
});

it('selects rows by click and key, and speaks them', () => {
  const given = props({ selectedRow: 2 });
  const { container } = render(<SumRules {...given} />);
  const plot = screen.getByRole('group');
  fireEvent.keyDown(plot, { key: 'ArrowDown' });
  expect(given.onSelect).toHaveBeenLastCalledWith(0);
  fireEvent.keyDown(plot, { key: 'End' });
  expect(given.onSelect).toHaveBeenLastCalledWith(3);
  fireEvent.keyDown(plot, { key: 'Escape' });
  expect(given.onSelect).toHaveBeenLastCalledWith(null);
  fireEvent.click(plot, { clientX: 300, clientY: 3 * 22 + 4 });
  expect(given.onSelect).toHaveBeenLastCalledWith(1);
  expect(container.querySelector('[aria-live]')?.textContent).toContain('worst: reference');
});

it('shows hostile names as text, on the page and in files', () => {
  const { container } = render(<SumRules {...props({ selectedRow: 4, label: HOSTILE })} />);
  expect(container.querySelectorAll('script')).toHaveLength(0);
  expect(container.textContent).toContain('<script>alert(1)</script>');
  expect(container.textContent).not.toMatch(/\p{Cc}|\p{Cf}/u);
  for (const theme of ['light', 'dark'] as const) {
    const svg = exportSumRulesSvg(props({ theme, selectedRow: 4 }), { title: HOSTILE });
    elementsOf(svg);
    expect(svg).toContain('&lt;script&gt;');
  }
});

it('says so when there is no row', () => {
  const empty = new Float64Array(0);
  const table = {
    kind: 'stack' as const,
    names: [],
    values: { samples: empty, stacks: empty, pooled: empty, whole: empty },
    variance: empty,
  };
  const { container } = render(<SumRules {...props({ table })} />);
  expect(container.textContent).toContain('No row to compare');
  elementsOf(exportSumRulesSvg(props({ table }), { title: '' }));
});
