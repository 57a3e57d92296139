/** Writes ASCII text and whole numbers into chunks of about a megabyte, without a string per row. */

const CHUNK_BYTES = 1 << 20;
const POW32 = 4_294_967_296;
const BILLION = 1e9;
const COMMA = 44;
const LINE_FEED = 10;

export class ByteWriter {
  private chunk = new Uint8Array(CHUNK_BYTES);
  private at = 0;
  private readonly full: Uint8Array<ArrayBuffer>[] = [];

  /** Chunks that are full. They belong to the caller; asking again gives only newer ones. */
  take(): Uint8Array<ArrayBuffer>[] {
    return this.full.splice(0);
  }

  /** As {@link take}, with the unfinished chunk. */
  finish(): Uint8Array<ArrayBuffer>[] {
    if (this.at > 0) {
      this.full.push(this.chunk.slice(0, this.at));
      this.at = 0;
    }
    return this.take();
  }

  /** Makes room for one row of at most `bytes` bytes (far below a chunk). */
  reserve(bytes: number): void {
    if (this.at + bytes <= CHUNK_BYTES) return;
    this.full.push(this.chunk.subarray(0, this.at));
    this.chunk = new Uint8Array(CHUNK_BYTES);
    this.at = 0;
  }

  /** ASCII only. */
  text(text: string): void {
    this.reserve(text.length);
    for (let i = 0; i < text.length; i++) this.chunk[this.at++] = text.charCodeAt(i);
  }

  comma(): void {
    this.chunk[this.at++] = COMMA;
  }

  lineFeed(): void {
    this.chunk[this.at++] = LINE_FEED;
  }

  /** A whole number from 0 to 2^53 - 1. */
  number(value: number): void {
    if (value < BILLION) {
      this.digits(value | 0);
      return;
    }
    let high = Math.floor(value / BILLION);
    let low = value - high * BILLION;
    // The division may round up to the next whole number.
    if (low < 0) {
      high -= 1;
      low += BILLION;
    }
    this.number(high);
    this.nineDigits(low | 0);
  }

  /** An unsigned 64-bit number given as 32-bit words. */
  words(low: number, high: number): void {
    if (high < 2_097_152) {
      this.number(high * POW32 + low);
      return;
    }
    // Long division by 10^9 in 16-bit steps; every remainder * 65536 + step stays below 2^46.
    let rest = high >>> 16;
    const q3 = Math.floor(rest / BILLION);
    rest = (rest - q3 * BILLION) * 65_536 + (high & 0xffff);
    const q2 = Math.floor(rest / BILLION);
    rest = (rest - q2 * BILLION) * 65_536 + (low >>> 16);
    const q1 = Math.floor(rest / BILLION);
    rest = (rest - q1 * BILLION) * 65_536 + (low & 0xffff);
    const q0 = Math.floor(rest / BILLION);
    this.number(q2 * POW32 + q1 * 65_536 + q0);
    this.nineDigits(rest - q0 * BILLION);
  }

  private digits(value: number): void {
    let width = 1;
    for (let limit = 10; width < 9 && value >= limit; limit *= 10) width++;
    let end = this.at + width;
    this.at = end;
    let rest = value;
    do {
      const next = (rest / 10) | 0;
      this.chunk[--end] = 48 + rest - next * 10;
      rest = next;
    } while (rest > 0);
  }

  private nineDigits(value: number): void {
    let rest = value;
    for (let i = this.at + 8; i >= this.at; i--) {
      const next = (rest / 10) | 0;
      this.chunk[i] = 48 + rest - next * 10;
      rest = next;
    }
    this.at += 9;
  }
}
