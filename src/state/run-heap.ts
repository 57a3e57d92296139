/** Turns inputs into questions: whenever dumps, numbers or filters change, what the shown views need is asked for. */
import type { DiffRequest, HeapLens, HeapQueries, HeapQuestion, LookRequest } from '../workers/heap.api.js';
import type { HeapClient, HeapListener } from '../workers/heap.client.js';
import {
  type Files,
  type FilesStore,
  findProfile,
  modifiedAt,
  type ProfileEntry,
  profilesOf,
} from './files.js';
import { fileTimes } from './heap-offer.js';
import { type HeapState, type HeapStore, setHeap, usablePattern } from './heap-inputs.js';
import { type HeapResultsStore, updateSlot } from './heap-results.js';
import type { JobsStore } from './jobs.js';
import type { ViewStore } from './view.js';

export interface HeapStores {
  readonly files: FilesStore;
  readonly heap: HeapStore;
  readonly view: ViewStore;
  readonly jobs: JobsStore;
  readonly results: HeapResultsStore;
}

export interface HeapRunner {
  readonly listener: Omit<HeapListener, 'crashed'>;
  /** Follows the stores from now on; returns the function that ends it. */
  follow(client: Pick<HeapClient, 'ask' | 'drop' | 'restart'>): () => void;
  /** Forgets what was asked, so that all is asked again. */
  again(): void;
}

const NAMES: Readonly<Record<HeapQuestion, string>> = {
  look: 'Adding up stacks',
  facts: 'Reading the numbers',
  detail: 'Looking at the selection',
  threads: 'Adding up threads',
  rules: 'Summing in four orders',
  growth: 'Following the series',
  diff: 'Comparing two dumps',
};

export function lensOf({ inputs }: HeapState, names: number): HeapLens {
  return {
    measure: inputs.measure,
    number: inputs.number,
    granularity: inputs.granularity,
    pruning: inputs.pruning,
    focus: usablePattern(inputs.focus),
    ignore: usablePattern(inputs.ignore),
    hide: usablePattern(inputs.hide),
    thread: inputs.thread,
    names,
  };
}

/** The profiles that the bench shows: the selected one, or a fleet. */
export function shownProfiles(files: FilesStore, { group }: HeapState): readonly ProfileEntry[] {
  const state = files.getState();
  const selected = findProfile(state, state.profile);
  if (selected === null) return [];
  if (group?.kind !== 'sum') return [selected];
  const members = membersOf(state, group.files);
  return members.length > 0 ? members : [selected];
}

function membersOf(state: Files, ids: readonly string[]): readonly ProfileEntry[] {
  return ids.map((id) => findProfile(state, id)).filter((file) => file !== null);
}

/** The dumps that growth is of. */
export interface Series {
  /** One for each dump, or one for all that passed through. */
  readonly profiles: readonly string[];
  readonly names: readonly string[];
  /** Seconds of each since the first; null where the files do not tell. */
  readonly times: readonly number[] | null;
  /** Files that can be selected, one for each dump; null where they were not kept. */
  readonly files: readonly string[] | null;
}

export function seriesOf(files: Files, { group }: Pick<HeapState, 'group'>): Series | null {
  const selected = findProfile(files, files.profile);
  const streamed = selected?.content.streamed;
  if (selected !== null && streamed?.kind === 'series') {
    const { names, modified } = streamed;
    return { profiles: [selected.content.profileId], names, times: fileTimes(modified), files: null };
  }
  const members = group?.kind === 'series' ? membersOf(files, group.files) : [];
  if (members.length < 2) return null;
  return {
    profiles: members.map(({ content }) => content.profileId),
    names: members.map(({ name }) => name),
    times: fileTimes(members.map(({ blob }) => modifiedAt(blob))),
    files: members.map(({ id }) => id),
  };
}

/** What Diff compares: before and after. */
export interface Sides {
  readonly before: ProfileEntry;
  readonly after: ProfileEntry;
}

/** The chosen ones; until one is chosen, of a series the first dump and the selected one, or the last where that is the first. */
export function sidesOf(files: Files, { base, group }: HeapState): Sides | null {
  const dumps = profilesOf(files);
  const selected = dumps.find(({ id }) => id === files.profile);
  if (selected === undefined) return null;
  const chosen = dumps.find(({ id }) => id === base && id !== selected.id);
  if (chosen !== undefined) return { before: chosen, after: selected };
  const series = group?.kind === 'series' ? group.files : [];
  const members = series
    .map((id) => dumps.find((dump) => dump.id === id))
    .filter((dump) => dump !== undefined);
  const [first] = members;
  const last = members.at(-1);
  if (first !== undefined && last !== undefined && first !== last && members.includes(selected)) {
    return { before: first, after: selected === first ? last : selected };
  }
  const before = dumps.find((dump) => dump !== selected);
  return before === undefined ? null : { before, after: selected };
}

type Wanted = { readonly [K in HeapQuestion]: HeapQueries[K]['request'] | null };

const NOTHING: Wanted = {
  look: null,
  facts: null,
  detail: null,
  threads: null,
  rules: null,
  growth: null,
  diff: null,
};

/** What the shown views need to know. */
export function wantedOf({ files, heap, view, results }: Omit<HeapStores, 'jobs'>): Wanted {
  const state = heap.getState();
  const shown = shownProfiles(files, state);
  const [first] = shown;
  if (view.getState().bench !== 'heap' || first === undefined) return NOTHING;
  const { inputs } = state;
  const { names } = results.getState();
  const lens = lensOf(state, names);
  const look: LookRequest = {
    ...lens,
    profiles: shown.map(({ content }) => content.profileId),
    sizes: inputs.colour === 'size',
  };
  const selected = findProfile(files.getState(), files.getState().profile) ?? first;
  const series = seriesOf(files.getState(), state);
  const sides = sidesOf(files.getState(), state);
  const diff: DiffRequest | null =
    sides === null
      ? null
      : { ...lens, before: sides.before.content.profileId, after: sides.after.content.profileId };
  return {
    look,
    facts: { profile: selected.content.profileId, names },
    detail: inputs.selected === null ? null : { ...look, sizes: false, name: inputs.selected },
    threads: inputs.tab === 'threads' ? { ...look, sizes: false, thread: null } : null,
    rules: inputs.tab === 'rules' ? { ...look, sizes: false, thread: null, kind: inputs.ruleKind } : null,
    growth:
      inputs.tab === 'growth' && series !== null
        ? {
            ...look,
            sizes: false,
            profiles: series.profiles,
            times: inputs.growthAxis === 'time' ? series.times : null,
          }
        : null,
    diff: inputs.tab === 'diff' ? diff : null,
  };
}

const QUESTIONS = Object.keys(NAMES) as readonly HeapQuestion[];

export function createHeapRunner(stores: HeapStores): HeapRunner {
  const { files, heap, view, jobs, results } = stores;
  /** The key of every request under way, by identity: an answer must say which question it answers. */
  const keys = new WeakMap<object, string>();
  let update: (() => void) | null = null;
  let stop: (() => void) | null = null;

  function want<K extends HeapQuestion>(
    client: Pick<HeapClient, 'ask' | 'drop'>,
    question: K,
    request: HeapQueries[K]['request'] | null,
  ): void {
    const slot = results.getState()[question];
    if (request === null) {
      if (slot.asked !== null) {
        client.drop(question);
        updateSlot(results, question, { asked: null, error: null });
      }
      return;
    }
    const key = JSON.stringify(request);
    if (key === slot.asked) return;
    if (key === slot.key) {
      // Back to what is shown already.
      client.drop(question);
      updateSlot(results, question, { asked: key, error: null });
      return;
    }
    keys.set(request, key);
    updateSlot(results, question, { asked: key, error: null });
    client.ask(question, request);
  }

  return {
    listener: {
      started(question) {
        jobs.start({
          id: `heap ${question}`,
          name: NAMES[question],
          total: null,
          unit: 'events',
          countedUnit: 'rows',
          cancel: () => stop?.(),
        });
      },
      ended: (question) => jobs.end(`heap ${question}`),
      landed(question, request, answer) {
        const key = keys.get(request) ?? null;
        updateSlot(results, question, { key, request, answer });
      },
      failed(question, request, sentence) {
        if (results.getState()[question].asked === keys.get(request)) {
          updateSlot(results, question, { error: sentence });
        }
      },
    },
    again() {
      for (const question of QUESTIONS) updateSlot(results, question, { asked: null, key: null });
      update?.();
    },
    follow(client) {
      stop = () => {
        // A pattern may take for ever on some names; asked again it would do so again.
        const { focus, ignore, hide } = heap.getState().inputs;
        const patterns = focus !== '' || ignore !== '' || hide !== '';
        if (patterns) setHeap(heap, { focus: '', ignore: '', hide: '' });
        client.restart();
        if (patterns)
          jobs.notify('info', 'Stopped. The patterns were taken out, and the dumps are read again.');
      };
      let running = false;
      update = () => {
        // Asking changes the results, which must not ask again.
        if (running) return;
        running = true;
        const wanted = wantedOf(stores);
        for (const question of QUESTIONS) want(client, question, wanted[question]);
        running = false;
      };
      const ends = [files, heap, view, results].map((store) => store.subscribe(() => update?.()));
      update();
      return () => {
        for (const end of ends) end();
        update = null;
      };
    },
  };
}
