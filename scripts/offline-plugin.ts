/**
 * Writes the service worker that lets the page open without a network: it keeps the built files, and a sample once
 * it was opened. A new version never replaces the files under an open page: it takes over when no tab shows the old one.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const WORKER = 'service-worker.js';
/** Folder of public/ whose files are kept from the start: few, small, and linked from the page. */
const GUIDE = 'collect';

/** Runs in the worker; `FILES` and `VERSION` are put in front of it as text. */
const SOURCE = `
const CACHE = 'jelab-' + VERSION;
const OPTIONS = { ignoreVary: true, ignoreSearch: true };

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
});

self.addEventListener('activate', (event) => {
  const old = (name) => name.startsWith('jelab-') && name !== CACHE;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      // From the first visit on, so that a sample opened then is kept.
      .then(() => self.clients.claim()),
  );
});

async function answer(request) {
  const cache = await caches.open(CACHE);
  // The page itself from the network where there is one, so that a new version shows at the next visit.
  if (request.mode === 'navigate') {
    return fetch(request).catch(async () => (await cache.match(request, OPTIONS)) ?? cache.match('./', OPTIONS));
  }
  const kept = await cache.match(request, OPTIONS);
  if (kept !== undefined) return kept;
  const fresh = await fetch(request);
  if (fresh.ok) await cache.put(request, fresh.clone());
  return fresh;
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method === 'GET' && new URL(request.url).origin === self.location.origin) {
    event.respondWith(answer(request));
  }
});
`;

export function offline(): Plugin {
  let publicFolder = '';
  return {
    name: 'jelab-offline',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    configResolved: (config) => {
      publicFolder = config.publicDir;
    },
    generateBundle: {
      // After all others, so that the workers' files are known.
      order: 'post',
      handler(_options, bundle) {
        const built = Object.keys(bundle).filter((name) => !name.endsWith('.map') && name !== 'index.html');
        const guide = readdirSync(join(publicFolder, GUIDE)).map((name) => `${GUIDE}/${name}`);
        const files = ['./', 'favicon.svg', ...guide, ...built];
        const contents = Object.values(bundle).map((file) =>
          file.type === 'chunk' ? file.code : file.source,
        );
        const hash = createHash('sha256');
        for (const content of contents) hash.update(content);
        for (const name of guide) hash.update(readFileSync(join(publicFolder, name)));
        const version = hash.digest('hex').slice(0, 16);
        this.emitFile({
          type: 'asset',
          fileName: WORKER,
          source: `const VERSION = ${JSON.stringify(version)};\nconst FILES = ${JSON.stringify(files)};\n${SOURCE}`,
        });
      },
    },
  };
}
