/** Looking at a run: axis, zoom, legend, crosshair, and a pinned run over the current one. */
import { formatCount } from '../src/base/numbers.js';
import { valueAt } from '../src/engine/replay/summary.js';
import { comparedSummary, inputsWith, replayOf, sampleTrace, summaryText } from './expected.js';
import { expect, test } from './fixtures.js';

const REDIS = 'redis-server';

test.beforeEach(async ({ jelab }) => {
  await jelab.open('#v=1&sample=redis-server&purge_threshold=4096&min_purge_interval_ms=100');
});

const INPUTS = inputsWith({ purge_threshold: 4096, min_purge_interval_ms: 100 });

test('a pinned run lies over the current one and shows the differences', async ({ jelab }) => {
  const trace = await sampleTrace(REDIS);
  await jelab.press('Pin');
  const unchanged = await jelab.summaryRow();
  expect(unchanged['peak slabs']?.change).toBe('=');
  const alone = await jelab.picture();
  await jelab.choose('Mode', 'HPA only');
  const now = replayOf(trace, { ...INPUTS, hpaOnly: true });
  expect(await jelab.summaryRow()).toEqual(comparedSummary(now, replayOf(trace, INPUTS)));
  await expect(jelab.charts.getByRole('list', { name: 'Series shown' })).toContainText('B is higher');
  const both = await jelab.picture();
  await jelab.layOver('none');
  expect((await jelab.summaryRow())['peak slabs']?.change).toBeNull();
  expect(await jelab.picture(), 'the ghost of B is gone').not.toBe(both);
  expect(both).not.toBe(alone);
});

test('the axis is time or events', async ({ jelab }) => {
  const trace = await sampleTrace(REDIS);
  const byTime = await jelab.picture();
  await expect(jelab.charts).toContainText('time since the first event');
  await jelab.choose('Horizontal axis', 'events');
  await expect(jelab.charts).toContainText('events of the trace');
  expect(await jelab.picture()).not.toBe(byTime);
  expect(await jelab.summaryValues()).toEqual(summaryText(replayOf(trace, INPUTS, 'event')));
  await jelab.choose('Horizontal axis', 'time');
  expect(await jelab.picture()).toBe(byTime);
});

test('rates or sums of calls', async ({ jelab }) => {
  const rates = await jelab.picture();
  await jelab.choose('Calls', 'cumulative');
  expect(await jelab.picture()).not.toBe(rates);
  const table = replayOf(await sampleTrace(REDIS), INPUTS);
  const calls = valueAt(table, 'purge_ranges', table.snapshots - 1, null);
  expect(calls).toBeGreaterThan(0);
  expect(await jelab.readout('Work', 'purge calls')).toBe(formatCount(calls));
});

test('a brush zooms all panels and gives the range its own row; reset shows all', async ({ jelab }) => {
  const whole = await jelab.picture();
  const reset = jelab.page.getByRole('button', { name: 'Reset zoom' });
  await expect(reset).toBeDisabled();
  expect(Object.values(await jelab.summaryValues('range'))).toEqual(expect.arrayContaining(['–']));
  await jelab.brush('Memory', 0.25, 0.5);
  const hash = await jelab.hash(/zoom=/);
  const [low = 0, high = 0] = (/zoom=([^&]+)/.exec(hash)?.[1] ?? '').split('..').map(Number);
  const table = replayOf(await sampleTrace(REDIS), INPUTS);
  const end = table.columns.clock_ns[table.snapshots - 1] ?? 0;
  expect(low / end).toBeCloseTo(0.25, 1);
  expect(high / end).toBeCloseTo(0.5, 1);
  const expected = summaryText(table, { axis: 'time', zoom: [low, high] });
  expect(await jelab.summaryValues('range')).toEqual(expected);
  const zoomed = (await jelab.picture()).split(' ');
  const before = whole.split(' ');
  expect(zoomed.filter((panel, i) => panel === before[i])).toEqual([]);

  await reset.click();
  await jelab.idle();
  expect(await jelab.picture()).toBe(whole);

  await jelab.brush('Pageslabs', 0.1, 0.2);
  await jelab.plot('Pageslabs').press('Escape');
  await jelab.idle();
  expect(await jelab.picture()).toBe(whole);
});

test('the legend switches series off and on', async ({ jelab }) => {
  const all = await jelab.picture();
  await expect(jelab.legend('retained')).toHaveAttribute('aria-pressed', 'true');
  await jelab.legend('retained').click();
  await jelab.idle();
  await expect(jelab.legend('retained')).toHaveAttribute('aria-pressed', 'false');
  const without = (await jelab.picture()).split(' ');
  const changed = all.split(' ').map((panel, i) => panel !== without[i]);
  expect(changed, 'only the memory panel').toEqual([false, true, false, false]);
  await jelab.legend('retained').click();
  await jelab.idle();
  expect(await jelab.picture()).toBe(all);
});

test('keys move the crosshair over exact values, and it is spoken', async ({ jelab }) => {
  const table = replayOf(await sampleTrace(REDIS), INPUTS);
  const slabs = (snapshot: number): string => formatCount(valueAt(table, 'total_pageslabs', snapshot, null));
  const last = table.snapshots - 1;
  expect(await jelab.readout('Pageslabs', 'total'), 'at rest').toBe(slabs(last));
  const plot = jelab.plot('Pageslabs');
  await plot.press('Home');
  await expect(jelab.place).toContainText('crosshair');
  expect(await jelab.readout('Pageslabs', 'total')).toBe(slabs(0));
  await plot.press('Shift+ArrowRight');
  expect(await jelab.readout('Pageslabs', 'total')).toBe(slabs(10));
  await plot.press('End');
  await expect(jelab.place).toContainText(`event ${formatCount(table.columns.operation_count[last] ?? 0)}`);
  const spoken = jelab.charts.locator('[aria-live="polite"]');
  await expect(spoken).toContainText(`total ${slabs(last)}`);
  await plot.press('+');
  await jelab.hash(/zoom=/);
});

for (const width of [700, 1280]) {
  test(`at ${width} pixels every figure of the summary has its room, none lies beyond the edge`, async ({
    jelab,
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await jelab.press('Pin');
    await jelab.choose('Mode', 'HPA only');
    const { beyond, overflowing } = await jelab.summary.evaluate((strip) => ({
      beyond: strip.scrollWidth - strip.clientWidth,
      overflowing: [...strip.querySelectorAll('th, td')]
        .filter((cell) => cell.scrollWidth > cell.clientWidth)
        .map((cell) => cell.textContent),
    }));
    expect(beyond).toBe(0);
    expect(overflowing).toEqual([]);
  });
}
