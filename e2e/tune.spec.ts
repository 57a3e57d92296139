/** Sweeps: run, pause, cancel and go on, see, pick, load, take away, and come back by link. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { formatBytes, formatCount, formatPercent } from '../src/base/numbers.js';
import type { TraceTable } from '../src/engine/replay/trace-table.js';
import { hashTrace } from '../src/engine/tuning/fingerprint.js';
import { paretoFront } from '../src/engine/tuning/pareto.js';
import { runPoint } from '../src/engine/tuning/run-point.js';
import { parseSpecText, specHash } from '../src/engine/tuning/spec.js';
import { SweepSchedule } from '../src/engine/tuning/sweep-schedule.js';
import type { SweepResult, SweepSpec } from '../src/engine/tuning/sweep-types.js';
import { latestTime } from '../src/engine/replay/snapshot-schedule.js';
import { readSweepResults, type SweepRow } from '../src/formats/sweep-results.js';
import { sampleTrace } from './expected.js';
import { expect, test as base } from './fixtures.js';
import { smallTrace } from './traces.js';
import { TunePage } from './tune-page.js';

const test = base.extend<{ tune: TunePage }>({
  tune: async ({ jelab }, run) => run(new TunePage(jelab)),
});

const VARY = 'vary=dirty_mult.0.65536.3.special*purge_threshold.4096.2097152.3';
const SMALL = `#v=2&sample=redis-server&show=tune&${VARY}`;
/** Enough runs to be caught while they are made. */
const LONG =
  '#v=2&sample=python-json&show=tune&vary=dirty_mult.0.65536.20*min_purge_interval_ms.0.10000.20*purge_threshold.4096.2097152.2';
const LONG_RUNS = 801;
const OFTEN = { intervals: [50] };
const FRONT = 'Pareto front';
const HEAT = 'Two options at a time';
const PARALLEL = 'All options and figures';
const SENSITIVITY = 'Which option matters';

/** What the command line would make of a spec: the same schedule, the same runs. */
function sweepInNode(trace: TraceTable, spec: SweepSpec): SweepResult[] {
  const schedule = new SweepSchedule(spec, trace.length);
  const results: SweepResult[] = [];
  for (;;) {
    const task = schedule.next();
    if (typeof task === 'string') return results;
    const { mode, snapshots } = spec;
    const result = runPoint(trace, { ...task, mode, snapshots }, () => 0);
    results.push(result);
    schedule.add(result);
  }
}

const byId = (results: readonly SweepResult[]): readonly unknown[] =>
  results
    .toSorted((a, b) => a.point.id - b.point.id)
    .map(({ point, events, whole, figures }) => ({ point, events, whole, figures }));

test('a small grid runs to its end, and its files are those of the command line', async ({ jelab, tune }) => {
  await jelab.open(SMALL);
  await expect(tune.setup.getByText('13 runs')).toBeVisible();
  await tune.run();
  expect(await tune.done()).toBeGreaterThanOrEqual(13);

  const specFile = await tune.save(/^Spec JSON/);
  const parsed = parseSpecText(specFile.bytes.toString());
  if (!parsed.ok) throw new Error(parsed.errors.join(' '));
  const trace = await sampleTrace('redis-server');
  const expected = sweepInNode(trace, parsed.value);

  const csv = await tune.save(/^Results CSV/);
  const { rows, problems } = readSweepResults(csv.bytes.toString());
  expect(problems).toEqual([]);
  for (const { context } of rows) {
    expect(context.specHash).toBe(specHash(parsed.value));
    expect(context.traceHash).toBe(hashTrace(trace));
    expect(context.traceSeconds).toBe(latestTime(trace) / 1e9);
  }
  const planned = rows.filter(({ result }) => result.point.id >= -1).map(({ result }) => result);
  expect(byId(planned)).toEqual(byId(expected));

  // Every recommendation is on the front of the whole grid.
  const results = rows.map(({ result }) => result);
  const front = paretoFront(results, parsed.value.objectives).map((row) => results[row]);
  const cards = tune.advice.getByRole('article');
  await expect(cards.first()).toBeVisible();
  for (const card of await cards.all()) {
    // oxlint-disable-next-line no-await-in-loop -- one card after the other
    const line = await card.locator('pre').textContent();
    expect(line).toMatch(/^hpa:true,.*hpa_dirty_mult:/);
    // oxlint-disable-next-line no-await-in-loop
    await card.getByRole('button', { name: /^Show in the pictures/ }).click();
    // oxlint-disable-next-line no-await-in-loop
    const shown = await tune.cardFigures();
    expect(
      front.map((result) => formatBytes(result?.figures.mean_dirty_bytes ?? Number.NaN)),
      'on the front',
    ).toContain(shown['mean dirty']);
  }
});

/** Rows of the command line itself, as a process, for the spec that the page saved. */
function rowsOfProcess(specText: string): readonly SweepRow[] {
  const folder = mkdtempSync(join(tmpdir(), 'jelab-e2e-'));
  try {
    const at = (name: string): string => join(folder, name);
    const trace = 'redis-server.hpa.csv.gz';
    writeFileSync(at('spec.json'), specText);
    copyFileSync(join('public/samples', trace), at(trace));
    const args = ['scripts/jelab.mjs', 'sweep', at('spec.json'), at(trace), '-o', at('results.csv')];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 50_000 });
    expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
    const { rows, problems } = readSweepResults(readFileSync(at('results.csv'), 'utf8'));
    expect(problems).toEqual([]);
    return rows;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

for (const method of ['grid', 'halving'] as const) {
  test(`the page and the command line’s process make the same rows, ${method}`, async ({ jelab, tune }) => {
    await jelab.open(method === 'grid' ? SMALL : `${SMALL}&search=halving&runs=12`);
    await tune.run();
    const specFile = await tune.save(/^Spec JSON/);
    const csv = await tune.save(/^Results CSV/);
    const page = readSweepResults(csv.bytes.toString()).rows;
    const expected = rowsOfProcess(specFile.bytes.toString());
    // The page adds runs for its recommendations; those of the plan are the same, in whatever order they came.
    const rowsById = (rows: readonly SweepRow[]): readonly unknown[] =>
      rows
        .filter(({ result }) => result.point.id >= -1)
        .map(({ context, result: { point, events, whole, figures } }) => ({
          id: `${point.id} ${events}`,
          context,
          options: point.options,
          whole,
          figures,
        }))
        .toSorted((a, b) => a.id.localeCompare(b.id));
    expect(expected.length).toBeGreaterThan(12);
    expect(rowsById(page)).toEqual(rowsById(expected));
    if (method === 'halving') expect(page.some(({ result }) => !result.whole)).toBe(true);
  });
}

test('a sweep goes on with its runs when its trace is closed and opened again', async ({ jelab, tune }) => {
  await jelab.open(LONG);
  await tune.press(/^Start/);
  await expect.poll(() => tune.done(), OFTEN).toBeGreaterThan(20);
  await tune.press('Cancel sweep');
  await jelab.idle();
  const kept = await tune.done();
  await tune.page.getByRole('button', { name: /^Remove python-json/ }).click();
  await jelab.idle();
  await jelab.dropFiles([
    { name: 'again.csv.gz', bytes: readFileSync('public/samples/python-json.hpa.csv.gz') },
  ]);
  await jelab.idle();
  await expect(tune.bar.getByRole('button', { name: /^Go on: / })).toHaveText(
    new RegExp(`${formatCount(LONG_RUNS - kept)} runs`),
  );
});

test('the setup is undone and redone, and so are not the sliders', async ({ jelab, tune, page }) => {
  await jelab.open(SMALL);
  const sec = tune.setup.getByRole('button', { name: 'SEC', exact: true });
  await sec.click();
  await expect(tune.setup.getByText('29 runs')).toBeVisible();
  await sec.press('Control+z');
  await expect(tune.setup.getByText('13 runs')).toBeVisible();
  await sec.press('Control+Shift+z');
  await expect(tune.setup.getByText('29 runs')).toBeVisible();
  await tune.setup.getByRole('button', { name: 'Undo' }).click();
  await expect(tune.setup.getByText('13 runs')).toBeVisible();
  const options = page.getByRole('region', { name: 'Options', exact: true });
  await options.getByText('jemalloc', { exact: true }).click();
  const slider = options.getByRole('slider', { name: 'dirty_mult' });
  await slider.press('Control+z');
  await expect(tune.setup.getByText('13 runs'), 'the setup stands').toBeVisible();
  await expect(options.getByRole('radio', { name: 'microbench' })).toBeChecked();
});

test('what the pictures show is in the link', async ({ jelab, tune }) => {
  await jelab.open(SMALL);
  await tune.run();
  await tune.picture(FRONT).getByLabel('across').selectOption('huge_coverage');
  await tune.picture(HEAT).getByLabel('colour').selectOption('peak_pageslabs');
  const hash = await jelab.hash(/plots=(?=.*huge_coverage).*peak_pageslabs/);
  await jelab.open('#v=2');
  await jelab.open(hash);
  await tune.run();
  await expect(tune.picture(FRONT).getByLabel('across')).toHaveValue('huge_coverage');
  await expect(tune.picture(HEAT).getByLabel('colour')).toHaveValue('peak_pageslabs');
});

test('results show while it runs; it pauses, goes on, and a cancel loses nothing', async ({
  jelab,
  tune,
}) => {
  await jelab.open(LONG);
  await tune.press(/^Start/);
  await expect(tune.progress).toBeVisible();
  await expect.poll(() => tune.done(), OFTEN).toBeGreaterThan(5);
  for (const title of [FRONT, HEAT, PARALLEL]) {
    // oxlint-disable-next-line no-await-in-loop -- one picture after the other
    await expect(tune.plot(title)).toBeVisible();
  }
  await expect(jelab.status).toContainText('runs/s');
  await tune.press('Pause');
  await jelab.idle();
  await expect(tune.bar.getByText('paused')).toBeVisible();
  const paused = await tune.done();
  expect(paused).toBeLessThan(LONG_RUNS);
  await tune.press('Go on');
  await expect.poll(() => tune.done(), OFTEN).toBeGreaterThan(paused + 3);
  await tune.press('Cancel sweep');
  await jelab.idle();
  const kept = await tune.done();
  expect(kept).toBeGreaterThan(paused);
  await expect(jelab.page.getByText(/nothing of it is lost/)).toBeVisible();
  await expect(tune.table).toHaveAttribute('aria-rowcount', String(kept + 1));
  await expect(tune.bar.getByRole('button', { name: /^Go on: / })).toHaveText(
    new RegExp(`${formatCount(LONG_RUNS - kept)} runs`),
  );
  await tune.run();
  expect(await tune.done()).toBeGreaterThanOrEqual(LONG_RUNS);
});

test('a run picked in any picture is picked in all, and loads into the bench', async ({ jelab, tune }) => {
  await jelab.open(SMALL);
  await tune.run();
  const plot = tune.plot(HEAT);
  await plot.focus();
  await plot.press('ArrowRight');
  await expect(tune.saying(HEAT)).toContainText('purge_threshold');
  await plot.press('ArrowUp');
  const said = await tune.saying(HEAT).textContent();
  expect(said).toContain('mean dirty');
  await expect(tune.saying(FRONT), 'linked while hovered').toContainText('Setting');
  await plot.press('Enter');
  await expect(tune.card).toBeFocused();
  await expect(tune.table.locator('[aria-selected="true"]')).toHaveCount(1);
  const figures = await tune.cardFigures();
  expect(said).toContain(figures['mean dirty']);
  await tune.card.getByRole('button', { name: 'Pin' }).click();
  await tune.card.getByRole('button', { name: 'Load in the bench' }).click();
  await jelab.idle();
  const summary = await jelab.summaryValues();
  expect(summary['mean dirty']).toBe(figures['mean dirty']);
  expect(summary['peak slabs']).toBe(figures['peak pageslabs']);
  expect(summary['huge']).toBe(figures['huge coverage']);
  await jelab.showView(/Compare/);
  expect((await jelab.runRows()).length).toBe(2);
});

test('parallel coordinates keep the runs that a drag on an axis lets through', async ({ jelab, tune }) => {
  await jelab.open(SMALL);
  await tune.run();
  const plot = tune.plot(PARALLEL);
  await plot.scrollIntoViewIfNeeded();
  const pixels = (): Promise<string> =>
    plot.locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  const before = await pixels();
  const strip = await plot.locator('.jl-tuning-strip').nth(1).boundingBox();
  if (strip === null) throw new Error('the axis is not on the screen');
  const x = strip.x + strip.width / 2;
  await tune.page.mouse.move(x, strip.y + 4);
  await tune.page.mouse.down();
  await tune.page.mouse.move(x, strip.y + strip.height * 0.3, { steps: 4 });
  await tune.page.mouse.up();
  await tune.page.mouse.move(5, 5);
  await expect(tune.saying(PARALLEL)).toHaveText('Limited by purge_threshold.');
  await expect.poll(pixels).not.toBe(before);
  await tune.picture(PARALLEL).getByRole('button', { name: 'Let all through' }).click();
  await expect.poll(pixels).toBe(before);
});

test('which option matters, and which does not, is said in words', async ({ jelab, tune }) => {
  await jelab.open(
    '#v=2&sample=redis-server&show=tune&vary=dirty_mult.0.65536.3*min_purge_interval_ms.0.1000.2*nshards.1.8.3',
  );
  await tune.run();
  await expect(tune.picture(SENSITIVITY)).toContainText('no effect');
  await expect(tune.advice).toContainText('nshards');
  const plot = tune.plot(SENSITIVITY);
  await plot.focus();
  await plot.press('ArrowDown');
  await expect(tune.saying(SENSITIVITY)).toContainText('dirty_mult explains');
});

test('aims and limits judge anew, without a run', async ({ jelab, tune }) => {
  await jelab.open(SMALL);
  await tune.run();
  const csv = readSweepResults((await tune.save(/^Results CSV/)).bytes.toString());
  const coverage = csv.rows.map(({ result }) => result.figures.huge_coverage);
  const limit = Math.max(...coverage) / 2;
  await tune.setup.getByRole('textbox', { name: 'huge coverage at least' }).fill(String(limit * 100));
  await jelab.idle();
  const misses = coverage.filter((value) => !(value >= limit)).length;
  expect(misses).toBeGreaterThan(0);
  await expect(tune.picture(FRONT)).toContainText(`${formatCount(misses)} miss a limit`);
  await expect(tune.setup.getByRole('textbox', { name: 'huge coverage at least' })).toHaveValue(
    String(limit * 100),
  );
  await tune.setup.getByRole('textbox', { name: 'huge coverage at least' }).blur();
  await expect(tune.setup.getByRole('textbox', { name: 'huge coverage at least' })).toHaveValue(
    formatPercent(limit),
  );
});

test('the setup is in the link', async ({ jelab, tune }) => {
  await jelab.open('#v=2&sample=redis-server&show=tune');
  await tune.setup.getByRole('button', { name: 'SEC', exact: true }).click();
  await tune.setup.getByText('random', { exact: true }).click();
  await tune.setup.getByRole('textbox', { name: 'settings' }).fill('40');
  await tune.setup.getByRole('textbox', { name: 'peak memory at most' }).fill('1G');
  const hash = await jelab.hash(/limit=/);
  await jelab.open('#v=2');
  await jelab.open(hash);
  await expect(tune.setup.getByText('41 runs')).toBeVisible();
  await expect(tune.setup.getByRole('group', { name: 'SEC max_bytes' })).toBeVisible();
  await expect(tune.setup.getByRole('textbox', { name: 'peak memory at most' })).toHaveValue('1\u202fGiB');
  expect(await jelab.hash(/limit=/)).toBe(hash);
});

test('results of the command line can be dropped on the page', async ({ jelab, tune }) => {
  await jelab.open(SMALL);
  await tune.run();
  const csv = await tune.save(/^Results CSV/);
  const { rows } = readSweepResults(csv.bytes.toString());
  await jelab.open();
  await jelab.dropFiles([{ name: 'cluster.csv', bytes: `${csv.bytes.toString()}torn li` }]);
  await expect(tune.table).toHaveAttribute('aria-rowcount', String(rows.length + 1));
  await expect(tune.advice.getByRole('article').first()).toBeVisible();
  expect(await jelab.problems('cluster.csv')).toContain('cut in the middle');
});

test('a trace without a clock says what cannot be aimed at', async ({ jelab, tune }) => {
  const still = smallTrace().replace(/^(\d+,\d+,\d+),\d+,1$/gm, '$1,5,1');
  await jelab.open('#v=2&show=tune');
  await jelab.dropFiles([{ name: 'still.csv', bytes: still }]);
  await expect(tune.setup.getByText(/clock stands still/)).toBeVisible();
  await tune.setup.getByRole('button', { name: 'Aim at memory and huge coverage' }).click();
  await tune.run();
  await expect(tune.advice.getByRole('article').first()).toBeVisible();
});

test('a picture can be saved', async ({ jelab, tune }) => {
  await jelab.open(SMALL);
  await tune.run();
  for (const name of ['pareto', 'heat-map', 'parallel', 'sensitivity']) {
    const coming = tune.page.waitForEvent('download');
    // oxlint-disable-next-line no-await-in-loop -- one file after the other
    await tune.page.getByRole('button', { name: `Save ${name} as PNG` }).click();
    // oxlint-disable-next-line no-await-in-loop
    expect((await coming).suggestedFilename()).toMatch(new RegExp(`${name}\\.png$`));
  }
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`no serious violation in the ${colorScheme} theme`, async ({ jelab, tune, page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
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
    await jelab.open(SMALL);
    await check('before the first sweep');
    await tune.run();
    await tune.advice.getByText('MALLOC_CONF line').first().click();
    await check('with results');
    await tune.advice
      .getByRole('button', { name: /^Show in the pictures/ })
      .first()
      .click();
    await tune.setup.getByRole('textbox', { name: 'peak memory at most' }).fill('much');
    await check('with a card and an error');
  });
}
