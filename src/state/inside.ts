/**
 * Looking inside a replay: whenever it is open and the replay of the newest settings has ended, the trace is gone through
 * once more with checkpoints; from then on the moment at the time cursor, its explanation and one pageslab's life line
 * follow the inputs. One question of a kind runs, the newest waits, old answers stay until new ones come.
 */
import { latestWins } from '../base/latest-wins.js';
import { sentenceOf } from '../base/result.js';
import type { Moment, MomentQuery } from '../engine/inspect/moment.js';
import type { InspectRequest } from '../workers/inspect.api.js';
import type { InspectClient } from '../workers/inspect.client.js';
import { type FilesStore, selectedTrace } from './files.js';
import type { InsideInputs, InsideStore } from './inside-inputs.js';
import { findJump, type JumpKind } from './inside-jumps.js';
import { type InsideResultsStore, noInside } from './inside-results.js';
import type { JobsStore } from './jobs.js';
import type { ReplayInputs, ReplayInputsStore } from './replay-inputs.js';
import type { ResultsStore } from './results.js';
import type { Axis, ViewStore } from './view.js';

export interface InsideStores {
  readonly files: FilesStore;
  readonly inputs: ReplayInputsStore;
  readonly view: ViewStore;
  readonly jobs: JobsStore;
  readonly results: ResultsStore;
  readonly inside: InsideStore;
  readonly insideResults: InsideResultsStore;
}

export interface Inside {
  /** Follows the stores from now on; returns the function that ends it. */
  follow(inspector: InspectClient): () => void;
  /** Opens at a place of the axis drawn, or moves the cursor there. */
  moveTo(axis: Axis, position: number): void;
  /** Events done; kept within the trace. */
  setEvents(events: number): void;
  step(events: number): void;
  jump(kind: JumpKind, direction: 1 | -1): void;
  /** Brings a pageslab of the shown shard into sight, wherever the order puts it. */
  reveal(slab: number): void;
  /** The part of the map that is shown. */
  setWindow(window: { readonly from: number; readonly count: number }): void;
  /** The trace that is selected next keeps cursor and pageslab: a link has set them for it. */
  keepForNext(): void;
  /** The moment at the cursor with this part of the pageslabs, for a picture to take away. */
  momentWith(from: number, count: number): Promise<Moment | null>;
  /** Goes through the trace again, after a cancel or a failure. */
  again(): void;
  cancel(): void;
  /** The worker died and knows nothing any more. */
  forget(): void;
  readonly busy: boolean;
}

/** Entries of a life line: about as many as its picture has pixels. */
const LIFE_ENTRIES = 1500;
/** The explanation follows when the cursor rests for so long. Milliseconds. */
const WHY_AFTER_MS = 60;
const JOB = 'inspect';
const FIRST_WINDOW = { from: 0, count: 64 } as const;

interface Target {
  readonly key: string;
  readonly request: InspectRequest;
  readonly name: string;
  readonly events: number;
  readonly shards: number;
}

/** What is looked into does not depend on how many snapshots there are, nor on their places. */
function keyOf(fileId: string, { options, hpaOnly, shards }: ReplayInputs): string {
  return JSON.stringify([fileId, options, hpaOnly, shards]);
}

export function createInside(stores: InsideStores): Inside {
  const { files, inputs, view, jobs, results, inside, insideResults } = stores;
  let inspector: InspectClient | null = null;
  let opened: Target | null = null;
  /** Counts openings: answers of an older one are dropped. */
  let generation = 0;
  let window: { readonly from: number; readonly count: number } = FIRST_WINDOW;
  let whyTimer: ReturnType<typeof setTimeout> | null = null;
  let searches = 0;
  let searching = 0;
  let keep = false;

  /** What the newest settings ask to look into; null where there is no trace. */
  function wanted(): Target | null {
    const trace = selectedTrace(files.getState());
    if (trace === null) return null;
    const { present } = inputs.store.getState().history;
    const request: InspectRequest = {
      traceId: trace.content.traceId,
      options: present.options,
      mode: { hpaOnly: present.hpaOnly, shards: present.shards },
    };
    return {
      key: keyOf(trace.id, present),
      request,
      name: trace.name,
      events: trace.content.events,
      shards: present.shards ?? trace.content.shards,
    };
  }

  const eventsOf = (input: InsideInputs, total: number): number => Math.min(input.events ?? total, total);
  const shardOf = (input: InsideInputs, shards: number): number => Math.min(input.shard, shards - 1);
  /** The first reason stands: what fails after it mostly fails because of it. */
  const fail = (error: unknown): void => {
    if (insideResults.getState().status === 'failed') return;
    generation += 1;
    jobs.end(JOB);
    insideResults.setState({ status: 'failed', error: sentenceOf(error), lifePending: false });
  };

  interface Asked<Question> {
    readonly question: Question;
    readonly generation: number;
  }
  /** A kind of question: one runs, the newest waits; what fails is told, unless it is of an older opening. */
  function asker<Question>(
    answer: (question: Question, on: InspectClient, isCurrent: () => boolean) => Promise<void>,
  ) {
    const loop = latestWins<Asked<Question>>(
      async (asked) => {
        const isCurrent = (): boolean => asked.generation === generation;
        if (inspector === null || !isCurrent()) return;
        await answer(asked.question, inspector, isCurrent);
      },
      (error, asked) => {
        if (asked.generation === generation) fail(error);
      },
    );
    return {
      ask: (question: Question): void => loop.submit({ question, generation }),
      cancel: (): void => loop.cancel(),
      get busy() {
        return loop.running || loop.waiting;
      },
      get waiting() {
        return loop.waiting;
      },
    };
  }

  const moments = asker<MomentQuery>(async (query, on, isCurrent) => {
    const key = opened?.key ?? null;
    const moment = await on.at(query);
    if (!isCurrent()) return;
    if (moment === null) {
      // A search took its turn.
      lastQuery = '';
      askMoment();
      return;
    }
    insideResults.setState({ moment, momentKey: key });
    if (!moments.waiting) explainSoon(moment);
  });

  const explanations = asker<number>(async (event, on, isCurrent) => {
    const key = opened?.key ?? null;
    const explanation = await on.why(event);
    if (isCurrent() && explanation !== null) insideResults.setState({ explanation, explanationKey: key });
  });

  const lives = asker<{ readonly shard: number; readonly slab: number }>(
    async ({ shard, slab }, on, isCurrent) => {
      const key = opened?.key ?? null;
      insideResults.setState({ lifePending: true });
      const life = await on.lifeline(shard, slab, LIFE_ENTRIES);
      if (!isCurrent()) return;
      insideResults.setState({ lifePending: lives.waiting });
      if (life !== null) insideResults.setState({ life, lifeKey: key });
    },
  );

  const places = asker<{ readonly axis: Axis; readonly position: number }>(
    async ({ axis, position }, on, isCurrent) => {
      const events = await on.eventsAt(axis, Math.max(0, position));
      if (isCurrent()) setEvents(events);
    },
  );

  let lastWhy = '';
  function explainSoon(moment: Moment): void {
    if (whyTimer !== null) clearTimeout(whyTimer);
    whyTimer = null;
    const event = inside.getState().next ? moment.events : moment.events - 1;
    if (opened === null) return;
    if (event < 0 || event >= opened.events) {
      lastWhy = '';
      insideResults.setState({ explanation: null, explanationKey: null });
      return;
    }
    const text = `${generation} ${event}`;
    if (text === lastWhy) return;
    whyTimer = setTimeout(() => {
      whyTimer = null;
      lastWhy = text;
      explanations.ask(event);
    }, WHY_AFTER_MS);
  }

  let lastQuery = '';
  function askMoment(): void {
    if (opened === null || insideResults.getState().status === 'failed') return;
    const input = inside.getState();
    const query: MomentQuery = {
      events: eventsOf(input, opened.events),
      shard: shardOf(input, opened.shards),
      order: input.order,
      from: window.from,
      count: window.count,
    };
    const text = `${generation} ${JSON.stringify(query)}`;
    if (text === lastQuery) return;
    lastQuery = text;
    moments.ask(query);
  }

  let lastLife = '';
  function askLife(): void {
    if (opened === null) return;
    const input = inside.getState();
    if (input.slab === null) {
      lastLife = '';
      if (insideResults.getState().life !== null) insideResults.setState({ life: null, lifePending: false });
      return;
    }
    const question = { shard: shardOf(input, opened.shards), slab: input.slab };
    const text = `${generation} ${JSON.stringify(question)}`;
    if (text === lastLife) return;
    lastLife = text;
    lives.ask(question);
  }

  function close(): void {
    generation += 1;
    opened = null;
    lastQuery = '';
    lastLife = '';
    lastWhy = '';
    if (whyTimer !== null) clearTimeout(whyTimer);
    whyTimer = null;
    jobs.end(JOB);
    inspector?.close();
  }

  function begin(target: Target): void {
    if (inspector === null) return;
    generation += 1;
    opened = target;
    insideResults.setState({
      status: 'opening',
      error: null,
      key: target.key,
      total: target.events,
      shards: target.shards,
      inspected: null,
    });
    jobs.start({
      id: JOB,
      name: `Looking inside ${target.name}`,
      total: target.events,
      unit: 'events',
      countedUnit: 'events',
      cancel,
    });
    inspector.open(target.request, {
      progress: (_, { eventsDone, eventsTotal }) => jobs.progress(JOB, eventsDone, eventsDone, eventsTotal),
      finished(_, inspected) {
        jobs.end(JOB);
        insideResults.setState({ status: 'ready', inspected });
        // A life line goes through the whole trace: not before the first pass is done.
        askLife();
      },
      failed: (_, sentence) => fail(sentence),
    });
    // Moments need not wait for the whole pass.
    askMoment();
  }

  /** The replay of the newest settings has ended. */
  function isReplayed(target: Target): boolean {
    const { run, asked, status } = results.getState();
    if (status !== 'done' || run === null || run.inputs === null || run.key !== asked) return false;
    return run.complete && keyOf(run.fileId, run.inputs) === target.key;
  }

  function mayBegin(): boolean {
    if (insideResults.getState().status !== 'waiting') return false;
    const target = wanted();
    return target !== null && isReplayed(target);
  }

  function update(): void {
    const { open } = inside.getState();
    const target = open ? wanted() : null;
    if (target === null) {
      if (opened !== null) close();
      if (insideResults.getState().key !== null || insideResults.getState().status !== 'none') {
        insideResults.setState(noInside(), true);
      }
      return;
    }
    const { key, status } = insideResults.getState();
    if (target.key !== key) {
      // The moment stays, marked stale, until the newest settings have been replayed and gone through.
      insideResults.setState({
        key: target.key,
        total: target.events,
        shards: target.shards,
        status: 'waiting',
      });
    }
    if (target.key === opened?.key) {
      if (status === 'waiting') insideResults.setState({ status: 'ready' });
      askMoment();
      const { moment, momentKey } = insideResults.getState();
      if (moment !== null && momentKey === target.key && !moments.busy) explainSoon(moment);
      if (insideResults.getState().status === 'ready') askLife();
      return;
    }
    if (isReplayed(target) && insideResults.getState().status === 'waiting') begin(target);
  }

  /** Where the order puts a pageslab; null where it is not there. */
  async function placeOf(slab: number): Promise<number | null> {
    const { moment } = insideResults.getState();
    const on = inspector;
    if (moment === null || on === null || slab >= moment.sums.slabs) return null;
    const { order } = inside.getState();
    if (order === 'index') return slab;
    const within = moment.pageslabs.slab.indexOf(slab);
    if (within >= 0) return moment.from + within;
    const mine = generation;
    const all = await on.at({
      events: moment.events,
      shard: moment.shard,
      order,
      from: 0,
      count: moment.sums.slabs,
    });
    const place = all === null || mine !== generation ? -1 : all.pageslabs.slab.indexOf(slab);
    return place < 0 ? null : place;
  }

  function setEvents(events: number): void {
    const total = wanted()?.events ?? 0;
    const kept = Math.min(Math.max(Math.round(events), 0), total);
    inside.setState({ events: kept });
  }

  function cancel(): void {
    if (opened === null) return;
    close();
    insideResults.setState({ status: 'cancelled' });
  }

  return {
    follow(on) {
      inspector = on;
      let file = files.getState().selected;
      let shard = view.getState().shard;
      const ends = [
        files.subscribe(({ selected }) => {
          // A cursor and a pageslab belong to one trace; but a link's wait for its sample.
          if (selected !== file) {
            if (file !== null && !keep)
              inside.setState({ events: null, slab: null, shard: 0, playing: false });
            keep = false;
          }
          file = selected;
          update();
        }),
        view.subscribe((state) => {
          if (state.shard !== shard && state.shard !== null)
            inside.setState({ shard: state.shard, slab: null });
          shard = state.shard;
        }),
        inputs.store.subscribe(update),
        results.subscribe(update),
        inside.subscribe(update),
      ];
      update();
      return () => {
        for (const end of ends) end();
        close();
        inspector = null;
      };
    },
    moveTo(axis, position) {
      if (!inside.getState().open) inside.setState({ open: true });
      if (axis === 'event') setEvents(Math.floor(position));
      else if (opened !== null) places.ask({ axis, position });
    },
    setEvents,
    step(events) {
      setEvents(eventsOf(inside.getState(), wanted()?.events ?? 0) + events);
    },
    jump(kind, direction) {
      const on = inspector;
      if (on === null || opened === null) return;
      const input = inside.getState();
      const [mine, openedAs] = [(searches += 1), generation];
      const shard = shardOf(input, opened.shards);
      const isCurrent = (): boolean => mine === searches && openedAs === generation;
      const { run, asked } = results.getState();
      const question = {
        kind,
        direction,
        from: eventsOf(input, opened.events),
        total: opened.events,
        shard,
        table: run !== null && run.key === asked && run.complete ? run.table : null,
      };
      const query = { shard, order: input.order, from: 0, count: 0 };
      searching += 1;
      insideResults.setState({ searching: true });
      findJump(question, async (events) => {
        for (;;) {
          if (!isCurrent()) throw new Superseded();
          // oxlint-disable-next-line no-await-in-loop -- null: the cursor moved meanwhile and took its turn
          const moment = await on.at({ ...query, events });
          if (moment !== null) return moment.sums;
        }
      })
        .then((events) => {
          if (!isCurrent()) return;
          if (events !== null) setEvents(events);
          else jobs.notify('info', noJump(kind, direction, shard));
        })
        .catch((error: unknown) => {
          if (!(error instanceof Superseded) && isCurrent()) fail(error);
        })
        .finally(() => {
          searching -= 1;
          insideResults.setState({ searching: searching > 0 });
        });
    },
    reveal(slab) {
      void placeOf(slab).then(
        (place) => {
          if (place !== null) insideResults.setState({ reveal: { place } });
        },
        () => undefined,
      );
    },
    setWindow(next) {
      if (next.from === window.from && next.count === window.count) return;
      window = next;
      askMoment();
    },
    async momentWith(from, count) {
      const { moment } = insideResults.getState();
      const on = inspector;
      if (moment === null || on === null || opened === null) return moment;
      const { order } = inside.getState();
      return (await on.at({ events: moment.events, shard: moment.shard, order, from, count })) ?? moment;
    },
    keepForNext() {
      keep = true;
    },
    again() {
      const target = wanted();
      if (target === null || !inside.getState().open) return;
      close();
      insideResults.setState({ status: 'waiting', error: null });
      update();
    },
    cancel,
    forget() {
      if (opened === null) return;
      close();
      insideResults.setState({ status: 'waiting' });
    },
    get busy() {
      return (
        insideResults.getState().status === 'opening' ||
        moments.busy ||
        explanations.busy ||
        lives.busy ||
        places.busy ||
        searching > 0 ||
        whyTimer !== null ||
        mayBegin()
      );
    },
  };
}

/** A newer search or another opening made this one useless. */
class Superseded extends Error {}

function noJump(kind: JumpKind, direction: 1 | -1, shard: number): string {
  const what = { purge: 'purge', hugify: 'counted hugify', growth: 'new pageslab' }[kind];
  return `Shard ${shard} has no ${what} ${direction > 0 ? 'after' : 'before'} the time cursor.`;
}
