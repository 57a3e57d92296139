/** Thin entry: the work is in sampling.service.ts. */
import { expose } from 'comlink';
import { createSamplingService } from './sampling.service.js';

/** A message to ourselves queues behind those that came before it, without the delay of a timer. */
const { port1, port2 } = new MessageChannel();
const paused: (() => void)[] = [];
port1.addEventListener('message', () => paused.shift()?.());
port1.start();

expose(
  createSamplingService({
    now: () => performance.now(),
    pause: () =>
      new Promise((resolve) => {
        paused.push(resolve);
        port2.postMessage(null);
      }),
  }),
);
