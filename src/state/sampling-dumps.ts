/** Sampled once, written as jemalloc would: a dump to keep, or to open on the Heap bench. */
import type { TraceDumpRequest } from '../workers/replay.api.js';
import type { DumpAnswer, DumpRequest } from '../workers/sampling.api.js';
import { baseName, type Download } from './exports.js';
import { findFile, type FilesStore } from './files.js';
import type { JobsStore } from './jobs.js';
import type { SamplingInputs, SamplingInputsStore, WorkloadSource } from './sampling-inputs.js';
import { setupOf } from './sampling-runner.js';

/** Who samples and writes; a trace is sampled where it is held. */
export interface DumpMaker {
  workload(request: DumpRequest): Promise<DumpAnswer>;
  /** Null when it was cancelled. */
  trace(
    request: TraceDumpRequest,
    onProgress: (done: number, total: number) => void,
  ): Promise<DumpAnswer | null>;
  cancelTrace(): void;
}

export type MadeDump = Download & Pick<DumpAnswer, 'samples' | 'samplesEver'>;

export interface SamplingDumps {
  /**
   * By the dump options of the inputs. Null where it could not be written or was cancelled; the reason is then in the status bar.
   * @param named with names, whatever the inputs say
   */
  make(named: boolean): Promise<MadeDump | null>;
  readonly busy: boolean;
}

/** The trace whose allocations can be sampled one by one: the workload is just its sizes, and it is still open. */
export function traceOfSource(
  files: ReturnType<FilesStore['getState']>,
  source: WorkloadSource,
): string | null {
  if (source.kind !== 'file') return null;
  const content = findFile(files, source.file)?.content;
  return content?.kind === 'trace' ? content.traceId : null;
}

export function createSamplingDumps(
  inputs: SamplingInputsStore,
  files: FilesStore,
  jobs: JobsStore,
  maker: DumpMaker,
): SamplingDumps {
  let running = 0;

  async function written(name: string, named: boolean): Promise<DumpAnswer | null> {
    const { present } = inputs;
    const { seed, stacks, unbias, accum } = present;
    const request = {
      ...setupOf(present),
      seed: String(seed),
      layout: stacks,
      unbias,
      accumulated: accum,
      named,
    };
    const traceId = traceOfSource(files.getState(), present.source);
    if (traceId === null) return maker.workload(request);
    const id = `sample ${name}`;
    jobs.start({
      id,
      name: `Sampling for ${name}`,
      total: null,
      unit: 'events',
      countedUnit: 'events',
      cancel: () => maker.cancelTrace(),
    });
    try {
      return await maker.trace({ ...request, traceId }, (done, total) =>
        jobs.progress(id, done, done, total),
      );
    } finally {
      jobs.end(id);
    }
  }

  return {
    async make(named) {
      const name = dumpName(inputs.present, named);
      running += 1;
      try {
        const answer = await written(name, named);
        if (answer !== null) return { name, ...answer };
        jobs.notify('info', `${name} was not written: cancelled.`);
        return null;
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        jobs.notify('error', `${name} could not be written: ${reason}`);
        return null;
      } finally {
        running -= 1;
      }
    },
    get busy() {
      return running > 0;
    },
  };
}

function dumpName({ source, lg, budget, seed, unbias }: SamplingInputs, named: boolean): string {
  const what =
    source.kind === 'preset'
      ? source.id
      : source.kind === 'file'
        ? baseName(source.name.replace(/(\.(json|heap|gz|zst))+$/i, ''))
        : 'own-sizes';
  const rate = budget === null ? `lg${lg}` : 'budget';
  return `${what}.${rate}.seed${seed}${unbias ? '' : '.plain'}${named ? '.named' : ''}.heap`;
}
