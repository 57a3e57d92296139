/** Comparing runs: any number pinned, two over each other, all in a table, in the link and in files. */
import { AxeBuilder } from '@axe-core/playwright';
import { OPTIONS } from '../src/engine/replay/options.js';
import type { StatisticsTable } from '../src/engine/replay/statistics.js';
import { snapshotRange, summarise, valueAt, wholeRange } from '../src/engine/replay/summary.js';
import { SUMMARY_METRICS } from '../src/ui/benches/replay/summary-metrics.js';
import { inputsWith, replayOf, sampleTrace, summaryText } from './expected.js';
import { expect, test } from './fixtures.js';
import { JelabPage } from './jelab-page.js';

const REDIS = 'redis-server';
const START = '#v=1&sample=redis-server&purge_threshold=4096&min_purge_interval_ms=100';

const SETTINGS = [
  inputsWith({ purge_threshold: 4096, min_purge_interval_ms: 100 }),
  inputsWith({ purge_threshold: 4096, min_purge_interval_ms: 100 }, { hpaOnly: true }),
  inputsWith({ purge_threshold: 4096, min_purge_interval_ms: 2000 }, { hpaOnly: true }),
] as const;

/** Pins the three settings; the last stays the current run. */
async function pinThree(jelab: JelabPage): Promise<void> {
  await jelab.open(START);
  await jelab.press('Pin');
  await jelab.choose('Mode', 'HPA only');
  await jelab.press('Pin');
  await jelab.typeOption('min_purge_interval_ms', '2000');
  await jelab.press('Pin');
}

async function tables(): Promise<readonly StatisticsTable[]> {
  const trace = await sampleTrace(REDIS);
  return SETTINGS.map((inputs) => replayOf(trace, inputs));
}

const valuesOf = (table: StatisticsTable): readonly string[] => Object.values(summaryText(table));

test('pins three runs, sorts them, and lays any two over each other', async ({ jelab, page }) => {
  await pinThree(jelab);
  await expect(page.getByRole('button', { name: 'Pin', exact: true }), 'pinned once').toBeDisabled();
  await jelab.showView(/^Compare \(3\)$/);
  const all = await tables();
  const [one, two, three] = all as [StatisticsTable, StatisticsTable, StatisticsTable];
  const rows = await jelab.runRows();
  expect(rows.map(({ number }) => number)).toEqual(['', '1', '2', '3']);
  expect(rows.map(({ values }) => values)).toEqual([three, one, two, three].map(valuesOf));
  expect(rows.map(({ side }) => side)).toEqual(['a', 'b', null, null]);
  const dirty = SUMMARY_METRICS.findIndex(({ key }) => key === 'meanDirtyBytes');
  const mean = (table: StatisticsTable): number =>
    summarise(table, wholeRange(table), null)?.meanDirtyBytes ?? Number.NaN;
  const compare = SUMMARY_METRICS[dirty]?.compare;
  expect(rows[2]?.changes[dirty]).toBe(compare?.(mean(two), mean(one)));
  expect(rows[1]?.changes[dirty], 'the reference itself').toBe('');

  // By keys: mean dirty falls, then rises.
  const head = jelab.runs.getByRole('columnheader', { name: 'mean dirty' });
  await head.getByRole('button').press('Enter');
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  const order = (): Promise<readonly string[]> =>
    jelab.runRows().then((now) => now.map(({ number }) => number));
  const rising = [
    ['1', mean(one)],
    ['2', mean(two)],
  ] as const;
  const falls = rising.toSorted((a, b) => b[1] - a[1]).map(([number]) => number);
  expect((await order()).filter((number) => number === '1' || number === '2')).toEqual(falls);
  await head.getByRole('button').press('Space');
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  expect((await order()).filter((number) => number === '1' || number === '2')).toEqual(falls.toReversed());
  await jelab.hash(/sort=-meanDirtyBytes/);

  await page.getByRole('button', { name: 'Show #1 as A' }).click();
  await page.getByRole('button', { name: 'Show #3 as B' }).click();
  await jelab.idle();
  const pair = await jelab.picture();
  const last = one.snapshots - 1;
  const dirtyAt = (table: StatisticsTable): number => valueAt(table, 'dirty_bytes', last, null) / 2 ** 20;
  expect(await jelab.readout('Memory', 'dirty')).toBe(dirtyAt(one).toFixed(2));
  const memory = await jelab.higher('Memory');
  expect(memory).toEqual(higherShares(one, three));
  expect((memory?.a ?? 0) + (memory?.b ?? 0)).toBeGreaterThan(0);
  await expect(jelab.charts.getByRole('list', { name: 'Series shown' })).toContainText('A is higher');
  // The other way round the same bands have the other colours.
  await page.getByRole('button', { name: 'Show #3 as A' }).click();
  await jelab.idle();
  expect(await jelab.higher('Memory')).toEqual({ a: memory?.b, b: memory?.a });
  expect(await jelab.picture()).not.toBe(pair);

  // The timelines belong to the sliders: A is the current run there.
  await jelab.showView(/^Timelines$/);
  expect(await jelab.summaryValues()).toEqual(summaryText(three));
  await jelab.layOver('#2');
  const row = await jelab.summaryRow();
  expect(row['mean dirty']?.change).toBe(compare?.(mean(three), mean(two)));
});

/** Shares of the axis on which active + dirty of A and of B are higher; both have the same snapshots. */
function higherShares(
  one: StatisticsTable,
  other: StatisticsTable,
): { readonly a: number; readonly b: number } {
  const clock = one.columns.clock_ns;
  const held = (table: StatisticsTable, at: number): number =>
    valueAt(table, 'active_pages', at, null) * 4096 + valueAt(table, 'dirty_bytes', at, null);
  let [a, b, width] = [0, 0, 0];
  for (let i = 0; i + 1 < one.snapshots; i += 1) {
    const step = (clock[i + 1] as number) - (clock[i] as number);
    width += step;
    if (held(one, i) > held(other, i)) a += step;
    else if (held(one, i) < held(other, i)) b += step;
  }
  return { a: Number((a / width).toFixed(4)), b: Number((b / width).toFixed(4)) };
}

test('of the SEC the hit ratio and the bytes are told and drawn apart', async ({ jelab, page }) => {
  await jelab.open('#v=2&sample=redis-server&show=compare');
  await jelab.press('Pin this run');
  await jelab.typeOption('SEC max_bytes', '1048576');
  const told = jelab.charts.locator('.jl-panel', { has: page.getByRole('heading', { name: 'SEC' }) });
  await expect(told.locator('.jl-compared')).toHaveText(/^hit ratio: A .* · cached bytes: A/);
  await expect(told.locator('.jl-swatch-higher-a-broken')).toHaveCount(1);
  // Without the ratio, a whole sentence tells of the bytes alone, and the picture is another one.
  const both = await jelab.picture();
  await jelab.legend('hit ratio').click();
  await jelab.idle();
  await expect(told.locator('.jl-compared')).toHaveText(/^cached bytes: A higher on/);
  const bytes = await jelab.picture();
  expect(bytes).not.toBe(both);
});

test('reads A, B and the difference out at the crosshair', async ({ jelab }) => {
  await pinThree(jelab);
  await jelab.showView(/^Compare/);
  const [one, , three] = await tables();
  if (one === undefined || three === undefined) throw new Error('three tables');
  await jelab.plot('Memory').press('Home');
  await jelab.plot('Memory').press('Shift+ArrowRight');
  const mib = (table: StatisticsTable): number =>
    (valueAt(table, 'active_pages', 10, null) * 4096 + valueAt(table, 'dirty_bytes', 10, null)) / 2 ** 20;
  const row = jelab.charts.locator('dl[aria-label^="Memory"] > div', { hasText: 'active + dirty' });
  const [a, b] = [mib(three), mib(one)];
  const difference = a === b ? '=' : `${a < b ? '−' : '+'}${Math.abs(a - b).toFixed(2)}`;
  await expect(row.locator('dd')).toHaveText([a.toFixed(2), b.toFixed(2), difference]);
  await expect(jelab.charts.locator('[aria-live]')).toContainText('difference');
});

test('the CSV of all runs holds the figures, for whole runs and for the zoomed range', async ({
  jelab,
  page,
}) => {
  await pinThree(jelab);
  await jelab.showView(/^Compare/);
  await page.getByRole('button', { name: 'Rename #2' }).click();
  await page.getByRole('textbox', { name: 'Name of #2' }).fill('=1+1, "two"');
  await page.keyboard.press('Enter');
  const read = async (): Promise<string[][]> => {
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save CSV' }).click();
    const download = await coming;
    expect(download.suggestedFilename()).toBe('redis-server.runs.csv');
    const stream = await download.createReadStream();
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    expect(text).toContain(`2,"'=1+1, ""two""",redis-server.hpa.csv.gz`);
    return text
      .trimEnd()
      .split('\n')
      .map((line) => line.replace(/"(?:[^"]|"")*"/, 'quoted').split(','));
  };
  const all = await tables();
  const check = (lines: string[][], zoom: readonly [number, number] | null): void => {
    const [head = [], ...rows] = lines;
    expect(rows.map((row) => row[0])).toEqual(['current', '1', '2', '3']);
    for (const [i, table] of [all[2], all[0], all[1], all[2]].entries()) {
      if (table === undefined) throw new Error('no table');
      const range = zoom === null ? wholeRange(table) : snapshotRange(table, 'time', ...zoom);
      const summary = range === null ? null : summarise(table, range, null);
      const cell = (name: string): string | undefined => rows[i]?.[head.indexOf(name)];
      expect(cell('mean_dirty_bytes')).toBe(String(summary?.meanDirtyBytes));
      expect(cell('purged_pages')).toBe(String(summary?.purgedPages));
      expect(cell('peak_pageslabs')).toBe(String(summary?.peakPageslabs));
      expect(cell('events')).toBe(String(summary?.events));
      expect(cell('range_from')).toBe(zoom === null ? '' : String(zoom[0]));
      const inputs = SETTINGS[[2, 0, 1, 2][i] ?? 0];
      for (const { name } of OPTIONS) expect(cell(`option_${name}`)).toBe(String(inputs?.options[name]));
      expect(cell('mode')).toBe(inputs?.hpaOnly === true ? 'hpa' : 'hpa+sec');
    }
  };
  check(await read(), null);
  await jelab.brush('Memory', 0.4, 0.8);
  await jelab.choose('Figures of', 'zoomed range');
  const hash = await jelab.hash(/zoom=/);
  const [low = 0, high = 0] = (/zoom=([^&]+)/.exec(hash)?.[1] ?? '').split('..').map(Number);
  check(await read(), [low, high]);
});

test('a link brings pinned runs, names, sides and order back, and replays them', async ({
  jelab,
  context,
  page,
}) => {
  await pinThree(jelab);
  await jelab.showView(/^Compare/);
  await page.getByRole('button', { name: 'Rename #2' }).click();
  await page.getByRole('textbox', { name: 'Name of #2' }).fill('no SEC * at all');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Show #3 as B' }).click();
  await jelab.runs.getByRole('columnheader', { name: 'run' }).getByRole('button').click();
  await page.mouse.move(2, 2);
  const hash = await jelab.hash(/name\..*sort=|sort=.*name\./);
  expect(hash.length).toBeLessThan(420);
  const [rows, picture] = [await jelab.runRows(), await jelab.picture()];
  const other = new JelabPage(await context.newPage());
  await other.open(hash);
  expect(await other.runRows()).toEqual(rows);
  expect(await other.picture()).toBe(picture);
  expect(await other.hash(/pin=/)).toBe(hash);
  expect(other.errors).toEqual([]);
});

test('a measured run is one side, by events, and says what it cannot tell', async ({ jelab, page }) => {
  await jelab.open(START);
  const { bytes } = await jelab.exportStatistics(500);
  await jelab.dropFiles([{ name: 'measured.csv', bytes }]);
  await jelab.press('Pin and lay over as B');
  await jelab.file('redis-server.hpa.csv.gz').getByTitle('redis-server.hpa.csv.gz').click();
  await jelab.idle();
  await expect(jelab.charts).toContainText('Run B has no clock');
  await expect(jelab.charts).toContainText('events of the trace');
  const own = replayOf(await sampleTrace(REDIS), SETTINGS[0]);
  await expect(jelab.charts).toContainText(`A has ${own.snapshots} snapshots, B 50`);
  await expect(jelab.legend('retained')).toBeDisabled();
  // The same run: where both have a snapshot, nothing differs; between, B is held for longer.
  await jelab.plot('Memory').press('End');
  const row = jelab.charts.locator('dl[aria-label^="Memory"] > div', { hasText: 'dirty' }).first();
  await expect(row.locator('dd').nth(2)).toHaveText('=');
  await jelab.showView(/^Compare/);
  await page.getByRole('button', { name: 'Show #1 as A' }).click();
  await jelab.idle();
  await expect(jelab.charts).toContainText('Run A has no clock');
  await expect(jelab.runs).toContainText('1 not in the link');
});

test('runs of different traces and shard counts lie over each other from their own starts', async ({
  jelab,
  page,
}) => {
  await jelab.open('#v=2&sample=redis-server&show=compare&pin=python-json&pin=redis-server');
  await expect(jelab.runs).toContainText('Its trace is not open');
  await page.getByRole('button', { name: 'Open the sample python-json' }).click();
  await jelab.idle();
  await page.getByRole('button', { name: 'Show #2 as B' }).click();
  await jelab.idle();
  await expect(jelab.charts).toContainText('A and B are runs of different traces');
  await expect(jelab.charts).toContainText('All shards, summed: A has 4, B 1');
  const [python, redis] = [
    replayOf(await sampleTrace('python-json'), inputsWith({})),
    replayOf(await sampleTrace(REDIS), inputsWith({})),
  ];
  const end = (table: StatisticsTable): number =>
    table.columns.clock_ns[(table.snapshots - 1) * table.shards] ?? 0;
  expect(end(redis)).toBeGreaterThan(end(python));
  await jelab.plot('Pageslabs').press('End');
  await expect(jelab.place, 'the axis reaches to the end of the longer one').toContainText(
    'A has ended · B: 0:50',
  );
  const slabs = valueAt(redis, 'total_pageslabs', redis.snapshots - 1, null);
  await expect(jelab.charts.locator('dl[aria-label^="Pageslabs"] > div').last().locator('dd')).toHaveText([
    '–',
    String(slabs),
    '–',
  ]);
});

test('pins never delay the sliders; unpin all can be undone; settings are loaded back', async ({
  jelab,
  page,
}) => {
  await pinThree(jelab);
  await jelab.showView(/^Compare/);
  await page.getByRole('button', { name: 'Load the settings of #1' }).click();
  await jelab.idle();
  await expect(jelab.exactValue('min_purge_interval_ms')).toHaveValue('100');
  await expect(jelab.chosen('Mode', 'HPA + SEC')).toBeChecked();
  const [one] = await tables();
  expect((await jelab.runRows())[0]?.values).toEqual(one === undefined ? [] : valuesOf(one));
  await expect(jelab.runs).toContainText('same as #1');
  await jelab.press('Undo');
  await expect(jelab.exactValue('min_purge_interval_ms')).toHaveValue('2000');
  const before = await jelab.runRows();
  await jelab.press('Unpin all');
  await expect(page.getByRole('region', { name: 'How to compare' })).toBeVisible();
  await jelab.press('Undo unpin (3)');
  expect(await jelab.runRows()).toEqual(before);
  await jelab.press('Unpin all');
  await jelab.press('Compare with the preset jemalloc');
  const rows = await jelab.runRows();
  expect(rows.map(({ side }) => side)).toEqual(['a', 'b']);
  expect(rows[1]?.values[0]).not.toBe('');
});

test('the exported picture holds both runs and the bands', async ({ jelab }) => {
  await pinThree(jelab);
  await jelab.showView(/^Compare/);
  await jelab.openExport();
  const svg = (await jelab.save('Save SVG')).bytes.toString();
  expect(svg).toContain('data-higher="a"');
  expect(svg).toContain('data-higher="b"');
  expect(svg).toContain('B (ghost): #1 ');
  expect(svg).toContain('B is higher');
  const png = await jelab.save('Save PNG');
  expect(png.bytes.subarray(1, 4).toString()).toBe('PNG');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious while comparing (${colorScheme})`, async ({ jelab, page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const check = async (state: string): Promise<void> => {
      const axe = new AxeBuilder({ page });
      // A theme changes colours only, so all other rules are asked once.
      const rules = colorScheme === 'dark' ? axe.withRules(['color-contrast']) : axe;
      const { violations } = await rules.analyze();
      const found = violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join('; ')}`);
      expect(found, state).toEqual([]);
    };
    await jelab.open('#v=2&sample=redis-server&show=compare');
    await check('no pins');
    await jelab.follow(
      '#v=2&sample=redis-server&show=compare&pin=redis-server*preset.jemalloc&pin=churn-sec',
    );
    await page.mouse.move(2, 2);
    await check('two pins, one waiting');
    await page.getByRole('button', { name: 'Rename #1' }).click();
    await check('renaming');
    await page.keyboard.press('Escape');
    await jelab.showView(/^Timelines$/);
    await check('laid over the timelines');
    await page.getByRole('combobox', { name: 'Run laid over, B' }).click();
    await expect(page.getByRole('option').first()).toBeVisible();
    await check('choosing what lies over');
  });
}
