/** Workers of a test: a service that answers over a message channel, on the test's own thread. */
import { expose } from 'comlink';
import type { WorkerLike } from './connection.client.js';

export interface ChannelWorker extends WorkerLike {
  /** It was terminated. */
  readonly ended: boolean;
  /** What an uncaught error in the worker does. Nothing that the service says afterwards is heard. */
  fail(): void;
}

const open = new Set<ChannelWorker>();

/** @param service null for a worker that never answers */
export function channelWorker(service: object | null): ChannelWorker {
  const { port1, port2 } = new MessageChannel();
  if (service !== null) expose(service, port1);
  const worker = Object.assign(port2, {
    ended: false,
    terminate() {
      worker.ended = true;
      port1.close();
      port2.close();
      open.delete(worker);
    },
    fail() {
      port2.dispatchEvent(new Event('error'));
    },
  });
  port2.start();
  open.add(worker);
  return worker;
}

/** Ends the workers that are still there. */
export function endChannelWorkers(): void {
  for (const worker of open) worker.terminate();
}
