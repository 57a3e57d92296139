/** What is taken away: byte for byte what jemalloc's benchmark writes, and files that other programs can read. */
import { hpaOptsInitialiser, mallocConfLine } from '../src/engine/replay/option-export.js';
import {
  goldenExpanded,
  goldenBytes,
  goldenManifest,
  goldenOptions,
  hasGolden,
} from '../src/testing/golden.js';
import { defaultHeapInputs } from '../src/state/heap-inputs.js';
import { defaultSamplingInputs } from '../src/state/sampling-inputs.js';
import { defaultInside } from '../src/state/inside-inputs.js';
import { NO_PINS } from '../src/state/pins-url.js';
import { defaultInputs } from '../src/state/replay-inputs.js';
import { defaultSweepInputs } from '../src/state/sweep-inputs.js';
import { defaultSweepPictures } from '../src/state/sweep-pictures.js';
import { writeUrl } from '../src/state/url-state.js';
import { defaultView } from '../src/state/view.js';
import { inputsWith } from './expected.js';
import { expect, test } from './fixtures.js';

const NO_GOLDEN = 'the golden files (../shared/golden) are not here';

const SAMPLES: Readonly<Record<string, string>> = {
  'traces/redis-server.csv.gz': 'redis-server',
  'traces/churn-sec.csv.gz': 'churn-sec',
};

test('the statistics CSV equals the golden file, for every option set of two samples', async ({ jelab }) => {
  test.skip(!hasGolden, NO_GOLDEN);
  const runs = goldenManifest().replays.filter(({ trace }) => trace in SAMPLES);
  expect(runs.length).toBeGreaterThan(10);
  await jelab.open();
  for (const run of runs) {
    const sample = SAMPLES[run.trace] ?? null;
    const hpaOnly = run.mode === 'hpa-only';
    const inputs = { ...defaultInputs(), options: goldenOptions(run), hpaOnly, shards: run.nshards };
    // oxlint-disable-next-line no-await-in-loop -- one page
    await jelab.follow(
      writeUrl({
        inputs,
        pins: NO_PINS,
        inside: defaultInside(),
        sweep: defaultSweepInputs(),
        pictures: defaultSweepPictures(),
        view: defaultView(),
        heap: defaultHeapInputs(),
        sampling: defaultSamplingInputs(),
        sample,
        dumps: { shown: null, base: null },
      }),
    );
    // oxlint-disable-next-line no-await-in-loop
    const saved = await jelab.exportStatistics(run.interval);
    expect(saved.name).toMatch(hpaOnly ? /\.hpa\.stats\.csv$/ : /\.sec\.stats\.csv$/);
    expect(saved.bytes.equals(goldenExpanded(run.stats)), run.stats).toBe(true);
  }
});

test('options moved by hand give the golden file too', async ({ jelab }) => {
  test.skip(!hasGolden, NO_GOLDEN);
  const run = goldenManifest().replays.find(({ stats }) =>
    stats.endsWith('redis-server.lazy-quick.hpa.csv.gz'),
  );
  if (run === undefined) throw new Error('the manifest lacks the run');
  await jelab.open();
  await jelab.openSample('redis-server');
  await jelab.choose('Preset', 'jemalloc');
  await jelab.choose('Mode', 'HPA only');
  await jelab.typeOption('dirty_mult', '0.1');
  await jelab.stepSlider('hugify_delay_ms', 'Home');
  await jelab.typeOption('min_purge_interval_ms', '100');
  const saved = await jelab.exportStatistics(run.interval);
  expect(saved.bytes.equals(goldenExpanded(run.stats))).toBe(true);
});

test('the preprocessed trace equals what the original preprocessor writes', async ({ jelab }) => {
  test.skip(!hasGolden, NO_GOLDEN);
  for (const { input, expected } of goldenManifest().preprocess.filter(({ lines }) => lines < 60_000)) {
    const name = input.replace('raw/', '');
    // oxlint-disable-next-line no-await-in-loop -- one page
    await jelab.open();
    // oxlint-disable-next-line no-await-in-loop
    await jelab.dropFiles([{ name, bytes: goldenBytes(input) }]);
    // oxlint-disable-next-line no-await-in-loop
    await jelab.openExport();
    // oxlint-disable-next-line no-await-in-loop
    const saved = await jelab.save('Save replay trace');
    expect(saved.bytes.equals(goldenExpanded(expected)), input).toBe(true);
  }
});

test('an interval of 0 writes the end only', async ({ jelab }) => {
  await jelab.open('#v=1&sample=redis-server');
  const { bytes } = await jelab.exportStatistics(0);
  const lines = bytes.toString().trimEnd().split('\n');
  expect(lines).toHaveLength(2);
  expect(lines[0]?.split(',')).toHaveLength(19);
  expect(lines[1]?.split(',').slice(0, 2)).toEqual(['24785', '0']);
});

test('the settings as a MALLOC_CONF line and as g_hpa_opts', async ({ jelab }) => {
  await jelab.open('#v=1&sample=redis-server');
  await jelab.typeOption('dirty_mult', '0.5');
  await jelab.typeOption('slab_max_alloc', '65536');
  await jelab.openExport();
  const line = jelab.exportDialog.getByLabel('MALLOC_CONF line', { exact: true });
  await expect(line).toContainText('hpa_dirty_mult:0.5');
  await expect(line).toContainText('hpa_slab_max_alloc:65536');
  const { options } = inputsWith({ dirty_mult: 32_768, slab_max_alloc: 65_536 });
  await expect(line).toHaveText(mallocConfLine(options, { hpaOnly: false, shards: null }).line);
  const initialiser = jelab.exportDialog.getByLabel('g_hpa_opts initialiser');
  expect(await initialiser.textContent()).toBe(hpaOptsInitialiser(options));

  await jelab.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await jelab.exportDialog.getByRole('button', { name: 'Copy MALLOC_CONF line' }).click();
  await expect(jelab.exportDialog).toContainText('Copied');
  const copied = await jelab.page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await line.textContent());
});

test('the charts as an SVG that any program reads, and as a PNG', async ({ jelab }) => {
  await jelab.open('#v=1&sample=redis-server');
  await jelab.openExport();
  const svg = await jelab.save('Save SVG');
  expect(svg.name).toBe('redis-server.svg');
  const read = await jelab.page.evaluate((text) => {
    const { documentElement: root } = new DOMParser().parseFromString(text, 'image/svg+xml');
    const outside = [...root.querySelectorAll('*')].filter((element) =>
      [...element.attributes].some(({ name, value }) => name !== 'xmlns' && /^(https?:)?\/\//.test(value)),
    );
    return {
      name: root.localName,
      errors: root.querySelectorAll('parsererror').length,
      active: root.querySelectorAll('script, foreignObject').length + outside.length,
      marks: root.querySelectorAll('path').length,
      text: root.textContent ?? '',
      width: Number(root.getAttribute('width')),
      height: Number(root.getAttribute('height')),
    };
  }, svg.bytes.toString());
  expect(read).toMatchObject({ name: 'svg', errors: 0, active: 0 });
  expect(read.marks).toBeGreaterThan(4);
  for (const words of ['redis-server', 'Pageslabs', 'Memory', 'Work', 'SEC'])
    expect(read.text).toContain(words);

  const png = await jelab.save('Save PNG');
  const size = await jelab.page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0);
    const { width, height } = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    return { width, height };
  }, png.bytes.toString('base64'));
  expect(size).toEqual({ width: 2 * read.width, height: 2 * read.height });
});
