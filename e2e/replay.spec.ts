/** Opening traces and replaying them: what is shown is what the engine says, whatever moves. */
import { parseOption } from '../src/engine/replay/option-text.js';
import { type OptionName, presetValues } from '../src/engine/replay/options.js';
import { SAMPLES } from '../src/state/samples.js';
import {
  inputsWith,
  openTrace,
  replayOf,
  sampleBytes,
  sampleTrace,
  summaryText,
  withOptions,
} from './expected.js';
import { expect, test } from './fixtures.js';
import type { JelabPage } from './jelab-page.js';
import { smallTrace } from './traces.js';

const REDIS = 'redis-server';

function optionValue(name: OptionName, text: string): number {
  const parsed = parseOption(name, text);
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
}

/** The page's value of an option, from its exact field. */
async function shownValue(jelab: JelabPage, name: OptionName): Promise<number> {
  return optionValue(name, await jelab.exactValue(name).inputValue());
}

test.describe('opens', () => {
  for (const { name } of SAMPLES) {
    test(`the sample ${name} with one click`, async ({ jelab }) => {
      await jelab.open();
      await jelab.openSample(name);
      const trace = await sampleTrace(name);
      expect(await jelab.summaryValues()).toEqual(summaryText(replayOf(trace, inputsWith({}))));
      expect(await jelab.picture()).not.toContain('empty');
      await expect(jelab.status).toContainText(
        `${trace.length.toLocaleString('en').replaceAll(',', '\u202f')} events`,
      );
    });
  }

  const bytes = smallTrace();
  test('a dropped file', async ({ jelab }) => {
    await jelab.open();
    await jelab.dropFiles([{ name: 'small.csv', bytes }]);
    const { trace } = await openTrace(Buffer.from(bytes));
    expect(await jelab.summaryValues()).toEqual(summaryText(replayOf(trace, inputsWith({}))));
    await expect(jelab.file('small.csv')).toContainText('replay trace');
  });

  test('a file chosen with the button', async ({ jelab }) => {
    await jelab.open();
    await jelab.chooseFiles([{ name: 'redis.csv.gz', bytes: sampleBytes(REDIS) }]);
    const table = replayOf(await sampleTrace(REDIS), inputsWith({}));
    expect(await jelab.summaryValues()).toEqual(summaryText(table));
    await expect(jelab.file('redis.csv.gz')).toContainText('raw HPA');
  });
});

test.describe('options', () => {
  test.beforeEach(async ({ jelab }) => {
    await jelab.open('#v=1&sample=redis-server');
  });

  test('a slider moved by keys changes picture and summary', async ({ jelab }) => {
    const before = await jelab.picture();
    await jelab.stepSlider('dirty_mult', 'PageDown', 2);
    const value = await shownValue(jelab, 'dirty_mult');
    expect(value).toBeLessThan(presetValues('microbench').dirty_mult);
    await jelab.typeOption('purge_threshold', '4096');
    const inputs = inputsWith({ dirty_mult: value, purge_threshold: 4096 });
    expect(await jelab.summaryValues()).toEqual(summaryText(replayOf(await sampleTrace(REDIS), inputs)));
    expect(await jelab.picture()).not.toBe(before);
  });

  test('a dragged slider is live, and one undo step', async ({ jelab }) => {
    await jelab.typeOption('purge_threshold', '4096');
    const [summary, picture] = [await jelab.summaryValues(), await jelab.picture()];
    await jelab.dragSlider('min_purge_interval_ms', 0.05, async () => {
      await jelab.idle();
      expect(await jelab.picture(), 'while the button is down').not.toBe(picture);
    });
    const value = await shownValue(jelab, 'min_purge_interval_ms');
    expect(value).toBeLessThan(100);
    const inputs = inputsWith({ purge_threshold: 4096, min_purge_interval_ms: value });
    expect(await jelab.summaryValues()).toEqual(summaryText(replayOf(await sampleTrace(REDIS), inputs)));

    await jelab.press('Undo');
    expect(await jelab.summaryValues()).toEqual(summary);
    expect(await shownValue(jelab, 'min_purge_interval_ms')).toBe(5000);
    await jelab.slider('dirty_mult').press('Control+Shift+z');
    await jelab.idle();
    expect(await shownValue(jelab, 'min_purge_interval_ms')).toBe(value);
  });

  test('what cannot be read as a value is said and changes nothing', async ({ jelab }) => {
    const before = await jelab.summaryValues();
    await jelab.exactValue('dirty_mult').fill('a lot');
    await expect(jelab.side.getByRole('alert')).toBeVisible();
    await jelab.idle();
    expect(await jelab.summaryValues()).toEqual(before);
    await jelab.exactValue('dirty_mult').press('Escape');
    await expect(jelab.exactValue('dirty_mult')).toHaveValue('0.3');
  });

  test('presets, and back to the own set', async ({ jelab }) => {
    const trace = await sampleTrace(REDIS);
    await jelab.typeOption('dirty_mult', '0.07');
    await expect(jelab.chosen('Preset', 'mine')).toBeChecked();
    await jelab.choose('Preset', 'jemalloc');
    const jemalloc = withOptions(presetValues('jemalloc'));
    expect(await jelab.summaryValues()).toEqual(summaryText(replayOf(trace, jemalloc)));
    await jelab.choose('Preset', 'mine');
    await expect(jelab.exactValue('dirty_mult')).toHaveValue('0.07');
    await jelab.press('Undo');
    expect(await jelab.summaryValues()).toEqual(summaryText(replayOf(trace, jemalloc)));
  });

  test('HPA only, and a hugify style', async ({ jelab }) => {
    const trace = await sampleTrace(REDIS);
    await expect(jelab.plot('SEC')).toBeVisible();
    await jelab.choose('Mode', 'HPA only');
    await jelab.choose('hugify_style', 'lazy');
    const inputs = inputsWith({ hugify_style: optionValue('hugify_style', 'lazy') }, { hpaOnly: true });
    expect(await jelab.summaryValues()).toEqual(summaryText(replayOf(trace, inputs)));
    await expect(jelab.plot('SEC')).toHaveCount(0);
  });
});

test('folds the trace onto fewer shards, and shows them one by one', async ({ jelab }) => {
  await jelab.open('#v=1&sample=python-json');
  await jelab.foldShards('2');
  const table = replayOf(await sampleTrace('python-json'), inputsWith({}, { shards: 2 }));
  expect(await jelab.summaryValues()).toEqual(summaryText(table));
  await expect(jelab.charts.getByRole('heading', { name: 'All 2 shards, summed' })).toBeVisible();
  await jelab.page.getByRole('combobox', { name: 'Shards' }).click();
  await jelab.page.getByRole('option', { name: '2 shards, each' }).click();
  for (const shard of [0, 1])
    await expect(jelab.charts.getByRole('region', { name: `Shard ${shard}` })).toBeAttached();
  await jelab.foldShards('');
  const own = replayOf(await sampleTrace('python-json'), inputsWith({}));
  expect(await jelab.summaryValues()).toEqual(summaryText(own));
});
