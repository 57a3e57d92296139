/** `jelab heap`: reads heap dumps and prints what they say, as jeprof does. */
import { stackTable } from '../engine/profile/aggregate-estimates.js';
import { ProfileFleet } from '../engine/profile/aggregate-fleet.js';
import { spaceOf } from '../engine/profile/build-stack-table.js';
import { filterStacks } from '../engine/profile/filter.js';
import { jeprofReport } from '../engine/profile/jeprof.js';
import { buildLabels } from '../engine/profile/labels.js';
import type { HeapProfile, SymbolTable } from '../engine/profile/profile.js';
import { totalOf } from '../engine/profile/stack-table.js';
import { type TextUnit, textRows, totalLine } from '../engine/profile/text-report.js';
import { buildTopTable } from '../engine/profile/top-table.js';
import type { OpenedProfile, OpenedSymbols } from '../formats/format.js';
import { groupDumps } from '../formats/heap/file-names.js';
import { openFile } from '../formats/open.js';
import { CliFailure, plainText } from './failure.js';
import { openInput, openOutput } from './files.js';
import { EXPORTS, type HeapArguments } from './heap-arguments.js';
import { diffLines } from './heap-diff.js';
import { exportFile } from './heap-export.js';
import { nameFrames } from './heap-names.js';
import { seriesLines } from './heap-series.js';
import type { CliIo } from './io.js';
import { readOptions } from './reading.js';
import { Report } from './report.js';

/** Text is handed on in pieces of about this many characters. */
const PIECE = 1 << 16;

export async function heap(args: HeapArguments, io: CliIo): Promise<void> {
  const report = new Report(io.stderr);
  const output = await openOutput(args.output, args.files[0] ?? '-', io);
  const symbols: SymbolTable[] = [];
  for (const path of args.symbols) symbols.push(await readSymbols(path, args, io, report));
  const exported = EXPORTS.find((action) => action === args.action);
  if (exported !== undefined) {
    const chunks = exportFile(exported, args, symbols, (path) => readProfile(path, args, io, report), report);
    for await (const chunk of chunks) await output.write(chunk);
    await output.close();
    return;
  }
  const lines = await reportOf(args, symbols, io, report);
  await report.clear();
  let piece = '';
  for (const line of lines) {
    // A name may hold anything; the line's own end stays.
    piece += line.endsWith('\n') ? `${plainText(line.slice(0, -1))}\n` : plainText(line);
    if (piece.length < PIECE) continue;
    await output.write(piece);
    piece = '';
  }
  if (piece !== '') await output.write(piece);
  await output.close();
}

async function reportOf(
  args: HeapArguments,
  symbols: readonly SymbolTable[],
  io: CliIo,
  report: Report,
): Promise<Iterable<string>> {
  if (args.action === 'diff' || args.action === 'sum') return joinedReport(args, symbols, io, report);
  if (args.action !== 'series') return ownReport(args, symbols, io, report);
  const read = (path: string) => readProfile(path, args, io, report);
  return seriesLines(args, symbols, read, unitOf(args), report);
}

/** One process: stacks are the same where addresses are, as in jeprof. */
async function ownReport(
  args: HeapArguments,
  symbols: readonly SymbolTable[],
  io: CliIo,
  report: Report,
): Promise<Iterable<string>> {
  const profiles = await readProfiles(args.files, args, io, report);
  const base = args.base === null ? [] : [await readProfile(args.base, args, io, report)];
  const choice = { profiles, base };
  const all = [...profiles, ...base];
  const space = spaceOf(choice);
  const own = all.flatMap((profile) => profile.symbols ?? []);
  const mappings = all.find((profile) => profile.mappings.length > 0)?.mappings ?? [];
  const frames = await nameFrames(space.addresses, mappings, args.binaries, [...own, ...symbols], report);
  return jeprofReport(choice, space, frames, {
    ...args,
    output: args.action === 'folded' ? 'collapsed' : 'text',
  });
}

/** Many processes: stacks are the same where modules and offsets are. Dumps are forgotten one by one. */
async function joinedReport(
  args: HeapArguments,
  symbols: readonly SymbolTable[],
  io: CliIo,
  report: Report,
): Promise<Iterable<string>> {
  const comparing = args.action === 'diff';
  if (!comparing && groupDumps(args.files).some(({ dumps }) => dumps.length > 1))
    await report.note(
      'some of these look like dumps of one process over time: their sum counts the same memory again and again.',
    );
  const fleet = new ProfileFleet(args.estimate, comparing ? 2 : 1);
  for (const [i, path] of args.files.entries())
    fleet.add(await readProfile(path, args, io, report), comparing ? i : 0);
  const joined = fleet.finish();
  const own = joined.symbols === null ? [] : [joined.symbols];
  const frames = await nameFrames(
    joined.addresses,
    joined.mappings,
    args.binaries,
    [...own, ...symbols],
    report,
  );
  const [first, second] = joined.sums;
  if (first === undefined) return [];
  const table =
    second === undefined
      ? stackTable(joined.stacks, args.measure, first)
      : stackTable(joined.stacks, args.measure, second, first);
  const filtered = filterStacks(table, joined.addresses, frames, args.filter);
  const top = buildTopTable(filtered, frames, buildLabels(joined.addresses, frames, args.granularity));
  const unit = unitOf(args);
  if (comparing) return diffLines(filtered, top, args.order, unit);
  return [totalLine(totalOf(table.value), unit), ...textRows(top, args.order, unit)];
}

function unitOf({ measure, showBytes }: HeapArguments): TextUnit {
  if (measure === 'inuse_objects' || measure === 'alloc_objects') return 'objects';
  return showBytes ? 'B' : 'MB';
}

async function readProfiles(
  paths: readonly string[],
  args: HeapArguments,
  io: CliIo,
  report: Report,
): Promise<HeapProfile[]> {
  const profiles: HeapProfile[] = [];
  for (const path of paths) profiles.push(await readProfile(path, args, io, report));
  return profiles;
}

async function readProfile(
  path: string,
  args: HeapArguments,
  io: CliIo,
  report: Report,
): Promise<HeapProfile> {
  const outcome = await read(path, args, io, report);
  if (outcome.kind === 'profile') return outcome.profile;
  throw new CliFailure(1, `${plainText(path)} holds symbols but no dump: give it with --symbols.`);
}

async function readSymbols(
  path: string,
  args: HeapArguments,
  io: CliIo,
  report: Report,
): Promise<SymbolTable> {
  const outcome = await read(path, args, io, report);
  const symbols = outcome.kind === 'symbols' ? outcome.symbols : outcome.profile.symbols;
  if (symbols === null) throw new CliFailure(1, `${plainText(path)} is a heap dump without symbols.`);
  return symbols;
}

async function read(
  path: string,
  args: HeapArguments,
  io: CliIo,
  report: Report,
): Promise<OpenedProfile | OpenedSymbols> {
  const source = await openInput(path, io);
  const outcome = await openFile(source, readOptions(args, source, report));
  await report.problems(source.name, outcome.problems);
  switch (outcome.kind) {
    case 'profile':
    case 'symbols':
      return outcome;
    case 'trace':
    case 'statistics':
      throw new CliFailure(1, `${source.name} is no heap dump but a file for jelab replay.`);
    case 'sweep':
      throw new CliFailure(1, `${source.name} holds the results of a sweep, no heap dump.`);
    case 'workload':
      throw new CliFailure(
        1,
        `${source.name} holds sizes of objects, no heap dump: see jelab variance --help.`,
      );
    case 'unusable':
      throw new CliFailure(1, `${source.name}: ${outcome.sentence}`);
  }
}
