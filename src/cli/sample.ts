/** `jelab sample`: the heap dump that jemalloc would write of a program. */
import { buildFrameTable } from '../engine/profile/frame-table.js';
import { symbolSource } from '../engine/profile/symbol-source.js';
import { sampleTrace, sampleWorkload } from '../engine/sampling/sample-program.js';
import { writeHeapDump, writeSymbolised } from '../formats/heap/writers/heap-dump.js';
import { sampledProfile } from '../formats/workload/sampled-dump.js';
import { openOutput } from './files.js';
import type { CliIo } from './io.js';
import { Report } from './report.js';
import type { SampleArguments } from './sampling-arguments.js';
import { readSamplingInput } from './sampling-input.js';

export async function sample(args: SampleArguments, io: CliIo): Promise<void> {
  const report = new Report(io.stderr);
  const output = await openOutput(args.output, args.input, io);
  const { workload, trace } = await readSamplingInput(args, io, report);
  await report.clear();
  const settings = { rate: 2 ** args.lgSample, seed: args.seed, layout: args.layout };
  const samples = trace === null ? sampleWorkload(workload, settings) : sampleTrace(trace, settings);
  const profile = sampledProfile(samples, args);
  const { symbols } = profile;
  const chunks =
    args.symbols && symbols !== null
      ? writeSymbolised(
          profile,
          buildFrameTable(profile.addresses, profile.mappings, [symbolSource([symbols])]),
          symbols.program,
        )
      : writeHeapDump(profile);
  for (const chunk of chunks) await output.write(chunk);
  await output.close();
}
