/** Writes protocol buffers: https://protobuf.dev/programming-guides/encoding. Fields that are zero are left out, as proto3 says. */

const TWO_32 = 4_294_967_296;
const LENGTH_DELIMITED = 2;

export class ProtobufWriter {
  length = 0;
  private bytes = new Uint8Array(1 << 16);
  private readonly encoder = new TextEncoder();

  /** The bytes written since the last call. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = this.bytes.slice(0, this.length);
    this.length = 0;
    return taken;
  }

  /** A whole number; negative ones as int64. Exact up to 2^53 (larger ones as their double). */
  integer(field: number, value: number): void {
    if (value === 0) return;
    this.varint(field << 3);
    this.varint64(value);
  }

  /** An unsigned 64-bit number given as words. */
  words(field: number, low: number, high: number): void {
    if (low === 0 && high === 0) return;
    this.varint(field << 3);
    this.varintWords(low, high);
  }

  text(field: number, text: string): void {
    this.varint((field << 3) | LENGTH_DELIMITED);
    // At most three bytes a unit.
    const at = this.reserve(3 * text.length + 5);
    const { written } = this.encoder.encodeInto(text, this.bytes.subarray(at));
    this.insertLength(at, written);
  }

  /** A message inside, or packed numbers: whatever `write` writes. */
  nested(field: number, write: () => void): void {
    this.varint((field << 3) | LENGTH_DELIMITED);
    const start = this.reserve(5);
    write();
    this.insertLength(start, this.length - start);
  }

  /** A number of packed ones, inside of `nested`. */
  packed(value: number): void {
    this.varint64(value);
  }

  /** Puts the length in front of `size` bytes that begin at `start`. */
  private insertLength(start: number, size: number): void {
    let width = 1;
    for (let rest = size >>> 7; rest > 0; rest >>>= 7) width++;
    this.length = start + size;
    this.reserve(5);
    this.bytes.copyWithin(start + width, start, start + size);
    this.length = start;
    this.varint(size);
    this.length = start + width + size;
  }

  private varint64(value: number): void {
    if (value >= 0 && value < TWO_32) {
      this.varint(value);
      return;
    }
    const bits = BigInt.asUintN(64, BigInt(value));
    this.varintWords(Number(bits & 0xffff_ffffn), Number(bits >> 32n));
  }

  private varint(value: number): void {
    let at = this.reserve(5);
    let rest = value >>> 0;
    while (rest > 0x7f) {
      this.bytes[at++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.bytes[at++] = rest;
    this.length = at;
  }

  private varintWords(low: number, high: number): void {
    let at = this.reserve(10);
    let lower = low >>> 0;
    let upper = high >>> 0;
    while (upper > 0 || lower > 0x7f) {
      this.bytes[at++] = (lower & 0x7f) | 0x80;
      lower = ((lower >>> 7) | (upper << 25)) >>> 0;
      upper >>>= 7;
    }
    this.bytes[at++] = lower;
    this.length = at;
  }

  private reserve(more: number): number {
    if (this.length + more > this.bytes.length) {
      const bytes = new Uint8Array(2 * Math.max(this.bytes.length, this.length + more));
      bytes.set(this.bytes.subarray(0, this.length));
      this.bytes = bytes;
    }
    return this.length;
  }
}
