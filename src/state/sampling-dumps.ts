/** Sampled once, written as jemalloc would: a dump to keep, or to open on the Heap bench. */
import type { DumpAnswer, DumpRequest } from '../workers/sampling.api.js';
import type { Download } from './exports.js';
import type { JobsStore } from './jobs.js';
import type { SamplingInputs, SamplingInputsStore } from './sampling-inputs.js';
import { setupOf } from './sampling-runner.js';

export type StackLayout = DumpRequest['layout'];
export const STACK_LAYOUTS = ['by-size', 'mixed', 'one'] as const satisfies readonly StackLayout[];

export type DumpOptions = Pick<DumpRequest, 'layout' | 'unbias' | 'named'>;

export interface SamplingDumps {
  /** Null where it could not be written; the reason is then in the status bar. */
  make(options: DumpOptions): Promise<(Download & { readonly samples: number }) | null>;
}

export function createSamplingDumps(
  inputs: SamplingInputsStore,
  jobs: JobsStore,
  write: (request: DumpRequest) => Promise<DumpAnswer>,
): SamplingDumps {
  return {
    async make({ layout, unbias, named }) {
      const { present } = inputs;
      const name = dumpName(present, unbias, named);
      try {
        const { blob, samples } = await write({
          ...setupOf(present),
          seed: String(present.seed),
          layout,
          unbias,
          named,
        });
        return { name, blob, samples };
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        jobs.notify('error', `${name} could not be written: ${reason}`);
        return null;
      }
    },
  };
}

function dumpName({ source, lg, budget, seed }: SamplingInputs, unbias: boolean, named: boolean): string {
  const what = source.kind === 'preset' ? source.id : 'sampled';
  const rate = budget === null ? `lg${lg}` : 'budget';
  return `${what}.${rate}.seed${seed}${unbias ? '' : '.plain'}${named ? '.named' : ''}.heap`;
}
