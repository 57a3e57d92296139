#!/usr/bin/env node
/** The command line: installs and builds when needed, then runs src/cli with the arguments as they came. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle, isFresh } from './bundle.mjs';
import { ensureInstalled, root, runScript } from './install.mjs';

const SOURCES = ['src/base', 'src/engine', 'src/formats', 'src/cli', 'scripts/bundle.mjs', 'package.json'];
const outFile = join(root, 'dist-cli', 'jelab.js');

await runScript(async () => {
  // The standard output belongs to the command.
  ensureInstalled({ output: 'stderr' });
  if (!isFresh(outFile, SOURCES)) await bundle('src/cli/entry.ts', outFile);
  await import(pathToFileURL(outFile).href);
});
