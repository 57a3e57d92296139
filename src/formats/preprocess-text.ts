/** Raw trace to the preprocessor's text, streaming: `jelab preprocess` and the trace export of raw files. */
import { fail, ok, type Result } from '../base/result.js';
import { ByteWriter } from './byte-writer.js';
import { TableReader } from './csv/table-reader.js';
import { foreignBinary, foreignText } from './foreign.js';
import type { ByteSource, Problem, ReadOptions } from './format.js';
import { firstRowOf, makeHead } from './head.js';
import { openInput } from './input/expand.js';
import { detectFormat, emptySentence } from './open.js';
import { otherTableThan } from './other-tables.js';
import { Preprocessor } from './preprocess.js';
import { ProblemLog } from './problem-log.js';
import { readTable } from './read-table.js';
import { HPA_SPEC, SEC_SPEC } from './trace/raw-columns.js';
import { TextOutput } from './trace/text-output.js';

export interface Preprocessed {
  /** Lines after the header, as the original tool counts them (blank ones too). */
  readonly lines: number;
  readonly unmatchedFrees: number;
  /** Frees written, each with its allocation. */
  readonly pairs: number;
  readonly allocations: number;
  readonly problems: readonly Problem[];
}

/**
 * Writes what the original preprocessor would, byte for byte, in chunks of about 1 MiB that belong to `write`.
 * Fails with a sentence when the file is not a raw trace of this format; nothing has been written then.
 */
export async function preprocessToText(
  source: ByteSource,
  format: 'hpa' | 'sec',
  options: ReadOptions,
  write: (chunk: Uint8Array<ArrayBuffer>) => void | Promise<void>,
): Promise<Result<Preprocessed>> {
  const spec = format === 'hpa' ? HPA_SPEC : SEC_SPEC;
  const problems = new ProblemLog();
  const input = await openInput(source, options, problems);
  const head = makeHead(input.head);
  if (firstRowOf(spec, head) < 0) {
    await input.close();
    const other = detectFormat(head);
    if (other !== null) return fail(`This is a ${other.label}, not a ${spec.label}.`);
    if (head.bytes.length === 0) return fail(emptySentence(input.compression));
    return fail(foreignBinary(head) ?? foreignText(head));
  }
  const writer = new ByteWriter();
  const sink = new Preprocessor(format, new TextOutput(writer), options.dropSecMisses === true);
  const reader = new TableReader(spec, sink, problems, { otherHeader: otherTableThan(spec) });
  await readTable(input, reader, options, problems, async () => {
    for (const chunk of writer.take()) await write(chunk);
  });
  for (const chunk of writer.finish()) await write(chunk);
  return ok({
    lines: reader.linesAfterHeader,
    unmatchedFrees: sink.unmatchedFrees,
    pairs: sink.pairs,
    allocations: sink.allocations,
    problems: problems.list(),
  });
}
