/** Nothing leaves the machine: once loaded, the page needs no network, and it never asks another host. */
import { readFileSync } from 'node:fs';
import { inputsWith, replayOf, sampleTrace, summaryText } from './expected.js';
import { expect, test } from './fixtures.js';
import { JelabPage } from './jelab-page.js';

test('a whole session asks nobody but its own server, and after loading nobody', async ({
  jelab,
  page,
  context,
}) => {
  const requests: string[] = [];
  context.on('request', (request) => requests.push(request.url()));
  await jelab.open();
  await jelab.openSample('redis-server');
  const own = new URL(page.url()).origin;
  expect(requests.length).toBeGreaterThan(3);
  expect(requests.filter((address) => new URL(address).origin !== own)).toEqual([]);
  // The service worker passes a request on, which makes it two of the same.
  const samples = requests.filter((address) => new URL(address).pathname.startsWith('/samples/'));
  expect(new Set(samples).size).toBe(1);

  await context.setOffline(true);
  requests.length = 0;
  await jelab.typeOption('dirty_mult', '0.1');
  const table = replayOf(await sampleTrace('redis-server'), inputsWith({ dirty_mult: 6553 }));
  expect(await jelab.summaryValues()).toEqual(summaryText(table));
  await jelab.openExport();
  await jelab.save('Save statistics CSV');
  await jelab.save('Save replay trace');
  await jelab.save('Save SVG');
  await jelab.save('Save PNG');
  await jelab.closeExport();
  await jelab.press('Dark theme');
  // The browser itself asks for the icon again when the address changes; the page has no part in that.
  const remote = requests.filter((address) => !/^(blob|data):|\/favicon\.svg$/.test(address));
  expect(remote).toEqual([]);
  const icons = requests.filter((address) => address.endsWith('/favicon.svg')).length;
  // Where the service worker has taken over already, it answers and nothing fails.
  expect(jelab.errors.length).toBeLessThanOrEqual(icons);
  jelab.errors.length = 0;
});

test('opens again without a network, with the sample it had', async ({ jelab, page, context }) => {
  await jelab.open();
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  // From the second visit on the page comes from what was kept.
  await page.reload();
  await jelab.idle();
  await jelab.openSample('redis-server');

  await context.setOffline(true);
  const other = new JelabPage(await context.newPage());
  await other.open();
  await other.openSample('redis-server');
  const table = replayOf(await sampleTrace('redis-server'), inputsWith({}));
  expect(await other.summaryValues()).toEqual(summaryText(table));
  for (const bench of ['Heap', 'Sampling']) {
    // oxlint-disable-next-line no-await-in-loop
    await other.header.getByRole('button', { name: bench }).click();
    // oxlint-disable-next-line no-await-in-loop
    await expect(other.page).toHaveTitle(`${bench} · jelab`);
    // oxlint-disable-next-line no-await-in-loop
    await expect(other.page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  expect(other.errors.filter((error) => !error.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
});

test('the recorder and its guide are there without a network', async ({ jelab, page, context }) => {
  await jelab.open();
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.reload();
  await jelab.idle();
  await context.setOffline(true);
  const saving = page.waitForEvent('download');
  await page.getByRole('link', { name: 'hpa.bt' }).click();
  expect(await (await saving).failure()).toBeNull();
  for (const name of ['README.md', 'collect.sh', 'hpa.bt', 'sec.bt']) {
    // oxlint-disable-next-line no-await-in-loop
    const text = await page.evaluate(async (path) => (await fetch(path)).text(), `collect/${name}`);
    expect(text).toBe(readFileSync(new URL(`../public/collect/${name}`, import.meta.url), 'utf8'));
  }
  const opening = context.waitForEvent('page');
  await page.getByRole('link', { name: 'guide to recording' }).click();
  const guide = await opening;
  await expect(guide.getByText('# Recording a trace of your own program')).toBeVisible();
});
