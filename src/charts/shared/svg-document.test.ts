import { expect, it } from 'vitest';
import { PALETTES } from './palette.js';
import { elementsOf } from './svg-check.fixture.js';
import { legendRows, svgDocument, svgHeading } from './svg-document.js';

const HOSTILE = '</title><script>alert(1)</script>';

it('frames a picture: its title, its details, and the picture inside the margins', () => {
  const svg = svgDocument('dark', { title: 'redis', details: ['two', 'lines'] }, 500, 'growth', (inner) => ({
    svg: `<path d="M0,0H${inner}"/>`,
    height: 100,
  }));
  expect(elementsOf(svg)).toEqual(['svg', 'title', 'rect', 'text', 'text', 'text', 'g', 'path']);
  expect(svg).toContain('<title>redis</title>');
  expect(svg).toContain('M0,0H468');
  // 30 for the title, 16 a line, 14 below them; 16 at the foot.
  expect(svg).toContain('translate(16,76)');
  expect(svg).toContain('viewBox="0 0 500 192"');
  expect(svg).toContain(`fill="${PALETTES.dark.surface}"`);
});

it('names a picture without a title by its kind, and lets texts in as texts', () => {
  const of = (title: string): string =>
    svgDocument('light', { title }, 500, 'life line', () => ({ svg: '', height: 0 }));
  expect(of('')).toContain('<title>jelab life line</title>');
  expect(elementsOf(of(HOSTILE))).toEqual(['svg', 'title', 'rect', 'text', 'g']);
});

it('tells where what follows the heading begins', () => {
  expect(svgHeading('', [], PALETTES.light).height).toBe(44);
  expect(svgHeading('a', ['b', 'c', 'd'], PALETTES.light).height).toBe(92);
});

it('breaks a legend into rows', () => {
  const entries = Array.from({ length: 4 }, (_, i) => ({ text: `function ${i}`, swatch: '' }));
  expect(legendRows(entries, 2000, PALETTES.light).height).toBe(18);
  expect(legendRows(entries, 20, PALETTES.light).height).toBe(72);
  expect(legendRows([], 20, PALETTES.light)).toEqual({ svg: '', height: 0 });
});
