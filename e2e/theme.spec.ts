/** Light and dark: as the system, or as chosen, kept over visits, and without a flash of the other. */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.js';

declare global {
  interface Window {
    /** Every scheme the page had since it was opened. */
    __schemes?: (string | null)[];
  }
}

function background(page: Page): Promise<number> {
  return page.evaluate(() => {
    const [red = 0, green = 0, blue = 0] = getComputedStyle(document.body)
      .backgroundColor.match(/[\d.]+/g)
      ?.map(Number) ?? [255, 255, 255];
    return (red + green + blue) / 3;
  });
}

const DARK = 80;
const LIGHT = 200;

test('follows the system, also when it changes', async ({ jelab, page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await jelab.open('#v=1&sample=redis-server');
  expect(await background(page)).toBeLessThan(DARK);
  const dark = await jelab.picture();
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => background(page)).toBeGreaterThan(LIGHT);
  await jelab.idle();
  expect(await jelab.picture(), 'the charts change with it').not.toBe(dark);
});

for (const { chosen, button, system } of [
  { chosen: 'dark', button: 'Dark theme', system: 'light' },
  { chosen: 'light', button: 'Light theme', system: 'dark' },
] as const) {
  test(`${chosen} is chosen whatever the system says, and kept`, async ({ jelab, page }) => {
    const isChosen = async (): Promise<boolean> =>
      chosen === 'dark' ? (await background(page)) < DARK : (await background(page)) > LIGHT;
    await page.emulateMedia({ colorScheme: system });
    await jelab.open();
    expect(await isChosen()).toBe(false);
    await jelab.press(button);
    await expect(page.getByRole('button', { name: button })).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(isChosen).toBe(true);

    await page.addInitScript(() => {
      const schemes: (string | null)[] = [];
      window.__schemes = schemes;
      new MutationObserver(() => {
        schemes.push(document.documentElement.getAttribute('data-mantine-color-scheme'));
      }).observe(document, {
        subtree: true,
        attributes: true,
        attributeFilter: ['data-mantine-color-scheme'],
      });
    });
    await page.reload();
    await jelab.idle();
    expect(await isChosen()).toBe(true);
    const schemes = await page.evaluate(() => window.__schemes);
    expect(new Set(schemes), 'no flash of the other scheme').toEqual(new Set([chosen]));
    await jelab.press('Theme of the system');
    await expect.poll(isChosen).toBe(false);
  });
}
