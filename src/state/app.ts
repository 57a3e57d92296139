/** Puts stores, controllers and worker clients together. One per page; tests make their own with other parts. */
import { createReplayClient, type ReplayClient, type WorkerLike } from '../workers/replay.client.js';
import { createExports, type Exports } from './exports.js';
import { createFiles, findFile, type FilesStore } from './files.js';
import { createJobs, type JobsStore } from './jobs.js';
import { createFileOpener, type FileOpener, type ReadFile } from './open-files.js';
import { createReplayInputs, type ReplayInputsStore } from './replay-inputs.js';
import { createResults, type ResultsStore } from './results.js';
import { createReplayRunner, measuredRun, type ReplayRunner } from './run-replays.js';
import { SAMPLES } from './samples.js';
import { readUrl, writeUrl } from './url-state.js';
import { createView, defaultView, type ViewStore } from './view.js';

export interface AppParts {
  readonly readFile: ReadFile;
  readonly makeReplayWorker: () => WorkerLike;
  /** Milliseconds on the page's clock. */
  readonly now: () => number;
  /** The bytes of a sample file. */
  readonly fetchSample: (file: string) => Promise<Blob>;
  /** The address's hash when the page was opened. */
  readonly hash: string;
}

export interface App {
  readonly files: FilesStore;
  readonly inputs: ReplayInputsStore;
  readonly view: ViewStore;
  readonly jobs: JobsStore;
  readonly results: ResultsStore;
  readonly opener: FileOpener;
  readonly replays: ReplayRunner;
  readonly exports: Exports;
  openSample(name: string): Promise<void>;
  select(id: string): void;
  /** Keeps the shown run as A, to compare later runs with. */
  pin(): void;
  /** Lays a measured run over the replays as A. */
  pinMeasured(id: string): void;
  unpin(): void;
  /** The present settings as an address hash. */
  link(): string;
  /** Applies a hash that the user put into the address bar. */
  applyLink(hash: string): void;
  /** Calls back whenever the link changes. Returns the function that ends it. */
  onLinkChange(listener: () => void): () => void;
  /** Resolves when nothing is read, replayed, exported or fetched. */
  idle(): Promise<void>;
  dispose(): void;
}

export function createApp(parts: AppParts): App {
  const opened = readUrl(parts.hash);
  const files = createFiles();
  const inputs = createReplayInputs(opened.inputs);
  const view = createView(opened.view);
  const jobs = createJobs(parts.now);
  const results = createResults();
  const replays = createReplayRunner({ files, inputs, view, jobs, results }, parts.now);
  let fetching = 0;

  const client: ReplayClient = createReplayClient(parts.makeReplayWorker, {
    ...replays.listener,
    crashed(sentence) {
      jobs.notify('error', `${sentence} The traces are read again.`);
      opener.rereadTraces();
    },
  });
  const opener = createFileOpener(files, jobs, parts.readFile, client);
  const exports = createExports(files, inputs, jobs, client);
  const unfollow = replays.follow(client);
  // A zoom is a place in one trace; another trace starts whole, but a link's zoom waits for its sample.
  let onBench: string | null = null;
  const unzoom = files.subscribe(({ selected }) => {
    if (selected === onBench) return;
    if (onBench !== null) view.setState({ zoom: null, shard: null });
    onBench = selected;
  });

  const openSample = async (name: string): Promise<void> => {
    const sample = SAMPLES.find((entry) => entry.name === name);
    if (sample === undefined) {
      jobs.notify('error', `There is no sample "${name.slice(0, 40)}".`);
      return;
    }
    fetching += 1;
    try {
      opener.open([{ blob: await parts.fetchSample(sample.file), name: sample.file, sample: name }]);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      jobs.notify('error', `The sample ${name} could not be loaded: ${reason}`);
    } finally {
      fetching -= 1;
    }
  };

  const follow = (link: ReturnType<typeof readUrl>): void => {
    if (link.ignored.length > 0) jobs.notify('error', link.ignored.join(' '));
    if (link.sample === null) return;
    const have = files.getState().files.find((file) => file.sample === link.sample);
    if (have === undefined) void openSample(link.sample);
    else opener.select(have.id);
  };
  follow(opened);

  const link = (): string => {
    const state = files.getState();
    return writeUrl({
      inputs: inputs.store.getState().history.present,
      view: view.getState(),
      sample: findFile(state, state.selected)?.sample ?? null,
    });
  };

  const isBusy = (): boolean => fetching > 0 || opener.busy || client.busy || exports.busy;

  return {
    files,
    inputs,
    view,
    jobs,
    results,
    opener,
    replays,
    exports,
    openSample,
    select: (id) => opener.select(id),
    pin() {
      const { run } = results.getState();
      if (run !== null) results.setState({ pinned: run });
    },
    pinMeasured(id) {
      const file = findFile(files.getState(), id);
      const run = file === null ? null : measuredRun(file);
      if (run !== null) results.setState({ pinned: run });
    },
    unpin: () => results.setState({ pinned: null }),
    link,
    applyLink(hash) {
      const read = readUrl(hash);
      inputs.setOptions(read.inputs.options);
      inputs.set(read.inputs);
      follow(read);
      view.setState({ ...defaultView(), ...read.view });
    },
    onLinkChange(listener) {
      const ends = [files.subscribe(listener), inputs.store.subscribe(listener), view.subscribe(listener)];
      return () => {
        for (const end of ends) end();
      };
    },
    async idle() {
      while (isBusy()) {
        // oxlint-disable-next-line no-await-in-loop -- one job may start another
        await Promise.all([opener.idle(), client.idle(), pause()]);
      }
    },
    dispose() {
      unfollow();
      unzoom();
      client.dispose();
    },
  };
}

function pause(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 4);
  });
}
