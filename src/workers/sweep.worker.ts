/** Thin entry: the work is in sweep.service.ts. */
import { expose } from 'comlink';
import { ReplayScratch } from '../engine/replay/scratch.js';
import { runPoint } from '../engine/tuning/run-point.js';
import { createSweepService } from './sweep.service.js';

/** A message to ourselves queues behind those that came before it, without the delay of a timer. */
const { port1, port2 } = new MessageChannel();
const paused: (() => void)[] = [];
port1.addEventListener('message', () => paused.shift()?.());
port1.start();

const scratch = new ReplayScratch();

expose(
  createSweepService({
    run: (trace, request) => runPoint(trace, request, () => performance.now(), scratch),
    pause: () =>
      new Promise((resolve) => {
        paused.push(resolve);
        port2.postMessage(null);
      }),
  }),
);
