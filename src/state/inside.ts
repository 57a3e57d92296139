/**
 * Looking inside a replay: whenever it is open and the replay of the newest settings has ended, the trace is gone through
 * once more with checkpoints; from then on the answers to `inside-questions` follow the inputs.
 */
import { sentenceOf } from '../base/result.js';
import type { Moment } from '../engine/inspect/moment.js';
import type { InspectClient } from '../workers/inspect.client.js';
import type { FilesStore } from './files.js';
import type { InsideStore } from './inside-inputs.js';
import type { JumpKind } from './inside-jumps.js';
import { createQuestions, type MapWindow } from './inside-questions.js';
import { type InsideResultsStore, noInside } from './inside-results.js';
import { createSearch } from './inside-search.js';
import { eventsOf, isReplayed, type Opening, type Target, wantedTarget } from './inside-target.js';
import type { JobsStore } from './jobs.js';
import type { ReplayInputsStore } from './replay-inputs.js';
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
  setWindow(window: MapWindow): void;
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

const JOB = 'inspect';

export function createInside(stores: InsideStores): Inside {
  const { files, inputs, view, jobs, results, inside, insideResults } = stores;
  const opening: Opening = { inspector: null, target: null, generation: 0 };
  let keep = false;

  const wanted = (): Target | null => wantedTarget(files.getState(), inputs.store.getState().history.present);
  /** The first reason stands: what fails after it mostly fails because of it. */
  const fail = (error: unknown): void => {
    if (insideResults.getState().status === 'failed') return;
    opening.generation += 1;
    jobs.end(JOB);
    insideResults.setState({ status: 'failed', error: sentenceOf(error), lifePending: false });
  };
  const setEvents = (events: number): void => {
    const total = wanted()?.events ?? 0;
    inside.setState({ events: Math.min(Math.max(Math.round(events), 0), total) });
  };
  const ask = createQuestions({ inside, insideResults, opening, fail, setEvents });
  const search = createSearch({ inside, insideResults, results, jobs, opening, fail, setEvents });

  function close(): void {
    opening.generation += 1;
    opening.target = null;
    ask.reset();
    jobs.end(JOB);
    opening.inspector?.close();
  }

  function begin(target: Target): void {
    const { inspector } = opening;
    if (inspector === null) return;
    opening.generation += 1;
    opening.target = target;
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
        ask.life();
      },
      failed: (_, sentence) => fail(sentence),
    });
    // Moments need not wait for the whole pass.
    ask.moment();
  }

  function mayBegin(): boolean {
    if (insideResults.getState().status !== 'waiting') return false;
    const target = wanted();
    return target !== null && isReplayed(results.getState(), target);
  }

  function update(): void {
    const { open } = inside.getState();
    const target = open ? wanted() : null;
    if (target === null) {
      if (opening.target !== null) close();
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
    if (target.key === opening.target?.key) {
      if (status === 'waiting') insideResults.setState({ status: 'ready' });
      ask.moment();
      const { moment, momentKey } = insideResults.getState();
      if (moment !== null && momentKey === target.key && !ask.momentBusy) ask.explainSoon(moment);
      if (insideResults.getState().status === 'ready') ask.life();
      return;
    }
    if (isReplayed(results.getState(), target) && insideResults.getState().status === 'waiting')
      begin(target);
  }

  function cancel(): void {
    if (opening.target === null) return;
    close();
    insideResults.setState({ status: 'cancelled' });
  }

  return {
    follow(on) {
      opening.inspector = on;
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
        opening.inspector = null;
      };
    },
    moveTo(axis, position) {
      if (!inside.getState().open) inside.setState({ open: true });
      if (axis === 'event') setEvents(Math.floor(position));
      else if (opening.target !== null) ask.place(axis, position);
    },
    setEvents,
    step(events) {
      setEvents(eventsOf(inside.getState(), wanted()?.events ?? 0) + events);
    },
    jump: (kind, direction) => search.jump(kind, direction),
    reveal(slab) {
      void search.placeOf(slab).then(
        (place) => {
          if (place !== null) insideResults.setState({ reveal: { place } });
        },
        () => undefined,
      );
    },
    setWindow: (window) => ask.setWindow(window),
    async momentWith(from, count) {
      const { moment } = insideResults.getState();
      const { inspector, target } = opening;
      if (moment === null || inspector === null || target === null) return moment;
      const { order } = inside.getState();
      return (
        (await inspector.at({ events: moment.events, shard: moment.shard, order, from, count })) ?? moment
      );
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
      if (opening.target === null) return;
      close();
      insideResults.setState({ status: 'waiting' });
    },
    get busy() {
      return insideResults.getState().status === 'opening' || ask.busy || search.busy || mayBegin();
    },
  };
}
