/** A static file server for the built page: localhost only, files below one folder only. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { ScriptError } from './install.mjs';

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.wasm': 'application/wasm',
  '.csv': 'text/csv; charset=utf-8',
  '.gz': 'application/gzip',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** The file a request asks for, or null when its path is malformed or leaves `folder`. */
export function resolveRequest(folder, url) {
  let path;
  try {
    path = decodeURIComponent(url.split(/[?#]/, 1)[0] ?? '');
  } catch {
    return null;
  }
  if (!path.startsWith('/') || path.includes('\0')) return null;
  const file = normalize(join(folder, path.endsWith('/') ? `${path}index.html` : path));
  return file.startsWith(normalize(folder + sep)) ? file : null;
}

async function answer(folder, request, response) {
  const allowed = request.method === 'GET' || request.method === 'HEAD';
  const file = resolveRequest(folder, request.url ?? '/');
  const info = file === null ? null : await stat(file).catch(() => null);
  if (!allowed || file === null || info === null || !info.isFile()) {
    response.writeHead(allowed ? 404 : 405, { 'Content-Type': 'text/plain; charset=utf-8' });
    response.end(allowed ? 'Not found\n' : 'Only GET and HEAD\n');
    return;
  }
  response.writeHead(200, {
    'Content-Type': TYPES[extname(file).toLowerCase()] ?? 'application/octet-stream',
    'Content-Length': info.size,
    // Files in assets/ carry a hash of their content in the name.
    'Cache-Control': file.includes(`${sep}assets${sep}`) ? 'max-age=31536000, immutable' : 'no-cache',
    'X-Content-Type-Options': 'nosniff',
  });
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  createReadStream(file)
    .on('error', () => response.destroy())
    .pipe(response);
}

/** Serves `folder` on localhost. Port 0 takes a free one. Resolves with the server once it listens. */
export function serve(folder, port) {
  const server = createServer((request, response) => {
    answer(folder, request, response).catch(() => response.destroy());
  });
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const known = { EADDRINUSE: 'is in use', EACCES: 'may not be used by this account' }[error.code];
      reject(known ? new ScriptError(`Port ${port} ${known}; give another with --port N.`) : error);
    });
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}
