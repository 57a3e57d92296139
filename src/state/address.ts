/** Between the stores and an address: the link of what they hold, what a link puts into them, and what an entry of the session history does. */
import { findFile, type FilesStore } from './files.js';
import {
  defaultHeapInputs,
  type HeapInputs,
  type HeapState,
  type HeapStore,
  setHeap,
} from './heap-inputs.js';
import type { Inside } from './inside.js';
import { defaultInside, type InsideInputs, type InsideStore } from './inside-inputs.js';
import type { JobsStore } from './jobs.js';
import { type PinsStore, type Pins } from './pins.js';
import { linkedPins } from './pins-url.js';
import { type Place, placeOf } from './place.js';
import { loadInputs, type ReplayInputs, type ReplayInputsStore } from './replay-inputs.js';
import type { ResultsStore, Run } from './results.js';
import type { ReplayRunner } from './run-replays.js';
import type { Sampling } from './sampling.js';
import type { SamplingInputs } from './sampling-inputs.js';
import type { Visit, Visited } from './session-history.js';
import type { Sweeps } from './sweep.js';
import type { SweepInputs } from './sweep-inputs.js';
import type { SweepPictures } from './sweep-pictures.js';
import { type ReadUrl, readUrl, type UrlState, writeUrl } from './url-state.js';
import { defaultView, type View, type ViewStore } from './view.js';

export interface AddressParts {
  readonly files: FilesStore;
  readonly inputs: ReplayInputsStore;
  readonly view: ViewStore;
  readonly jobs: JobsStore;
  readonly pins: PinsStore;
  readonly results: ResultsStore;
  readonly replays: Pick<ReplayRunner, 'recall'>;
  readonly inside: InsideStore;
  readonly looking: Pick<Inside, 'keepForNext'>;
  readonly heap: HeapStore;
  readonly sampling: Pick<Sampling, 'inputs'>;
  readonly sweeps: Pick<Sweeps, 'inputs' | 'pictures'>;
  readonly select: (fileId: string) => void;
  /** Opens what a link names. */
  readonly openSample: (name: string, link: UrlState['dumps']) => Promise<void>;
}

/** All that a link can be written from, by reference: stores replace what they hold, they never change it. */
export interface AppVisit extends Visit {
  readonly inputs: ReplayInputs;
  readonly view: View;
  readonly pins: Pick<Pins, 'pins' | 'a' | 'b'>;
  readonly inside: InsideInputs;
  readonly heap: HeapState;
  readonly sampling: SamplingInputs;
  readonly sweep: SweepInputs;
  readonly pictures: SweepPictures;
  readonly selected: string | null;
  readonly profile: string | null;
  /** The run that was shown; null where it is too large to keep. */
  readonly run: Run | null;
}

/** Bytes of a run's table; with fifty entries at most, they never add up to much. */
const LARGEST_KEPT_RUN = 2 * 1024 * 1024;

function keptRun(run: Run | null): Run | null {
  if (run === null || !run.complete) return null;
  const bytes = Object.values(run.table.columns).reduce((sum, { byteLength }) => sum + byteLength, 0);
  return bytes <= LARGEST_KEPT_RUN ? run : null;
}

export interface Address extends Visited<AppVisit> {
  /** Opens what the link names that the stores were made from. */
  begin(opened: ReadUrl): void;
  /** What follows loads a setting: it is a move, though it leads nowhere else. */
  loads(): void;
}

export function createAddress(parts: AddressParts): Address {
  const { files, inputs, view, pins, results, inside, heap, sampling, sweeps } = parts;
  let arrivals = 0;
  let loads = 0;

  const sampleOf = (fileId: string | null): string | null =>
    findFile(files.getState(), fileId)?.sample ?? null;

  /** Puts the sample that a link names on its bench, from the list or from beside the page. */
  const follow = (link: Pick<ReadUrl, 'ignored' | 'sample' | 'dumps'>): void => {
    if (link.ignored.length > 0) parts.jobs.notify('error', link.ignored.join(' '));
    if (link.sample === null) return;
    const have = files.getState().files.filter((file) => file.sample === link.sample);
    const shown = have[link.dumps.shown ?? 0] ?? have[0];
    if (shown !== undefined) {
      parts.select(shown.id);
      return;
    }
    arrivals += 1;
    void parts.openSample(link.sample, link.dumps).finally(() => {
      arrivals -= 1;
    });
  };

  const isThere = (fileId: string | null): boolean =>
    fileId === null || (findFile(files.getState(), fileId)?.content ?? null) !== null;

  const place = (): Place =>
    placeOf({
      view: view.getState(),
      inside: inside.getState(),
      heap: heap.getState().inputs,
      source: sampling.inputs.present.source,
      files: files.getState(),
      loads,
    });

  const capture = (): AppVisit => {
    const { selected, profile } = files.getState();
    return {
      place: place(),
      inputs: inputs.store.getState().history.present,
      view: view.getState(),
      pins: pins.store.getState(),
      inside: inside.getState(),
      heap: heap.getState(),
      sampling: sampling.inputs.present,
      sweep: sweeps.inputs.getState(),
      pictures: sweeps.pictures.getState(),
      selected,
      profile,
      run: keptRun(results.getState().run),
    };
  };

  const linkOf = (visit: AppVisit): string => {
    const state = files.getState();
    const sample = sampleOf(visit.view.bench === 'heap' ? visit.profile : visit.selected);
    /** Which of a sample's files it is; null for the first, and for others. */
    const placed = (id: string | null): number | null => {
      const at = state.files
        .filter((file) => sample !== null && file.sample === sample)
        .findIndex((file) => file.id === id);
      return at < 0 ? null : at;
    };
    return writeUrl({
      inputs: visit.inputs,
      pins: linkedPins(visit.pins, visit.selected),
      view: visit.view,
      inside: visit.inside,
      heap: visit.heap.inputs,
      sampling: visit.sampling,
      sweep: visit.sweep,
      pictures: visit.pictures,
      sample,
      dumps: { shown: placed(visit.profile), base: placed(visit.heap.base) },
    });
  };

  /** What the present bench shows becomes what the visit says; what other benches hold must not change unseen. */
  const show = (visit: Omit<AppVisit, 'place' | 'pins' | 'run'>): void => {
    const { bench } = visit.view;
    switch (bench) {
      case 'replay':
        loadInputs(inputs, visit.inputs);
        if (isThere(visit.selected)) files.setState({ selected: visit.selected });
        if (visit.view.replayView === 'tune') {
          sweeps.inputs.setState(visit.sweep);
          sweeps.pictures.setState(visit.pictures);
        }
        view.setState(visit.view);
        inside.setState({ ...visit.inside, playing: false });
        break;
      case 'heap': {
        if (isThere(visit.profile)) files.setState({ profile: visit.profile });
        const { inputs: heapInputs, group, base } = visit.heap;
        heap.setState({ inputs: heapInputs, group, base: isThere(base) ? base : null });
        view.setState({ bench });
        break;
      }
      case 'sampling':
        sampling.inputs.set(visit.sampling);
        view.setState({ bench });
        break;
    }
  };

  /** Cursor and pageslab of a link belong to its sample, which may still have to be fetched. */
  const keepInside = (sample: string | null): void => {
    if (sample !== null && sampleOf(files.getState().selected) !== sample) parts.looking.keepForNext();
  };

  return {
    capture,
    linkOf,
    get files() {
      return files.getState();
    },
    get arriving() {
      return arrivals > 0;
    },
    begin: follow,
    loads() {
      loads += 1;
    },
    restore(visit) {
      loads = visit.place.loads;
      parts.replays.recall(visit.run);
      show(visit);
    },
    restoreLink(hash) {
      const read = readUrl(hash);
      follow(read);
      const now = capture();
      show({
        ...now,
        ...read,
        heap: { ...now.heap, inputs: read.heap },
        selected: now.selected,
        profile: now.profile,
      });
      keepInside(read.sample);
    },
    applyLink(hash) {
      const read = readUrl(hash);
      loadInputs(inputs, read.inputs);
      pins.restore(read.pins.pins, read.pins.a, read.pins.b);
      follow(read);
      setHeap(heap, { ...defaultHeapInputs(), ...read.heap } satisfies HeapInputs);
      sampling.inputs.set(read.sampling);
      sweeps.inputs.setState(read.sweep);
      sweeps.pictures.setState(read.pictures);
      view.setState({ ...defaultView(), ...read.view });
      inside.setState({ ...defaultInside(), ...read.inside });
      keepInside(read.sample);
    },
    onChange(listener) {
      const ends = [
        files,
        inputs.store,
        pins.store,
        // No part of the link, but of what an entry brings back.
        results,
        view,
        inside,
        heap,
        sampling.inputs.store,
        sweeps.inputs,
        sweeps.pictures,
      ].map((store) => store.subscribe(listener));
      return () => {
        for (const end of ends) end();
      };
    },
  };
}
