/**
 * The preprocessed trace that the benchmark replays: `shard_ind,operation,size_or_alloc_index,nsecs[,is_frequent]`.
 * Layout: `parse_csv_line`, test/stress/pa/pa_microbench.c.
 */
import { OPERATION_DALLOC, type TraceTable } from '../engine/replay/trace-table.js';
import { ByteWriter } from './byte-writer.js';
import type { FileFormat } from './file-format.js';
import { firstRowOf } from './head.js';
import { otherTableThan } from './other-tables.js';
import { openTrace } from './trace/open-trace.js';
import { REPLAY_HEADER, REPLAY_SPEC } from './trace/replay-columns.js';
import { ReplayRows } from './trace/replay-rows.js';

export const REPLAY_TRACE: FileFormat = {
  id: 'replay',
  label: REPLAY_SPEC.label,
  detect: (head) => firstRowOf(REPLAY_SPEC, head),
  parse: (input, options, problems) =>
    openTrace(
      { format: 'replay', spec: REPLAY_SPEC, otherHeader: otherTableThan(REPLAY_SPEC) },
      input,
      options,
      problems,
      (events) => new ReplayRows(events),
    ),
};

/** Longest row: a 64-bit clock, two 32-bit words (one as bytes), two digits. */
const ROW_BYTES = 64;

/** The trace as the preprocessor writes it, in chunks of about 1 MiB. Reading it back gives the same table. */
export function* writeReplayTrace(trace: TraceTable): Iterable<Uint8Array<ArrayBuffer>> {
  const { meta, value, time } = trace;
  const writer = new ByteWriter();
  writer.text(`${REPLAY_HEADER}\n`);
  const batch = 8192;
  for (let from = 0; from < trace.length; from += batch) {
    const to = Math.min(trace.length, from + batch);
    for (let i = from; i < to; i++) {
      const word = meta[i] as number;
      const operation = word & 1;
      const content = value[i] as number;
      writer.reserve(ROW_BYTES);
      writer.number(word >>> 2);
      writer.comma();
      writer.number(operation);
      writer.comma();
      writer.number(operation === OPERATION_DALLOC ? content : content * 4096);
      writer.comma();
      writer.words(time[2 * i] as number, time[2 * i + 1] as number);
      writer.comma();
      writer.number((word >>> 1) & 1);
      writer.lineFeed();
    }
    yield* writer.take();
  }
  yield* writer.finish();
}
