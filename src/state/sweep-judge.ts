/**
 * Has the results of the shown sweep judged as they come, by the aims and limits of now: front, sensitivity, advice. Results
 * are shown together with what is said of them, so that pictures are drawn once for both.
 */
import { sentenceOf } from '../base/result.js';
import type { SweepPoint, SweepResult, SweepSpec } from '../engine/tuning/sweep-types.js';
import type { TuningClient } from '../workers/tuning.client.js';
import type { SweepColumns } from './sweep-columns.js';
import type { SweepInputsStore } from './sweep-inputs.js';
import { type SweepResultsStore, type SweepRun, updateSweep } from './sweep-results.js';

export interface SweepJudgeParts {
  readonly inputs: SweepInputsStore;
  readonly results: SweepResultsStore;
  readonly tuning: TuningClient;
  /** Of the shown sweep. */
  readonly columns: () => SweepColumns | null;
}

export interface SweepJudge {
  /** More results, which the columns have already: they are judged and shown. */
  add(sweepId: string, batch: readonly SweepResult[]): void;
  /** Judges the results there are. */
  judge(): void;
  /** Settings that a recommendation still lacks; none where that cannot be told. */
  missing(run: SweepRun): Promise<readonly SweepPoint[]>;
  /** The worker died: it gets the results again. */
  onCrash(): void;
  readonly busy: boolean;
  dispose(): void;
}

export function createSweepJudge({ inputs, results, tuning, columns }: SweepJudgeParts): SweepJudge {
  let judging = false;
  let again = false;
  let timer: ReturnType<typeof setTimeout> | null = null;

  /** The sweep's spec with what the user now wants of it. */
  function judgedSpec({ spec }: SweepRun): SweepSpec {
    const { objectives, constraints } = inputs.getState();
    return spec.method.kind === 'halving' ? spec : { ...spec, objectives, constraints };
  }

  function judge(): void {
    again = true;
    if (judging || timer !== null) return;
    timer = setTimeout(() => {
      timer = null;
      void judgeNow();
    }, 0);
  }

  async function judgeNow(): Promise<void> {
    const { run } = results.getState();
    const table = columns();
    if (run === null || table === null || run.results.length === 0) return;
    judging = true;
    again = false;
    const { sweepId, facts } = run;
    const spec = judgedSpec(run);
    try {
      const judgement = await tuning.judge({ sweepId, spec, trace: facts });
      if (results.getState().run?.sweepId === sweepId) {
        table.judge(spec.constraints, judgement.front);
        updateSweep(results, sweepId, { judgement, judgeError: null, table: table.table() });
      }
    } catch (error) {
      updateSweep(results, sweepId, { judgeError: sentenceOf(error), table: table.table() });
    } finally {
      judging = false;
    }
    if (again) judge();
  }

  return {
    add(sweepId, batch) {
      // What fails here fails in the judgement too, which tells it.
      tuning.add(sweepId, batch).catch(() => undefined);
      judge();
    },
    judge,
    missing: (run) =>
      tuning
        .missing({ sweepId: run.sweepId, spec: judgedSpec(run), trace: run.facts })
        // The judgement that follows says what is wrong.
        .catch(() => []),
    onCrash() {
      const { run } = results.getState();
      if (run === null || run.results.length === 0) return;
      tuning
        .add(run.sweepId, run.results)
        .then(judge)
        .catch(() => undefined);
    },
    get busy() {
      return judging || timer !== null;
    },
    dispose() {
      if (timer !== null) clearTimeout(timer);
    },
  };
}
