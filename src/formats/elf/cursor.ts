/** Reads numbers one after the other from bytes. Every read is checked. */
import { BadBinary } from './random-access.js';

const TWO_32 = 4_294_967_296;

export class Cursor {
  private readonly view: DataView<ArrayBuffer>;

  /** `what` names the bytes in sentences for the user. */
  constructor(
    readonly bytes: Uint8Array<ArrayBuffer>,
    readonly littleEndian: boolean,
    private readonly what: string,
    public at = 0,
  ) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  get left(): number {
    return this.bytes.length - this.at;
  }

  private take(length: number): number {
    const at = this.at;
    // The negated form also refuses NaN.
    if (!(length >= 0 && length <= this.bytes.length - at)) {
      throw new BadBinary(`${this.what} ends in the middle of an entry`);
    }
    this.at = at + length;
    return at;
  }

  seek(at: number): void {
    if (!(at >= 0 && at <= this.bytes.length)) throw new BadBinary(`${this.what} points outside of itself`);
    this.at = at;
  }

  skip(length: number): void {
    this.take(length);
  }

  u8(): number {
    return this.view.getUint8(this.take(1));
  }

  s8(): number {
    return this.view.getInt8(this.take(1));
  }

  u16(): number {
    return this.view.getUint16(this.take(2), this.littleEndian);
  }

  u24(): number {
    const at = this.take(3);
    const [a, b, c] = [this.view.getUint8(at), this.view.getUint8(at + 1), this.view.getUint8(at + 2)];
    return this.littleEndian ? a + (b << 8) + (c << 16) : c + (b << 8) + (a << 16);
  }

  u32(): number {
    return this.view.getUint32(this.take(4), this.littleEndian);
  }

  /** Rounded to a double above 2^53: no file is that large, so range checks refuse such values. */
  u64(): number {
    const at = this.take(8);
    const [first, second] = [
      this.view.getUint32(at, this.littleEndian),
      this.view.getUint32(at + 4, this.littleEndian),
    ];
    return this.littleEndian ? second * TWO_32 + first : first * TWO_32 + second;
  }

  /** An unsigned number of 1, 2, 4 or 8 bytes. */
  unsigned(width: number): number {
    switch (width) {
      case 1:
        return this.u8();
      case 2:
        return this.u16();
      case 4:
        return this.u32();
      case 8:
        return this.u64();
      default:
        throw new BadBinary(`${this.what} has numbers of ${width} bytes, which jelab does not know`);
    }
  }

  /** LEB128 without sign, rounded to a double above 2^53. */
  uleb(): number {
    const { bytes } = this;
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = bytes[this.take(1)] as number;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
      scale *= 128;
    }
  }

  /** LEB128 with sign. */
  sleb(): number {
    const { bytes } = this;
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = bytes[this.take(1)] as number;
      value += (byte & 127) * scale;
      scale *= 128;
      if (byte < 128) return (byte & 64) === 0 ? value : value - scale;
    }
  }

  /** Passes over a text that ends with NUL; returns where it began. */
  skipText(): number {
    const start = this.at;
    const end = this.bytes.indexOf(0, start);
    if (end < 0) throw new BadBinary(`${this.what} ends in the middle of a text`);
    this.at = end + 1;
    return start;
  }
}

const decoder = new TextDecoder();

/** Names longer than this are cut: nobody can read them, and they would fill the memory. */
const MAX_NAME_BYTES = 1 << 17;

/** The text at `start` up to NUL or the end; '' outside of the bytes. */
export function textAt(bytes: Uint8Array, start: number): string {
  if (!(start >= 0 && start < bytes.length)) return '';
  const end = bytes.indexOf(0, start);
  const limit = Math.min(end < 0 ? bytes.length : end, start + MAX_NAME_BYTES);
  return decoder.decode(bytes.subarray(start, limit));
}
