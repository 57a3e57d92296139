/** `test` with a page object that checks, after every test, that the page logged no error and asked no other host. */
import { test as base, expect } from '@playwright/test';
import { JelabPage } from './jelab-page.js';

export const test = base.extend<{ jelab: JelabPage }>({
  jelab: async ({ page }, run) => {
    const jelab = new JelabPage(page);
    await run(jelab);
    expect(jelab.errors, 'errors and warnings in the console').toEqual([]);
    expect(jelab.foreignRequests, 'requests that left this machine').toEqual([]);
  },
});

export { expect };
