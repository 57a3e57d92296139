/** The address holds the settings: a link brings bench, options, view and sample back. */
import { inputsWith, replayOf, sampleTrace, summaryText } from './expected.js';
import { expect, test } from './fixtures.js';
import { JelabPage } from './jelab-page.js';

test('a reload and another page restore options, view and sample', async ({ jelab, context }) => {
  await jelab.open();
  await jelab.openSample('redis-server');
  await jelab.typeOption('dirty_mult', '0.1');
  await jelab.choose('Mode', 'HPA only');
  await jelab.choose('Horizontal axis', 'events');
  await jelab.choose('Calls', 'cumulative');
  await jelab.legend('retained').click();
  await jelab.brush('Memory', 0.2, 0.6);
  const hash = await jelab.hash(/zoom=/);
  for (const part of [
    'v=2',
    'sample=redis-server',
    'dirty_mult=6553',
    'mode=hpa',
    'axis=event',
    'hidden=retained',
  ]) {
    expect(hash).toContain(part);
  }
  const [picture, run, range] = [
    await jelab.picture(),
    await jelab.summaryValues(),
    await jelab.summaryValues('range'),
  ];
  await jelab.page.reload();
  await jelab.idle();
  expect(await jelab.picture()).toBe(picture);
  expect(await jelab.summaryValues()).toEqual(run);

  const other = new JelabPage(await context.newPage());
  await other.open(hash);
  expect(await other.picture()).toBe(picture);
  expect(await other.summaryValues()).toEqual(run);
  expect(await other.summaryValues('range')).toEqual(range);
  await expect(other.exactValue('dirty_mult')).toHaveValue(await jelab.exactValue('dirty_mult').inputValue());
  await expect(other.legend('retained')).toHaveAttribute('aria-pressed', 'false');
  expect(other.errors).toEqual([]);
});

test('a link put into the address bar of the open page is followed', async ({ jelab }) => {
  await jelab.open('#v=1&sample=redis-server');
  await jelab.follow('#v=1&sample=churn-sec&preset=jemalloc&mode=hpa');
  await expect(jelab.file('churn-sec.sec.csv.gz')).toHaveAttribute('data-selected', 'true');
  await expect(jelab.chosen('Preset', 'jemalloc')).toBeChecked();
  await expect(jelab.chosen('Mode', 'HPA only')).toBeChecked();
});

for (const [bench, words] of [
  ['heap', 'Heap'],
  ['sampling', 'Sampling'],
] as const) {
  test(`the bench ${bench} has an address and a title`, async ({ jelab }) => {
    await jelab.open();
    await jelab.header.getByRole('button', { name: words }).click();
    const hash = await jelab.hash(new RegExp(`bench=${bench}`));
    await expect(jelab.page).toHaveTitle(`${words} · jelab`);
    await jelab.page.goto('about:blank');
    await jelab.open(hash);
    await expect(jelab.page).toHaveTitle(`${words} · jelab`);
    await expect(jelab.header.getByRole('button', { name: words })).toHaveAttribute('aria-current', 'page');
  });
}

test('what a link says wrongly is named, and the rest of it holds', async ({ jelab }) => {
  await jelab.open(
    '#v=1&sample=redis-server&dirty_mult=lots&points=7&zoom=9..1&shards=4000&hugify_style=lazy&new=1',
  );
  await expect(jelab.status.getByRole('alert')).toContainText('dirty_mult');
  await expect(jelab.exactValue('dirty_mult')).toHaveValue('0.3');
  await expect(jelab.chosen('hugify_style', 'lazy')).toBeChecked();
  const inputs = inputsWith({ hugify_style: 3 });
  expect(await jelab.summaryValues()).toEqual(
    summaryText(replayOf(await sampleTrace('redis-server'), inputs)),
  );
});

for (const hash of [
  '#v=99&bench=replay&sample=redis-server&future=1',
  '#',
  '#%E0%A4%A&&==&v',
  `#v=1&sample=${'x'.repeat(5000)}`,
  '#v=1&sample=no-such-sample',
  '#v=1&zoom=1e999..2&shard=127&hidden=nothing.at-all&bench=nowhere',
]) {
  test(`the page works with the link ${hash.slice(0, 40)}`, async ({ jelab }) => {
    await jelab.open(hash);
    if (!hash.includes('redis-server')) await jelab.openSample('redis-server');
    expect(await jelab.summaryValues()).toEqual(
      summaryText(replayOf(await sampleTrace('redis-server'), inputsWith({}))),
    );
  });
}
