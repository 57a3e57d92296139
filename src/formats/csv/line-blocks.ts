/** Cuts a byte stream into blocks of whole lines. Lines end with LF, CR LF or a lone CR. */
import { concatBytes } from '../input/chunk-reader.js';

/** A line longer than this is dropped: no table has such rows, and keeping it would hold a file in memory. */
export const MAX_LINE_BYTES = 1 << 20;

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

export interface BlockConsumer {
  /** `bytes[from, to)` holds whole lines and ends with a line end. */
  block(bytes: Uint8Array, from: number, to: number): void;
  /** The last line of the file, which has no line end of its own (one has been added). */
  lastLine(bytes: Uint8Array): void;
  /** A line over {@link MAX_LINE_BYTES} was dropped; it began after the lines given so far. */
  longLine(): void;
}

export class LineBlocks {
  private carry: Uint8Array = new Uint8Array(0);
  private dropping = false;

  constructor(private readonly consumer: BlockConsumer) {}

  push(chunk: Uint8Array): void {
    let from = 0;
    if (this.dropping) {
      from = endOfLine(chunk);
      if (from === 0) return;
      this.dropping = false;
    }
    const last = chunk.lastIndexOf(LINE_FEED);
    if (last < from) {
      this.withoutLineFeed(from === 0 ? chunk : chunk.subarray(from));
      return;
    }
    if (this.carry.length > 0) {
      const first = chunk.indexOf(LINE_FEED, from) + 1;
      const joined = concatBytes(this.carry, chunk.subarray(from, first));
      this.carry = new Uint8Array(0);
      this.consumer.block(joined, 0, joined.length);
      from = first;
    }
    if (from <= last) this.consumer.block(chunk, from, last + 1);
    this.keep(chunk.slice(last + 1));
  }

  end(): void {
    // What is left may hold lines that end with a lone CR.
    const { carry } = this;
    this.carry = new Uint8Array(0);
    const whole = carry.lastIndexOf(CARRIAGE_RETURN) + 1;
    if (whole > 0) this.consumer.block(carry, 0, whole);
    if (whole < carry.length)
      this.consumer.lastLine(concatBytes(carry.subarray(whole), Uint8Array.of(LINE_FEED)));
  }

  private withoutLineFeed(chunk: Uint8Array): void {
    const joined = this.carry.length === 0 ? chunk.slice() : concatBytes(this.carry, chunk);
    // A CR at the very end may be half of a CR LF.
    const end = joined.subarray(0, -1).lastIndexOf(CARRIAGE_RETURN) + 1;
    if (end > 0) this.consumer.block(joined, 0, end);
    this.keep(end > 0 ? joined.slice(end) : joined);
  }

  private keep(rest: Uint8Array): void {
    this.carry = rest;
    if (rest.length <= MAX_LINE_BYTES) return;
    this.carry = new Uint8Array(0);
    this.dropping = true;
    this.consumer.longLine();
  }
}

/** Index after the first line end, 0 when there is none. */
function endOfLine(chunk: Uint8Array): number {
  for (let i = 0; i < chunk.length; i++) {
    const c = chunk[i];
    if (c === LINE_FEED) return i + 1;
    if (c === CARRIAGE_RETURN) return chunk[i + 1] === LINE_FEED ? i + 2 : i + 1;
  }
  return 0;
}
