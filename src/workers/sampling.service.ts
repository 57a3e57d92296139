/** What the sampling worker does, without the worker: closed forms at once, experiments in slices that a newer one may end. */
import { transfer } from 'comlink';
import type { ExperimentFinished, ExperimentPart, SamplingApi } from './sampling.api.js';
import { counter } from './sampling/counter.js';
import { dump } from './sampling/dump.js';
import { theory, type TheoryMemo } from './sampling/theory.js';
import { Trials } from './sampling/trials.js';

export interface SamplingServiceParts {
  /** Milliseconds from any start; never runs backwards. */
  now(): number;
  /** Lets waiting messages in; resolves right after them. */
  pause(): Promise<void>;
}

/** Work between two pauses, milliseconds: short enough that a cancel is felt at once. */
const SLICE_MS = 8;
/** The first part comes as soon as a picture would be late without it, the next ones at a calm pace. */
const FIRST_PART_MS = 16;
const NEXT_PART_MS = 120;
/** Draws of one turn. */
const STEPS = 4096;

export function createSamplingService(parts: SamplingServiceParts): SamplingApi {
  const memo: TheoryMemo = { key: '', costs: [] };
  let generation = 0;
  return {
    theory: (request) =>
      answer(() => {
        const begun = parts.now();
        const computed = theory(request, memo);
        return { ...computed, milliseconds: parts.now() - begun };
      }),
    counter: (request) => answer(() => counter(request, () => parts.now())),
    dump: (request) => Promise.resolve().then(() => dump(request)),

    async experiment(request, onPart): Promise<ExperimentFinished> {
      generation += 1;
      const mine = generation;
      const begun = parts.now();
      const trials = new Trials(request);
      const received: unknown[] = [];
      const send = (): void => {
        const part: ExperimentPart = trials.part();
        received.push(onPart(transfer(part, [...buffersOf(part)])));
      };
      let nextPart = begun + FIRST_PART_MS;
      let worked = 0;
      while (!trials.done) {
        const sliceBegun = parts.now();
        do trials.advance(STEPS);
        while (!trials.done && parts.now() - sliceBegun < SLICE_MS);
        worked += parts.now() - sliceBegun;
        // oxlint-disable-next-line no-await-in-loop -- slices run one after the other by design
        await parts.pause();
        if (mine !== generation) return { completed: false, milliseconds: worked };
        if (!trials.done && parts.now() >= nextPart) {
          send();
          nextPart = parts.now() + NEXT_PART_MS;
        }
      }
      send();
      // A part is answered when the receiver has it; without waiting for that the end could overtake the last part.
      await Promise.all(received);
      return { completed: true, milliseconds: worked };
    },

    cancel() {
      generation += 1;
      return Promise.resolve();
    },
  };
}

/** Computes at once; what is thrown becomes a rejection, the answer's arrays are handed over. */
async function answer<T>(compute: () => T): Promise<T> {
  const value = await Promise.resolve().then(compute);
  return transfer(value, [...buffersOf(value)]);
}

/** All buffers of typed arrays within an answer; one that is shared counts once. */
function buffersOf(value: unknown, found = new Set<ArrayBuffer>()): Set<ArrayBuffer> {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) found.add(value.buffer);
  } else if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) buffersOf(part, found);
  }
  return found;
}
