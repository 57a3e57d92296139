/**
 * The file that a sweep's results go to. Each finished run is one whole line written at once, so that a sweep that is
 * killed loses none; the next start takes away a line that was cut, and goes on behind the rest.
 */
import { closeSync, fdatasyncSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { SWEEP_HEADER, SweepResultsReader, type SweepRow } from '../formats/sweep-results.js';
import { CliFailure, plainText, reason } from './failure.js';

const CHUNK = 1 << 20;
const LINE_FEED = 10;
/** Between two calls that make the disk keep what was written, should the machine itself go down. */
const SYNC_EVERY_MS = 1000;

export interface Earlier {
  readonly rows: number;
  /** A line that was cut has been taken away. */
  readonly torn: boolean;
  readonly problems: readonly { readonly line: number; readonly sentence: string }[];
}

export class SweepFile {
  readonly #path: string;
  readonly #fd: number;
  #lastSync = Number.NEGATIVE_INFINITY;

  private constructor(path: string, fd: number) {
    this.#path = path;
    this.#fd = fd;
  }

  /** Opens or begins a file. `onRow` gets what it holds already, and may throw; nothing is changed then. */
  static open(
    path: string,
    startNew: boolean,
    onRow: (row: SweepRow) => void,
  ): { readonly file: SweepFile; readonly earlier: Earlier } {
    const fd = attempt(path, () => openSync(path, 'a+'));
    try {
      if (startNew) ftruncateSync(fd, 0);
      const earlier = readEarlier(path, fd, onRow);
      const file = new SweepFile(path, fd);
      if (earlier.empty) file.write(`${SWEEP_HEADER}\n`);
      return { file, earlier };
    } catch (error) {
      closeSync(fd);
      throw error;
    }
  }

  /** Appends whole lines. */
  write(text: string): void {
    attempt(this.#path, () => {
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; ) at += writeSync(this.#fd, bytes, at);
      const now = performance.now();
      if (now - this.#lastSync < SYNC_EVERY_MS) return;
      this.#lastSync = now;
      sync(this.#fd);
    });
  }

  close(): void {
    attempt(this.#path, () => {
      sync(this.#fd);
      closeSync(this.#fd);
    });
  }
}

/** Pipes and some network disks know no such call, and lose nothing by it. */
function sync(fd: number): void {
  try {
    fdatasyncSync(fd);
  } catch (error) {
    if (
      !(error instanceof Error && 'code' in error && (error.code === 'EINVAL' || error.code === 'ENOTSUP'))
    ) {
      throw error;
    }
  }
}

function attempt<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw new CliFailure(1, `${plainText(path)} cannot be written: ${reason(error)}.`);
  }
}

function readEarlier(path: string, fd: number, onRow: (row: SweepRow) => void): Earlier & { empty: boolean } {
  let rows = 0;
  const reader = new SweepResultsReader((row) => {
    rows += 1;
    onRow(row);
  });
  const decoder = new TextDecoder();
  const chunk = Buffer.alloc(CHUNK);
  let size = 0;
  let wholeLines = 0;
  for (;;) {
    const length = attempt(path, () => readSync(fd, chunk, 0, CHUNK, size));
    if (length === 0) break;
    const last = chunk.subarray(0, length).lastIndexOf(LINE_FEED);
    if (last >= 0) wholeLines = size + last + 1;
    size += length;
    reader.add(decoder.decode(chunk.subarray(0, length), { stream: true }));
    refuseForeign(path, reader);
  }
  const torn = wholeLines < size;
  // A first line that was cut must be the beginning of ours, or the file is somebody else's.
  if (torn && wholeLines === 0) refuseOtherStart(path, fd, size);
  if (torn) attempt(path, () => ftruncateSync(fd, wholeLines));
  return { rows, torn, problems: reader.problems, empty: wholeLines === 0 };
}

/** A file that does not begin with our header is not touched. */
function refuseForeign(path: string, reader: SweepResultsReader): void {
  const [first] = reader.problems;
  if (first !== undefined && first.line === 1) throw foreign(path, first.sentence);
}

function refuseOtherStart(path: string, fd: number, size: number): void {
  const length = Math.min(size, SWEEP_HEADER.length);
  const start = Buffer.alloc(length);
  readSync(fd, start, 0, length, 0);
  if (size > SWEEP_HEADER.length || !SWEEP_HEADER.startsWith(start.toString('latin1'))) {
    throw foreign(path, 'It has no whole line.');
  }
}

function foreign(path: string, why: string): CliFailure {
  return new CliFailure(
    2,
    `${plainText(path)} is there and holds no results of a sweep, so nothing was written. ${why} Give another name, or --force-new to write over it.`,
  );
}
