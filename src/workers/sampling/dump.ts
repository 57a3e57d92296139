/** One run of the sampler over a workload or a trace with made-up stacks, written as jemalloc would. */
import { buildFrameTable } from '../../engine/profile/frame-table.js';
import { symbolSource } from '../../engine/profile/symbol-source.js';
import type { TraceTable } from '../../engine/replay/trace-table.js';
import {
  type ProgramSamples,
  sampleWorkload,
  type SamplingSettings,
} from '../../engine/sampling/sample-program.js';
import { TraceSampling } from '../../engine/sampling/trace-sampling.js';
import { makeWorkload, toSizeClasses, type Workload } from '../../engine/sampling/workload.js';
import { writeHeapDump, writeSymbolised } from '../../formats/heap/writers/heap-dump.js';
import { sampledProfile } from '../../formats/workload/sampled-dump.js';
import type { DumpAnswer, DumpRequest } from '../sampling.api.js';
import { rateOf } from './setup.js';

export function dump(request: DumpRequest): DumpAnswer {
  const workload = makeWorkload(request.workload);
  if (workload.length === 0) throw new Error('The workload is empty: add a size class.');
  return writeSamples(sampleWorkload(toSizeClasses(workload), settingsOf(workload, request)), request);
}

/** Sampled in their order as the allocations of the trace come, in slices. */
export function traceSampling(trace: TraceTable, request: DumpRequest): TraceSampling {
  return new TraceSampling(trace, settingsOf(makeWorkload(request.workload), request));
}

export function writeSamples(samples: ProgramSamples, request: DumpRequest): DumpAnswer {
  const profile = sampledProfile(samples, request);
  const { addresses, mappings, symbols } = profile;
  const chunks =
    request.named && symbols !== null
      ? writeSymbolised(
          profile,
          buildFrameTable(addresses, mappings, [symbolSource([symbols])]),
          symbols.program,
        )
      : writeHeapDump(profile);
  return {
    blob: new Blob([...chunks], { type: 'text/plain' }),
    samples: samples.groups.reduce((sum, { live }) => sum + live, 0),
    samplesEver: samples.groups.reduce((sum, { all }) => sum + all, 0),
  };
}

function settingsOf(workload: Workload, request: DumpRequest): SamplingSettings {
  return {
    // A dump's header holds a whole number.
    rate: Math.max(1, Math.round(rateOf(workload, request))),
    seed: BigInt(request.seed),
    layout: request.layout,
  };
}
