/** A command line in memory, for tests: runs `main` with injected streams. */
import { main } from './main.js';
import { BrokenPipe, type CliOutput } from './io.js';
import { createSweepThread, type FromSweepThread, type SweepThread } from './sweep-thread.js';

export interface Finished {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly bytes: Uint8Array;
}

interface Capture extends CliOutput {
  readonly bytes: () => Uint8Array;
}

function capture(isTerminal: boolean, breakAfter: number): Capture {
  const chunks: Uint8Array[] = [];
  let written = 0;
  return {
    isTerminal,
    write: (chunk) => {
      if (written >= breakAfter) return Promise.reject(new BrokenPipe());
      const bytes = typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk.slice();
      chunks.push(bytes);
      written += bytes.length;
      return Promise.resolve();
    },
    bytes: () => Buffer.concat(chunks),
  };
}

/** A thread that is none: messages wait their turn and are answered here. */
export function sameThread(): SweepThread {
  const answer = createSweepThread();
  let ended = false;
  let listener: (message: FromSweepThread) => void = () => undefined;
  return {
    post: (message) => {
      setImmediate(() => {
        const reply = ended ? null : answer(structuredClone(message));
        if (reply !== null) listener(structuredClone(reply));
      });
    },
    onMessage: (act) => {
      listener = act;
    },
    onDeath: () => undefined,
    end: () => {
      ended = true;
      return Promise.resolve();
    },
  };
}

export async function runCli(
  args: readonly string[],
  given: {
    stdin?: Uint8Array | string;
    terminal?: boolean;
    breakAfter?: number;
    startThread?: () => SweepThread;
    onInterrupt?: (act: () => void) => () => void;
  } = {},
): Promise<Finished> {
  const stdout = capture(false, given.breakAfter ?? Number.POSITIVE_INFINITY);
  const stderr = capture(given.terminal ?? false, Number.POSITIVE_INFINITY);
  const input = given.stdin ?? '';
  const stdin = () =>
    new Blob([
      typeof input === 'string' ? input : new Uint8Array(input),
    ]).stream() as ReadableStream<Uint8Array>;
  const status = await main(args, {
    stdin,
    stdout,
    stderr,
    startThread: given.startThread ?? sameThread,
    onInterrupt: given.onInterrupt ?? (() => () => undefined),
  });
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { status, stdout: text(stdout.bytes()), stderr: text(stderr.bytes()), bytes: stdout.bytes() };
}
