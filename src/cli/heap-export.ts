/** `jelab heap pprof|raw|csv|json`: files for other tools. */
import { type EstimateTable, filterEstimates, stackTable } from '../engine/profile/aggregate-estimates.js';
import { EstimateSums } from '../engine/profile/aggregate-estimates.js';
import { ProfileFleet } from '../engine/profile/aggregate-fleet.js';
import type { JoinedStacks } from '../engine/profile/aggregate-join.js';
import { sumProfile } from '../engine/profile/aggregate-profile.js';
import { threadsWithRecords } from '../engine/profile/build-stack-table.js';
import { filterNodes, filterStacks } from '../engine/profile/filter.js';
import { buildLabels } from '../engine/profile/labels.js';
import type { FrameTable } from '../engine/profile/names.js';
import type { HeapProfile, Measure, SymbolTable } from '../engine/profile/profile.js';
import { buildTopTable, jeprofOrder } from '../engine/profile/top-table.js';
import { gzipChunks } from '../formats/heap/writers/gzip.js';
import { writeSymbolised } from '../formats/heap/writers/heap-dump.js';
import { type ExportPart, writePprof } from '../formats/heap/writers/pprof.js';
import { writeCsv, writeJson } from '../formats/heap/writers/table.js';
import { topColumns } from '../formats/heap/writers/top-columns.js';
import { CliFailure } from './failure.js';
import type { HeapArguments, HeapExport } from './heap-arguments.js';
import { nameFrames } from './heap-names.js';
import type { Report } from './report.js';

type Chunks = Iterable<Uint8Array<ArrayBuffer>> | AsyncIterable<Uint8Array<ArrayBuffer>>;

/** What is written of: one dump as it is, or the sum of several. */
interface Subject {
  readonly stacks: Omit<JoinedStacks, 'notes'>;
  readonly sum: EstimateTable;
  /** The dump, where it is one. */
  readonly only: HeapProfile | null;
}

export async function* exportFile(
  format: HeapExport,
  args: HeapArguments,
  symbols: readonly SymbolTable[],
  read: (path: string) => Promise<HeapProfile>,
  report: Report,
): AsyncIterable<Uint8Array<ArrayBuffer>> {
  const subject = await readSubject(args, read, report);
  const { addresses, mappings } = subject.stacks;
  const own = subject.stacks.symbols === null ? [] : [subject.stacks.symbols];
  const buildIds = new Map<string, string>();
  const frames = await nameFrames(addresses, mappings, args.binaries, [...own, ...symbols], report, buildIds);
  await report.clear();
  yield* chunksOf(format, args, subject, frames, buildIds);
}

async function readSubject(
  args: HeapArguments,
  read: (path: string) => Promise<HeapProfile>,
  report: Report,
): Promise<Subject> {
  const [first = '', ...others] = args.files;
  if (others.length === 0) {
    const only = await read(first);
    const sums = new EstimateSums(args.estimate);
    sums.add(only, null);
    return { stacks: only, sum: sums.finish(), only };
  }
  const fleet = new ProfileFleet(args.estimate);
  for (const path of args.files) fleet.add(await read(path));
  const { sums, ...stacks } = fleet.finish();
  const [sum] = sums;
  if (sum === undefined) throw new CliFailure(1, 'There is nothing to add up.');
  if (sum.notes.rates.length > 1) {
    await report.note(
      `the dumps were sampled at different rates (${sum.notes.rates.join(', ')} bytes); each is scaled by its own.`,
    );
  }
  return { stacks, sum, only: null };
}

function chunksOf(
  format: HeapExport,
  args: HeapArguments,
  subject: Subject,
  frames: FrameTable,
  buildIds: ReadonlyMap<string, string>,
): Chunks {
  switch (format) {
    case 'pprof': {
      const chunks = pprof(args, subject, frames, buildIds);
      // The output compresses what is called so.
      return args.output.endsWith('.gz') ? chunks : gzipChunks(chunks);
    }
    case 'raw': {
      const { only, stacks, sum } = subject;
      const profile = only ?? sumProfile(stacks, sum, sum.notes.rates.find((rate) => rate > 0) ?? 0);
      return writeSymbolised(profile, frames, programOf(subject));
    }
    case 'csv':
    case 'json': {
      const { stacks, sum } = subject;
      const table = filterStacks(
        stackTable(stacks.stacks, args.measure, sum),
        stacks.addresses,
        frames,
        args.filter,
      );
      const top = buildTopTable(table, frames, buildLabels(stacks.addresses, frames, args.granularity));
      const columns = topColumns(top, frames.modules, unitOf(args.measure), jeprofOrder(top, args.order));
      return format === 'csv' ? writeCsv(columns, top.length) : writeJson(columns, top.length);
    }
  }
}

function pprof(
  args: HeapArguments,
  subject: Subject,
  frames: FrameTable,
  buildIds: ReadonlyMap<string, string>,
): Iterable<Uint8Array<ArrayBuffer>> {
  const { stacks, sum } = subject;
  const filtered = filterNodes(stacks.stacks, stacks.addresses, frames, args.filter);
  const { rates, dumps } = sum.notes;
  return writePprof({
    addresses: stacks.addresses,
    stacks: filtered.stacks,
    frames,
    mappings: stacks.mappings,
    parts: partsOf(args, subject).map(({ thread, table }) => ({
      thread,
      table: filterEstimates(table, filtered),
    })),
    rate: rates.length === 1 ? (rates[0] ?? 0) : 0,
    program: programOf(subject),
    buildIds,
    measure: args.measure,
    comments: [
      `${dumps} heap dump${dumps === 1 ? '' : 's'} of jemalloc, sampled at ${rates.join(', ')} bytes; estimates: ${args.estimate}`,
    ],
  });
}

function partsOf({ thread, estimate }: HeapArguments, { only, sum }: Subject): ExportPart[] {
  if (thread === null || only === null) return [{ thread: null, table: sum }];
  return threadsWithRecords(only)
    .filter((uid) => thread === 'all' || uid === thread)
    .map((uid) => {
      const row = only.threads.findIndex((one) => one.uid === uid);
      const sums = new EstimateSums(estimate);
      sums.add(only, null, row);
      return { thread: { uid, name: only.threads[row]?.name ?? null }, table: sums.finish() };
    });
}

/** Named by the symbols, else what the map begins with. */
function programOf({ stacks }: Subject): string {
  const named = stacks.symbols?.program ?? '';
  return named !== '' ? named : (stacks.mappings.find(({ path }) => path.startsWith('/'))?.path ?? '');
}

function unitOf(measure: Measure): 'bytes' | 'objects' {
  return measure === 'inuse_space' || measure === 'alloc_space' ? 'bytes' : 'objects';
}
