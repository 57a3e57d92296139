/** Pulls chunks from a byte stream: counts them, lets one be put back, keeps the last bytes, stops when told. */

export class ChunkReader {
  bytesRead = 0;
  /** The last four bytes seen: in gzip, the expanded size modulo 2^32. */
  readonly tail = new Uint8Array(4);
  private readonly reader: ReadableStreamDefaultReader<Uint8Array>;
  private readonly returned: Uint8Array[] = [];
  private readonly signal: AbortSignal | undefined;

  constructor(stream: ReadableStream<Uint8Array>, signal?: AbortSignal) {
    this.reader = stream.getReader();
    this.signal = signal;
  }

  /** The next chunk, never empty; null at the end. Rejects with the signal's reason once that is aborted. */
  async read(): Promise<Uint8Array | null> {
    this.signal?.throwIfAborted();
    const returned = this.returned.pop();
    if (returned !== undefined) return returned;
    for (;;) {
      const { done, value } = await this.reader.read();
      this.signal?.throwIfAborted();
      if (done) return null;
      if (value.length === 0) continue;
      this.bytesRead += value.length;
      this.keepTail(value);
      return value;
    }
  }

  /** The chunk that `read` gives next. */
  unread(chunk: Uint8Array): void {
    this.returned.push(chunk);
  }

  async cancel(): Promise<void> {
    // A stream that already failed refuses to be cancelled; nobody is left to care.
    await this.reader.cancel().catch(() => undefined);
  }

  /** The rest as a stream, for the platform's own decompressor. */
  toStream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        pull: async (controller) => {
          const chunk = await this.read();
          if (chunk === null) controller.close();
          else controller.enqueue(chunk as Uint8Array<ArrayBuffer>);
        },
        cancel: () => this.cancel(),
      },
      { highWaterMark: 0 },
    );
  }

  private keepTail(chunk: Uint8Array): void {
    const last = chunk.subarray(Math.max(0, chunk.length - 4));
    this.tail.copyWithin(0, last.length);
    this.tail.set(last, 4 - last.length);
  }
}

/** Joins two byte arrays. */
export function concatBytes(a: Uint8Array, b: Uint8Array): Uint8Array {
  const joined = new Uint8Array(a.length + b.length);
  joined.set(a);
  joined.set(b, a.length);
  return joined;
}
