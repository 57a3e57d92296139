/** `jelab preprocess`: raw probe CSV to replay trace (test/stress/pa/pa_data_preprocessor.cpp). */
import { preprocessToText } from '../formats/preprocess-text.js';
import type { PreprocessArguments } from './arguments.js';
import { CliFailure } from './failure.js';
import { openInput, openOutput } from './files.js';
import type { CliIo } from './io.js';
import { readOptions } from './reading.js';
import { Report } from './report.js';

export async function preprocess(args: PreprocessArguments, io: CliIo): Promise<void> {
  const report = new Report(io.stderr);
  const source = await openInput(args.input, io);
  const output = await openOutput(args.output, args.input, io);
  const options = readOptions(args, source, report);
  const result = await preprocessToText(source, args.format, options, (chunk) => output.write(chunk));
  await report.clear();
  if (!result.ok) throw new CliFailure(1, `${source.name}: ${result.error}`);
  await output.close();
  const { lines, unmatchedFrees, pairs, allocations, problems } = result.value;
  await report.problems(source.name, problems);
  await report.line(`Processed ${lines} lines`);
  await report.line(`Unmatched frees: ${unmatchedFrees}`);
  await report.line(`Extracted ${pairs} alloc/dalloc pairs`);
  if (allocations === 0)
    throw new CliFailure(1, `${source.name}: no allocation was found, so there is nothing to replay.`);
}
