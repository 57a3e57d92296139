/** What the command line is given from outside: arguments come separately. Tests inject their own. */
import { Readable } from 'node:stream';

export interface CliOutput {
  readonly isTerminal: boolean;
  /** Resolves when the text or bytes are handed on. Throws {@link BrokenPipe} when nobody reads any more. */
  write(chunk: Uint8Array | string): Promise<void>;
}

export interface CliIo {
  readonly stdin: () => ReadableStream<Uint8Array>;
  readonly stdout: CliOutput;
  readonly stderr: CliOutput;
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

export function nodeIo(): CliIo {
  return {
    stdin: () => webStream(process.stdin),
    stdout: output(process.stdout),
    stderr: output(process.stderr),
  };
}
