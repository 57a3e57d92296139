/** Where `jelab heap` takes names from: binaries given, files of symbols, and the dumps themselves. */
import { constants, openAsBlob } from 'node:fs';
import { access } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Result } from '../base/result.js';
import { formatCount } from '../base/numbers.js';
import type { FrameTable, NameSource } from '../engine/profile/names.js';
import { buildFrameTable } from '../engine/profile/frame-table.js';
import type { AddressTable, Mapping, SymbolTable } from '../engine/profile/profile.js';
import { symbolSource } from '../engine/profile/symbol-source.js';
import {
  type SymbolisedAddresses,
  SymbolisedBuilder,
  symbolisedNames,
} from '../engine/profile/symbolised.js';
import { type Binary, openBinary } from '../formats/elf/binary.js';
import { type Demangler, loadDemangler, PLAIN_NAMES } from '../formats/elf/demangle.js';
import { blobAccess } from '../formats/elf/random-access.js';
import { symbolise } from '../formats/elf/symbolise.js';
import { type BinaryFile, binaryFiles } from './heap-binaries.js';
import { readDemanglerWasm } from './demangler.js';
import { CliFailure, plainText, reason } from './failure.js';
import type { Report } from './report.js';

/** Modules told of when their frames have no names. */
const MOST_MODULES = 5;

/**
 * Names for all addresses: by the binaries first, then by the symbols.
 * @param symbols later ones win
 * @param buildIds gets the build-ids of the binaries that were used, by the path of their module
 */
export async function nameFrames(
  addresses: AddressTable,
  mappings: readonly Mapping[],
  binaries: readonly string[],
  symbols: readonly SymbolTable[],
  report: Report,
  buildIds: Map<string, string> = new Map(),
): Promise<FrameTable> {
  const sources: NameSource[] = [];
  if (binaries.length > 0) sources.push(await binaryNames(addresses, mappings, binaries, report, buildIds));
  if (symbols.length > 0) sources.push(symbolSource(symbols));
  const frames = buildFrameTable(addresses, mappings, sources, 'module');
  await tellUnnamed(frames, report);
  return frames;
}

async function binaryNames(
  addresses: AddressTable,
  mappings: readonly Mapping[],
  paths: readonly string[],
  report: Report,
  buildIds: Map<string, string>,
): Promise<NameSource> {
  const demangler = await readDemanglerWasm()
    .then(loadDemangler)
    .catch(() => PLAIN_NAMES);
  if (demangler === PLAIN_NAMES) await report.note('the demangler was not found, names stay as they are.');
  const files: BinaryFile[] = [];
  const binaries: Binary[] = [];
  for (const file of await binaryFiles(paths, mappings)) {
    const opened = await open(file.path, demangler);
    if (opened.ok) {
      files.push(file);
      binaries.push(opened.value);
    } else if (file.found) await report.note(opened.error);
    else throw new CliFailure(1, opened.error);
  }
  const [only] = binaries;
  if (only !== undefined && binaries.length === 1 && mappings.length === 0)
    return symbolisedNames(await unmapped(addresses, only));
  const { names, matches, problems } = await symbolise(addresses.words, mappings, binaries, (share) =>
    report.progress(() => `naming: ${Math.floor(100 * share)}%`),
  );
  await report.clear();
  for (const problem of problems) await report.note(problem);
  for (const { path, image, problem } of matches) {
    const id = problem === null ? (binaries[image]?.info.buildId ?? '') : '';
    if (id !== '') buildIds.set(path, id);
  }
  const used = new Set(matches.flatMap(({ image, debug }) => [image, debug]));
  for (const [row, { path, found }] of files.entries()) {
    if (used.has(row) || found) continue;
    const why = matches.find(({ image, problem }) => image < 0 && problem !== null)?.problem;
    await report.note(
      `${plainText(path)} fits no module of the memory map.${why === undefined ? '' : ` ${why}`}`,
    );
  }
  return symbolisedNames(names);
}

/** Without a memory map all addresses are taken for the program's own, as jeprof does. */
async function unmapped({ length, words }: AddressTable, binary: Binary): Promise<SymbolisedAddresses> {
  const builder = new SymbolisedBuilder();
  for (let address = 0; address < length; address++) {
    const low = words[2 * address] as number;
    const high = words[2 * address + 1] as number;
    const frames = await binary.lookup(high * 4_294_967_296 + low, null);
    if (frames !== null) builder.add(low, high, frames);
  }
  return builder.build();
}

async function open(path: string, demangler: Demangler): Promise<Result<Binary>> {
  const refuse = (error: unknown) =>
    new CliFailure(1, `${plainText(path)} cannot be read: ${reason(error)}.`);
  // openAsBlob says of no file why it cannot be opened.
  await access(path, constants.R_OK).catch((error: unknown) => {
    throw refuse(error);
  });
  const blob = await openAsBlob(path);
  return openBinary(blobAccess(blob), basename(path), demangler);
}

async function tellUnnamed(frames: FrameTable, report: Report): Promise<void> {
  const counts = new Map<number, number>();
  for (let address = 0; address < frames.length; address++) {
    if (frames.known[address] === 1) continue;
    const module = frames.module[address] as number;
    counts.set(module, (counts.get(module) ?? 0) + 1);
  }
  if (counts.size === 0) return;
  const worst = [...counts].sort(([, a], [, b]) => b - a).slice(0, MOST_MODULES);
  const parts = worst.map(
    ([module, count]) => `${formatCount(count)} of ${frames.modules[module]?.path ?? 'no module'}`,
  );
  const nameless = [...counts.keys()].some((module) =>
    frames.modules[module]?.name.startsWith('libjemalloc'),
  );
  const hint = nameless ? ', --prune union takes off those of libjemalloc' : '';
  const more = counts.size > MOST_MODULES ? ', …' : '';
  await report.note(
    `addresses without a name: ${parts.join(', ')}${more}. --bin or --symbols gives names${hint}.`,
  );
}
