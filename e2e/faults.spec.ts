/** Bad, odd and hostile input, and changes of mind: the good part is kept, the rest is said, the page stays usable. */
import { gzipSync } from 'node:zlib';
import { inputsWith, openTrace, replayOf, sampleBytes, summaryText } from './expected.js';
import { expect, test } from './fixtures.js';
import type { JelabPage } from './jelab-page.js';
import { bigTrace, HEADER, smallTrace } from './traces.js';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const UNUSABLE = [
  { name: 'nothing.csv', bytes: '', says: 'empty' },
  { name: 'picture.csv', bytes: PNG, says: 'PNG' },
  { name: 'poem.txt', bytes: 'roses are red\nviolets are blue\n', says: 'No known header or row' },
] as const;

/** The page still opens a sample and shows what it must. */
async function expectUsable(jelab: JelabPage): Promise<void> {
  await jelab.dropFiles([{ name: 'again.csv', bytes: smallTrace() }]);
  const { trace } = await openTrace(Buffer.from(smallTrace()));
  await expect(jelab.file('again.csv')).toHaveAttribute('data-selected', 'true');
  expect(await jelab.summaryValues()).toEqual(summaryText(replayOf(trace, inputsWith({}))));
}

test('a file that cannot be used is named beside itself, and the bench stays empty', async ({ jelab }) => {
  await jelab.open();
  await jelab.dropFiles(UNUSABLE);
  for (const { name, says } of UNUSABLE) {
    // oxlint-disable-next-line no-await-in-loop
    await expect(jelab.file(name).getByRole('alert')).toContainText(says);
  }
  await expect(jelab.sampleButton('redis-server'), 'the bench still teaches').toBeVisible();
  await expectUsable(jelab);
});

test('bad rows are told with their lines, and the good ones are replayed', async ({ jelab }) => {
  const rows = smallTrace().split('\n');
  const bad = [
    ...rows.slice(0, 50),
    'rubbish in the middle',
    ...rows.slice(50, 100),
    '0,7,4096,5200000000,1',
    '0,0,-4096,5200000000,1',
    ...rows.slice(100),
  ].join('\n');
  await jelab.open();
  await jelab.dropFiles([{ name: 'bad.csv', bytes: bad }]);
  const opened = await openTrace(Buffer.from(bad));
  expect(opened.trace.length, 'all good rows').toBe(300);
  const text = await jelab.problems('bad.csv');
  expect(opened.problems.length).toBeGreaterThanOrEqual(3);
  for (const { sentence } of opened.problems) expect(text).toContain(sentence);
  for (const line of [51, 102, 103]) expect(text).toMatch(new RegExp(`line ${line}\\b`));
  expect(await jelab.summaryValues()).toEqual(summaryText(replayOf(opened.trace, inputsWith({}))));
});

test('the readable part of a cut gzip is replayed', async ({ jelab }) => {
  const whole = sampleBytes('redis-server');
  const cut = whole.subarray(0, Math.floor(whole.length * 0.6));
  await jelab.open();
  await jelab.dropFiles([{ name: 'cut.csv.gz', bytes: cut }]);
  const { trace } = await openTrace(cut);
  expect(trace.length).toBeGreaterThan(5000);
  expect(await jelab.summaryValues()).toEqual(summaryText(replayOf(trace, inputsWith({}))));
  expect(await jelab.problems('cut.csv.gz')).toContain('cut short');
});

test('markup in names and content stays text', async ({ jelab }) => {
  const markup = '<img src=x onerror=alert(1)><script>alert(2)<!-- & "';
  const name = `${markup}.csv`;
  let dialogs = 0;
  jelab.page.on('dialog', async (dialog) => {
    dialogs += 1;
    await dialog.dismiss();
  });
  const rows = smallTrace().split('\n');
  const bytes = [`${HEADER},${markup}`, ...rows.slice(1, 9), `${markup},0,4096,1,1`, ...rows.slice(9)].join(
    '\n',
  );
  await jelab.open();
  await jelab.dropFiles([{ name, bytes }]);
  expect(await jelab.problems(name)).toContain('<img');
  await jelab.press('Pin');
  await jelab.openExport();
  const svg = await jelab.save('Save SVG');
  await jelab.closeExport();
  const inSvg = await jelab.page.evaluate((text) => {
    const { documentElement: root } = new DOMParser().parseFromString(text, 'image/svg+xml');
    return { name: root.localName, active: root.querySelectorAll('script, img, image').length };
  }, svg.bytes.toString());
  expect(inSvg).toEqual({ name: 'svg', active: 0 });
  expect(await jelab.page.locator('img, body script:not([src])').count()).toBe(0);
  await expect(jelab.status).toContainText('<script>');
  expect(dialogs).toBe(0);
});

test('many files at once, the same one twice, and removing', async ({ jelab }) => {
  await jelab.open();
  const bytes = smallTrace();
  const same = { name: 'same.csv', bytes };
  const many = Array.from({ length: 12 }, (_, i) => ({ name: `f${i}.csv`, bytes: smallTrace(40 + 10 * i) }));
  await jelab.dropFiles([same, same, ...many, UNUSABLE[1]]);
  await expect(jelab.files).toHaveCount(15);
  await expect(jelab.file('same.csv')).toHaveCount(2);
  for (const { name } of many) {
    // oxlint-disable-next-line no-await-in-loop
    await expect(jelab.file(name)).toHaveAttribute('data-status', 'ready');
  }
  await jelab.file('f7.csv').getByTitle('f7.csv', { exact: true }).click();
  await jelab.idle();
  const { trace } = await openTrace(Buffer.from(smallTrace(110)));
  expect(await jelab.summaryValues()).toEqual(summaryText(replayOf(trace, inputsWith({}))));

  await jelab.press('Remove f7.csv');
  await expect(jelab.file('f7.csv')).toHaveCount(0);
  for (let left = 14; left > 0; left -= 1) {
    // oxlint-disable-next-line no-await-in-loop
    await jelab.files
      .first()
      .getByRole('button', { name: /^Remove / })
      .click();
    // oxlint-disable-next-line no-await-in-loop
    await expect(jelab.files).toHaveCount(left - 1);
  }
  await jelab.idle();
  await expect(jelab.sampleButton('redis-server')).toBeVisible();
});

test.describe('large files', () => {
  let big: ReturnType<typeof bigTrace>;
  test.beforeAll(() => {
    big = bigTrace(3_000_000);
  });
  test.afterAll(() => big.remove());

  test('reading can be cancelled, and the page works on', async ({ jelab }) => {
    await jelab.open();
    await jelab.startDrop([{ path: big.path }]);
    await jelab.cancelJob('Reading');
    await expect(jelab.files.first()).toContainText('reading was cancelled');
    await expectUsable(jelab);
  });

  test('a running replay can be cancelled, shown in part, and asked for again', async ({ jelab }) => {
    await jelab.open();
    await jelab.startDrop([{ path: big.path }]);
    await jelab.cancelJob('Replaying');
    await expect(jelab.page.getByText('The replay was cancelled; what it had done is shown.')).toBeVisible();
    // The line takes its room from the charts, and pushes nothing out of sight.
    await expect
      .poll(() => jelab.page.locator('.ui-charts').evaluate((node) => node.scrollHeight - node.clientHeight))
      .toBe(0);
    await jelab.press('Replay again');
    await expect(jelab.status).toContainText('3\u202f000\u202f000 events in');
    await expectUsable(jelab);
  });

  test('a file dropped while another is read waits its turn', async ({ jelab }) => {
    await jelab.open();
    await jelab.startDrop([{ path: big.path }]);
    await expect(jelab.files).toHaveCount(1);
    await jelab.startDrop([{ name: 'late.csv.gz', bytes: gzipSync(smallTrace()) }]);
    await expect(jelab.file('late.csv.gz')).toContainText('waits its turn');
    await jelab.idle();
    await expect(jelab.file('late.csv.gz')).toHaveAttribute('data-selected', 'true');
  });
});
