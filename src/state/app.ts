/** Puts stores, controllers and worker clients together. One per page; tests make their own with other parts. */
import { createHeapClient, type HeapClient } from '../workers/heap.client.js';
import type { WorkerLike } from '../workers/connection.client.js';
import { createSymbolsClient } from '../workers/symbols.client.js';
import { createReplayClient, type ReplayClient } from '../workers/replay.client.js';
import { createAddress } from './address.js';
import { createExports, type Exports } from './exports.js';
import { createFiles, findFile, type FilesStore } from './files.js';
import { createHeapExports, type HeapExports } from './heap-exports.js';
import { createHeapStore, groupFiles, type HeapStore, setHeap } from './heap-inputs.js';
import { createHeapResults, type HeapResultsStore } from './heap-results.js';
import { HEAP_SAMPLES } from './heap-samples.js';
import { createSymboliser } from './heap-symbols.js';
import { createInside, type Inside } from './inside.js';
import { createInsideStore, type InsideStore } from './inside-inputs.js';
import { createInsideResults, type InsideResultsStore } from './inside-results.js';
import { createJobs, type JobsStore } from './jobs.js';
import { linkLacks } from './link-lacks.js';
import { createFileOpener, type FileOpener, type ReadFile } from './open-files.js';
import { createReplayInputs, loadInputs, type ReplayInputsStore, sameInputs } from './replay-inputs.js';
import { createResults, type ResultsStore } from './results.js';
import { createPins, findPin, type PinsStore } from './pins.js';
import { createPinRunner } from './run-pins.js';
import { createReplayRunner, measuredRun, type ReplayRunner } from './run-replays.js';
import { createHeapRunner, type HeapRunner } from './run-heap.js';
import { SAMPLES } from './samples.js';
import { createSessionHistory, type SessionHistory } from './session-history.js';
import { readUrl, type UrlState } from './url-state.js';
import { hasSizes } from './sampling-source.js';
import { createSampling, type Sampling } from './sampling.js';
import { createSweeps, type Sweeps } from './sweep.js';
import { createView, type ViewStore } from './view.js';

export interface AppParts {
  readonly readFile: ReadFile;
  readonly makeReplayWorker: () => WorkerLike;
  readonly makeHeapWorker: () => WorkerLike;
  readonly makeSymbolsWorker: () => WorkerLike;
  readonly makeSamplingWorker: () => WorkerLike;
  readonly makeSweepWorker: () => WorkerLike;
  readonly makeTuningWorker: () => WorkerLike;
  /** Cores of this machine. */
  readonly cores: number;
  /** Milliseconds on the page's clock. */
  readonly now: () => number;
  /** Calls back when the next frame has been shown, or when none is. */
  readonly afterFrame: (call: () => void) => void;
  /** The bytes of a sample file. */
  readonly fetchSample: (file: string) => Promise<Blob>;
  /** The address's hash when the page was opened. */
  readonly hash: string;
  /** Tells this life of the page from others. */
  readonly page: string;
}

export interface App {
  readonly files: FilesStore;
  readonly inputs: ReplayInputsStore;
  readonly view: ViewStore;
  readonly jobs: JobsStore;
  readonly results: ResultsStore;
  readonly pins: PinsStore;
  readonly opener: FileOpener;
  readonly replays: ReplayRunner;
  readonly exports: Exports;
  readonly heap: HeapStore;
  readonly heapResults: HeapResultsStore;
  readonly heapQueries: HeapRunner;
  readonly heapExports: HeapExports;
  readonly sampling: Sampling;
  readonly sweeps: Sweeps;
  readonly inside: InsideStore;
  readonly insideResults: InsideResultsStore;
  readonly looking: Inside;
  openSample(name: string): Promise<void>;
  select(id: string): void;
  /** Keeps the current run, to compare others with. */
  pin(): void;
  /** Keeps a measured run and lays it over. */
  pinMeasured(id: string): void;
  /** Moves the sliders to what a pinned run was made from, as one step to undo. */
  loadPin(id: string): void;
  /** The present settings as an address hash. */
  link(): string;
  /** Sentences about what of the bench is not in that. */
  linkLacks(): readonly string[];
  /** Applies a hash that the user put into the address bar. */
  applyLink(hash: string): void;
  /** Back and forward. */
  readonly visits: SessionHistory;
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
  const pins = createPins();
  pins.restore(opened.pins.pins, opened.pins.a, opened.pins.b);
  const replays = createReplayRunner({ files, inputs, view, jobs, results }, parts.now);
  const inside = createInsideStore(opened.inside);
  const insideResults = createInsideResults();
  const looking = createInside({ files, inputs, view, jobs, results, inside, insideResults });
  const heap = createHeapStore(opened.heap);
  const heapResults = createHeapResults();
  const heapQueries = createHeapRunner({ files, heap, view, jobs, results: heapResults });
  let fetching = 0;

  const client: ReplayClient = createReplayClient(parts.makeReplayWorker, {
    ...replays.listener,
    crashed(sentence) {
      jobs.notify('error', `${sentence} The traces are read again.`);
      looking.forget();
      opener.rereadTraces();
    },
  });
  const heapClient: HeapClient = createHeapClient(parts.makeHeapWorker, {
    ...heapQueries.listener,
    crashed(sentence) {
      jobs.notify('error', `${sentence} The dumps are read again.`);
      symboliser.forget();
      opener.rereadProfiles();
    },
  });
  const renamed = (): void => heapResults.setState(({ names }) => ({ names: names + 1 }));
  const symboliser = createSymboliser(
    files,
    jobs,
    heapClient,
    createSymbolsClient(parts.makeSymbolsWorker),
    renamed,
  );
  const opener = createFileOpener(files, jobs, view, parts.readFile, {
    traces: client,
    streams: heapClient,
    profiles: {
      addProfile: (id, profile) => heapClient.addProfile(id, profile),
      removeProfile: (id) => heapClient.removeProfile(id),
      addSymbols: (id, symbols) => heapClient.addSymbols(id, symbols).then(renamed),
      removeSymbols: (id) => heapClient.removeSymbols(id).then(renamed),
    },
    binaries: symboliser,
    showSweep: (id) => sweeps.showFile(id),
  });
  const exports = createExports(files, inputs, jobs, client);
  const heapExports = createHeapExports(files, heap, heapResults, jobs, (request) =>
    heapClient.export(request),
  );
  const sampling = createSampling(
    {
      files,
      view,
      jobs,
      makeWorker: parts.makeSamplingWorker,
      afterFrame: parts.afterFrame,
      ask: { ofTrace: (id) => client.workload(id), ofProfile: (id) => heapClient.workload(id) },
      traceDumps: {
        trace: (request, onProgress) => client.sampleTrace(request, onProgress),
        cancelTrace: () => client.cancelSampling(),
      },
    },
    opened.sampling,
  );
  const sweeps = createSweeps(
    {
      files,
      bench: inputs,
      pins,
      view,
      jobs,
      traces: client,
      makeSweepWorker: parts.makeSweepWorker,
      makeTuningWorker: parts.makeTuningWorker,
      cores: parts.cores,
      now: parts.now,
    },
    opened.sweep,
    opened.pictures,
  );
  const unfollow = replays.follow(client);
  const pinned = createPinRunner(files, pins, jobs, client);
  const unfollowPins = pinned.follow();
  const unfollowHeap = heapQueries.follow(heapClient);
  const unfollowInside = looking.follow(client.inspect);
  // A zoom is a place in one trace; another trace starts whole, but a link's zoom waits for its sample.
  let onBench: string | null = null;
  const unzoom = files.subscribe(({ selected }) => {
    if (selected === onBench) return;
    if (onBench !== null) view.setState({ zoom: null, shard: null });
    onBench = selected;
  });

  /** @param link what a link says of the sample's files; null where the user pressed its button */
  const openSample = async (name: string, link: UrlState['dumps'] | null = null): Promise<void> => {
    const trace = SAMPLES.find((entry) => entry.name === name);
    const dumps = HEAP_SAMPLES.find((entry) => entry.name === name);
    const sampleFiles = dumps?.files ?? (trace === undefined ? [] : [trace.file]);
    if (sampleFiles.length === 0) {
      jobs.notify('error', `There is no sample "${name.slice(0, 40)}".`);
      return;
    }
    fetching += 1;
    try {
      const blobs = await Promise.all(sampleFiles.map((file) => parts.fetchSample(file)));
      const ids = opener.open(
        blobs.map((blob, index) => {
          const file = sampleFiles[index] ?? '';
          return { blob, name: file.slice(file.lastIndexOf('/') + 1), sample: name };
        }),
        // A link may show the Sampling bench, with a trace on the Replay bench.
        link !== null && view.getState().bench === 'sampling',
      );
      if (dumps?.group) groupFiles(heap, { kind: dumps.group, files: ids }, opener.batch);
      if (dumps?.group === 'series' && link === null) setHeap(heap, { tab: 'growth' });
      if (link !== null) {
        heap.setState({ base: ids[link.base ?? -1] ?? null });
        await opener.idle();
        const shown = ids[link.shown ?? -1];
        if (shown !== undefined) opener.select(shown);
      }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      jobs.notify('error', `The sample ${name} could not be loaded: ${reason}`);
    } finally {
      fetching -= 1;
    }
  };

  const address = createAddress({
    files,
    inputs,
    view,
    jobs,
    pins,
    results,
    replays,
    inside,
    looking,
    heap,
    sampling,
    sweeps,
    select: (id) => opener.select(id),
    openSample,
  });
  address.begin(opened);

  const sampleOf = (fileId: string): string | null => findFile(files.getState(), fileId)?.sample ?? null;

  const isBusy = (): boolean =>
    fetching > 0 ||
    opener.busy ||
    client.busy ||
    pinned.busy ||
    exports.busy ||
    looking.busy ||
    heapClient.busy ||
    heapExports.busy ||
    sampling.busy ||
    sweeps.busy ||
    symboliser.busy;

  return {
    files,
    inputs,
    view,
    jobs,
    results,
    opener,
    pins,
    replays,
    exports,
    heap,
    heapResults,
    heapQueries,
    heapExports,
    sampling,
    sweeps,
    inside,
    insideResults,
    looking,
    openSample: (name) => openSample(name),
    select(id) {
      const file = findFile(files.getState(), id);
      if (file === null) return;
      const { bench } = view.getState();
      if (file.content?.kind === 'workload' || (bench === 'sampling' && hasSizes(file)))
        void sampling.loader.use(id);
      else if (file.content?.kind === 'sweep') sweeps.showFile(id);
      else opener.select(id);
    },
    pin() {
      const { run } = results.getState();
      if (run?.complete === true) pins.pin(run, sampleOf(run.fileId));
    },
    pinMeasured(id) {
      const file = findFile(files.getState(), id);
      const run = file === null ? null : measuredRun(file);
      if (run === null) return;
      const pin = pins.pin(run, sampleOf(id));
      pins.choose('b', pin);
    },
    loadPin(id) {
      const wanted = findPin(pins.store.getState(), id)?.inputs ?? null;
      if (wanted === null || sameInputs(inputs.store.getState().history.present, wanted)) return;
      address.loads();
      loadInputs(inputs, wanted);
    },
    link: () => address.linkOf(address.capture()),
    linkLacks: () => linkLacks(address.capture(), files.getState()),
    applyLink: (hash) => address.applyLink(hash),
    visits: createSessionHistory(address, parts.page),
    async idle() {
      while (isBusy()) {
        // oxlint-disable-next-line no-await-in-loop -- one job may start another
        await Promise.all([
          opener.idle(),
          client.idle(),
          heapClient.idle(),
          symboliser.idle(),
          sampling.idle(),
          pause(),
        ]);
      }
    },
    dispose() {
      unfollow();
      unfollowPins();
      unfollowHeap();
      unfollowInside();
      unzoom();
      client.dispose();
      heapClient.dispose();
      symboliser.dispose();
      sampling.dispose();
      sweeps.dispose();
    },
  };
}

function pause(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 4);
  });
}
