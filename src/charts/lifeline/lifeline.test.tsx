// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Lifeline } from '../../engine/inspect/moment.js';
import { elementsOf } from '../shared/svg-check.fixture.js';
import { entrySentence, lifeSentence } from './describe.js';
import { exportLifelineSvg } from './export-svg.js';
import { layoutLifeline, lifeEvents } from './layout.js';
import { LifelineChart } from './LifelineChart.js';
import { entryAt, type LifelineModel } from './model.js';

afterEach(cleanup);

const life: Lifeline = {
  shard: 0,
  slab: 12,
  length: 5,
  changes: 9,
  events: Uint32Array.of(10, 20, 30, 40, 50),
  clockNs: Float64Array.of(1e9, 2e9, 3e9, 4e9, 5e9),
  nactive: Uint16Array.of(8, 500, 500, 100, 0),
  ntouched: Uint16Array.of(8, 500, 512, 512, 0),
  flags: Uint8Array.of(0, 8, 1, 1, 0),
  purges: 1,
  hugifies: 1,
  dehugifies: 1,
  emptied: 1,
};
const model: LifelineModel = { life, axis: 'event', domain: [0, 100], cursor: 35, theme: 'light' };
const plain = (text: string): string => text.replaceAll('\u202f', ' ');

it('tells what happened between the entries', () => {
  expect(lifeEvents(model)).toEqual([
    { kind: 'born', index: 0 },
    { kind: 'hugify', index: 2 },
    { kind: 'purge', index: 4 },
    { kind: 'dehugify', index: 4 },
  ]);
});

it('finds the entry that holds at a place, on both axes', () => {
  expect([5, 10, 35, 99].map((place) => entryAt(model, place))).toEqual([-1, 0, 2, 4]);
  expect(entryAt({ ...model, axis: 'time' }, 3.5e9)).toBe(2);
});

it('stacks retained, dirty and active, from the first entry on', () => {
  const { shapes, plotWidth } = layoutLifeline(model, 452, 160);
  expect(plotWidth).toBe(400);
  const areas = shapes.filter((shape) => shape.kind === 'path' && shape.fill !== undefined).slice(0, 3);
  expect(areas.map((shape) => (shape.kind === 'path' ? shape.d.slice(0, 10) : ''))).toEqual([
    'M80,126L80',
    'M80,126L80',
    'M80,126L80',
  ]);
});

it('draws only what lies in a zoomed domain', () => {
  const { shapes } = layoutLifeline({ ...model, domain: [32, 45] }, 452, 160);
  for (const shape of shapes) {
    if (shape.kind !== 'path') continue;
    for (const [, x] of shape.d.matchAll(/[ML](-?[\d.]+),/g)) {
      expect(Number(x)).toBeGreaterThanOrEqual(30);
      expect(Number(x)).toBeLessThanOrEqual(453);
    }
  }
});

it('has words for the life and for each entry', () => {
  expect(lifeSentence(model)).toBe(
    'Pageslab 12: once purged, once hugified, once split, once emptied. 9 changes, thinned to 5 for the picture.',
  );
  expect(plain(entrySentence(model, 2))).toBe('event 30: 500 active, 12 dirty, 0 retained, huge');
  expect(entrySentence(model, -1)).toContain('not there yet');
});

it('reads the entry at the cursor, steps by key, and goes there', () => {
  const onPick = vi.fn();
  render(<LifelineChart {...model} onPick={onPick} />);
  const plot = screen.getByRole('group', { name: /Life line\. Pageslab 12/ });
  expect(plain(document.querySelector('.jl-life-text')?.textContent ?? '')).toContain('event 30:');
  fireEvent.keyDown(plot, { key: 'ArrowRight' });
  expect(plain(document.querySelector('.jl-life-text')?.textContent ?? '')).toContain('event 40:');
  fireEvent.keyDown(plot, { key: 'Enter' });
  expect(onPick).toHaveBeenCalledWith(40);
});

it('writes a file of its own', () => {
  const svg = exportLifelineSvg(model, { title: 'a & b' });
  expect(elementsOf(svg)).toContain('path');
  expect(svg).toContain('a &amp; b');
});
