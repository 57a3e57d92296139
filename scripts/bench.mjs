/** `npm run bench`: bundles bench/main.ts and runs it in a Node of its own that can collect garbage on demand. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from './bundle.mjs';
import { ensureInstalled, root, runScript, ScriptError } from './install.mjs';

const ENTRY = 'bench/main.ts';

await runScript(async () => {
  ensureInstalled();
  if (!existsSync(join(root, ENTRY))) throw new ScriptError(`There is no ${ENTRY}.`);
  const outFile = join(root, 'dist-cli', 'bench.js');
  await bundle(ENTRY, outFile);
  const run = spawnSync(process.execPath, ['--expose-gc', outFile, ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
  });
  process.exitCode = run.status ?? 1;
});
