/** Opens a file of unknown kind: expands it, recognises it by its content, and lets its format read it. */
import type { FileFormat } from './file-format.js';
import { foreignBinary, foreignText } from './foreign.js';
import type { ByteSource, OpenOutcome, ReadOptions } from './format.js';
import { type Head, makeHead } from './head.js';
import { HEAP_DUMP } from './heap/heap-dump.js';
import { PROF_LOG } from './heap/prof-log.js';
import { PROF_RECENT } from './heap/prof-recent.js';
import { SYMBOLS } from './heap/symbols-file.js';
import { type Compression, openInput } from './input/expand.js';
import { ProblemLog } from './problem-log.js';
import { RAW_HPA, RAW_SEC } from './raw-trace.js';
import { REPLAY_TRACE } from './replay-trace.js';
import { STATISTICS } from './statistics.js';
import { SWEEP_RESULTS } from './sweep-file.js';
import { MALLOC_STATS } from './workload/malloc-stats.js';
import { SIZE_HISTOGRAM } from './workload/size-histogram.js';

/** Every format there is. Adding one is one file and one row. */
export const FORMATS: readonly FileFormat[] = [
  RAW_HPA,
  RAW_SEC,
  REPLAY_TRACE,
  STATISTICS,
  SWEEP_RESULTS,
  HEAP_DUMP,
  PROF_LOG,
  PROF_RECENT,
  SYMBOLS,
  SIZE_HISTOGRAM,
  MALLOC_STATS,
];

/**
 * Reads a file, keeping all that is good in it. Resolves with an outcome whatever the file holds; rejects only with
 * the signal's reason when aborted.
 */
export async function openFile(source: ByteSource, options: ReadOptions = {}): Promise<OpenOutcome> {
  const problems = new ProblemLog();
  const input = await openInput(source, options, problems);
  const head = makeHead(input.head);
  const foreign = head.bytes.length === 0 ? emptySentence(input.compression) : foreignBinary(head);
  const format = foreign === null ? detectFormat(head) : null;
  if (format !== null) return format.parse(input, options, problems);
  await input.close();
  return { kind: 'unusable', sentence: foreign ?? foreignText(head), problems: problems.list() };
}

export function emptySentence(compression: Compression): string {
  return compression === 'none'
    ? 'The file is empty.'
    : `Nothing could be expanded from this ${compression} file.`;
}

/** The format that begins first in the head. */
export function detectFormat(head: Head): FileFormat | null {
  let best: FileFormat | null = null;
  let first = Number.POSITIVE_INFINITY;
  for (const format of FORMATS) {
    const at = format.detect(head);
    if (at >= 0 && at < first) {
      best = format;
      first = at;
    }
  }
  return best;
}
