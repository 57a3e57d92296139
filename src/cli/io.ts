/** What the command line is given from outside: arguments come separately. Tests inject their own. */
import { Readable } from 'node:stream';
import { Worker as Thread } from 'node:worker_threads';
import { reason } from './failure.js';
import type { FromSweepThread, SweepThread } from './sweep-thread.js';

export interface CliOutput {
  readonly isTerminal: boolean;
  /** Resolves when the text or bytes are handed on. Throws {@link BrokenPipe} when nobody reads any more. */
  write(chunk: Uint8Array | string): Promise<void>;
}

export interface CliIo {
  readonly stdin: () => ReadableStream<Uint8Array>;
  readonly stdout: CliOutput;
  readonly stderr: CliOutput;
  /** A thread that makes runs of a sweep. */
  readonly startThread: () => SweepThread;
  /** Calls `act` when the user or the system asks the command to stop; the answer takes that back. */
  readonly onInterrupt: (act: () => void) => () => void;
}

/** The reader of our output went away, as `head` does: no error, just the end. */
export class BrokenPipe extends Error {}

function output(stream: NodeJS.WriteStream): CliOutput {
  let broken = false;
  // Without a listener Node would throw the error at nobody.
  stream.on('error', () => {
    broken = true;
  });
  return {
    // Undefined when it is none, whatever the types say.
    isTerminal: stream.isTTY ?? false,
    write: (chunk) =>
      new Promise((resolve, reject) => {
        if (broken) {
          reject(new BrokenPipe());
          return;
        }
        stream.write(chunk, (error) => {
          if (error === null || error === undefined) resolve();
          else reject('code' in error && error.code === 'EPIPE' ? new BrokenPipe() : error);
        });
      }),
  };
}

/** A Node stream as the web stream the readers of src/formats take. */
export function webStream(stream: Readable): ReadableStream<Uint8Array> {
  return Readable.toWeb(stream) as unknown as ReadableStream<Uint8Array>;
}

/** The command line is one file; as a thread it serves runs (see entry.ts). */
function startThread(): SweepThread {
  // A name of its own: import rules take `new Worker(new URL(…))` for a module of the page.
  const self = new URL(import.meta.url);
  const worker = new Thread(self);
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of Node, no window
    post: (message) => worker.postMessage(message),
    onMessage: (act) => worker.on('message', (message: FromSweepThread) => act(message)),
    onDeath: (act) => {
      worker.on('error', (error) => act(reason(error)));
      worker.on('exit', () => act('it ended'));
    },
    end: async () => {
      await worker.terminate();
    },
  };
}

function onInterrupt(act: () => void): () => void {
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.on(signal, act);
  return () => {
    for (const signal of signals) process.off(signal, act);
  };
}

export function nodeIo(): CliIo {
  return {
    stdin: () => webStream(process.stdin),
    stdout: output(process.stdout),
    stderr: output(process.stderr),
    startThread,
    onInterrupt,
  };
}
