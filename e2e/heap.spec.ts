/** The Heap bench: what is shown is what the engine says of the same bytes, and names stay text. */
import { utimesSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { AxeBuilder } from '@axe-core/playwright';
import { Profile } from 'pprof-format';
import { formatBytes, formatCount } from '../src/base/numbers.js';
import { HEAP_SAMPLES } from '../src/state/heap-samples.js';
import { smallTrace } from './traces.js';
import { expect, test as base } from './fixtures.js';
import { heapSample, namedDump, openProfile, totalOf } from './heap-expected.js';
import { HeapPage } from './heap-page.js';
import type { TestFile } from './jelab-page.js';

const test = base.extend<{ heap: HeapPage }>({
  heap: async ({ jelab }, run) => run(new HeapPage(jelab)),
});

const GT = heapSample('gt-abcd-lg12-accum.heap');
const REDIS = heapSample('redis-lg12-accum.heap.gz');
const SERIES = ['i1', 'i5', 'i10', 'f'].map((kind) => ({
  name: `redis.77.${['i1', 'i5', 'i10', 'f'].indexOf(kind)}.${kind}.heap`,
  bytes: gunzipSync(heapSample(`redis-seq-lg16.${kind}.heap.gz`)),
}));

test.describe('opens', () => {
  for (const { name, files } of HEAP_SAMPLES) {
    test(`the sample ${name} with one click`, async ({ heap, jelab }) => {
      await heap.open();
      await jelab.openSample(name);
      const profile = await openProfile(heapSample((files[0] ?? '').replace('heap/', '')));
      await expect(heap.total).toContainText(formatBytes(totalOf(profile, 'inuse_space', 'best')));
      await heap.tab('Graph');
      await expect(heap.flame).toBeVisible();
      expect((await heap.topNames()).length).toBeGreaterThan(3);
    });
  }

  test('a dump that is dropped on the Replay bench, and a trace on this one', async ({ heap, jelab }) => {
    await jelab.open();
    await heap.drop([{ name: 'redis.heap', bytes: REDIS }]);
    await expect(jelab.page).toHaveTitle('Heap · jelab');
    await expect(heap.file('redis.heap')).toHaveAttribute('data-selected', 'true');
    await heap.drop([{ name: 'small.csv', bytes: smallTrace() }]);
    await expect(jelab.page).toHaveTitle('Replay · jelab');
    await expect(jelab.file('small.csv')).toHaveAttribute('data-selected', 'true');
    await expect(jelab.file('redis.heap')).toHaveCount(0);
    await jelab.header.getByRole('button', { name: 'Heap' }).click();
    await jelab.idle();
    await expect(heap.total).toContainText('bytes in use');
  });

  test('a dump with the program that made it: addresses become names', async ({ heap }) => {
    await heap.open();
    await heap.drop([{ name: 'gt.heap', bytes: GT }]);
    expect((await heap.topNames())[0]).toMatch(/^gt\+0x[0-9a-f]+$/);
    await expect(heap.page.getByText('have no name')).toBeVisible();
    await heap.drop([{ name: 'gt', bytes: heapSample('gt') }]);
    expect((await heap.topNames()).slice(0, 3)).toEqual(['alloc_mixed', 'alloc_big', 'alloc_small']);
    await expect(heap.file('gt')).toContainText('names gt');
    await heap.choose('Frames by', 'lines');
    expect((await heap.topNames())[0]).toMatch(/^alloc_mixed .*\.cc?p?p?:\d+/);
  });

  test('a binary of another name is told beside it', async ({ heap }) => {
    await heap.open();
    await heap.drop([{ name: 'gt.heap', bytes: GT }]);
    await heap.drop([{ name: 'other', bytes: heapSample('gt') }]);
    await heap.file('other').locator('summary').click();
    await expect(heap.file('other')).toContainText('No open dump has a module of this name');
    expect((await heap.topNames())[0]).toMatch(/^gt\+0x/);
  });
});

test.describe('numbers', () => {
  test.beforeEach(async ({ heap }) => {
    await heap.open('&sample=redis-heap');
  });

  test('every measure in every reading', async ({ heap, jelab }) => {
    const profile = await openProfile(REDIS);
    const readings = [
      ['as jeprof says', 'jeprof'],
      ['as written', 'written'],
      ['best estimate', 'best'],
    ] as const;
    for (const [words, kind] of readings) {
      // oxlint-disable-next-line no-await-in-loop -- one page
      await jelab.choose('Number shown', words);
      // oxlint-disable-next-line no-await-in-loop
      await heap.choose('Measure', 'bytes accumulated');
      // oxlint-disable-next-line no-await-in-loop
      await expect(heap.total).toContainText(formatBytes(totalOf(profile, 'alloc_space', kind)));
      // oxlint-disable-next-line no-await-in-loop
      await heap.choose('Measure', 'objects in use');
      const objects = Math.round(totalOf(profile, 'inuse_objects', kind));
      // oxlint-disable-next-line no-await-in-loop
      await expect(heap.total).toContainText(formatCount(objects));
    }
    await expect(heap.facts).toContainText('one sample every 4\u202fKiB');
    await expect(heap.facts).toContainText('prof_unbias');
  });

  test('focus, ignore and hide take regular expressions; a bad one is told and changes nothing', async ({
    heap,
  }) => {
    const before = await heap.topNames();
    await heap.type('Focus', 'createClient|luaM_');
    const focused = await heap.topNames();
    expect(focused).not.toEqual(before);
    await expect(heap.total).toContainText('under the filters');
    await heap.type('Ignore', '^luaM_');
    expect(await heap.topNames()).not.toContain('luaM_realloc_');
    await heap.type('Ignore', '(');
    await expect(heap.controls.getByRole('alert')).toContainText('Not a regular expression');
    expect(await heap.topNames()).toEqual(focused);
    await heap.type('Ignore', '');
    await heap.type('Hide', '^main$');
    expect(await heap.topNames()).not.toContain('main');
  });

  test('the allocator’s frames can be shown', async ({ heap }) => {
    expect(await heap.topNames()).not.toContain('malloc');
    await heap.controls.getByLabel('Allocator').selectOption('off');
    await heap.jelab.idle();
    expect(await heap.topNames()).toContain('malloc');
  });
});

test.describe('looking', () => {
  test('search and zoom the flame graph; the link brings both back', async ({ heap, jelab }) => {
    await heap.open('&sample=redis-heap');
    const whole = await heap.picture();
    await heap.type('Search', 'CREATE');
    await expect(heap.page.getByText(/^Search: [\d.]+/)).toBeVisible();
    for (const name of await heap.topNames()) expect(name.toLowerCase()).toContain('create');
    const searched = await heap.picture();
    expect(searched).not.toBe(whole);
    await heap.flame.focus();
    for (const key of [...Array.from({ length: 6 }, () => 'ArrowDown'), 'Enter']) {
      // oxlint-disable-next-line no-await-in-loop -- keys come one after the other
      await heap.page.keyboard.press(key);
    }
    await jelab.idle();
    await expect(heap.crumbs.getByRole('button', { name: 'aeMain' })).toHaveAttribute('aria-current', 'true');
    await expect(heap.details).toContainText('aeMain');
    const hash = await jelab.hash(/frame=aeMain/);
    expect(hash).toContain('find=CREATE');
    await jelab.page.goto('about:blank');
    await jelab.open(hash);
    await expect(heap.crumbs.getByRole('button', { name: 'aeMain' })).toBeVisible();
    await heap.crumbs.getByRole('button', { name: 'all', exact: true }).click();
    await heap.type('Search', '');
    await expect(heap.crumbs.getByRole('button')).toHaveCount(1);
  });

  test('one selection: keys in the table, callers in the details', async ({ heap, jelab }) => {
    await heap.open('&sample=redis-heap');
    const [first = '', second = ''] = await heap.topNames();
    await heap.table('Top table').focus();
    await heap.page.keyboard.press('Home');
    await jelab.idle();
    await expect(heap.details).toContainText(first);
    await heap.page.keyboard.press('ArrowDown');
    await jelab.idle();
    await expect(heap.details).toContainText(second);
    const caller = heap.details.locator('.ui-heap-relations button').first();
    const name = (await caller.textContent()) ?? '';
    await caller.click();
    await jelab.idle();
    await expect(heap.details.locator('.ui-heap-selected')).toHaveText(name);
    await heap.page.getByRole('button', { name: 'Clear the selection' }).click();
    await expect(heap.details).toContainText('Press a frame');
  });

  test('a stack can be copied as text', async ({ heap, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await heap.open('&sample=known-truth&pick=alloc_small');
    await heap.details.locator('.ui-heap-stack summary').first().click();
    await heap.details.getByRole('button', { name: 'Copy this stack as text' }).first().click();
    const text = await heap.page.evaluate(() => navigator.clipboard.readText());
    expect(text).toMatch(/^7\.20\u202fMiB\n {2}alloc_small\n {2}stack_a\n {2}run_ab\n/);
  });

  test('the tree opens and closes by keys', async ({ heap }) => {
    await heap.open('&sample=known-truth&tab=tree');
    const tree = heap.page.getByRole('treegrid', { name: 'Call tree' });
    const rows = tree.locator('.ui-table-row');
    const all = await rows.count();
    await tree.focus();
    await heap.page.keyboard.press('ArrowLeft');
    await expect(rows).toHaveCount(1);
    await heap.page.keyboard.press('ArrowRight');
    expect(await rows.count()).toBeGreaterThan(1);
    expect(all).toBeGreaterThan(3);
  });

  test('threads with their names; one alone', async ({ heap, jelab }) => {
    await heap.open();
    await heap.drop([{ name: 'threads.heap', bytes: namedDump('leaf', 'caller', 'worker [7]: a') }]);
    await heap.tab('Threads');
    expect((await heap.rows('Threads'))[0]?.at(-1)).toContain('worker [7]: a');
    await heap.table('Threads').locator('.ui-table-row').first().click();
    await jelab.idle();
    await jelab.hash(/thread=0/);
  });

  test('order of summing: the naive rule is far off', async ({ heap, jelab }) => {
    await heap.open('&sample=known-truth&tab=rules');
    await expect(heap.panel).toContainText('alloc_small');
    await jelab.choose('A row for each', 'the whole');
    await expect(heap.panel).toContainText('all');
  });
});

test.describe('several dumps', () => {
  test('of one process are offered as a series, and grow', async ({ heap }) => {
    await heap.open();
    await heap.drop(SERIES.toReversed());
    await expect(heap.offer).toContainText('4 dumps of one process');
    await heap.offer.getByRole('button', { name: 'As a series' }).click();
    await heap.jelab.idle();
    const rows = await heap.rows('Growth');
    expect(rows.length).toBeGreaterThan(3);
    expect(rows[0]?.[0]).toMatch(/^\+/);
    await expect(heap.offer).toContainText('a series');
  });

  test('are added up, each by its own rate', async ({ heap }) => {
    await heap.open();
    await heap.drop([
      { name: 'a.heap', bytes: GT },
      { name: 'b.heap', bytes: heapSample('redis-seq-lg16.f.heap.gz') },
    ]);
    await heap.offer.getByRole('button', { name: 'Add them up' }).click();
    await heap.jelab.idle();
    const parts = await Promise.all([GT, heapSample('redis-seq-lg16.f.heap.gz')].map(openProfile));
    const sum = parts.reduce((total, profile) => total + totalOf(profile, 'inuse_space', 'best'), 0);
    await expect(heap.total).toContainText(formatBytes(sum));
    await expect(heap.total).toContainText('different rates');
    await heap.offer.getByRole('button', { name: 'One by one' }).click();
    await expect(heap.total).not.toContainText('added up');
  });

  test('are compared, with the error of the difference; the link keeps the two', async ({ heap, jelab }) => {
    await heap.open('&sample=redis-series&dump=2&base=0&tab=diff&number=jeprof');
    const [before, after] = await Promise.all(
      [SERIES[0], SERIES[2]].map((dump) => openProfile(dump?.bytes ?? GT)),
    );
    if (before === undefined || after === undefined) throw new Error('no dumps');
    const change = totalOf(after, 'inuse_space', 'jeprof') - totalOf(before, 'inuse_space', 'jeprof');
    const words = heap.page.getByRole('status', { name: 'Difference' });
    await expect(words).toContainText(`+${formatBytes(change)} ±`);
    await expect(words).toContainText('More than noise');
    expect((await heap.rows('Differences')).length).toBeGreaterThan(3);
    await heap.page.getByRole('button', { name: 'Swap' }).click();
    await jelab.idle();
    await expect(words).toContainText(`\u2212${formatBytes(change)} ±`);
    expect(await jelab.hash(/base=2/)).not.toContain('dump=');
  });

  test('many are read one after the other and can be added up', async ({ heap }) => {
    await heap.open();
    const bytes = gunzipSync(heapSample('redis-seq-lg16.f.heap.gz'));
    await heap.drop(Array.from({ length: 40 }, (_, host) => ({ name: `host-${host}/mem.heap`, bytes })));
    await heap.offer.getByRole('button', { name: 'Add them up' }).click();
    await heap.jelab.idle();
    const one = totalOf(await openProfile(bytes), 'inuse_space', 'best');
    await expect(heap.total).toContainText(formatBytes(40 * one));
    await expect(heap.total).toContainText('40 dumps added up');
  });
});

test.describe('more dumps than are kept open', () => {
  const bytes = gunzipSync(heapSample('redis-seq-lg16.f.heap.gz'));
  const host = (n: number): TestFile => ({ name: `host-${n}/mem.heap`, bytes });

  test('are added up while they are read; what cannot be used is counted', async ({ heap }) => {
    await heap.open();
    await heap.drop([
      ...Array.from({ length: 100 }, (_, n) => host(n)),
      { name: 'host-100/mem.heap.gz', bytes: Buffer.from([0x1f, 0x8b, 8, 0, 1, 2]) },
    ]);
    await expect(heap.offer).toContainText('101 dumps');
    await heap.offer.getByRole('button', { name: 'Add them up' }).click();
    await heap.jelab.idle();
    const one = totalOf(await openProfile(bytes), 'inuse_space', 'best');
    await expect(heap.total).toContainText(formatBytes(100 * one));
    await expect(heap.total).toContainText('100 dumps added up');
    const row = heap.file('101 dumps');
    await expect(row).toContainText('sum');
    await row.locator('summary').click();
    await expect(row).toContainText(
      '1 of 101 files could not be used and is left out. host-100/mem.heap.gz:',
    );
    await expect(heap.side.locator('.ui-file')).toHaveCount(1);
    expect((await heap.topNames()).length).toBeGreaterThan(3);
    await heap.choose('Measure', 'objects in use');
    const objects = totalOf(await openProfile(bytes), 'inuse_objects', 'best');
    await expect(heap.total).toContainText(formatCount(Math.round(100 * objects)));
    const decoded = Profile.decode(gunzipSync((await heap.save('pprof (.pb.gz)')).bytes));
    const sum = decoded.sample.reduce((total, { value }) => total + Number(value[1]), 0);
    expect(Math.abs(sum - 100 * one)).toBeLessThanOrEqual(decoded.sample.length);
    await heap.tab('Order of summing');
    await expect(heap.panel.getByRole('alert')).toContainText('not kept');
  });

  test('grow as a series while they are read, in the order of their names', async ({ heap, jelab }) => {
    await heap.open();
    const sizes = [0, 3, 2, 1];
    await heap.drop(
      Array.from({ length: 70 }, (_, n) => ({
        name: `redis.77.${69 - n}.m${69 - n}.heap`,
        bytes: SERIES[sizes[(69 - n) % 4] ?? 0]?.bytes ?? GT,
      })),
    );
    await expect(heap.offer).toContainText('of one process');
    await heap.offer.getByRole('button', { name: 'As a series' }).click();
    await jelab.idle();
    expect((await heap.rows('Growth')).length).toBeGreaterThan(3);
    // The last one, number 69, is the second of four.
    const last = await openProfile(SERIES[3]?.bytes ?? GT);
    await expect(heap.total).toContainText(formatBytes(totalOf(last, 'inuse_space', 'best')));
    await expect(heap.total).toContainText('the last of 70 dumps');
    const csv = (await heap.save('Growth as CSV')).bytes.toString().split('\n');
    expect(csv[0]).toContain('1 redis.77.0.m0.heap bytes');
    expect(csv[0]?.split(',')).toHaveLength(3 + 2 * 70);
  });

  test('can be stopped, and kept open one by one after all', async ({ heap, jelab }) => {
    await heap.open();
    await heap.drop(Array.from({ length: 90 }, (_, n) => host(n)));
    const stopped = jelab.cancelJob('Adding up');
    await heap.offer.getByRole('button', { name: 'Add them up' }).click();
    await stopped;
    await expect(heap.file('90 dumps')).toContainText('cancelled');
    await heap.page.getByRole('button', { name: 'Remove 90 dumps' }).click();
    await heap.drop(Array.from({ length: 66 }, (_, n) => host(n)));
    await heap.offer.getByRole('button', { name: 'Keep all open' }).click();
    await jelab.idle();
    await expect(heap.offer).toContainText('66 dumps came together');
  });

  test('a folder of other files asks nothing', async ({ heap, jelab }) => {
    await jelab.open();
    await heap.drop(Array.from({ length: 70 }, (_, n) => ({ name: `t${n}.csv`, bytes: smallTrace() })));
    await expect(jelab.file('t0.csv')).toHaveAttribute('data-selected', 'true');
    await expect(heap.offer).toHaveCount(0);
  });
});

test('growth over the times of the files', async ({ heap, jelab }, info) => {
  const paths = SERIES.map(({ name, bytes }, hour) => {
    const path = info.outputPath(name);
    writeFileSync(path, bytes);
    const seconds = Date.UTC(2026, 0, 1, hour) / 1000;
    utimesSync(path, seconds, seconds);
    return { path };
  });
  await heap.open();
  await jelab.chooseFiles(paths);
  await heap.offer.getByRole('button', { name: 'As a series' }).click();
  await jelab.idle();
  const slope = heap.table('Growth').getByRole('columnheader').first();
  await expect(slope).toContainText('slope / dump');
  const byDump = await heap.rows('Growth');
  await jelab.choose('Growth over', 'file time');
  await expect(slope).toContainText('slope / hour');
  // A dump an hour: the same numbers.
  expect(await heap.rows('Growth')).toEqual(byDump);
  await jelab.hash(/over=time/);
});

test('diff of a series begins with its first and last dump', async ({ heap }) => {
  await heap.open('&sample=redis-series&tab=diff');
  await expect(heap.page.getByRole('combobox', { name: 'A, before' })).toHaveValue(/\.i1\./);
  await expect(heap.page.getByRole('combobox', { name: 'B, after' })).toHaveValue(/\.f\./);
});

test.describe('narrow places', () => {
  for (const width of [1280, 1440]) {
    test(`the table of sizes and the flame graph’s detail fit at ${width} pixels`, async ({ heap }) => {
      await heap.page.setViewportSize({ width, height: 900 });
      await heap.open('&sample=redis-heap&pick=createObject');
      const cells = heap.details.locator('.jl-sizes :is(th, td)');
      await expect(cells).toHaveCount(6);
      for (const cell of await cells.all()) {
        // oxlint-disable-next-line no-await-in-loop
        expect(await cell.evaluate((node) => node.scrollWidth <= node.clientWidth)).toBe(true);
      }
      await heap.page.getByRole('button', { name: 'Clear the selection' }).click();
      const which = await heap.page.locator('.jl-flame-which').boundingBox();
      const name = await heap.page.locator('.jl-flame-name bdi').boundingBox();
      expect(Math.abs((name?.y ?? 99) - (which?.y ?? 0))).toBeLessThan(4);
      expect(which?.height).toBeLessThan(20);
    });
  }
});

test.describe('taking away', () => {
  test('pprof carries the build-ids of dropped programs, and threads as labels', async ({ heap }) => {
    await heap.open('&sample=known-truth');
    const plain = Profile.decode(gunzipSync((await heap.save('pprof (.pb.gz)')).bytes));
    const named = (profile: Profile, index: number | bigint): string =>
      profile.stringTable.strings[Number(index)] ?? '';
    const ids = new Map(plain.mapping.map((one) => [named(plain, one.filename), named(plain, one.buildId)]));
    const gt = [...ids].find(([path]) => path.endsWith('/gt'));
    const shown = (await heap.file('gt').innerText()).match(/build-id ([0-9a-f]+)/)?.[1] ?? 'none';
    expect(gt?.[1]).toMatch(new RegExp(`^${shown}[0-9a-f]+$`));
    await heap.drop([{ name: 'threads.heap', bytes: namedDump('leaf', 'caller', 'worker [7]: a') }]);
    const threads = Profile.decode(gunzipSync((await heap.save('pprof with threads')).bytes));
    expect(threads.sample).toHaveLength(2);
    for (const { label } of threads.sample) {
      const texts = label.map(({ key, str, num }) => [named(threads, key), named(threads, str), Number(num)]);
      expect(texts).toContainEqual(['thread', 'worker [7]: a', 0]);
      expect(texts).toContainEqual(['thread_uid', '', 0]);
    }
  });

  test('every other picture, with its numbers', async ({ heap }) => {
    await heap.open('&sample=redis-series&tab=growth&pick=createObject');
    for (const picture of ['Growth', 'Sizes of the selection', 'Order of summing']) {
      // oxlint-disable-next-line no-await-in-loop -- one page
      if (picture === 'Order of summing') await heap.tab(picture);
      // oxlint-disable-next-line no-await-in-loop
      expect((await heap.save(`${picture} as SVG`)).bytes.toString(), picture).toMatch(/^<svg/);
      // oxlint-disable-next-line no-await-in-loop
      expect((await heap.save(`${picture} as PNG`)).bytes.subarray(1, 4).toString()).toBe('PNG');
      // oxlint-disable-next-line no-await-in-loop
      const csv = (await heap.save(`${picture} as CSV`)).bytes.toString();
      expect(csv.split('\n').length, picture).toBeGreaterThan(2);
    }
  });

  test('a pprof profile of all four measures', async ({ heap }) => {
    await heap.open('&sample=redis-heap&number=jeprof');
    const saved = await heap.save('pprof (.pb.gz)');
    expect(saved.name).toBe('redis-lg12-accum.pb.gz');
    const decoded = Profile.decode(gunzipSync(saved.bytes));
    const text = (index: number | bigint): string => decoded.stringTable.strings[Number(index)] ?? '';
    const types = decoded.sampleType.map(({ type }) => text(type));
    expect(types).toEqual(['inuse_objects', 'inuse_space', 'alloc_objects', 'alloc_space']);
    const profile = await openProfile(REDIS);
    types.forEach((type, at) => {
      const sum = decoded.sample.reduce((total, { value }) => total + Number(value[at]), 0);
      const wanted = totalOf(profile, type as 'inuse_space', 'jeprof');
      // Every stack is rounded to a whole number.
      expect(Math.abs(sum - wanted), type).toBeLessThanOrEqual(decoded.sample.length);
    });
    expect(decoded.function.map(({ name }) => text(name))).toContain('createObject');
  });

  test('tables, folded stacks, jeprof’s text, a symbolised dump, pictures', async ({ heap }) => {
    await heap.open('&sample=known-truth');
    const csv = (await heap.save('Table as CSV')).bytes.toString();
    expect(csv.split('\n')[0]).toBe(
      'flat_bytes,flat_error_bytes,cum_bytes,cum_error_bytes,samples,name,module',
    );
    expect(csv.split('\n')[1]).toContain('alloc_mixed');
    const json = JSON.parse((await heap.save('Table as JSON')).bytes.toString()) as { name: string }[];
    expect(json[0]?.name).toBe('alloc_mixed');
    expect((await heap.save('Folded stacks')).bytes.toString()).toMatch(
      /main;run_abcd\(\);stack_d\(\);alloc_mixed\(unsigned long\) \d+\n/,
    );
    expect((await heap.save('Text as jeprof prints it')).bytes.toString()).toMatch(/^Total: \d+ B\n/);
    const symbolised = await heap.save('Symbolised dump');
    expect(symbolised.bytes.toString()).toMatch(/^--- symbol\nbinary=[^\n]*\n0x[0-9a-f]{16} /);
    expect((await heap.save('Flame graph as SVG')).bytes.toString()).toContain('alloc_mixed');
    expect((await heap.save('Flame graph as PNG')).bytes.subarray(1, 4).toString()).toBe('PNG');
    await heap.drop([{ name: 'again.heap', bytes: symbolised.bytes }]);
    expect((await heap.topNames())[0]).toBe('alloc_mixed');
  });
});

test.describe('odd and hostile', () => {
  test('markup in names stays text everywhere', async ({ heap, jelab }) => {
    const hostile = '<img src=x onerror="window.broken=1">';
    // What stands in pointed brackets is no part of a short name, so these are left open.
    const unclosed = '<img src=x onerror="window.broken=1"';
    await heap.open();
    await heap.drop([{ name: `${hostile}.heap`, bytes: namedDump(`leaf${unclosed}`, '=cmd|"</b', hostile) }]);
    for (const tab of ['Graph', 'Top', 'Tree', 'Threads', 'Order of summing', 'Growth', 'Diff']) {
      // oxlint-disable-next-line no-await-in-loop -- one page
      await heap.tab(tab);
    }
    await heap.tab('Top');
    await heap.selectRow('Top table', 'img src');
    await expect(heap.details.locator('.ui-heap-selected')).toHaveText(`leaf${unclosed}`);
    await expect(heap.page.locator('#root img, #root b')).toHaveCount(0);
    expect(await heap.page.evaluate(() => 'broken' in window)).toBe(false);
    const hash = await jelab.hash(/pick=/);
    await jelab.page.goto('about:blank');
    await jelab.open(hash);
    expect(await heap.page.evaluate(() => 'broken' in window)).toBe(false);
  });

  test('empty, broken and cut files are told beside themselves', async ({ heap, jelab }) => {
    await heap.open();
    await heap.drop([
      { name: 'empty.heap', bytes: '' },
      { name: 'poem.heap', bytes: 'roses are red\n' },
      { name: 'gt-cut', bytes: heapSample('gt').subarray(0, 40) },
    ]);
    await expect(heap.file('empty.heap').getByRole('alert')).toContainText('empty');
    await expect(heap.file('poem.heap').getByRole('alert')).toContainText('No known header');
    await expect(heap.file('gt-cut').getByRole('alert')).toContainText('ELF');
    await expect(jelab.sampleButton('redis-heap'), 'the bench still teaches').toBeVisible();
    const text = GT.toString();
    const cut = text.slice(0, text.indexOf('MAPPED_LIBRARIES'));
    await heap.drop([{ name: 'cut.heap', bytes: `${cut}rubbish in the end\n` }]);
    await expect(heap.file('cut.heap').locator('summary')).toBeVisible();
    await expect(heap.total).toContainText(
      formatBytes(totalOf(await openProfile(Buffer.from(text)), 'inuse_space', 'best')),
    );
  });

  test('a dump without stacks has nothing to draw and says so', async ({ heap }) => {
    await heap.open();
    await heap.drop([{ name: 'none.heap', bytes: 'heap_v2/524288\n  t*: 0: 0 [0: 0]\n' }]);
    await heap.tab('Top');
    await expect(heap.page.getByText('Nothing is left')).toBeVisible();
    await expect(heap.total).toContainText('0\u202fB');
  });
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`has no accessibility faults, ${colorScheme}`, async ({ heap, page }) => {
    await page.emulateMedia({ colorScheme });
    const check = async (where: string): Promise<void> => {
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
        .analyze();
      expect(
        violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
        ),
        where,
      ).toEqual([]);
    };
    await heap.open();
    await check('empty');
    await heap.open('&sample=redis-series&dump=2&pick=call');
    for (const tab of ['Graph', 'Top', 'Tree', 'Threads', 'Order of summing', 'Growth', 'Diff']) {
      // oxlint-disable-next-line no-await-in-loop -- one page
      await heap.tab(tab);
      // oxlint-disable-next-line no-await-in-loop
      await check(tab);
    }
    await heap.type('Focus', '(');
    await heap.page.getByRole('button', { name: 'Export', exact: true }).click();
    await check('with a bad pattern and the export menu');
  });
}
