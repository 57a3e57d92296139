/** Byte sources for tests of the readers: text or bytes, in chunks of any size. */
import type { ByteSource, OpenedTrace, OpenOutcome } from '../formats/format.js';
import { eventTime, type TraceTable } from '../engine/replay/trace-table.js';

export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

export function sourceOf(content: string | Uint8Array, chunkBytes = 65_536, name = 'test.csv'): ByteSource {
  const bytes = typeof content === 'string' ? bytesOf(content) : content;
  return {
    name,
    size: bytes.length,
    stream: () => {
      let at = 0;
      return new ReadableStream<Uint8Array>({
        pull: (controller) => {
          if (at >= bytes.length) controller.close();
          else controller.enqueue(bytes.slice(at, at + chunkBytes));
          at += chunkBytes;
        },
      });
    },
  };
}

export function joinBytes(chunks: Iterable<Uint8Array>): Uint8Array<ArrayBuffer> {
  const all = [...chunks];
  const joined = new Uint8Array(all.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of all) {
    joined.set(chunk, at);
    at += chunk.length;
  }
  return joined;
}

/** A trace's events one by one: `shard operation(+ or -) value ns[ frequent]`. */
export function eventLines(trace: TraceTable): string[] {
  return Array.from({ length: trace.length }, (_, i) => {
    const meta = trace.meta[i] ?? 0;
    const operation = (meta & 1) === 0 ? '+' : '-';
    return `${meta >>> 2} ${operation}${trace.value[i]} ${eventTime(trace, i)}${(meta & 2) === 0 ? '' : ' f'}`;
  });
}

/** The columns without spare room, to compare tables. */
export function exactTable(trace: TraceTable): TraceTable {
  return {
    ...trace,
    meta: trace.meta.slice(0, trace.length),
    value: trace.value.slice(0, trace.length),
    time: trace.time.slice(0, 2 * trace.length),
  };
}

/** Whether two tables hold the same, spare room aside. Much faster than `toEqual` on large ones. */
export function sameTable(a: TraceTable, b: TraceTable): boolean {
  const same = (x: Uint32Array, y: Uint32Array, length: number) => {
    for (let i = 0; i < length; i++) if (x[i] !== y[i]) return false;
    return true;
  };
  return (
    a.length === b.length &&
    a.allocations === b.allocations &&
    a.shards === b.shards &&
    same(a.meta, b.meta, a.length) &&
    same(a.value, b.value, a.length) &&
    same(a.time, b.time, 2 * a.length)
  );
}

export function asTrace(outcome: OpenOutcome): OpenedTrace {
  if (outcome.kind !== 'trace') throw new Error(`not a trace: ${JSON.stringify(outcome)}`);
  return outcome;
}

/** Counts by kind, to compare with what a test expects. */
export function problemCounts(outcome: {
  readonly problems: OpenOutcome['problems'];
}): Record<string, number> {
  return Object.fromEntries(outcome.problems.map(({ kind, count }) => [kind, count]));
}
