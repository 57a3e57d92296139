/** Thin entry: the work is in replay.service.ts. */
import { expose, transfer } from 'comlink';
import { Replay } from '../engine/replay/run.js';
import { writeReplayTrace } from '../formats/replay-trace.js';
import { writeStatistics } from '../formats/statistics.js';
import { createReplayService } from './replay.service.js';
import { traceSampling, writeSamples } from './sampling/dump.js';

const CSV = { type: 'text/csv' };

/** A message to ourselves queues behind those that came before it, without the delay of a timer. */
const { port1, port2 } = new MessageChannel();
const paused: (() => void)[] = [];
port1.addEventListener('message', () => paused.shift()?.());
port1.start();

expose(
  createReplayService({
    now: () => performance.now(),
    pause: () =>
      new Promise((resolve) => {
        paused.push(resolve);
        port2.postMessage(null);
      }),
    start: (trace, options, mode, plan, scratch) => new Replay(trace, options, mode, plan, scratch),
    transfer: (part, buffers) => transfer(part, buffers),
    writeStatistics: (table) => new Blob([...writeStatistics(table)], CSV),
    writeTrace: (trace) => new Blob([...writeReplayTrace(trace)], CSV),
    startSampling: traceSampling,
    writeSamples,
  }),
);
