/** Searches in an opened trace: the next event of a kind, the place of a pageslab in the order. */
import type { InspectClient } from '../workers/inspect.client.js';
import type { InsideStore } from './inside-inputs.js';
import { findJump, type JumpKind } from './inside-jumps.js';
import type { InsideResultsStore } from './inside-results.js';
import { eventsOf, type Opening, shardOf, type Target } from './inside-target.js';
import type { JobsStore } from './jobs.js';
import type { ResultsStore } from './results.js';

export interface SearchSetup {
  readonly inside: InsideStore;
  readonly insideResults: InsideResultsStore;
  readonly results: ResultsStore;
  readonly jobs: JobsStore;
  readonly opening: Readonly<Opening>;
  readonly fail: (error: unknown) => void;
  readonly setEvents: (events: number) => void;
}

export interface Search {
  /** Moves the cursor to the event, or says that there is none. A newer search ends this one. */
  jump(kind: JumpKind, direction: 1 | -1): void;
  /** Where the order puts a pageslab of the shown moment; null where it is not there. */
  placeOf(slab: number): Promise<number | null>;
  readonly busy: boolean;
}

/** A newer search or another opening made this one useless. */
class Superseded extends Error {}

export function createSearch(setup: SearchSetup): Search {
  const { inside, insideResults, results, jobs, opening, fail, setEvents } = setup;
  let searches = 0;
  let running = 0;

  async function search(
    on: InspectClient,
    target: Target,
    kind: JumpKind,
    direction: 1 | -1,
    isCurrent: () => boolean,
  ): Promise<void> {
    const input = inside.getState();
    const shard = shardOf(input, target.shards);
    const { run, asked } = results.getState();
    const question = {
      kind,
      direction,
      from: eventsOf(input, target.events),
      total: target.events,
      shard,
      table: run !== null && run.key === asked && run.complete ? run.table : null,
    };
    const query = { shard, order: input.order, from: 0, count: 0 };
    const found = await findJump(question, async (events) => {
      for (;;) {
        if (!isCurrent()) throw new Superseded();
        // oxlint-disable-next-line no-await-in-loop -- null: the cursor moved meanwhile and took its turn
        const moment = await on.at({ ...query, events });
        if (moment !== null) return moment.sums;
      }
    });
    if (!isCurrent()) return;
    if (found !== null) setEvents(found);
    else jobs.notify('info', noJump(kind, direction, shard));
  }

  return {
    jump(kind, direction) {
      const { inspector, target, generation } = opening;
      if (inspector === null || target === null) return;
      const mine = (searches += 1);
      const isCurrent = (): boolean => mine === searches && generation === opening.generation;
      running += 1;
      insideResults.setState({ searching: true });
      search(inspector, target, kind, direction, isCurrent)
        .catch((error: unknown) => {
          if (!(error instanceof Superseded) && isCurrent()) fail(error);
        })
        .finally(() => {
          running -= 1;
          insideResults.setState({ searching: running > 0 });
        });
    },
    async placeOf(slab) {
      const { moment } = insideResults.getState();
      const { inspector, generation } = opening;
      if (moment === null || inspector === null || slab >= moment.sums.slabs) return null;
      const { order } = inside.getState();
      if (order === 'index') return slab;
      const within = moment.pageslabs.slab.indexOf(slab);
      if (within >= 0) return moment.from + within;
      const { events, shard, sums } = moment;
      const all = await inspector.at({ events, shard, order, from: 0, count: sums.slabs });
      const found = all === null || generation !== opening.generation ? -1 : all.pageslabs.slab.indexOf(slab);
      return found < 0 ? null : found;
    },
    get busy() {
      return running > 0;
    },
  };
}

function noJump(kind: JumpKind, direction: 1 | -1, shard: number): string {
  const what = { purge: 'purge', hugify: 'counted hugify', growth: 'new pageslab' }[kind];
  return `Shard ${shard} has no ${what} ${direction > 0 ? 'after' : 'before'} the time cursor.`;
}
