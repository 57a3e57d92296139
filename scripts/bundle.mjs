/** Bundles a TypeScript entry of this project into one file that Node runs. */
import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root, ScriptError } from './install.mjs';

/** The newest change below the given files and folders (paths from the root), in ms. A folder's own time tells of deletions. */
export function newestChange(paths) {
  let newest = 0;
  for (const path of paths) {
    const full = join(root, path);
    const info = statSync(full, { throwIfNoEntry: false });
    if (info === undefined) continue;
    newest = Math.max(newest, info.mtimeMs);
    if (info.isDirectory()) {
      newest = Math.max(newest, newestChange(readdirSync(full).map((name) => join(path, name))));
    }
  }
  return newest;
}

export function isFresh(outFile, sources) {
  const built = statSync(outFile, { throwIfNoEntry: false });
  return built !== undefined && built.mtimeMs > newestChange(sources);
}

/** Builds `entry` (path from the root) into `outFile`; the file appears whole, also when two builds run at once. */
export async function bundle(entry, outFile) {
  const { build } = await import('vite');
  const temporary = `${outFile}.${process.pid}.tmp`;
  mkdirSync(dirname(outFile), { recursive: true });
  try {
    await build({
      root,
      configFile: false,
      publicDir: false,
      logLevel: 'error',
      ssr: { noExternal: true },
      build: {
        ssr: join(root, entry),
        outDir: temporary,
        target: 'node20',
        rolldownOptions: { output: { entryFileNames: 'bundle.js', codeSplitting: false } },
      },
    });
    renameSync(join(temporary, 'bundle.js'), outFile);
  } catch (error) {
    throw new ScriptError(`${entry} could not be built: ${error.message}`);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}
