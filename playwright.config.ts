import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/chromium.mjs';

/** `npm test` looks for a free one, so that two runs on one machine do not meet. */
const PORT = Number(process.env['JELAB_E2E_PORT'] ?? 47_123);
const address = `http://127.0.0.1:${PORT}/`;
const executablePath = await findChromium();

export default defineConfig({
  testDir: 'e2e',
  projects: [
    { name: 'e2e', testMatch: /\.spec\.ts$/ },
    // Prints figures; `npm run bench:felt`.
    { name: 'bench', testMatch: /\.bench\.ts$/ },
  ],
  outputDir: 'test-results',
  workers: 1,
  retries: 0,
  forbidOnly: process.env['CI'] !== undefined,
  timeout: 60_000,
  reporter: 'list',
  use: {
    baseURL: address,
    viewport: { width: 1280, height: 800 },
    // Recording a trace takes longer than the tests themselves; ask for one with `npm run e2e -- --trace on`.
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath === null ? {} : { executablePath }),
      args: [
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  // The tests see what users get: the production build. `npm test` builds it first; `npm run e2e` takes the last one.
  webServer: {
    command: `node scripts/start.mjs --no-build --port ${PORT}`,
    url: address,
    reuseExistingServer: false,
    timeout: 30_000,
  },
});
