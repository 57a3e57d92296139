/**
 * Installs the dependencies when they are missing or not those of the lock file; quiet when there is nothing to do.
 * Runs on a bare clone, so it imports nothing but Node itself.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** A sentence for the user; scripts print it without a stack. */
export class ScriptError extends Error {}

/** Runs a script's body: prints a {@link ScriptError} as one sentence and sets the exit status. */
export async function runScript(body) {
  try {
    await body();
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

/** True when this module is the one Node was started with. */
export function isMain(moduleUrl) {
  return process.argv[1] !== undefined && moduleUrl === pathToFileURL(process.argv[1]).href;
}

export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new ScriptError(`jelab needs Node 20.19 or newer, and this is ${process.versions.node}.`);
  }
}

/**
 * True when node_modules holds the versions of the lock file. npm keeps its own note of what it installed; packages
 * for other platforms are absent from it and are marked optional in the lock.
 */
export function isInstalled(folder = root) {
  const lock = join(folder, 'package-lock.json');
  const note = join(folder, 'node_modules', '.package-lock.json');
  try {
    if (statSync(note).mtimeMs >= statSync(lock).mtimeMs) return true;
    const installed = JSON.parse(readFileSync(note, 'utf8')).packages;
    return Object.entries(JSON.parse(readFileSync(lock, 'utf8')).packages).every(
      ([path, wanted]) =>
        path === '' || wanted.optional === true || installed[path]?.version === wanted.version,
    );
  } catch {
    return false;
  }
}

/** `output: 'stderr'` keeps npm's words off the standard output. */
export function ensureInstalled({ output = 'stdout' } = {}) {
  checkNode();
  if (isInstalled()) return;
  (output === 'stderr' ? console.error : console.log)('Installing dependencies (npm ci)…');
  const stdio = ['ignore', output === 'stderr' ? 2 : 1, 2];
  const npm = process.env.npm_execpath;
  const run =
    npm !== undefined && /npm-cli\.c?js$/.test(npm)
      ? spawnSync(process.execPath, [npm, 'ci'], { cwd: root, stdio })
      : spawnSync('npm', ['ci'], { cwd: root, stdio, shell: process.platform === 'win32' });
  if (run.status !== 0) {
    throw new ScriptError('The dependencies could not be installed: npm ci failed (see above).');
  }
}

/** Path of a tool's JavaScript entry in node_modules, to be run with this Node. */
export function toolEntry(packageName, binName = packageName) {
  const folder = join(root, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[binName]);
}

if (isMain(import.meta.url)) await runScript(() => ensureInstalled());
