/** The browser's back and forward: moves are entries, other changes are not, and nothing is read or run again. */
import type { Page } from '@playwright/test';
import { expect, test as base } from './fixtures.js';
import { HeapPage } from './heap-page.js';
import type { JelabPage } from './jelab-page.js';
import { SamplingPage } from './sampling-page.js';
import { TunePage } from './tune-page.js';

declare global {
  interface Window {
    /** What workers were asked for since the page was opened. */
    __calls?: string[];
  }
}

const test = base.extend<{ heap: HeapPage; sampling: SamplingPage; tune: TunePage }>({
  heap: async ({ jelab }, run) => run(new HeapPage(jelab)),
  sampling: async ({ jelab }, run) => run(new SamplingPage(jelab)),
  tune: async ({ jelab }, run) => run(new TunePage(jelab)),
});

const HEADING = { replay: 'Replay', heap: 'Heap', sampling: 'Sampling' } as const;

async function showBench(jelab: JelabPage, name: keyof typeof HEADING): Promise<void> {
  await jelab.header.getByRole('button', { name: HEADING[name] }).click();
  await jelab.idle();
}

async function back(jelab: JelabPage): Promise<void> {
  await jelab.page.goBack();
  await jelab.idle();
}

async function forward(jelab: JelabPage): Promise<void> {
  await jelab.page.goForward();
  await jelab.idle();
}

/** Entries of the tab, whoever made them. */
const entries = (page: Page): Promise<number> => page.evaluate(() => window.history.length);

/** Notes what the page asks its workers for; the names are those of the workers' interfaces. */
async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const calls: string[] = [];
    window.__calls = calls;
    window.Worker = class extends Worker {
      override postMessage(...args: [unknown, (Transferable[] | StructuredSerializeOptions)?]): void {
        const [message] = args;
        if (
          typeof message === 'object' &&
          message !== null &&
          'path' in message &&
          Array.isArray(message.path)
        )
          calls.push(message.path.join('.'));
        super.postMessage(...(args as [unknown]));
      }
    };
  });
}

const calls = (page: Page, of: RegExp): Promise<string[]> =>
  page.evaluate(() => window.__calls ?? []).then((all) => all.filter((name) => of.test(name)));

test('back and forward go through a sample, views and benches, and read and run nothing again', async ({
  jelab,
}) => {
  const { page } = jelab;
  await listen(page);
  await page.goto('about:blank');
  await jelab.open();
  await jelab.openSample('redis-server');
  await jelab.showView(/Compare/);
  await jelab.showView(/Tune/);
  await jelab.showView(/Timelines/);
  const picture = await jelab.picture();
  await showBench(jelab, 'heap');
  await showBench(jelab, 'sampling');
  const known = await calls(page, /./);
  expect(await calls(page, /^replay$/), 'the count counts').toHaveLength(1);

  const titles: string[] = [];
  for (let step = 0; step < 5; step += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await back(jelab);
    // oxlint-disable-next-line no-await-in-loop
    titles.push(await page.title());
  }
  expect(titles).toEqual([
    'Heap · jelab',
    'Replay · jelab',
    'Tune · Replay · jelab',
    'Compare · Replay · jelab',
    'Replay · jelab',
  ]);
  expect(await jelab.picture()).toBe(picture);
  await back(jelab);
  await expect(jelab.sampleButton('redis-server'), 'the bench as it was found').toBeVisible();
  await expect(jelab.file('redis-server.hpa.csv.gz'), 'the file is still open').toBeVisible();
  await forward(jelab);
  await expect(jelab.file('redis-server.hpa.csv.gz')).toHaveAttribute('data-selected', 'true');
  expect(await jelab.picture()).toBe(picture);
  for (const _ of [1, 2, 3, 4, 5]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await forward(jelab);
  }
  await expect(page).toHaveTitle('Sampling · jelab');
  expect(await calls(page, /^replay$/)).toHaveLength(1);
  expect((await calls(page, /./)).slice(known.length), 'workers had nothing to do').toEqual([]);
  // Settings that were replayed once are known, too.
  await back(jelab);
  await back(jelab);
  await jelab.typeOption('dirty_mult', '0.1');
  await jelab.showView(/Compare/);
  await jelab.typeOption('dirty_mult', '0.2');
  expect(await calls(page, /^replay$/)).toHaveLength(3);
  const summary = await jelab.runRows();
  await back(jelab);
  await expect(jelab.exactValue('dirty_mult')).toHaveValue('0.1');
  await forward(jelab);
  expect(await jelab.runRows()).toEqual(summary);
  expect(await calls(page, /^replay$/)).toHaveLength(3);
});

test('a page that was opened by a link is left at once', async ({ jelab }) => {
  const { page } = jelab;
  await page.goto('about:blank');
  await jelab.open('#v=2&bench=replay&sample=redis-server');
  await jelab.stepSlider('dirty_mult', 'ArrowRight', 3);
  await jelab.hash(/dirty_mult=/);
  await page.goBack();
  expect(page.url()).toBe('about:blank');
  await forward(jelab);
  expect(await jelab.hash(/dirty_mult=/), 'with its last settings').toContain('sample=redis-server');
});

test('drags, typing, selecting and hovering make no entry; undo goes on working', async ({ jelab }) => {
  const { page } = jelab;
  await jelab.open('#v=2&bench=replay&sample=redis-server');
  const before = await entries(page);
  const usual = await jelab.exactValue('dirty_mult').inputValue();
  await jelab.brush('Memory', 0.2, 0.6);
  await jelab.choose('Horizontal axis', 'events');
  await jelab.legend('retained').click();
  await jelab.stepSlider('dirty_mult', 'ArrowRight', 5);
  await jelab.typeOption('dirty_mult', '0.1');
  const hash = await jelab.hash(/dirty_mult=6553/);
  expect(await entries(page)).toBe(before);
  await jelab.showView(/Tune/);
  await jelab.typeOption('dirty_mult', '0.2');
  expect(await entries(page)).toBe(before + 1);
  await back(jelab);
  await expect(jelab.exactValue('dirty_mult'), 'as the link of the entry says').toHaveValue('0.1');
  expect(await jelab.hash(/dirty_mult=6553/)).toBe(hash);
  await jelab.press('Undo');
  await expect(jelab.exactValue('dirty_mult'), 'what was set since is not lost').toHaveValue('0.2');
  for (let step = 0; step < 7; step += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await jelab.press('Undo');
  }
  await expect(jelab.exactValue('dirty_mult')).toHaveValue(usual);
});

test('a zoom into the flame graph and the views of the Heap bench are entries, the selection is not', async ({
  jelab,
  heap,
}) => {
  await heap.open('&sample=redis-heap');
  const before = await entries(jelab.page);
  await heap.flame.focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown']) {
    // oxlint-disable-next-line no-await-in-loop -- keys come one after the other
    await heap.page.keyboard.press(key);
  }
  await jelab.hash(/pick=/);
  expect(await entries(jelab.page)).toBe(before);
  await heap.page.keyboard.press('Enter');
  await jelab.hash(/frame=/);
  const zoomed = await heap.crumbs.getByRole('button').allInnerTexts();
  await heap.tab('Tree');
  await expect(jelab.page).toHaveTitle('Tree · Heap · jelab');
  expect(await entries(jelab.page)).toBe(before + 2);
  await back(jelab);
  expect(await heap.crumbs.getByRole('button').allInnerTexts()).toEqual(zoomed);
  await back(jelab);
  await expect(heap.crumbs.getByRole('button')).toHaveCount(1);
  expect(await jelab.hash(/pick=/), 'the selection is kept').not.toContain('frame=');
});

test('looking inside, and a setting loaded from Tune, can be gone back from', async ({ jelab, tune }) => {
  await jelab.open(
    '#v=2&sample=redis-server&show=tune&vary=dirty_mult.0.65536.3.special*purge_threshold.4096.2097152.3',
  );
  const usual = await jelab.exactValue('dirty_mult').inputValue();
  await tune.run();
  await tune.plot('Pareto front').focus();
  await tune.plot('Pareto front').press('ArrowRight');
  await tune.plot('Pareto front').press('Enter');
  await tune.card.getByRole('button', { name: 'Load in the bench' }).click();
  await jelab.idle();
  const loaded = await jelab.exactValue('dirty_mult').inputValue();
  expect(loaded).not.toBe(usual);
  await jelab.page.getByRole('button', { name: 'Look inside', exact: true }).click();
  await jelab.idle();
  await expect(jelab.page).toHaveTitle('Look inside · Replay · jelab');
  await back(jelab);
  await expect(jelab.page.getByRole('region', { name: 'Look inside' })).toHaveCount(0);
  await back(jelab);
  await expect(jelab.exactValue('dirty_mult')).toHaveValue(usual);
  await expect(tune.bar.getByText('done', { exact: true }), 'the sweep is still there').toBeVisible();
  await forward(jelab);
  await expect(jelab.exactValue('dirty_mult')).toHaveValue(loaded);
});

test('after a reload, and over a link put in by hand, back still leads where it led', async ({ jelab }) => {
  const { page } = jelab;
  await jelab.open('#v=2&bench=replay&sample=redis-server');
  await jelab.typeOption('dirty_mult', '0.1');
  await jelab.showView(/Compare/);
  await page.reload();
  await jelab.idle();
  await jelab.follow('#v=2&bench=replay&sample=churn-sec&mode=hpa');
  await expect(jelab.chosen('Mode', 'HPA only')).toBeChecked();
  await back(jelab);
  await expect(page).toHaveTitle('Compare · Replay · jelab');
  await expect(jelab.file('redis-server.hpa.csv.gz')).toHaveAttribute('data-selected', 'true');
  await back(jelab);
  await expect(page, 'an entry from before the reload').toHaveTitle('Replay · jelab');
  await expect(jelab.exactValue('dirty_mult')).toHaveValue('0.1');
  await forward(jelab);
  await forward(jelab);
  await expect(jelab.file('churn-sec.sec.csv.gz')).toHaveAttribute('data-selected', 'true');
  await expect(jelab.files).toHaveCount(2);
});

test('files of the user come back, and a link to the Sampling bench stays there', async ({
  jelab,
  sampling,
}) => {
  await jelab.open('#v=2&bench=sampling&sample=redis-server');
  await expect(jelab.page).toHaveTitle('Sampling · jelab');
  const rows = Array.from({ length: 300 }, (_, i) => `${16 * (i + 1)},100,50`).join('\n');
  const before = await entries(jelab.page);
  await sampling.drop([{ name: 'mine.csv', bytes: `size,allocated,live\n${rows}\n` }]);
  expect(await entries(jelab.page)).toBe(before + 1);
  const drawn = await sampling.drawn('variance');
  await back(jelab);
  expect(await sampling.drawn('variance')).not.toBe(drawn);
  await forward(jelab);
  expect(await sampling.drawn('variance')).toBe(drawn);
});
