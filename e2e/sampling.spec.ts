/** The Sampling bench: every control changes its pictures, and the numbers are those of the engine. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { formatBytes } from '../src/base/numbers.js';
import { rateForError, scaledTo } from '../src/engine/sampling/budget.js';
import { Experiment } from '../src/engine/sampling/experiment.js';
import { sampleTrace } from '../src/engine/sampling/sample-program.js';
import { workloadOfProfile } from '../src/engine/sampling/profile-sizes.js';
import { perByte } from '../src/engine/sampling/strategies.js';
import { summarise } from '../src/engine/sampling/trial-statistics.js';
import { makeWorkload, type Workload, workloadTotals } from '../src/engine/sampling/workload.js';
import { WORKLOAD_PRESETS } from '../src/engine/sampling/workload-presets.js';
import { traceFromText } from '../src/testing/trace-builder.js';
import { expect, test as base } from './fixtures.js';
import { heapSample, openProfile, totalOf } from './heap-expected.js';
import { PICTURE_IDS, type PictureId, SamplingPage } from './sampling-page.js';
import { bigTrace, smallTrace } from './traces.js';

const test = base.extend<{ sampling: SamplingPage }>({
  sampling: async ({ jelab }, run) => run(new SamplingPage(jelab)),
});

function preset(id: string): Workload {
  const found = WORKLOAD_PRESETS.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no workload ${id}`);
  return found.create();
}

const THEORY: readonly PictureId[] = ['variance', 'shares', 'cost', 'summing', 'writer', 'best'];

/** Which pictures a control must change, and that it leaves the others alone. */
const CONTROLS: readonly {
  readonly name: string;
  readonly hash?: string;
  readonly work: (sampling: SamplingPage) => Promise<void>;
  readonly changes: readonly PictureId[];
}[] = [
  { name: 'lg_prof_sample', work: (page) => page.step('lg_prof_sample', 'ArrowLeft'), changes: PICTURE_IDS },
  { name: 'budget', work: (page) => page.step('Budget', 'PageUp'), changes: PICTURE_IDS },
  {
    name: 'N at equal cost',
    work: (page) => page.step('N', 'PageUp'),
    changes: ['variance'],
  },
  {
    name: 'N as typed',
    hash: '&cost=typed',
    work: (page) => page.step('N', 'PageUp'),
    changes: ['variance', 'shares', 'experiment'],
  },
  { name: 'trials', work: (page) => page.step('Trials', 'ArrowLeft'), changes: ['experiment'] },
  { name: 'seed', work: (page) => page.step('Seed', 'ArrowRight'), changes: ['experiment', 'counter'] },
  {
    name: 'a bar',
    work: async (page) => {
      await page.sizes.getByRole('slider').nth(20).press('PageUp');
      await page.jelab.idle();
    },
    changes: ['variance', 'shares', 'cost', 'experiment', 'counter', 'best', 'summing'],
  },
  {
    name: 'the question',
    work: (page) => page.type(page.question.getByLabel('Bytes of the stack'), '1 MiB'),
    changes: ['cost'],
  },
  {
    name: 'typed samples',
    work: (page) => page.type(page.page.getByLabel('Samples, row 1'), '3'),
    changes: ['writer'],
  },
];

test.describe('controls', () => {
  for (const { name, hash = '', work, changes } of CONTROLS) {
    test(`${name}: changes its pictures and no others`, async ({ sampling }) => {
      await sampling.open(`&trials=200${hash}`);
      const before = await sampling.allDrawn();
      await work(sampling);
      for (const id of changes) {
        // oxlint-disable-next-line no-await-in-loop -- one page
        await expect.poll(() => sampling.drawn(id), id).not.toBe(before[id]);
      }
      for (const id of THEORY.filter((one) => !changes.includes(one))) {
        // oxlint-disable-next-line no-await-in-loop
        expect((await sampling.drawn(id)) === before[id], `${id} stays`).toBe(true);
      }
    });
  }

  test('a drag is one step to undo, by keys too', async ({ sampling, page }) => {
    await sampling.open();
    const slider = sampling.slider('lg_prof_sample');
    const box = await slider.boundingBox();
    if (box === null) throw new Error('no slider');
    const y = box.y + box.height / 2;
    await page.mouse.move(box.x + box.width * 0.63, y);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.4, y, { steps: 6 });
    await page.mouse.move(box.x + box.width * 0.3, y, { steps: 6 });
    await page.mouse.up();
    await sampling.jelab.idle();
    expect(Number(await slider.inputValue())).toBeLessThan(12);
    await page.keyboard.press('Control+z');
    await expect(slider).toHaveValue('19');
    await page.keyboard.press('Control+Shift+z');
    await expect(slider).not.toHaveValue('19');
  });

  test('a bad number is told and changes nothing', async ({ sampling }) => {
    await sampling.open();
    await sampling.exactValue('lg_prof_sample').fill('31');
    await expect(sampling.side.getByRole('alert')).toContainText('From 0 to 30');
    await expect(sampling.slider('lg_prof_sample')).toHaveValue('19');
    await sampling.exactValue('lg_prof_sample').blur();
    await expect(sampling.side.getByRole('alert')).toHaveCount(0);
  });

  test('why it matters opens on demand; every picture has its formula', async ({ sampling }) => {
    await sampling.open();
    for (const id of PICTURE_IDS) {
      const picture = sampling.picture(id);
      // oxlint-disable-next-line no-await-in-loop -- one page
      await expect(picture.locator('math')).toHaveCount(1);
      const why = picture.locator('details p');
      // oxlint-disable-next-line no-await-in-loop
      await expect(why).toBeHidden();
      // oxlint-disable-next-line no-await-in-loop
      await picture.getByText('Why does it matter?').click();
      // oxlint-disable-next-line no-await-in-loop
      await expect(why).toBeVisible();
    }
  });
});

test.describe('numbers', () => {
  test('the experiment is the engine’s, converges, and shows the biased one off', async ({ sampling }) => {
    await sampling.open('&trials=2000&seed=7');
    await expect(sampling.experiment.getByRole('status')).toContainText('14\u202f000 trials in');
    const csv = (await sampling.save('experiment', 'Numbers as CSV')).bytes.toString();
    const [head = '', ...rows] = csv.trim().split('\n');
    const names = head.split(',');
    const first = (strategy: string): Record<string, number> => {
      const cells = rows.find((row) => row.startsWith(`${strategy},`))?.split(',') ?? [];
      return Object.fromEntries(names.map((name, i) => [name, Number(cells[i])]));
    };
    const workload = preset('server');
    const experiment = new Experiment({
      workload,
      strategy: perByte(2 ** 19),
      engine: 'binomial',
      trials: 2000,
      seed: 7n,
    });
    while (!experiment.advance(1e6));
    const seen = first('per-byte');
    expect(seen['mean']).toBe(summarise(experiment.trials.bytes, 2000).mean);
    expect(seen['true_bytes']).toBe(experiment.expected.bytes);
    for (const strategy of ['per-byte', 'per-allocation', 'optimal', 'start-up', 'even-odd', 'threads']) {
      const { mean = 0, true_bytes = 0, expected_variance = 0, trials = 0 } = first(strategy);
      expect(Math.abs(mean - true_bytes), strategy).toBeLessThan(5 * Math.sqrt(expected_variance / trials));
    }
    const biased = first('ignoring-small');
    const off = (biased['true_bytes'] ?? 0) - (biased['mean'] ?? 0);
    expect(off).toBeGreaterThan(5 * Math.sqrt((biased['expected_variance'] ?? 0) / 2000));
    await expect(sampling.picture('experiment')).toContainText('biased');
  });

  test('a long experiment shows progress, is cancelled, and another runs', async ({ sampling, jelab }) => {
    await sampling.jelab.page.goto('/#v=1&bench=sampling&trials=100000&engine=walk&lg=12');
    const bar = sampling.experiment.getByRole('progressbar', { name: 'Trials made' });
    await expect.poll(async () => Number(await bar.getAttribute('value'))).toBeGreaterThan(0);
    await sampling.experiment.getByRole('button', { name: 'Cancel' }).click();
    await expect(sampling.experiment.getByRole('status')).toContainText(/Cancelled; the [\d\u202f]+ trials/);
    const part = Number(await bar.getAttribute('value'));
    expect(part).toBeLessThan(700_000);
    await sampling.exactValue('lg_prof_sample').fill('11');
    // The status bar's Cancel does the same.
    await expect(sampling.experiment.getByRole('button', { name: 'Cancel' })).toBeVisible();
    await sampling.jelab.cancelJob('Sampling again and again');
    await sampling.exactValue('Trials').fill('100');
    await jelab.choose('Engine of the experiment', 'by size (fast)');
    await expect(sampling.experiment.getByRole('status')).toContainText('700 trials in');
  });

  test('which lg_prof_sample is answered as the engine says, and used', async ({ sampling }) => {
    await sampling.open();
    await sampling.type(sampling.question.getByLabel('Error wanted, percent'), '2.5');
    await sampling.type(sampling.question.getByLabel('Bytes of the stack'), '8 MiB');
    const part = scaledTo(preset('server'), 8 * 2 ** 20);
    const lg = Math.floor(Math.log2(rateForError(part, 0.025)));
    await expect(sampling.question).toContainText(`lg_prof_sample ${lg} gives`);
    await sampling.question.getByRole('button', { name: 'Use it' }).click();
    await expect(sampling.slider('lg_prof_sample')).toHaveValue(String(lg));
    await sampling.question.getByLabel('in objects').selectOption('of 8\u202fB'.replace('8', '16'));
    const one = scaledTo(makeWorkload([{ size: 16, allocated: 1, live: 1 }]), 8 * 2 ** 20);
    const other = Math.floor(Math.log2(rateForError(one, 0.025)));
    await expect(sampling.question).toContainText(`lg_prof_sample ${other} gives`);
  });

  test('the document’s example: 61 MB where 8 TB is right', async ({ sampling }) => {
    await sampling.open('&workload=document&lg=20');
    const row = sampling.picture('summing').getByRole('row', { name: /^d: / });
    await expect(row).toContainText('58.2\u202fMiB');
    await expect(sampling.picture('summing').getByRole('row', { name: /^true/ })).toContainText(
      '7.28\u202fTiB',
    );
  });
});

test.describe('workloads', () => {
  test('sizes are added, typed, dragged and removed; an empty one teaches', async ({ sampling, page }) => {
    await sampling.open('&workload=document');
    await sampling.side.getByLabel('Size to add').fill('100');
    await page.keyboard.press('Enter');
    await expect(sampling.side.getByText('Rounded up to the size class of 112')).toBeVisible();
    await sampling.type(sampling.side.getByLabel('Objects of 112\u202fB live'), '2M');
    await sampling.jelab.idle();
    const live = 2 * 8 * 2 ** 20 - 388_608 + 112 * 2e6;
    expect(await sampling.tile('live bytes')).toBe(formatBytes(live));
    await sampling.jelab.hash(/sizes=8-1000000-1000000_112-2000000-2000000_/);
    for (const name of ['8\u202fB', '112\u202fB', '8\u202fMiB']) {
      // oxlint-disable-next-line no-await-in-loop -- one page
      await sampling.side.getByRole('button', { name: `Remove ${name}`, exact: true }).click();
    }
    await expect(page.getByRole('heading', { level: 1 })).toContainText(
      'What would a profile of it be worth?',
    );
    await page.getByRole('button', { name: 'heavy tail' }).click();
    await sampling.jelab.idle();
    await sampling.jelab.hash(/workload=heavy-tail/);
    await sampling.side.getByRole('button', { name: 'Undo' }).click();
    await sampling.side.getByRole('button', { name: 'Undo' }).click();
    await sampling.jelab.idle();
    await expect(sampling.sizes.locator('.ui-size-name')).toHaveText(['8\u202fMiB']);
    await expect(sampling.picture('variance')).toBeVisible();
  });

  test('a histogram that is dropped, with its problems told', async ({ sampling, jelab }) => {
    await jelab.open();
    const text = 'size,allocated,live\n64,1000,500\nx,1,1\n100,10,5\n';
    await sampling.drop([{ name: 'sizes.csv', bytes: text }]);
    await expect(jelab.page).toHaveTitle('Sampling · jelab');
    await expect(sampling.sizes.locator('.ui-size-name')).toHaveText(['64\u202fB', '100\u202fB']);
    await expect(sampling.files).toContainText('sizes.csv');
    await expect(sampling.files.locator('details')).toContainText(/problem/);
    await sampling.side.getByRole('button', { name: 'Round them up' }).click();
    await jelab.idle();
    await expect(sampling.sizes.locator('.ui-size-name')).toHaveText(['64\u202fB', '112\u202fB']);
  });

  test('a histogram that is typed in; nonsense leaves the old one', async ({ sampling, page }) => {
    await sampling.open();
    const typed = async (text: string): Promise<void> => {
      await sampling.side.getByRole('button', { name: 'Type in…' }).click();
      await page.getByRole('dialog').getByLabel('Size histogram').fill(text);
      await page.getByRole('button', { name: 'Use these sizes' }).click();
      await sampling.jelab.idle();
    };
    await typed('size,allocated,live\n32,100,50\n4096,7,7\n');
    await expect(sampling.sizes.locator('.ui-size-name')).toHaveText(['32\u202fB', '4\u202fKiB']);
    await sampling.jelab.hash(/sizes=32/);
    await typed('nothing of use');
    await expect(sampling.side.getByRole('alert').first()).toBeVisible();
    await expect(sampling.sizes.locator('.ui-size-name')).toHaveText(['32\u202fB', '4\u202fKiB']);
  });

  test('the sizes of an open trace and of an open dump', async ({ sampling, jelab }) => {
    await jelab.open('#v=1&bench=replay&sample=redis-server');
    await jelab.header.getByRole('button', { name: 'Heap' }).click();
    await jelab.openSample('known-truth');
    await jelab.header.getByRole('button', { name: 'Sampling' }).click();
    await jelab.idle();
    await sampling.choose(/redis-server/);
    await expect(sampling.side).toContainText('A page-allocator trace tells of extents');
    await expect(sampling.sizes).toContainText('KiB');
    await sampling.choose(/gt-abcd/);
    await expect(sampling.side).toContainText('A dump is a sample itself');
    const { workload } = workloadOfProfile(await openProfile(heapSample('gt-abcd-lg12-accum.heap')));
    await expect(sampling.sizes.locator('.ui-size-name')).toHaveText(Array.from(workload.size, formatBytes));
  });
});

/** jemalloc 5.3.0 with prof_stats: two small classes, two large ones; 3 of the sampled 16-byte objects live in extents of 16 KiB. */
const STATISTICS = JSON.stringify({
  jemalloc: {
    version: '5.3.0-0-g54eaed1d',
    opt: { prof: true, lg_prof_sample: 12 },
    arenas: { bin: [{ size: 16 }, { size: 64 }], lextent: [{ size: 16_384 }, { size: 20_480 }] },
    'stats.arenas': {
      0: {
        tcache_bytes: 1600,
        bins: [
          { nmalloc: 5, nrequests: 2990, curregs: 1997, prof_live_count: 3, prof_accum_count: 10 },
          { nmalloc: 9, nrequests: 40, curregs: 60, prof_live_count: 0, prof_accum_count: 0 },
        ],
        lextents: [
          { curlextents: 3, prof_live_count: 0, prof_accum_count: 0 },
          { curlextents: 30, prof_live_count: 0, prof_accum_count: 0 },
        ],
        large: { nmalloc: 77 },
      },
    },
  },
});

test.describe('workloads of statistics and traces', () => {
  test('malloc_stats_print in JSON: its fields and its traps are said beside the sizes', async ({
    sampling,
    jelab,
  }) => {
    await jelab.open();
    await sampling.drop([{ name: 'stats.json', bytes: STATISTICS }]);
    await expect(jelab.page).toHaveTitle('Sampling · jelab');
    await expect(sampling.sizes.locator('.ui-size-name')).toHaveText([
      '16\u202fB',
      '64\u202fB',
      '20\u202fKiB',
    ]);
    // The sampled 3 went back to 16 B, and what thread caches hold of 64 B is not alive.
    await expect(sampling.side.getByLabel('Objects of 16\u202fB live')).toHaveValue('2\u202fk');
    await expect(sampling.side.getByLabel('Objects of 16\u202fB allocated')).toHaveValue('3\u202fk');
    await expect(sampling.side.getByLabel('Objects of 64\u202fB live')).toHaveValue('40');
    const notes = sampling.side.getByRole('list', { name: 'Where these numbers come from' });
    for (const trap of [
      'allocated is nrequests',
      'only arena "0"',
      'counted at their own size',
      'in caches of threads, which were left out',
      '77 large objects were allocated',
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- one page
      await expect(notes).toContainText(trap);
    }
    await jelab.hash(/sizes=16-3000-2000_64-40-40_20480-30-30/);
  });

  test('statistics cut off are refused in a sentence', async ({ sampling, jelab }) => {
    await sampling.open();
    await sampling.drop([{ name: 'cut.json', bytes: STATISTICS.slice(0, 200) }]);
    await expect(sampling.files.getByText(/These are jemalloc statistics in JSON/)).toBeVisible();
    await expect(sampling.side.getByRole('combobox', { name: 'Workload' })).toHaveValue(/^server/);
    await jelab.idle();
  });

  test('a trace is sampled allocation by allocation, saved, and opened on the Heap bench', async ({
    sampling,
    jelab,
  }) => {
    const text = smallTrace(4000);
    await sampling.open('&lg=14&seed=9&stacks=one&unbias=0');
    await sampling.drop([{ name: 'small.csv', bytes: text }]);
    await jelab.header.getByRole('button', { name: 'Sampling' }).click();
    await sampling.choose('small.csv');
    await expect(sampling.dump).toContainText('walks through this trace');
    const saved = await sampling.saveDump();
    expect(saved.name).toBe('small.lg14.seed9.plain.heap');
    const { groups } = sampleTrace(traceFromText(text), { rate: 2 ** 14, seed: 9n, layout: 'one' });
    const [live, all] = groups.reduce(([l, a], group) => [l + group.live, a + group.all], [0, 0]);
    expect(live).toBeGreaterThan(1000);
    const profile = await openProfile(saved.bytes);
    expect(profile.header).toEqual([live, live * 16_384, all, all * 16_384].map(BigInt));
    expect(saved.bytes.toString()).toMatch(/^heap_v2\/16384\n/);
    await expect(sampling.dump.getByRole('status')).toContainText('samples were taken');
    await jelab.press('Open in the Heap bench');
    await expect(jelab.page).toHaveTitle('Heap · jelab');
    await expect(jelab.page.getByText('small.lg14.seed9.plain.named.heap').first()).toBeVisible();
  });

  test('sampling a long trace can be cancelled', async ({ sampling, jelab }) => {
    const trace = bigTrace(3_000_000);
    try {
      await jelab.open();
      await sampling.drop([{ path: trace.path }]);
      await jelab.header.getByRole('button', { name: 'Sampling' }).click();
      await jelab.idle();
      // Also from the list of files: there, everything stands whose sizes can be taken.
      await sampling.files.getByRole('button', { name: /^big-/ }).click();
      await expect(sampling.dump).toContainText('walks through this trace');
      await jelab.idle();
      await sampling.exactValue('lg_prof_sample').fill('0');
      await jelab.idle();
      // It takes part of a second, so the hand must be on the button before.
      const cancelled = jelab.cancelJob('Sampling for');
      await sampling.dump.getByRole('button', { name: 'Save heap_v2 file' }).click();
      await cancelled;
      await expect(jelab.status).toContainText('was not written: cancelled');
      await expect(sampling.dump.getByRole('button', { name: 'Save heap_v2 file' })).toBeEnabled();
      expect((await sampling.saveDump()).bytes.toString()).toMatch(/^heap_v2\/1\n/);
    } finally {
      trace.remove();
    }
  });
});

test.describe('looking', () => {
  test('the crosshair stands at the same size in all pictures over sizes', async ({ sampling, page }) => {
    await sampling.open();
    const plot = sampling.plot('shares');
    await plot.scrollIntoViewIfNeeded();
    const box = await plot.boundingBox();
    if (box === null) throw new Error('no plot');
    await plot.hover({ position: { x: box.width * 0.5, y: 60 } });
    const heading = await sampling.reading('shares');
    expect(heading).toMatch(/[KM]?i?B$/);
    await expect.poll(() => sampling.reading('variance')).toContain(`Z = ${heading}`);
    await expect.poll(() => sampling.reading('best')).toContain(`${heading},`);
    await page.mouse.move(2, 2);
    await expect.poll(() => sampling.reading('shares')).toBe('all sizes');
    await expect.poll(() => sampling.reading('best')).toBe('choose a size in the plot');
    // By keys as well, and Escape leaves all of them.
    await sampling.plot('best').press('Home');
    await expect.poll(() => sampling.reading('variance')).toContain('Z = 16\u202fB');
    await sampling.plot('best').press('Escape');
    await expect.poll(() => sampling.reading('shares')).toBe('all sizes');
  });

  test('where everything is sampled there is no ratio, and it is said why', async ({ sampling }) => {
    await sampling.open('&lg=0&trials=100');
    await expect(sampling.picture('best')).toContainText('Every allocation is sampled');
    await expect(sampling.picture('best')).not.toContainText('0 ×');
    expect(await sampling.tile('variance over best')).toBe('–');
    expect(await sampling.tile('error per byte')).toBe('0\u202f%');
  });

  test('a bar is dragged by mouse and by keys; the share that lives stays', async ({ sampling, page }) => {
    await sampling.open('&sizes=64-1000000-250000_4096-500-500');
    const bar = sampling.sizes.getByRole('slider', { name: 'Allocated of 64\u202fB' });
    const [allocated, live] = ['allocated', 'live'].map((what) =>
      sampling.sizes.getByLabel(`Objects of 64\u202fB ${what}`),
    );
    const box = await bar.boundingBox();
    if (box === null || allocated === undefined || live === undefined) throw new Error('no bar');
    const y = box.y + box.height / 2;
    await page.mouse.move(box.x + box.width * 0.66, y);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.5, y, { steps: 5 });
    await page.mouse.move(box.x + box.width * 0.35, y, { steps: 5 });
    await page.mouse.up();
    await sampling.jelab.idle();
    /** Of the first size; the address follows a little later. */
    const rows = async (not: RegExp): Promise<number[]> => {
      await expect.poll(() => page.url()).not.toMatch(not);
      const sizes = new URLSearchParams(new URL(page.url()).hash.slice(1)).get('sizes') ?? '';
      return sizes.split('_')[0]?.split('-').map(Number) ?? [];
    };
    const [, made = 0, alive = 0] = await rows(/sizes=64-1000000-/);
    expect(made).toBeLessThan(100_000);
    expect(made).toBeGreaterThan(100);
    expect(Math.abs(alive - made / 4)).toBeLessThanOrEqual(1);
    await page.keyboard.press('Control+z');
    await expect(allocated).toHaveValue('1\u202fM');
    await bar.press('ArrowRight');
    await bar.press('ArrowRight');
    await sampling.jelab.idle();
    const [, more = 0, moreAlive = 0] = await rows(new RegExp(`sizes=64-(1000000|${made})-`));
    expect(more).toBeGreaterThan(1_000_000);
    expect(Math.abs(moreAlive - more / 4)).toBeLessThanOrEqual(1);
  });
});

test.describe('taking away', () => {
  test('every picture as SVG, PNG and CSV', async ({ sampling }) => {
    await sampling.open('&trials=100');
    for (const id of PICTURE_IDS) {
      // oxlint-disable-next-line no-await-in-loop -- one page
      const svg = await sampling.save(id, 'Picture as SVG');
      expect(svg.name).toBe(`sampling-${id}.svg`);
      expect(svg.bytes.toString(), id).toMatch(/^<svg [^]*<\/svg>\s*$/);
      // oxlint-disable-next-line no-await-in-loop
      const csv = (await sampling.save(id, 'Numbers as CSV')).bytes.toString().trim().split('\n');
      const width = csv[0]?.split(',').length;
      expect(csv.length, id).toBeGreaterThan(2);
      for (const line of csv) expect(line.replace(/"[^"]*"/g, '').split(',').length, id).toBe(width);
      // oxlint-disable-next-line no-await-in-loop
      const png = await sampling.save(id, 'Picture as PNG');
      expect([png.name, png.bytes.subarray(1, 4).toString()]).toEqual([`sampling-${id}.png`, 'PNG']);
    }
  });

  test('a dump, to keep and to open: its total is near the truth', async ({ sampling, jelab }) => {
    await sampling.open('&lg=16');
    const truth = workloadTotals(preset('server')).liveBytes;
    const saved = await sampling.saveDump();
    expect(saved.name).toBe('server.lg16.seed42.heap');
    const profile = await openProfile(saved.bytes);
    expect(profile.rate.text).toBe('65536');
    expect(Math.abs(totalOf(profile, 'inuse_space', 'jeprof') / truth - 1)).toBeLessThan(0.05);
    await jelab.press('Open in the Heap bench');
    await expect(jelab.page).toHaveTitle('Heap · jelab');
    await expect(jelab.page.getByRole('status', { name: 'Total' })).toContainText(
      formatBytes(totalOf(profile, 'inuse_space', 'best')),
    );
  });

  test('the link brings everything back', async ({ sampling, jelab }) => {
    await sampling.open(
      '&sizes=16-1000-10_4096-50-50&budget=77&n=12&cost=typed&trials=150&seed=5&engine=walk&stack=65536&stacksize=4096&error=0.3&writer=64-3_128-9&best=document&stacks=mixed&unbias=0&accum=0&symbols=1',
    );
    const before = await sampling.allDrawn();
    await sampling.step('Seed', 'ArrowRight');
    await sampling.step('Seed', 'ArrowLeft');
    const hash = await jelab.hash(/seed=5/);
    expect(new URLSearchParams(hash.slice(1)).get('sizes')).toBe('16-1000-10_4096-50-50');
    await jelab.page.goto('about:blank');
    await jelab.open(hash);
    const after = await sampling.allDrawn();
    for (const id of PICTURE_IDS.filter((one) => one !== 'counter')) {
      expect(after[id] === before[id], id).toBe(true);
    }
    await expect(sampling.slider('Seed')).toHaveValue('5');
    await expect(jelab.chosen('Engine of the experiment', 'jemalloc’s walk')).toBeChecked();
    await expect(sampling.question.getByLabel('Error wanted, percent')).toHaveValue('30');
    await expect(sampling.dump.getByRole('combobox', { name: 'Stacks of the dump' })).toHaveValue(
      'a few stacks of mixed sizes',
    );
    await expect(sampling.dump.getByRole('switch', { name: 'prof_unbias' })).not.toBeChecked();
    await expect(sampling.dump.getByRole('switch', { name: 'prof_accum' })).not.toBeChecked();
    await expect(sampling.dump.getByRole('switch', { name: 'names in the file' })).toBeChecked();
    // They are what the file is written with.
    const { name, bytes } = await sampling.saveDump();
    expect(name).toBe('own-sizes.budget.seed5.plain.named.heap');
    expect(bytes.toString()).toMatch(/^--- symbol\n/);
  });

  test('a link with nonsense is told of, and the rest holds', async ({ sampling, jelab }) => {
    await sampling.open('&lg=99&sizes=1-2&seed=3');
    await expect(jelab.status).toContainText('value for sizes');
    await expect(sampling.slider('lg_prof_sample')).toHaveValue('19');
    await expect(sampling.slider('Seed')).toHaveValue('3');
  });
});

/** Nothing that matters may be wrong on the page as it is. */
async function checkAccess(page: Page, state: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join('; ')}`);
  expect(found, state).toEqual([]);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`no accessibility violation in the ${colorScheme} theme`, () => {
    // Each look at eight pictures takes seconds.
    test.slow();

    test('as it opens, with all told, with the dialog', async ({ sampling, page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await sampling.open('&trials=100&cost=typed');
      await checkAccess(page, 'as it opens');
      for (const id of PICTURE_IDS) {
        // oxlint-disable-next-line no-await-in-loop -- one page
        await sampling.picture(id).getByText('Why does it matter?').click();
      }
      await sampling.exactValue('Trials').fill('much');
      await checkAccess(page, 'with all reasons open and a bad number');
      await sampling.side.getByRole('button', { name: 'Type in…' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await checkAccess(page, 'with the dialog');
    });

    test('with a file, on a narrow screen, with nothing live, with no size', async ({ sampling, page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width: 700, height: 800 });
      await sampling.open('&trials=100');
      await sampling.drop([{ name: 'stats.json', bytes: STATISTICS }]);
      await expect(sampling.side.getByRole('list', { name: 'Where these numbers come from' })).toBeVisible();
      await checkAccess(page, 'with what a file does not tell, narrow');
      for (const size of ['64\u202fB', '20\u202fKiB']) {
        // oxlint-disable-next-line no-await-in-loop -- one page
        await sampling.side.getByRole('button', { name: `Remove ${size}`, exact: true }).click();
      }
      await sampling.type(sampling.side.getByLabel('Objects of 16\u202fB live'), '0');
      await expect(page.getByText('Nothing of this workload is live, so there is nothing')).toBeVisible();
      await checkAccess(page, 'with nothing live');
      await sampling.side.getByRole('button', { name: 'Remove 16\u202fB', exact: true }).click();
      await expect(page.getByRole('button', { name: 'heavy tail' })).toBeVisible();
      await checkAccess(page, 'with no size');
    });
  });
}
