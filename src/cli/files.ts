/** Opens what the command line names: a file, or - for a standard stream. */
import { constants, createReadStream, createWriteStream, realpathSync } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Transform } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { ByteSource } from '../formats/format.js';
import { CliFailure, plainText, reason, usageFailure } from './failure.js';
import { type CliIo, webStream } from './io.js';

const CHUNK = 1 << 20;

/** The bytes of a file or of the standard input. */
export async function openInput(path: string, io: CliIo): Promise<ByteSource> {
  if (path === '-') return { name: 'standard input', size: null, stream: once(io.stdin) };
  const name = plainText(path);
  const refuse = (why: string) => new CliFailure(1, `${name} cannot be read: ${why}.`);
  const info = await stat(path).catch((error: unknown) => {
    throw refuse(reason(error));
  });
  if (info.isDirectory()) throw refuse('it is a folder');
  await access(path, constants.R_OK).catch((error: unknown) => {
    throw refuse(reason(error));
  });
  return {
    name,
    size: info.isFile() ? info.size : null,
    stream: () => webStream(createReadStream(path, { highWaterMark: CHUNK })),
  };
}

/** Readers open a source again to tell what is wrong with its end; a stream that is gone must say so. */
function once(stream: CliIo['stdin']): CliIo['stdin'] {
  let used = false;
  return () => {
    if (used) throw new Error('the standard input can be read only once');
    used = true;
    return stream();
  };
}

export interface OutputFile {
  /** Creates the file with the first write. */
  write(chunk: Uint8Array | string): Promise<void>;
  close(): Promise<void>;
}

/** Checks early that the output can be written, so that a long run does not end in vain. */
export async function openOutput(path: string, inputPath: string, io: CliIo): Promise<OutputFile> {
  if (path === '-') return { write: (chunk) => io.stdout.write(chunk), close: () => Promise.resolve() };
  const refuse = (error: unknown) =>
    new CliFailure(1, `${plainText(path)} cannot be written: ${reason(error)}.`);
  if (inputPath !== '-' && samePath(path, inputPath)) {
    throw usageFailure(`${plainText(path)} is the input too; give the output another name.`);
  }
  const info = await stat(path).catch(() => null);
  if (info?.isDirectory() === true) throw refuse(Object.assign(new Error(), { code: 'EISDIR' }));
  await access(info === null ? dirname(path) : path, constants.W_OK).catch((error: unknown) => {
    throw refuse(error);
  });
  return fileOutput(path, refuse);
}

/** True when both name the same file, however they are spelled. */
export function samePath(a: string, b: string): boolean {
  try {
    return realpathSync(a) === realpathSync(b);
  } catch {
    return false;
  }
}

function fileOutput(path: string, refuse: (error: unknown) => CliFailure): OutputFile {
  let opened: { head: Transform | NodeJS.WritableStream; done: Promise<void> } | null = null;
  const open = () => {
    const file = createWriteStream(path, { highWaterMark: CHUNK });
    if (!path.endsWith('.gz')) return { head: file, done: finished(file) };
    const gzip = createGzip();
    file.on('error', (error) => gzip.destroy(error));
    gzip.pipe(file);
    return { head: gzip, done: finished(file) };
  };
  return {
    async write(chunk) {
      opened ??= open();
      const { head, done } = opened;
      const written = new Promise<void>((resolve, reject) => {
        head.write(chunk, (error) => (error ? reject(error) : resolve()));
      });
      await Promise.race([written, done]).catch((error: unknown) => {
        throw refuse(error);
      });
    },
    async close() {
      if (opened === null) return;
      opened.head.end();
      await opened.done.catch((error: unknown) => {
        throw refuse(error);
      });
    },
  };
}
