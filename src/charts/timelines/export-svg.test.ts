// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { CHART_COLUMNS } from '../../engine/replay/statistics.js';
import { PALETTES } from '../shared/palette.js';
import { elementsOf } from '../shared/svg-check.fixture.js';
import { exportSvg } from './export-svg.js';
import type { TimelinesModel } from './model.js';
import { FOUR, modelOf, tableOf } from './statistics.fixture.js';

const HOSTILE = `</title><script>alert("1")</script>&amp; <img src=x onerror='x'>\u0000\u001b[31m\ud800 ]]> --> 日本`;

function model(more: Partial<TimelinesModel> = {}): TimelinesModel {
  return modelOf(tableOf([{ ...FOUR, sec_hits: [1, 2, 3, 9], sec_bytes: [1, 2, 3, 4] }, FOUR]), more);
}

it.each(['light', 'dark'] as const)('writes well-formed, self-contained SVG (%s)', (theme) => {
  const svg = exportSvg(model({ theme }), { title: 'redis.csv' });
  const names = elementsOf(svg);
  expect(names.filter((name) => name === 'path').length).toBeGreaterThan(20);
  expect(svg).not.toContain('NaN');
  expect(svg).not.toMatch(/href|@import|<style|<script|<image|font-face/);
  expect(svg.match(/https?:[^"]+/g)).toEqual(['http://www.w3.org/2000/svg']);
  expect(svg).toContain(PALETTES[theme].surface);
  for (const used of svg.matchAll(/url\(#([a-z-]+)\)/g)) expect(svg).toContain(`id="${used[1]}"`);
});

it('lets hostile text in as text only', () => {
  const svg = exportSvg(model(), { title: HOSTILE, details: [HOSTILE] });
  const names = elementsOf(svg);
  expect(names).not.toContain('script');
  expect(names).not.toContain('img');
  const page = new DOMParser().parseFromString(svg, 'image/svg+xml');
  expect(page.querySelectorAll('script, img')).toHaveLength(0);
  expect(svg).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;amp;');
  expect(svg).toContain('日本');
});

it('has title, legend, groups, panels and units', () => {
  const svg = exportSvg(model(), { title: 'redis.csv' });
  for (const text of [
    'redis.csv',
    'Shard 0',
    'Shard 1',
    'Pageslabs',
    'Memory',
    'Work',
    'SEC',
    'calls / s',
    'dirty',
  ]) {
    expect(svg).toContain(`>${text}<`);
  }
  expect(svg).toContain('time since the first event (s)');
});

it('leaves out what is hidden and says what is missing', () => {
  expect(exportSvg(model({ hidden: new Set(['dirty']) }), { title: '' })).not.toContain('>dirty<');
  const { operation_count, dirty_bytes, total_pageslabs } = FOUR as Record<string, number[]>;
  const measured = tableOf(
    [
      {
        operation_count: operation_count ?? [],
        dirty_bytes: dirty_bytes ?? [],
        total_pageslabs: total_pageslabs ?? [],
      },
    ],
    CHART_COLUMNS,
  );
  const svg = exportSvg(model({ table: measured, shards: [0] }), { title: '' });
  expect(svg).toContain('no clock');
  expect(svg).toContain('events of the trace');
  expect(svg).not.toContain('NaN');
  elementsOf(svg);
});

it.each(['light', 'dark'] as const)(
  'draws both runs, the bands between them and what they are (%s)',
  (theme) => {
    const other = tableOf([{ ...FOUR, dirty_bytes: [0, 0, 9e6, 0], purge_ranges: [5, 5, 5, 5] }]);
    const svg = exportSvg(model({ theme, other, names: { a: HOSTILE, b: 'baseline' } }), { title: 't' });
    const page = new DOMParser().parseFromString(svg, 'image/svg+xml');
    expect(page.querySelectorAll('script, img')).toHaveLength(0);
    expect(page.querySelectorAll('[data-higher="a"]').length).toBeGreaterThan(0);
    expect(page.querySelectorAll('[data-higher="b"]').length).toBeGreaterThan(0);
    for (const used of svg.matchAll(/url\(#([a-z-]+)\)/g)) expect(svg).toContain(`id="${used[1]}"`);
    for (const text of ['B (ghost): baseline', 'A is higher', 'B is higher'])
      expect(svg).toContain(`>${text}<`);
    expect(svg).toContain('A has 2 shards, B 1.');
    // B has no SEC: only its bytes, on the right axis, are less.
    expect(page.querySelectorAll('[fill="url(#higher-a-right)"]').length).toBeGreaterThan(0);
    expect(svg).not.toContain('NaN');
    expect(exportSvg(model(), { title: 't' })).not.toContain('data-higher');
  },
);

it('says why a panel is empty', () => {
  const still = { ...FOUR, purge_ranges: [0, 0, 0, 0], nhugifies: [0, 0, 0, 0], ndehugifies: [0, 0, 0, 0] };
  expect(exportSvg(model({ table: tableOf([still]), shards: [0] }), { title: '' })).toContain(
    '>this run makes no such call here<',
  );
  expect(exportSvg(model({ hidden: new Set(['active', 'dirty', 'retained']) }), { title: '' })).toContain(
    '>every series is switched off<',
  );
});

it('writes a frame even without a run', () => {
  elementsOf(exportSvg(model({ table: null }), { title: 'nothing' }));
});
