/**
 * What is asked of an opened trace while the inputs move: the moment at the cursor, its explanation, one pageslab's life
 * line, events at a place. One question of a kind runs, the newest waits, old answers stay until new ones come.
 */
import { latestWins } from '../base/latest-wins.js';
import type { Moment, MomentQuery } from '../engine/inspect/moment.js';
import type { InspectClient } from '../workers/inspect.client.js';
import type { InsideStore } from './inside-inputs.js';
import type { InsideResultsStore } from './inside-results.js';
import { eventsOf, type Opening, shardOf } from './inside-target.js';
import type { Axis } from './view.js';

export interface MapWindow {
  readonly from: number;
  readonly count: number;
}

export interface Questions {
  /** Asks for what the inputs want and was not asked for yet. */
  moment(): void;
  life(): void;
  /** Once the cursor rests. */
  explainSoon(moment: Moment): void;
  /** The cursor goes to a place of an axis. */
  place(axis: Axis, position: number): void;
  setWindow(window: MapWindow): void;
  /** The opening has ended: what is asked again is asked anew. */
  reset(): void;
  readonly momentBusy: boolean;
  readonly busy: boolean;
}

export interface QuestionsSetup {
  readonly inside: InsideStore;
  readonly insideResults: InsideResultsStore;
  readonly opening: Readonly<Opening>;
  readonly fail: (error: unknown) => void;
  readonly setEvents: (events: number) => void;
}

/** Entries of a life line: about as many as its picture has pixels. */
const LIFE_ENTRIES = 1500;
/** The explanation follows when the cursor rests for so long. Milliseconds. */
const WHY_AFTER_MS = 60;
const FIRST_WINDOW: MapWindow = { from: 0, count: 64 };

/** A kind of question: one runs, the newest waits; what fails is told, unless it is of an older opening. */
function asker<Question>(
  opening: Readonly<Opening>,
  fail: (error: unknown) => void,
  answer: (question: Question, on: InspectClient, isCurrent: () => boolean) => Promise<void>,
) {
  const loop = latestWins<{ readonly question: Question; readonly generation: number }>(
    async ({ question, generation }) => {
      const isCurrent = (): boolean => generation === opening.generation;
      if (opening.inspector === null || !isCurrent()) return;
      await answer(question, opening.inspector, isCurrent);
    },
    (error, { generation }) => {
      if (generation === opening.generation) fail(error);
    },
  );
  return {
    ask: (question: Question): void => loop.submit({ question, generation: opening.generation }),
    get busy() {
      return loop.running || loop.waiting;
    },
    get waiting() {
      return loop.waiting;
    },
  };
}

export function createQuestions({
  inside,
  insideResults,
  opening,
  fail,
  setEvents,
}: QuestionsSetup): Questions {
  let window = FIRST_WINDOW;
  let whyTimer: ReturnType<typeof setTimeout> | null = null;
  // What was asked last of each kind, so that nothing is asked twice.
  let lastMoment = '';
  let lastWhy = '';
  let lastLife = '';
  const keyNow = (): string | null => opening.target?.key ?? null;
  const marked = (question: unknown): string => `${opening.generation} ${JSON.stringify(question)}`;

  const moments = asker<MomentQuery>(opening, fail, async (query, on, isCurrent) => {
    const key = keyNow();
    const found = await on.at(query);
    if (!isCurrent()) return;
    if (found === null) {
      // A search took its turn.
      lastMoment = '';
      moment();
      return;
    }
    insideResults.setState({ moment: found, momentKey: key });
    if (!moments.waiting) explainSoon(found);
  });

  const explanations = asker<number>(opening, fail, async (event, on, isCurrent) => {
    const key = keyNow();
    const explanation = await on.why(event);
    if (isCurrent() && explanation !== null) insideResults.setState({ explanation, explanationKey: key });
  });

  const lives = asker<{ readonly shard: number; readonly slab: number }>(
    opening,
    fail,
    async ({ shard, slab }, on, isCurrent) => {
      const key = keyNow();
      insideResults.setState({ lifePending: true });
      const found = await on.lifeline(shard, slab, LIFE_ENTRIES);
      if (!isCurrent()) return;
      insideResults.setState({ lifePending: lives.waiting });
      if (found !== null) insideResults.setState({ life: found, lifeKey: key });
    },
  );

  const places = asker<{ readonly axis: Axis; readonly position: number }>(
    opening,
    fail,
    async ({ axis, position }, on, isCurrent) => {
      const events = await on.eventsAt(axis, Math.max(0, position));
      if (isCurrent()) setEvents(events);
    },
  );

  function stopWhyTimer(): void {
    if (whyTimer !== null) clearTimeout(whyTimer);
    whyTimer = null;
  }

  function explainSoon({ events }: Moment): void {
    stopWhyTimer();
    const event = inside.getState().next ? events : events - 1;
    if (opening.target === null) return;
    if (event < 0 || event >= opening.target.events) {
      lastWhy = '';
      insideResults.setState({ explanation: null, explanationKey: null });
      return;
    }
    const text = marked(event);
    if (text === lastWhy) return;
    whyTimer = setTimeout(() => {
      whyTimer = null;
      lastWhy = text;
      explanations.ask(event);
    }, WHY_AFTER_MS);
  }

  function moment(): void {
    const { target } = opening;
    if (target === null || insideResults.getState().status === 'failed') return;
    const input = inside.getState();
    const query: MomentQuery = {
      events: eventsOf(input, target.events),
      shard: shardOf(input, target.shards),
      order: input.order,
      from: window.from,
      count: window.count,
    };
    const text = marked(query);
    if (text === lastMoment) return;
    lastMoment = text;
    moments.ask(query);
  }

  function life(): void {
    const { target } = opening;
    if (target === null) return;
    const input = inside.getState();
    if (input.slab === null) {
      lastLife = '';
      if (insideResults.getState().life !== null) insideResults.setState({ life: null, lifePending: false });
      return;
    }
    const question = { shard: shardOf(input, target.shards), slab: input.slab };
    const text = marked(question);
    if (text === lastLife) return;
    lastLife = text;
    lives.ask(question);
  }

  return {
    moment,
    life,
    explainSoon,
    place: (axis, position) => places.ask({ axis, position }),
    setWindow(next) {
      if (next.from === window.from && next.count === window.count) return;
      window = next;
      moment();
    },
    reset() {
      lastMoment = '';
      lastWhy = '';
      lastLife = '';
      stopWhyTimer();
    },
    get momentBusy() {
      return moments.busy;
    },
    get busy() {
      return moments.busy || explanations.busy || lives.busy || places.busy || whyTimer !== null;
    },
  };
}
