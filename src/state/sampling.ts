/** The Sampling bench's stores, runner, loader and worker client, put together for the app. */
import type { WorkerLike } from '../workers/connection.client.js';
import { createSamplingClient, type SamplingClient } from '../workers/sampling.client.js';
import type { FilesStore } from './files.js';
import type { JobsStore } from './jobs.js';
import { createSamplingDumps, type DumpMaker, type SamplingDumps } from './sampling-dumps.js';
import {
  createSamplingInputs,
  defaultSamplingInputs,
  type SamplingInputs,
  type SamplingInputsStore,
} from './sampling-inputs.js';
import { createSamplingResults, type SamplingResultsStore } from './sampling-results.js';
import { createSamplingRunner, type SamplingRunner } from './sampling-runner.js';
import { createWorkloadLoader, type WorkloadAsker, type WorkloadLoader } from './sampling-source.js';
import type { ViewStore } from './view.js';

export interface Sampling {
  readonly inputs: SamplingInputsStore;
  readonly results: SamplingResultsStore;
  readonly runner: SamplingRunner;
  readonly loader: WorkloadLoader;
  readonly dumps: SamplingDumps;
  readonly busy: boolean;
  idle(): Promise<void>;
  dispose(): void;
}

export interface SamplingParts {
  readonly files: FilesStore;
  readonly view: ViewStore;
  readonly jobs: JobsStore;
  readonly makeWorker: () => WorkerLike;
  readonly ask: WorkloadAsker;
  /** Calls back when the next frame has been shown, or when none is. */
  readonly afterFrame: (call: () => void) => void;
  readonly traceDumps: Pick<DumpMaker, 'trace' | 'cancelTrace'>;
}

export function createSampling(
  { files, view, jobs, makeWorker, ask, traceDumps, afterFrame }: SamplingParts,
  start: SamplingInputs = defaultSamplingInputs(),
): Sampling {
  const inputs = createSamplingInputs(start);
  const results = createSamplingResults();
  const runner = createSamplingRunner(inputs, view, jobs, results, afterFrame);
  const client: SamplingClient = createSamplingClient(makeWorker, runner.listener);
  const loader = createWorkloadLoader(files, inputs, jobs, ask);
  const dumps = createSamplingDumps(inputs, files, jobs, {
    ...traceDumps,
    workload: (request) => client.dump(request),
  });
  const ends = [runner.follow(client), loader.follow()];
  return {
    inputs,
    results,
    runner,
    loader,
    dumps,
    get busy() {
      return client.busy || loader.busy || dumps.busy || runner.busy;
    },
    idle: () => client.idle(),
    dispose() {
      for (const end of ends) end();
      client.dispose();
    },
  };
}
