import { describe, expect, it } from 'vitest';
import type { TraceTable } from '../replay/trace-table.js';
import { hashText, hashTrace } from './fingerprint.js';

const table = (room: number, change: Partial<Record<'meta' | 'value' | 'time', number>> = {}): TraceTable => {
  const column = (name: 'meta' | 'value' | 'time', length: number): Uint32Array<ArrayBuffer> => {
    const words = new Uint32Array(length + room).fill(7, length);
    for (let i = 0; i < length; i += 1) words[i] = i + 1;
    const at = change[name];
    if (at !== undefined) words[at] = 99;
    return words;
  };
  return {
    length: 4,
    allocations: 2,
    shards: 1,
    meta: column('meta', 4),
    value: column('value', 4),
    time: column('time', 8),
  };
};

describe('the fingerprint of a trace', () => {
  it('is of its events alone, not of the room behind them', () => {
    expect(hashTrace(table(5))).toBe(hashTrace(table(0)));
    expect(hashTrace(table(0))).toMatch(/^[0-9a-f]{16}$/);
  });

  it.each([{ meta: 3 }, { value: 3 }, { time: 7 }])('differs where the last event does: %o', (change) => {
    expect(hashTrace(table(5, change))).not.toBe(hashTrace(table(5)));
  });
});

describe('fingerprints', () => {
  it('differ for texts and traces that differ in one place', () => {
    const texts = Array.from({ length: 20_000 }, (_, i) => `${'x'.repeat(i % 7)}${i}`);
    expect(new Set(texts.map(hashText)).size).toBe(texts.length);
    const columns = () => ({
      meta: new Uint32Array(8),
      value: new Uint32Array(8),
      time: new Uint32Array(16),
    });
    const hashes = new Set<string>();
    for (let i = 0; i < 8; i += 1) {
      for (const name of ['meta', 'value', 'time'] as const) {
        const one = columns();
        one[name][i] = 1;
        hashes.add(hashTrace({ length: 8, allocations: 8, shards: 1, ...one }));
      }
    }
    expect(hashes.size).toBe(24);
  });

  it('are the same forever: results of last year name their trace by them', () => {
    expect(hashText('jelab')).toBe('75c5a15b2d4d8df4');
  });
});
