/** The demangler's bytes for the command line, which runs from dist-cli/ beside node_modules/. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

export async function readDemanglerWasm(): Promise<Uint8Array<ArrayBuffer>> {
  const path = createRequire(import.meta.url).resolve('gecko-profiler-demangle/index_bg.wasm');
  return new Uint8Array(await readFile(path));
}
