/** Turns inputs into questions: while the bench is shown, every change asks anew for what it changes. */
import type {
  CounterRequest,
  ExperimentRequest,
  SamplingQueries,
  SamplingQuestion,
  SamplingSetup,
  TheoryRequest,
} from '../workers/sampling.api.js';
import type { SamplingClient, SamplingListener } from '../workers/sampling.client.js';
import type { JobsStore } from './jobs.js';
import type { SamplingInputs, SamplingInputsStore } from './sampling-inputs.js';
import { type SamplingResultsStore, updateSampling } from './sampling-results.js';
import type { ViewStore } from './view.js';

export interface SamplingRunner {
  readonly listener: SamplingListener;
  /** Follows the stores from now on; returns the function that ends it. */
  follow(client: Pick<SamplingClient, 'ask' | 'experiment' | 'cancelExperiment'>): () => void;
  /** Trials are about to begin. */
  readonly busy: boolean;
  /** Runs the experiment again, after it was cancelled or failed. */
  again(): void;
  /** Ends the experiment; what it has so far stays. */
  cancel(): void;
}

const JOB = 'sampling experiment';

export function setupOf({ workload, lg, budget, cost, n }: SamplingInputs): SamplingSetup {
  // One in N has no say at equal cost: then moving N must not run anything anew.
  return { workload, lg: budget === null ? lg : 0, budget, cost, n: cost === 'typed' ? n : 1 };
}

export function theoryRequest(inputs: SamplingInputs): TheoryRequest {
  return { ...setupOf(inputs), n: inputs.n, stack: inputs.stack, writer: inputs.writer };
}

export function experimentRequest(inputs: SamplingInputs): ExperimentRequest {
  const { trials, seed, engine } = inputs;
  return { ...setupOf(inputs), trials, seed: String(seed), engine };
}

function counterRequest(inputs: SamplingInputs): CounterRequest {
  return { ...setupOf(inputs), cost: 'equal', n: 1, seed: String(inputs.seed) };
}

/** @param afterFrame calls back when what has landed can be seen */
export function createSamplingRunner(
  inputs: SamplingInputsStore,
  view: ViewStore,
  jobs: JobsStore,
  results: SamplingResultsStore,
  afterFrame: (call: () => void) => void,
): SamplingRunner {
  /** The key of every request under way, by identity: an answer must say which question it answers. */
  const keys = new WeakMap<object, string>();
  let update: (() => void) | null = null;
  let stop: (() => void) | null = null;
  let waiting = false;

  function want<K extends SamplingQuestion>(
    client: Pick<SamplingClient, 'ask'>,
    question: K,
    request: SamplingQueries[K]['request'],
  ): void {
    const key = JSON.stringify(request);
    if (key === results.getState()[question].asked) return;
    keys.set(request, key);
    updateSampling(results, question, { asked: key, error: null } as Partial<
      ReturnType<SamplingResultsStore['getState']>[K]
    >);
    client.ask(question, request);
  }

  function wantExperiment(client: Pick<SamplingClient, 'experiment'>, request: ExperimentRequest): void {
    const key = JSON.stringify(request);
    if (key === results.getState().experiment.asked) return;
    keys.set(request, key);
    updateSampling(results, 'experiment', { asked: key, error: null, status: 'running' });
    client.experiment(request);
  }

  const isAsked = (slot: keyof ReturnType<SamplingResultsStore['getState']>, request: object): boolean =>
    results.getState()[slot].asked === keys.get(request);

  return {
    listener: {
      landed(question, request, answer) {
        results.setState((state) => ({
          ...state,
          [question]: { ...state[question], key: keys.get(request) ?? null, request, answer },
        }));
        if (question !== 'theory' || waiting) return;
        waiting = true;
        afterFrame(() => {
          waiting = false;
          update?.();
        });
      },
      failed(question, request, sentence) {
        if (question === 'experiment') jobs.end(JOB);
        if (!isAsked(question, request)) return;
        if (question === 'experiment')
          updateSampling(results, 'experiment', { status: 'failed', error: sentence });
        else results.setState((state) => ({ ...state, [question]: { ...state[question], error: sentence } }));
        update?.();
      },
      started() {
        jobs.start({
          id: JOB,
          name: 'Sampling again and again',
          total: null,
          unit: 'events',
          countedUnit: 'trials',
          cancel: () => stop?.(),
        });
      },
      part(request, part) {
        jobs.progress(JOB, part.trialsDone, part.trialsDone, part.trialsTotal);
        updateSampling(results, 'experiment', { key: keys.get(request) ?? null, part, milliseconds: null });
        update?.();
      },
      finished(request, { completed, milliseconds }) {
        jobs.end(JOB);
        if (!isAsked('experiment', request)) return;
        updateSampling(results, 'experiment', {
          status: completed ? 'done' : 'cancelled',
          milliseconds: completed ? milliseconds : null,
        });
        update?.();
      },
    },
    again() {
      updateSampling(results, 'experiment', { asked: null });
      update?.();
    },
    cancel: () => stop?.(),
    get busy() {
      return waiting;
    },
    follow(client) {
      stop = () => client.cancelExperiment();
      update = () => {
        const { present } = inputs;
        if (view.getState().bench !== 'sampling' || present.workload.length === 0) return;
        want(client, 'theory', theoryRequest(present));
        // Closed forms follow a slider; trials would take time from them, so they begin when those can be seen.
        const { asked, key } = results.getState().theory;
        if (asked !== key || waiting) return;
        wantExperiment(client, experimentRequest(present));
        // It holds the worker for a while, so the trials' first picture goes before it.
        const trials = results.getState().experiment;
        if (trials.status !== 'running' || trials.key === trials.asked)
          want(client, 'counter', counterRequest(present));
      };
      const ends = [inputs.store, view].map((store) => store.subscribe(() => update?.()));
      update();
      return () => {
        for (const end of ends) end();
        update = null;
      };
    },
  };
}
