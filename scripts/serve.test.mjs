import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ScriptError } from './install.mjs';
import { resolveRequest, serve } from './serve.mjs';

describe('resolveRequest', () => {
  it('finds files below the folder', () => {
    expect(resolveRequest('/srv/dist', '/')).toBe('/srv/dist/index.html');
    expect(resolveRequest('/srv/dist', '/a%20b.js?v=1#x')).toBe('/srv/dist/a b.js');
  });

  it.each(['/../secret', '/%2e%2e/secret', '/..%2fdist2/x', '/a/../../dist2/x', '/%', '/a%00', 'secret', ''])(
    'refuses %j',
    (url) => {
      expect(resolveRequest('/srv/dist', url)).toBeNull();
    },
  );
});

describe('serve', () => {
  const folder = mkdtempSync(join(tmpdir(), 'jelab-serve-'));
  let server;
  beforeAll(async () => {
    writeFileSync(join(folder, 'index.html'), '<p>hello</p>');
    writeFileSync(join(folder, 'a.wasm'), 'x');
    server = await serve(folder, 0);
  });
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });

  /** Unlike fetch, sends the path as it is. */
  const get = (path, method = 'GET') =>
    new Promise((resolve, reject) => {
      const { port } = server.address();
      request({ host: '127.0.0.1', port, path, method }, (response) => {
        let body = '';
        response.on('data', (chunk) => (body += chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode, type: response.headers['content-type'], body }),
        );
      })
        .on('error', reject)
        .end();
    });

  it('answers with the right types', async () => {
    expect(await get('/')).toEqual({ status: 200, type: 'text/html; charset=utf-8', body: '<p>hello</p>' });
    expect(await get('/a.wasm')).toEqual({ status: 200, type: 'application/wasm', body: 'x' });
    expect(await get('/', 'HEAD')).toMatchObject({ status: 200, body: '' });
  });

  it('refuses what is not there, folders, other methods and escapes', async () => {
    expect((await get('/missing')).status).toBe(404);
    expect((await get('/../package.json')).status).toBe(404);
    expect((await get('/', 'POST')).status).toBe(405);
  });

  it('says that a port is taken', async () => {
    const { port } = server.address();
    await expect(serve(folder, port)).rejects.toThrow(ScriptError);
    await expect(serve(folder, port)).rejects.toThrow(`Port ${port} is in use`);
  });
});
