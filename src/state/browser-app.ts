/** The app as the page runs it: real workers, the page's clock, samples from beside the page. */
import { createHeapWorker } from '../workers/heap.client.js';
import { createParseClient, createParseWorker } from '../workers/parse.client.js';
import { createReplayWorker } from '../workers/replay.client.js';
import { createSamplingWorker } from '../workers/sampling.client.js';
import { createSweepWorker } from '../workers/sweep.client.js';
import { createSymbolsWorker } from '../workers/symbols.client.js';
import { createTuningWorker } from '../workers/tuning.client.js';
import { type App, createApp } from './app.js';

export function createBrowserApp(): App {
  const parser = createParseClient(createParseWorker);
  parser.prepare();
  return createApp({
    readFile: (...read) => parser.readFile(...read),
    makeReplayWorker: createReplayWorker,
    makeHeapWorker: createHeapWorker,
    makeSymbolsWorker: createSymbolsWorker,
    makeSamplingWorker: createSamplingWorker,
    makeSweepWorker: createSweepWorker,
    makeTuningWorker: createTuningWorker,
    cores: navigator.hardwareConcurrency,
    now: () => performance.now(),
    afterFrame,
    fetchSample,
    hash: window.location.hash,
    page: String(performance.timeOrigin),
  });
}

/** A hidden page makes no frames. Milliseconds. */
const NO_FRAME = 100;

function afterFrame(call: () => void): void {
  let called = false;
  const once = (): void => {
    if (called) return;
    called = true;
    clearTimeout(timer);
    call();
  };
  const timer = setTimeout(once, NO_FRAME);
  // What is put off within a frame runs after it has been handed over.
  requestAnimationFrame(() => setTimeout(once));
}

/** Samples lie beside the page; a server may or may not undo their compression on the way, the reader sniffs. */
async function fetchSample(file: string): Promise<Blob> {
  const response = await fetch(new URL(`samples/${file}`, document.baseURI));
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return response.blob();
}
