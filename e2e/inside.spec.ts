/** Looking inside a replay: the time cursor, the pageslab map, why, life lines. */
import { AxeBuilder } from '@axe-core/playwright';
import { formatBytes, formatCount } from '../src/base/numbers.js';
import { Replay } from '../src/engine/replay/run.js';
import type { StatisticsTable } from '../src/engine/replay/statistics.js';
import type { ReplayInputs } from '../src/state/replay-inputs.js';
import { inputsWith, sampleTrace } from './expected.js';
import { expect, test as base } from './fixtures.js';
import { InsidePage } from './inside-page.js';

const test = base.extend<{ inside: InsidePage }>({
  inside: async ({ jelab }, provide) => {
    await provide(new InsidePage(jelab));
  },
});

const LINK = '#v=2&sample=redis-server&purge_threshold=4096&min_purge_interval_ms=100';
const INPUTS = inputsWith({ purge_threshold: 4096, min_purge_interval_ms: 100 });
const PAGE = 4096;

/** Statistics with a row after every `interval` events, from the engine itself. */
async function rowsEvery(interval: number, inputs: ReplayInputs = INPUTS): Promise<StatisticsTable> {
  const trace = await sampleTrace('redis-server');
  const mode = { hpaOnly: inputs.hpaOnly, shards: inputs.shards };
  const replay = new Replay(trace, inputs.options, mode, { kind: 'interval', events: interval });
  replay.advance(Infinity);
  return replay.statistics;
}

const narrow = (text: string): string => text.replaceAll('\u202f', ' ');

test('it is closed at first, opens by its button, and shows the end of the trace', async ({
  jelab,
  inside,
}) => {
  await jelab.open(LINK);
  await expect(inside.panel).toBeHidden();
  await expect(inside.cursor).toBeHidden();
  await inside.open();
  const table = await rowsEvery(100_000);
  const last = (table.snapshots - 1) * table.shards;
  expect(await inside.place()).toBe(table.columns.operation_count[last]);
  expect(await inside.sum('pageslabs')).toBe(formatCount(table.columns.total_pageslabs[last] ?? 0));
  await expect(inside.panel.locator('.ui-inside-state')).toContainText('checkpoints');
  await inside.press('Close Look inside');
  await expect(inside.panel).toBeHidden();
  const { scrollHeight, clientHeight } = await inside.page.evaluate(() => ({
    scrollHeight: document.documentElement.scrollHeight,
    clientHeight: document.documentElement.clientHeight,
  }));
  expect(scrollHeight, 'the page itself never scrolls').toBe(clientHeight);
});

for (const [width, height] of [
  [1280, 400],
  [1024, 768],
  [900, 700],
  [700, 900],
  [700, 420],
] as const) {
  test(`at ${width} × ${height} axis, cursor and map can all be used`, async ({ jelab, inside, page }) => {
    await page.setViewportSize({ width, height });
    await jelab.open(LINK);
    await inside.open();
    // What was opened comes into sight by itself, below an axis whose handle can be taken.
    await inside.drag(0.5);
    const place = await inside.place();
    expect(place).toBeGreaterThan(0);
    expect(place).toBeLessThan(24_785);
    await expect(inside.panel.getByRole('button', { name: 'Play' })).toBeInViewport();
    await inside.map.scrollIntoViewIfNeeded();
    const seen = await inside.map.evaluate((map) => {
      const { top, bottom } = map.getBoundingClientRect();
      const view = map.closest('.ui-view')?.getBoundingClientRect();
      return view === undefined ? 0 : Math.min(bottom, view.bottom) - Math.max(top, view.top);
    });
    expect(seen, 'of the map at least six rows').toBeGreaterThan(6 * 16);
    // Nothing of the panel lies beyond its right edge.
    const beyond = await inside.panel.evaluate((panel) => {
      const { right } = panel.getBoundingClientRect();
      return [...panel.querySelectorAll('button, input, select')].filter(
        (element) => element.getBoundingClientRect().right > right,
      ).length;
    });
    expect(beyond).toBe(0);
  });
}

test('the map’s sums are those of the statistics at every event asked for', async ({ jelab, inside }) => {
  await jelab.open(LINK);
  await inside.open();
  const table = await rowsEvery(1000);
  for (const row of [0, 3, 11, 17, 23]) {
    const { columns } = table;
    const at = (name: keyof typeof columns): number => columns[name][row] ?? Number.NaN;
    // oxlint-disable-next-line no-await-in-loop -- one place after the other
    await inside.goTo(at('operation_count'));
    // oxlint-disable-next-line no-await-in-loop
    const shown = await Promise.all(
      ['pageslabs', 'active', 'dirty', 'retained', 'SEC'].map((name) => inside.sum(name)),
    );
    expect(shown, `row ${row}`).toEqual([
      formatCount(at('total_pageslabs')),
      formatBytes(at('active_pages') * PAGE),
      formatBytes(at('dirty_bytes')),
      formatBytes(at('retained_pages') * PAGE),
      formatBytes(at('sec_bytes')),
    ]);
  }
});

test('a step forward and one back give the same picture; typed numbers too', async ({ jelab, inside }) => {
  await jelab.open(`${LINK}&inside=1&at=8000`);
  const before = await inside.picture();
  expect(before).not.toBe('empty');
  await inside.press('One event on');
  expect(await inside.place()).toBe(8001);
  expect(await inside.picture()).not.toBe(before);
  await inside.press('One event back');
  expect(await inside.place()).toBe(8000);
  expect(await inside.picture()).toBe(before);
  await inside.panel.getByRole('button', { name: 'One event on' }).click({ modifiers: ['Shift'] });
  await inside.panel.getByRole('button', { name: 'One event on' }).click({ modifiers: ['Control'] });
  await jelab.idle();
  expect(await inside.place()).toBe(9010);
  await inside.goTo(8000);
  expect(await inside.picture()).toBe(before);
  await inside.press('To the start');
  await expect(inside.panel.getByText('Before the first event there is no pageslab.')).toBeVisible();
  await inside.goTo(999_999_999);
  expect(await inside.place()).toBe(24_785);
});

test('the cursor is dragged on both axes, and a zoom by brush still works', async ({ jelab, inside }) => {
  await jelab.open(`${LINK}&inside=1`);
  await jelab.choose('Horizontal axis', 'events');
  await inside.drag(0.5);
  expect(Math.abs((await inside.place()) - 24_785 / 2)).toBeLessThan(60);
  await jelab.choose('Horizontal axis', 'time');
  await inside.drag(0.25);
  const time = await inside.sum('time');
  expect(time).toMatch(/^0:12\./);
  // The state holds until the next event, so the line is at that of the last event before.
  await expect(inside.cursor).toHaveAttribute('aria-valuetext', new RegExp(`^event .* of .*${time}$`));
  const place = await inside.place();
  await jelab.brush('Pageslabs', 0.1, 0.6);
  await jelab.hash(/zoom=/);
  expect(await inside.place(), 'a drag in a plot zooms and does not move the cursor').toBe(place);
  const plot = jelab.plot('Pageslabs').locator('.jl-brush .overlay');
  await plot.click({ position: { x: 100, y: 20 } });
  await jelab.idle();
  expect(await inside.place(), 'a click in a plot does').not.toBe(place);
  await jelab.hash(/at=/);
});

test('playing goes on by itself and pauses', async ({ jelab, inside, page }) => {
  await jelab.open(`${LINK}&inside=1&at=1000`);
  await inside.panel.getByRole('combobox', { name: 'Speed' }).selectOption('e1000');
  await inside.panel.getByRole('button', { name: 'Play' }).click();
  await expect.poll(() => inside.place()).toBeGreaterThan(1200);
  await inside.panel.getByRole('button', { name: 'Pause' }).click();
  await jelab.idle();
  const place = await inside.place();
  await page.waitForTimeout(150);
  expect(await inside.place()).toBe(place);
  await inside.panel.getByRole('combobox', { name: 'Speed' }).selectOption('x100');
  await inside.panel.getByRole('button', { name: 'Play' }).click();
  await expect.poll(() => inside.place(), 'at 100 times its clock the trace ends').toBe(24_785);
  await expect(inside.panel.getByRole('button', { name: 'Play' })).toBeVisible();

  // At the end it begins anew; whoever takes the cursor ends it.
  await inside.panel.getByRole('combobox', { name: 'Speed' }).selectOption('x10');
  await inside.panel.getByRole('button', { name: 'Play' }).click();
  await expect.poll(() => inside.place()).toBeLessThan(20_000);
  await expect.poll(() => inside.place()).toBeGreaterThan(100);
  await inside.drag(0.9);
  await expect(inside.panel.getByRole('button', { name: 'Play' })).toBeVisible();
});

test('why: a purge event tells the numbers the engine counted', async ({ jelab, inside }) => {
  const table = await rowsEvery(1);
  const { npurges, purge_ranges: ranges, dirty_bytes: dirty } = table.columns;
  const rows = [...npurges.keys()].filter((i) => (npurges[i] ?? 0) > (npurges[i - 1] ?? 0));
  // The first one comes with the very first event.
  const row = rows[2] ?? -1;
  const purged = (npurges[row] ?? 0) - (npurges[row - 1] ?? 0);
  const calls = (ranges[row] ?? 0) - (ranges[row - 1] ?? 0);
  expect(purged).toBeGreaterThan(0);
  await jelab.open(`${LINK}&inside=1&at=0`);
  for (const wanted of rows.slice(0, 3)) {
    // oxlint-disable-next-line no-await-in-loop -- one jump after the other
    await inside.press('Next purge');
    // oxlint-disable-next-line no-await-in-loop
    expect(await inside.place(), 'a jump finds the very event').toBe(wanted + 1);
  }
  const sentences = await inside.sentences();
  const of = (pattern: RegExp): number[] =>
    sentences.flatMap((text) => {
      const found = pattern.exec(text);
      return found === null ? [] : [Number(found[1]?.replaceAll(' ', ''))];
    });
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  expect(sum(of(/is purged: ([\d ]+) dirty page/))).toBe(purged);
  expect(sum(of(/back to the kernel in ([\d ]+) range/))).toBe(calls);
  expect(sentences.join('\n')).toContain('A purge is due: ');
  expect(sentences.join('\n')).toContain('The pass ends after ');
  const [after] = of(/The pass ends after .*?[ (](\d[\d ]*) dirty of/);
  expect(after).toBe((dirty[row] ?? 0) / PAGE);

  // A pageslab named in a sentence is chosen in the map by a click.
  const link = inside.why.locator('li[data-kind="purge"] .ui-slab-link').first();
  const slab = (await link.innerText()).slice(1);
  await link.click();
  await expect(inside.panel.getByRole('tab', { name: `Pageslab #${slab}` })).toBeVisible();
  await jelab.hash(new RegExp(`slab=${slab}`));

  await inside.panel.getByText('next event', { exact: true }).click();
  await jelab.idle();
  await expect(inside.panel.locator('.ui-why-head')).toContainText(`Event ${formatCount(row + 2)}:`);
});

test('an event of another shard leads to its own pageslabs', async ({ jelab, inside }) => {
  await jelab.open('#v=2&sample=python-json&inside=1&at=12000');
  await expect(inside.panel.locator('.ui-why-head')).toContainText('shard 2');
  const map = inside.panel.getByRole('combobox', { name: 'Shard of the map' });
  await expect(map).toHaveValue('0');
  await inside.why.locator('.ui-slab-link').first().click();
  await jelab.hash(/inshard=2&slab=\d/);
  await expect(map).toHaveValue('2');
  await map.selectOption('1');
  await jelab.idle();
  await inside.press('show its shard');
  await expect(map).toHaveValue('2');
  await expect(inside.panel.getByRole('button', { name: 'show its shard' })).toBeHidden();
});

test('a chosen pageslab has a life line that leads back in time', async ({ jelab, inside }) => {
  await jelab.open(`${LINK}&inside=1`);
  await inside.map.focus();
  await inside.page.keyboard.press('Home');
  await inside.page.keyboard.press('ArrowDown');
  await inside.page.keyboard.press('Enter');
  await jelab.idle();
  const life = inside.panel.getByRole('group', { name: /^Life line\. Pageslab 1:/ });
  await expect(life).toBeVisible();
  await life.focus();
  for (let n = 0; n < 5; n += 1) {
    // oxlint-disable-next-line no-await-in-loop
    await inside.page.keyboard.press('Shift+ArrowLeft');
  }
  const text = narrow(await inside.panel.locator('.jl-life-text').innerText());
  const event = Number(/event ([\d ]+):/.exec(text)?.[1]?.replaceAll(' ', ''));
  await inside.page.keyboard.press('Enter');
  await jelab.idle();
  expect(await inside.place()).toBe(event);
  const active = /: (\d+) active/.exec(text)?.[1];
  const facts = inside.panel.locator('dl[aria-label="Pageslab 1 at the time cursor"]');
  await expect(facts).toContainText(`active${active}`);
});

test('a link restores cursor, order, shape and pageslab', async ({ jelab, inside }) => {
  await jelab.open(LINK);
  await inside.open();
  await inside.goTo(12_345);
  await inside.panel.getByRole('combobox', { name: 'Order of the pageslabs' }).selectOption('dirty');
  await inside.panel.getByText('tiles', { exact: true }).click();
  await inside.press('Larger pageslabs');
  await inside.map.click({ position: { x: 40, y: 40 } });
  const hash = await jelab.hash(/slab=\d+.*map=tiles/);
  expect(hash).toContain('inside=1&at=12345');
  const atTop = async (): Promise<string> => {
    await inside.map.evaluate((element) => {
      element.scrollTop = 0;
    });
    return inside.picture();
  };
  const picture = await atTop();
  // The cursor waits for its sample, whatever trace is shown until then.
  await jelab.open('#v=2&sample=python-json');
  await jelab.follow(hash);
  await expect(inside.panel).toBeVisible();
  expect(await inside.place()).toBe(12_345);
  expect(await atTop()).toBe(picture);
});

test('when options move, the map follows the newest settings', async ({ jelab, inside }) => {
  await jelab.open(`${LINK}&inside=1&at=20000`);
  const before = await inside.picture();
  const dirty = await inside.sum('dirty');
  await jelab.typeOption('purge_threshold', '2097152');
  const inputs = inputsWith({ purge_threshold: 2_097_152, min_purge_interval_ms: 100 });
  const table = await rowsEvery(20_000, inputs);
  const wanted = formatBytes(table.columns.dirty_bytes[0] ?? 0);
  expect(wanted).not.toBe(dirty);
  await expect.poll(() => inside.sum('dirty')).toBe(wanted);
  await jelab.idle();
  expect(await inside.picture()).not.toBe(before);
  await expect(inside.panel.locator('.ui-inside-stale')).toBeHidden();
});

test('pictures can be taken away', async ({ jelab, inside, page }) => {
  await jelab.open(`${LINK}&inside=1&at=9000&slab=2`);
  for (const [item, ending] of [
    ['Pageslab map as SVG', '.pageslabs.svg'],
    ['Life line as PNG', '.life-line.png'],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop
    await inside.panel.getByRole('button', { name: 'Export pictures of the inside' }).click();
    const coming = page.waitForEvent('download');
    // oxlint-disable-next-line no-await-in-loop
    await page.getByRole('menuitem', { name: item }).click();
    // oxlint-disable-next-line no-await-in-loop
    expect((await coming).suggestedFilename()).toMatch(new RegExp(`${ending.replaceAll('.', '\\.')}$`));
  }
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`no serious violation in the ${colorScheme} theme`, async ({ jelab, inside, page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await jelab.open(`${LINK}&inside=1&at=0`);
    const check = async (state: string): Promise<void> => {
      const axe = new AxeBuilder({ page });
      const { violations } = await (colorScheme === 'dark'
        ? axe.withRules(['color-contrast'])
        : axe
      ).analyze();
      const found = violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join('; ')}`);
      expect(found, state).toEqual([]);
    };
    await check('before the first event');
    await inside.press('Next purge');
    await check('with sentences of a purge');
    await inside.map.click({ position: { x: 200, y: 12 } });
    await jelab.idle();
    await check('with a life line');
  });
}

test('with keys alone: open, step, read the map, choose a pageslab, read a term', async ({
  jelab,
  inside,
  page,
}) => {
  await jelab.open(LINK);
  const button = page.getByRole('button', { name: 'Look inside', exact: true });
  await button.focus();
  await page.keyboard.press('Enter');
  await jelab.idle();
  const tabTo = async (target: typeof button): Promise<void> => {
    for (let n = 0; n < 60; n += 1) {
      // oxlint-disable-next-line no-await-in-loop -- keys come one after the other
      await page.keyboard.press('Tab');
      // oxlint-disable-next-line no-await-in-loop
      if (await target.evaluate((element) => element === document.activeElement)) return;
    }
    throw new Error('Tab does not reach it');
  };
  await tabTo(inside.cursor);
  await page.keyboard.press('Home');
  await page.keyboard.press('PageUp');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await jelab.idle();
  expect(await inside.place()).toBe(1009);
  await tabTo(inside.panel.getByRole('button', { name: 'One event on' }));
  await page.keyboard.press('Enter');
  await jelab.idle();
  expect(await inside.place()).toBe(1010);
  await page.keyboard.press('Shift+,');
  await jelab.idle();
  expect(await inside.place()).toBe(1000);
  await tabTo(inside.map);
  await page.keyboard.press('ArrowDown');
  await expect(inside.panel.locator('.jl-map-readout')).toContainText('page 0');
  await tabTo(inside.panel.locator('.ui-why .ui-term').first());
  await expect(page.getByRole('tooltip'), 'the term’s, and those passed are gone').toHaveCount(1);
});
