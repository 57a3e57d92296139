import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_ALLOCATION, OPERATION_ALLOC, OPERATION_DALLOC } from '../engine/replay/trace-table.js';
import { asTrace, joinBytes, sameTable, sourceOf } from '../testing/byte-sources.js';
import { buildTrace, type TestEvent } from '../testing/trace-builder.js';
import { openFile } from './open.js';
import { writeReplayTrace } from './replay-trace.js';

const event: fc.Arbitrary<TestEvent> = fc.record({
  shard: fc.oneof(fc.nat(4), fc.nat(0x3fff_ffff)),
  operation: fc.constantFrom(OPERATION_ALLOC, OPERATION_DALLOC),
  value: fc.nat(),
  ns: fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }),
  frequent: fc.boolean(),
});

/** Allocations of any size; frees of numbers seen so far, or of none. */
const traces = fc.array(event, { minLength: 1, maxLength: 100 }).map((events) => {
  let allocations = 0;
  return buildTrace(
    events.map((e) => {
      if (e.operation === OPERATION_DALLOC) {
        const value = allocations === 0 || e.value % 7 === 0 ? NO_ALLOCATION : e.value % allocations;
        return { ...e, value };
      }
      allocations++;
      return { ...e, value: e.value % 5 === 0 ? 0xffff_fffe - (e.value % 100) : 1 + (e.value % 2000) };
    }),
  );
});

describe('replay traces', () => {
  it('come back as written', async () => {
    await fc.assert(
      fc.asyncProperty(traces, async (trace) => {
        const opened = asTrace(await openFile(sourceOf(joinBytes(writeReplayTrace(trace)))));
        expect(sameTable(opened.trace, trace)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('are written in chunks of about 1 MiB', () => {
    const many = buildTrace(
      Array.from({ length: 100_000 }, (_, i) => ({
        shard: i % 3,
        operation: OPERATION_ALLOC,
        value: 1 + (i % 40),
        ns: BigInt(i) * 1_000_003n,
        frequent: true,
      })),
    );
    const chunks = [...writeReplayTrace(many)];
    expect(chunks.length).toBeGreaterThan(2);
    for (const chunk of chunks) expect(chunk.length).toBeLessThanOrEqual(1 << 20);
    expect(joinBytes(chunks).filter((byte) => byte === 10)).toHaveLength(100_001);
  });

  it('take at most 20 bytes an event', async () => {
    const line = (i: number) => `${i % 8},0,${4096 * (1 + (i % 100))},${1_000_000_000_000 + i * 77},1\n`;
    const text = `shard_ind,operation,size_or_alloc_index,nsecs,is_frequent\n${Array.from({ length: 100_000 }, (_, i) => line(i)).join('')}`;
    for (const size of [text.length, null]) {
      const opened = asTrace(await openFile({ ...sourceOf(text), size }));
      const { meta, value, time } = opened.trace;
      const bytes = meta.buffer.byteLength + value.buffer.byteLength + time.buffer.byteLength;
      expect(bytes / opened.trace.length).toBeLessThanOrEqual(17.6);
    }
  });
});
