/** `npm start`: installs if needed, builds the page, serves it on localhost and prints the address. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled, root, runScript, ScriptError } from './install.mjs';
import { serve } from './serve.mjs';

const HELP = `npm start -- [--port N] [--no-build]
  --port N     serve on this port (default: a free one)
  --no-build   serve the last build as it is`;

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string', default: '0' },
        'no-build': { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    const port = Number(values.port);
    if (!/^\d+$/.test(values.port) || port > 65_535) {
      throw new ScriptError(`--port wants a number from 0 to 65535, not "${values.port}".`);
    }
    return { port, build: !values['no-build'], help: values.help };
  } catch (error) {
    if (error instanceof ScriptError) throw error;
    throw new ScriptError(`${error.message}\n${HELP}`);
  }
}

await runScript(async () => {
  const { port, build, help } = readArguments();
  if (help) return console.log(HELP);
  const dist = join(root, 'dist');
  if (build) {
    ensureInstalled();
    const vite = await import('vite');
    await vite.build({ root, logLevel: 'warn' }).catch((error) => {
      throw new ScriptError(`The page could not be built: ${error.message}`);
    });
  } else if (!existsSync(join(dist, 'index.html'))) {
    throw new ScriptError('There is no build in dist/ yet: run npm start without --no-build.');
  }
  const server = await serve(dist, port);
  console.log(`jelab is at http://localhost:${server.address().port}/  (Ctrl+C stops it)`);
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(0));
});
