/** How much faster a sweep is on two workers than on one, and whether the page stays quick while results stream in. */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.js';
import { TunePage } from './tune-page.js';

const SWEEP =
  '#v=2&sample=python-json&show=tune&vary=dirty_mult.0.65536.10*purge_threshold.4096.2097152.10*min_purge_interval_ms.0.10000.20';
const MANY =
  '#v=2&sample=redis-server&show=tune&vary=dirty_mult.0.65536.10*purge_threshold.4096.2097152.10*min_purge_interval_ms.0.10000.10*min_purge_delay_ms.0.10000.5';

async function pretendCores(page: Page, cores: number): Promise<void> {
  await page.addInitScript((count) => {
    Object.defineProperty(navigator, 'hardwareConcurrency', { get: () => count });
  }, cores);
}

/** Events a second, as the bar says them. */
async function rate(page: Page): Promise<number> {
  const text = await page.locator('.ui-tune-progress').innerText();
  const match = /([\d.]+)\s*([kM]?) events\/s/.exec(text.replaceAll('\u202f', ' '));
  return Number(match?.[1]) * (match?.[2] === 'M' ? 1e6 : 1e3);
}

for (const [turn, cores] of [1, 2, 1, 2].entries()) {
  test(`events a second on ${cores} worker${cores === 1 ? '' : 's'}, turn ${turn + 1}`, async ({
    jelab,
    page,
  }) => {
    test.setTimeout(300_000);
    await pretendCores(page, cores);
    await jelab.open(SWEEP);
    const tune = new TunePage(jelab);
    // The first sweep compiles and copies the trace; the second is what lasts.
    await tune.run();
    await tune.press(/^Start/);
    await expect(tune.progress).toBeVisible();
    await expect(tune.progress).toBeHidden({ timeout: 120_000 });
    console.log(`${cores} worker(s): ${((await rate(page)) / 1e6).toFixed(2)} M events/s`);
  });
}

test('the longest tasks of the page while five thousand runs come in', async ({ jelab, page }) => {
  test.setTimeout(300_000);
  await jelab.open(MANY);
  await page.evaluate(() => {
    const tasks: number[] = [];
    Object.assign(window, { longTasks: tasks });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(Math.round(duration));
    }).observe({ entryTypes: ['longtask'] });
  });
  const tune = new TunePage(jelab);
  await tune.run();
  const tasks = await page.evaluate(() => (window as unknown as { longTasks: number[] }).longTasks);
  console.log(
    `tasks above 50 ms: ${tasks.length} (${tasks
      .toSorted((a, b) => b - a)
      .slice(0, 8)
      .join(', ')} ms)`,
  );
});
