/** axe finds nothing serious in any state and theme, and everything can be done with keys alone. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from './fixtures.js';
import type { JelabPage } from './jelab-page.js';
import { smallTrace } from './traces.js';

type Scheme = 'light' | 'dark';

async function expectAccessible(jelab: JelabPage, state: string, scheme: Scheme): Promise<void> {
  const axe = new AxeBuilder({ page: jelab.page });
  // A theme changes colours only, so all other rules are asked once.
  const { violations } = await (scheme === 'dark' ? axe.withRules(['color-contrast']) : axe).analyze();
  const found = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join('; ')}`);
  expect(found, state).toEqual([]);
}

for (const colorScheme of ['light', 'dark'] satisfies readonly Scheme[]) {
  test(`no serious violation in the ${colorScheme} theme`, async ({ jelab, page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await jelab.open();
    await expectAccessible(jelab, 'empty', colorScheme);

    await jelab.openSample('python-json');
    await jelab.press('Pin');
    await jelab.typeOption('dirty_mult', '0.05');
    await expectAccessible(jelab, 'loaded, with a pinned run', colorScheme);

    await page.getByRole('combobox', { name: 'Shards' }).click();
    await expect(page.getByRole('option').first()).toBeVisible();
    await expectAccessible(jelab, 'with an open menu', colorScheme);
    await page.keyboard.press('Escape');

    await jelab.openExport();
    await expectAccessible(jelab, 'with the export dialog', colorScheme);
    await jelab.closeExport();

    const bad = smallTrace().replace('\n0,0,', '\nx,0,');
    await jelab.dropFiles([
      { name: 'bad.csv', bytes: bad },
      { name: 'empty.csv', bytes: '' },
    ]);
    await jelab.problems('bad.csv');
    await jelab.exactValue('dirty_mult').fill('much');
    await expectAccessible(jelab, 'with problems and errors', colorScheme);

    for (const bench of ['Heap', 'Sampling']) {
      // oxlint-disable-next-line no-await-in-loop
      await jelab.header.getByRole('button', { name: bench }).click();
      // oxlint-disable-next-line no-await-in-loop
      await expectAccessible(jelab, bench, colorScheme);
    }
  });
}

/** Presses Tab until the element has the focus. */
async function tabTo(jelab: JelabPage, label: string, most = 90): Promise<void> {
  const focused = (): Promise<string> =>
    jelab.page.evaluate(() => {
      const element = document.activeElement;
      return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
    });
  for (let n = 0; n < most; n += 1) {
    // oxlint-disable-next-line no-await-in-loop -- keys come one after the other
    await jelab.page.keyboard.press('Tab');
    // oxlint-disable-next-line no-await-in-loop
    if ((await focused()) === label) return;
  }
  throw new Error(`Tab does not reach "${label}"`);
}

test('a sample is opened, a slider moved, a chart read, with keys alone', async ({ jelab, page }) => {
  await jelab.open();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('#bench'), 'the skip link').toBeFocused();
  await tabTo(jelab, 'sample: redis-server');
  await page.keyboard.press('Enter');
  await jelab.idle();
  const before = await jelab.picture();

  await page.locator('#bench').focus();
  await tabTo(jelab, 'purge_threshold');
  await page.keyboard.press('Home');
  for (let n = 0; n < 3; n += 1) {
    // oxlint-disable-next-line no-await-in-loop
    await page.keyboard.press('ArrowRight');
  }
  await expect(jelab.slider('purge_threshold')).toBeFocused();
  const value = Number(await jelab.exactValue('purge_threshold').inputValue());
  expect(value).toBeGreaterThan(4096);
  await tabTo(jelab, 'min_purge_interval_ms');
  await page.keyboard.press('Home');
  await jelab.idle();
  expect(await jelab.picture()).not.toBe(before);
  await page.keyboard.press('Control+z');
  await expect(jelab.exactValue('min_purge_interval_ms')).toHaveValue('5000');

  await jelab.plot('Pageslabs').focus();
  await page.keyboard.press('ArrowRight');
  await expect(jelab.place).toContainText('crosshair');
});

test('the first sample is a few keys away', async ({ jelab, page }) => {
  await jelab.open();
  const name = (): Promise<string> => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');
  const press = async (key: string): Promise<string> => {
    await page.keyboard.press(key);
    return name();
  };
  expect(await press('Tab')).toBe('Skip to the bench');
  await press('Enter');
  expect(await press('Tab')).toBe('Skip files and options');
  await press('Enter');
  expect(await press('Tab')).toBe('sample: redis-server');
  expect(await page.evaluate(() => window.location.hash), 'links to parts are no settings').not.toContain(
    'stage',
  );
  await page.keyboard.press('Enter');
  await expect(jelab.file('redis-server.hpa.csv.gz')).toBeVisible();
});
