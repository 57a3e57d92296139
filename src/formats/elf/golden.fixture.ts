/** The golden binaries and what the real jeprof says of them. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Mapping } from '../../engine/profile/profile.js';
import { readDemanglerWasm } from '../../cli/demangler.js';
import { parseMapping } from '../heap/memory-map.js';
import { type Binary, openBinary } from './binary.js';
import { type Demangler, loadDemangler } from './demangle.js';
import { blobAccess } from './random-access.js';

const GOLDEN_HEAP = fileURLToPath(new URL('../../../../shared/golden/heap/', import.meta.url));

export const hasGoldenHeap = existsSync(`${GOLDEN_HEAP}MANIFEST.md`);
export const GOLDEN_BINARIES = ['gt', 'sym', 'sym-nopie', 'sym-stripped', 'extras', 'libsymplug.so'] as const;

let loading: Promise<Demangler> | null = null;

export function testDemangler(): Promise<Demangler> {
  loading ??= readDemanglerWasm().then(loadDemangler);
  return loading;
}

export function binaryBytes(name: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(`${GOLDEN_HEAP}bin/${name}`));
}

export async function openBytes(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<Binary> {
  const opened = await openBinary(blobAccess(new Blob([bytes])), name, await testDemangler());
  if (!opened.ok) throw new Error(opened.error);
  return opened.value;
}

export function goldenHeapText(path: string): string {
  return readFileSync(`${GOLDEN_HEAP}golden/${path}`, 'utf8');
}

export function goldenHeapFiles(pattern: RegExp): string[] {
  return readdirSync(`${GOLDEN_HEAP}golden`).filter((name) => pattern.test(name));
}

export interface RawProfile {
  /** Name of the program that wrote the dump. */
  readonly program: string;
  /** Full names by address (16 hex digits), outermost first, joined by `--`. */
  readonly symbols: ReadonlyMap<string, string>;
  readonly mappings: readonly Mapping[];
}

/** A symbolised dump as jeprof --raw wrote it. */
export function rawProfile(name: string): RawProfile {
  const lines = goldenHeapText(name).split('\n');
  const end = lines.indexOf('---');
  const symbols = new Map<string, string>();
  for (const line of lines.slice(2, end)) symbols.set(line.slice(2, 18), line.slice(19));
  const maps = lines.slice(lines.indexOf('MAPPED_LIBRARIES:') + 1);
  return {
    program: (lines[1] ?? '').replace(/^.*\//, ''),
    symbols,
    mappings: maps.map(parseMapping).filter((mapping) => mapping !== null),
  };
}

/** Addresses of 16 hex digits as low and high words. */
export function wordsOf(addresses: Iterable<string>): Uint32Array<ArrayBuffer> {
  return Uint32Array.from(
    [...addresses].flatMap((hex) => [
      Number.parseInt(hex.slice(8), 16),
      Number.parseInt(hex.slice(0, 8), 16),
    ]),
  );
}
