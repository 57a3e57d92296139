/** Which files `--bin` means: a file is itself; a folder gives the modules of the memory map that lie in it. */
import { stat } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import type { Mapping } from '../engine/profile/profile.js';

export interface BinaryFile {
  readonly path: string;
  /** Found in a folder: no fault of the user's where it is no binary. */
  readonly found: boolean;
}

/** Each file once, in order. In a folder a module is looked for at its own path, below it as in a copy of a root, and by its name. */
export async function binaryFiles(
  paths: readonly string[],
  mappings: readonly Mapping[],
): Promise<BinaryFile[]> {
  const modules = [...new Set(mappings.map(({ path }) => path))].filter(isPlainPath);
  const files = new Map<string, BinaryFile>();
  for (const path of paths) {
    if (!(await isFolder(path))) {
      files.set(resolve(path), { path, found: false });
      continue;
    }
    for (const module of modules) {
      const candidates = [join(path, module), join(path, basename(module))];
      if (!relative(resolve(path), module).startsWith('..')) candidates.unshift(module);
      for (const candidate of candidates) {
        if (!(await isFile(candidate))) continue;
        if (!files.has(resolve(candidate))) files.set(resolve(candidate), { path: candidate, found: true });
        break;
      }
    }
  }
  return [...files.values()];
}

/** Maps come from files: nothing but a plain absolute path is looked for. */
function isPlainPath(path: string): boolean {
  return path.startsWith('/') && !path.split('/').includes('..') && !path.includes('\0');
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() === true;
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isFile() === true;
}
