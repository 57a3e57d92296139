/**
 * Heap dumps: `heap_v2` of jemalloc, the older `heap profile:` family, both also behind a `--- symbol` section.
 * Layout: prof_dump_impl, src/prof_data.c; what jeprof reads: ReadProfile, bin/jeprof.in.
 */
import type { HeapProfile } from '../../engine/profile/profile.js';
import type { FileFormat } from '../file-format.js';
import type { OpenOutcome, ReadOptions } from '../format.js';
import type { Head } from '../head.js';
import type { Input } from '../input/expand.js';
import type { ProblemLog } from '../problem-log.js';
import { readTable } from '../read-table.js';
import { DumpReader } from './dump-reader.js';
import { looksLikeHeader } from './header.js';
import { countOverlaps } from './memory-map.js';
import { MERGED, ProfileBuilder } from './profile-builder.js';
import type { RecordColumns } from './record-columns.js';

export const HEAP_DUMP: FileFormat = {
  id: 'heap-dump',
  label: 'heap dump',
  detect: (head) => headLines(head).findIndex(beginsDump),
  parse: openDump,
};

/** The head's non-blank lines, as `Head.rows` counts them. */
export function headLines({ text }: Head): string[] {
  return text.split(/\r\n|\n|\r/, 200).filter((line) => line.trim() !== '');
}

function beginsDump(line: string): boolean {
  return looksLikeHeader(line) || /^--- *(symbol|heap|growth)\s*$/.test(line);
}

async function openDump(input: Input, options: ReadOptions, problems: ProblemLog): Promise<OpenOutcome> {
  const builder = new ProfileBuilder(expectedBytes(input), options.memoryBudget);
  const reader = new DumpReader(builder, problems);
  await readTable(input, reader, options, problems);
  reader.end();
  const symbols = reader.symbols.length > 0 ? reader.symbols.finish() : null;
  const common = {
    rows: reader.rows,
    bytes: input.state.expandedBytes,
    compression: input.compression,
  };
  if (!reader.hasHeader) {
    if (symbols === null) {
      const sentence = 'The beginning of a symbolised heap profile, but neither symbols nor a dump follow.';
      return { kind: 'unusable', sentence, problems: problems.list() };
    }
    problems.add('symbols-only', 0);
    return {
      kind: 'symbols',
      format: 'symbols',
      symbols,
      ...common,
      rows: symbols.length,
      problems: problems.list(),
    };
  }
  builder.symbols = symbols;
  lookOver(builder, reader.hasMap, problems);
  const profile = finish(builder);
  if (profile === null) return { kind: 'unusable', sentence: TOO_LARGE, problems: problems.list() };
  if (builder.repeatedStacks > 0) problems.add('stack-twice', 0, '', builder.repeatedStacks);
  return {
    kind: 'profile',
    format: 'heap-dump',
    profile,
    ...common,
    problems: problems.list(),
  };
}

const TOO_LARGE =
  'Too large because the machine has no memory left for the tree of its stacks. Try a part of the file, or the command line on a larger machine.';

/** Null where the platform has no memory for it. */
function finish(builder: ProfileBuilder): HeapProfile | null {
  try {
    return builder.finish();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Problems of the dump as a whole. */
function lookOver(builder: ProfileBuilder, hasMap: boolean, problems: ProblemLog): void {
  if (!hasMap && builder.symbols === null) problems.add('no-map', 0);
  const overlaps = countOverlaps(builder.mappings);
  if (overlaps > 0) problems.add('overlapping-mappings', 0, '', overlaps);
  const { records } = builder;
  if (records.length > 0 && !records.someMerged()) {
    problems.add('threads-only', 0);
    mergeThreads(records);
  }
}

/** Size of the expanded file, 0 where nobody knows. */
function expectedBytes({ bytesTotal, compression, head }: Input): number {
  if (bytesTotal === null) return head.length;
  return compression === 'none' ? bytesTotal : Math.min(6 * bytesTotal, 2 ** 28);
}

function mergeThreads(records: RecordColumns): void {
  const count = records.length;
  for (let record = 0; record < count; record++) {
    const copy = records.add(records.stackAt(record), MERGED);
    for (let m = 0; m < 4; m++) records.set(copy, m, records.get(record, m));
  }
}
