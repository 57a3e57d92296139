/** Turns inputs into questions: whenever dumps, numbers or filters change, what the shown views need is asked for. */
import type { DiffRequest, HeapLens, HeapQueries, HeapQuestion, LookRequest } from '../workers/heap.api.js';
import type { HeapClient, HeapListener } from '../workers/heap.client.js';
import { type Files, type FilesStore, findProfile, type ProfileEntry, profilesOf } from './files.js';
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
  const members = membersOf(files, group.files);
  return members.length > 0 ? members : [selected];
}

function membersOf(files: FilesStore, ids: readonly string[]): readonly ProfileEntry[] {
  const state = files.getState();
  return ids.map((id) => findProfile(state, id)).filter((file) => file !== null);
}

/** What Diff compares the selected dump with: the chosen one, else the first other one. */
export function baseOf(files: Files, { base }: HeapState): ProfileEntry | null {
  const others = profilesOf(files).filter(({ id }) => id !== files.profile);
  return others.find(({ id }) => id === base) ?? others[0] ?? null;
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
  const { inputs, group } = state;
  const { names } = results.getState();
  const lens = lensOf(state, names);
  const look: LookRequest = {
    ...lens,
    profiles: shown.map(({ content }) => content.profileId),
    sizes: inputs.colour === 'size',
  };
  const selected = findProfile(files.getState(), files.getState().profile) ?? first;
  const series = group?.kind === 'series' ? membersOf(files, group.files) : [];
  const before = baseOf(files.getState(), state);
  const diff: DiffRequest | null =
    before === null ? null : { ...lens, before: before.content.profileId, after: selected.content.profileId };
  return {
    look,
    facts: { profile: selected.content.profileId, names },
    detail: inputs.selected === null ? null : { ...look, sizes: false, name: inputs.selected },
    threads: inputs.tab === 'threads' ? { ...look, sizes: false, thread: null } : null,
    rules: inputs.tab === 'rules' ? { ...look, sizes: false, thread: null, kind: inputs.ruleKind } : null,
    growth:
      inputs.tab === 'growth' && series.length > 1
        ? { ...look, sizes: false, profiles: series.map(({ content }) => content.profileId) }
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
