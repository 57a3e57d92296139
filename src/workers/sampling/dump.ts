/** One run of the sampler over a workload with made-up stacks, written as jemalloc would. */
import { buildFrameTable } from '../../engine/profile/frame-table.js';
import { symbolSource } from '../../engine/profile/symbol-source.js';
import { sampleWorkload } from '../../engine/sampling/sample-program.js';
import { toSizeClasses } from '../../engine/sampling/workload.js';
import { writeHeapDump, writeSymbolised } from '../../formats/heap/writers/heap-dump.js';
import { sampledProfile } from '../../formats/workload/sampled-dump.js';
import type { DumpAnswer, DumpRequest } from '../sampling.api.js';
import { settingOf } from './setup.js';

export function dump(request: DumpRequest): DumpAnswer {
  const { workload, rate } = settingOf(request);
  const samples = sampleWorkload(toSizeClasses(workload), {
    // A dump's header holds a whole number.
    rate: Math.max(1, Math.round(rate)),
    seed: BigInt(request.seed),
    layout: request.layout,
  });
  const profile = sampledProfile(samples, { unbias: request.unbias, accumulated: true });
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
  };
}
