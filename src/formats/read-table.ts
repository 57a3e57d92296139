/** Drives a reader of lines over an input: blocks of lines, progress, abort, and a stop where memory ends. */
import { type BlockConsumer, LineBlocks } from './csv/line-blocks.js';
import type { ReadOptions } from './format.js';
import { HEAD_BYTES, type Input } from './input/expand.js';
import { formatCount, type ProblemLog } from './problem-log.js';
import { MemoryLimitError } from './trace/memory.js';

/** Bytes parsed between two looks at the clock. */
const PIECE = 1 << 20;
const PROGRESS_MS = 50;
/** A guess for compressed traces while nothing is known; room that stays unused costs no memory. */
const USUAL_RATIO = 8;
const LINE_FEED = 10;
/** From this many rows on, the rows read tell more than the head. */
const ENOUGH_ROWS = 50_000;

/** What takes the lines: `stopped` ends the reading, `cut` is set before the last line when that cannot be whole. */
export interface LineReader extends BlockConsumer {
  readonly rows: number;
  readonly stopped: boolean;
  cut: boolean;
  readonly row: { readonly line: number };
}

/**
 * Reads all of `input`. Returns the limit that stopped it, or null.
 * @param drain called between pieces, to pass on what the sink has produced
 */
export async function readTable(
  input: Input,
  reader: LineReader,
  options: ReadOptions,
  problems: ProblemLog,
  drain?: () => Promise<void>,
): Promise<MemoryLimitError | null> {
  const blocks = new LineBlocks(reader);
  const report = () =>
    options.onProgress?.({
      bytesRead: input.state.compressedBytes,
      bytesTotal: input.bytesTotal,
      rows: reader.rows,
    });
  let next = performance.now() + PROGRESS_MS;
  let limit: MemoryLimitError | null = null;
  const chunks = input.chunks();
  try {
    reading: for await (const chunk of chunks) {
      for (let at = 0; at < chunk.length; at += PIECE) {
        blocks.push(chunk.subarray(at, at + PIECE));
        if (reader.stopped) break reading;
        if (drain !== undefined) await drain();
        if (performance.now() < next) continue;
        report();
        await letOthersRun();
        options.signal?.throwIfAborted();
        next = performance.now() + PROGRESS_MS;
      }
    }
    reader.cut = input.state.cut;
    if (!reader.stopped) blocks.end();
  } catch (error) {
    limit = asMemoryLimit(error, reader.rows);
    if (limit === null) throw error;
    problems.add('memory-limit', reader.row.line, `${formatCount(reader.rows)} rows`);
  } finally {
    await input.close();
  }
  if (drain !== undefined) await drain();
  report();
  return limit;
}

/** How many rows the whole input will have, from what has been read. */
export function expectedRows(input: Input, rows: number): number {
  const { state } = input;
  const head = input.head.subarray(0, HEAD_BYTES);
  let bytesPerRow = head.length / Math.max(1, countLines(head));
  if (rows > ENOUGH_ROWS) bytesPerRow = state.expandedBytes / rows;
  let bytes: number;
  if (input.bytesTotal === null) bytes = 2 * state.expandedBytes;
  else if (input.compression === 'none') bytes = Math.max(input.bytesTotal, state.expandedBytes);
  else {
    const ratio = Math.max(USUAL_RATIO, state.expandedBytes / Math.max(1, state.compressedBytes));
    bytes = Math.max(input.bytesTotal * ratio, state.expandedBytes);
  }
  return Math.ceil(bytes / bytesPerRow) + 1;
}

function countLines(bytes: Uint8Array): number {
  let lines = 0;
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) lines++;
  return lines;
}

/** Engines say RangeError when they cannot get the memory for an array. */
function asMemoryLimit(error: unknown, rows: number): MemoryLimitError | null {
  if (error instanceof MemoryLimitError) return error;
  return error instanceof RangeError ? new MemoryLimitError(rows, null) : null;
}

/** Lets timers, messages and aborts through. A message is faster than a timer, which browsers hold back. */
function letOthersRun(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const done = () => {
      port1.close();
      resolve();
    };
    port1.addEventListener('message', done, { once: true });
    port1.start();
    port2.postMessage(null);
  });
}
