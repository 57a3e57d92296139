/**
 * Hands out the runs of a sweep over one trace, and takes their results: the run with jemalloc's defaults first, then the
 * plan's settings, for halving round by round. Runs that are finished already are not handed out again.
 */
import { type HalvingRound, halvingRounds, survivors } from './halving.js';
import {
  inPart,
  type PlanPart,
  planSize,
  REFERENCE_ID,
  referencePoint,
  type SweepPlan,
  sweepPlan,
} from './points.js';
import type { SweepPoint, SweepResult, SweepSpec } from './sweep-types.js';

export interface SweepTask {
  readonly point: SweepPoint;
  /** Events to replay; the whole trace when null. */
  readonly events: number | null;
}

export interface SweepScheduleOptions {
  /** Only this slice of the plan; halving knows none. The first slice has the run with jemalloc's defaults too. */
  readonly part?: PlanPart;
  /** Results of an earlier, broken-off sweep of the same spec and trace. */
  readonly finished?: readonly SweepResult[];
}

export class SweepSchedule {
  /** Runs in all, those finished before included. */
  readonly runs: number;
  /** Events that all runs replay together. */
  readonly events: number;
  #resumed = 0;
  #runsDone = 0;
  #eventsDone = 0;

  readonly #spec: SweepSpec;
  readonly #plan: SweepPlan;
  readonly #part: PlanPart;
  readonly #rounds: readonly HalvingRound[];
  readonly #traceEvents: number;
  /** Of the earlier sweep, and not met yet: by id and events. */
  readonly #finished = new Map<string, SweepResult>();
  #referenceDue: boolean;
  #round = 0;
  /** Ids of the round, or null where the plan's own order serves. */
  #ids: readonly number[] | null = null;
  #position: number;
  /** Handed out and neither added nor failed. */
  #open = 0;
  #roundResults: SweepResult[] = [];

  constructor(spec: SweepSpec, traceEvents: number, options: SweepScheduleOptions = {}) {
    const part = options.part ?? { index: 0, of: 1 };
    this.#spec = spec;
    this.#plan = sweepPlan(spec);
    this.#part = { index: part.index % part.of, of: part.of };
    this.#traceEvents = traceEvents;
    this.#rounds =
      spec.method.kind === 'halving'
        ? halvingRounds(spec.method, traceEvents)
        : [{ events: traceEvents, runs: partSize(planSize(spec), this.#part) }];
    for (const result of options.finished ?? []) {
      if (isOfPart(result.point.id, this.#part))
        this.#finished.set(keyOf(result.point.id, result.events), result);
    }
    this.#referenceDue = this.#part.index === 0;
    this.#position = spec.method.kind === 'halving' ? 0 : this.#part.index;
    const reference = this.#referenceDue ? 1 : 0;
    this.runs = reference + this.#rounds.reduce((sum, { runs }) => sum + runs, 0);
    this.events =
      reference * traceEvents + this.#rounds.reduce((sum, { runs, events }) => sum + runs * events, 0);
  }

  /** Runs that are done, failed ones included. */
  get runsDone(): number {
    return this.#runsDone;
  }

  /** Runs that were finished before and have not been handed out again, so far. */
  get resumed(): number {
    return this.#resumed;
  }

  get eventsDone(): number {
    return this.#eventsDone;
  }

  /** True when every run has been made. */
  get ended(): boolean {
    return this.#open === 0 && this.#runsDone >= this.runs;
  }

  /** Runs of this round still to be handed out, at least: each of an earlier sweep counts as one that need not be. */
  get left(): number {
    const end = this.#ids?.length ?? this.#plan.size;
    const step = this.#spec.method.kind === 'halving' ? 1 : this.#part.of;
    const ahead = Math.max(0, Math.ceil((end - this.#position) / step)) + (this.#referenceDue ? 1 : 0);
    return Math.max(0, ahead - this.#finished.size);
  }

  /** The next run; 'wait' while it depends on runs under way, 'end' when there are no more to hand out. */
  next(): SweepTask | 'wait' | 'end' {
    for (;;) {
      const task = this.#following();
      if (typeof task === 'string') return task;
      const events = task.events ?? this.#traceEvents;
      const known = this.#finished.get(keyOf(task.point.id, events));
      this.#open += 1;
      if (known === undefined) return task;
      this.#finished.delete(keyOf(task.point.id, events));
      this.#resumed += 1;
      this.add(known);
    }
  }

  /** Takes the result of a run that was handed out. */
  add(result: SweepResult): void {
    this.#settle(result.events);
    if (this.#spec.method.kind === 'halving' && result.point.id !== REFERENCE_ID)
      this.#roundResults.push(result);
  }

  /** A run that was handed out has no result; the sweep goes on without it. */
  fail(task: SweepTask): void {
    this.#settle(task.events ?? this.#traceEvents);
  }

  #settle(events: number): void {
    this.#open -= 1;
    this.#runsDone += 1;
    this.#eventsDone += events;
  }

  #following(): SweepTask | 'wait' | 'end' {
    if (this.#referenceDue) {
      this.#referenceDue = false;
      return { point: referencePoint(this.#spec), events: null };
    }
    if (this.#spec.method.kind !== 'halving') {
      if (this.#position >= this.#plan.size) return 'end';
      const id = this.#position;
      this.#position += this.#part.of;
      return { point: this.#plan.at(id), events: null };
    }
    const round = this.#rounds[this.#round];
    if (round === undefined) return 'end';
    if (this.#position >= (this.#ids?.length ?? this.#plan.size)) {
      if (this.#round + 1 >= this.#rounds.length) return 'end';
      if (this.#open > 0) return 'wait';
      return this.#nextRound();
    }
    const id = this.#ids?.[this.#position] ?? this.#position;
    this.#position += 1;
    const last = this.#round + 1 === this.#rounds.length;
    return { point: this.#plan.at(id), events: last ? null : round.events };
  }

  #nextRound(): SweepTask | 'wait' | 'end' {
    this.#round += 1;
    const round = this.#rounds[this.#round]!;
    const { objectives, constraints } = this.#spec;
    this.#ids = survivors(this.#roundResults, round.runs, objectives, constraints);
    // Failed runs leave fewer to go on with.
    const missing = round.runs - this.#ids.length;
    this.#runsDone += missing;
    this.#eventsDone += missing * round.events;
    this.#roundResults = [];
    this.#position = 0;
    return this.#following();
  }
}

/** Points of a plan that a slice has. */
export function partSize(size: number, part: PlanPart): number {
  return Math.max(0, Math.ceil((size - (part.index % part.of)) / part.of));
}

/** True for the runs that a slice is to make, the one with jemalloc's defaults included. */
export function isOfPart(id: number, part: PlanPart): boolean {
  return id === REFERENCE_ID ? part.index % part.of === 0 : inPart(id, part);
}

function keyOf(id: number, events: number): string {
  return `${id} ${events}`;
}
