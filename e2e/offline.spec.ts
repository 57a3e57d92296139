/** Nothing leaves the machine: once loaded, the page needs no network, and it never asks another host. */
import { inputsWith, replayOf, sampleTrace, summaryText } from './expected.js';
import { expect, test } from './fixtures.js';

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
  expect(requests.filter((address) => new URL(address).pathname.startsWith('/samples/'))).toHaveLength(1);

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
  expect(jelab.errors).toHaveLength(icons);
  jelab.errors.length = 0;
});
