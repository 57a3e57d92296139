/** Paired events as the preprocessor's text, byte for byte: sizes of any kind are kept, as the tool keeps them. */
import type { ByteWriter } from '../byte-writer.js';
import type { Row } from '../csv/row.js';
import type { PairedOutput } from '../preprocess.js';
import { NSECS, SIZE } from './raw-columns.js';
import { REPLAY_HEADER } from './replay-columns.js';

/** Room for the longest row: two 64-bit numbers, a shard and three digits. */
const ROW_BYTES = 64;

export class TextOutput implements PairedOutput {
  private allocations = 0;

  constructor(private readonly writer: ByteWriter) {
    writer.text(`${REPLAY_HEADER}\n`);
  }

  alloc(row: Row, shard: number, frequent: boolean): number {
    const { writer } = this;
    this.begin(shard, 0);
    writer.words(row.words[2 * SIZE] as number, row.words[2 * SIZE + 1] as number);
    this.end(row, frequent);
    return this.allocations++;
  }

  dalloc(row: Row, shard: number, frequent: boolean, number: number): void {
    this.begin(shard, 1);
    this.writer.number(number);
    this.end(row, frequent);
  }

  private begin(shard: number, operation: number): void {
    const { writer } = this;
    writer.reserve(ROW_BYTES);
    writer.number(shard);
    writer.comma();
    writer.number(operation);
    writer.comma();
  }

  private end(row: Row, frequent: boolean): void {
    const { writer } = this;
    writer.comma();
    writer.words(row.words[2 * NSECS] as number, row.words[2 * NSECS + 1] as number);
    writer.comma();
    writer.number(frequent ? 1 : 0);
    writer.lineFeed();
  }
}
