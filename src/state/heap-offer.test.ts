import { describe, expect, it } from 'vitest';
import { dumpFile } from './dump-file.fixture.js';
import type { FileEntry } from './files.js';
import { dumpName, offerFor, seriesOrder } from './heap-offer.js';

function dump(id: string, name: string, batch = 1, status: FileEntry['status'] = 'ready'): FileEntry {
  return dumpFile(id, { name, batch, status });
}

describe('names of dumps', () => {
  it('tell process and place in the series', () => {
    expect(dumpName('jeprof.123.7.i7.heap')).toEqual({ process: 'jeprof.123', sequence: 7 });
    expect(dumpName('out/jeprof.4026.123.10.f.heap.gz')).toEqual({
      process: 'jeprof.4026.123',
      sequence: 10,
    });
    expect(dumpName('redis-seq-lg16.i10.heap')).toEqual({ process: 'redis-seq-lg16', sequence: 10 });
    expect(dumpName('redis-seq-lg16.f.heap.gz')?.sequence).toBe(Number.MAX_SAFE_INTEGER);
    expect(dumpName('notes.txt')).toBeNull();
    expect(dumpName('dump.heap')).toBeNull();
  });
});

describe('the offer', () => {
  it('waits until the batch is read, and comes once', () => {
    const reading = [dump('a', 'p.1.0.i0.heap'), dump('b', 'p.1.1.i1.heap', 1, 'reading')];
    expect(offerFor(reading, 0)).toBeNull();
    const files = [dump('a', 'p.1.0.i0.heap'), dump('b', 'p.1.1.i1.heap')];
    expect(offerFor(files, 0)).toEqual({ batch: 1, ids: ['a', 'b'], oneProcess: true });
    expect(offerFor(files, 1)).toBeNull();
  });

  it('tells many processes from one', () => {
    expect(offerFor([dump('a', 'p.1.0.f.heap'), dump('b', 'p.2.0.f.heap')], 0)?.oneProcess).toBe(false);
  });

  it('is none for dumps that came one by one', () => {
    expect(offerFor([dump('a', 'p.1.0.f.heap', 1), dump('b', 'p.1.1.f.heap', 2)], 0)).toBeNull();
  });

  it('puts a series in order, and leaves names without numbers as they came', () => {
    const files = [dump('f', 'p.1.10.f.heap'), dump('b', 'p.1.9.i9.heap'), dump('a', 'p.1.2.i2.heap')];
    expect(seriesOrder(files, ['f', 'b', 'a'])).toEqual(['a', 'b', 'f']);
    const odd = [dump('x', 'new.heap'), dump('y', 'old.heap')];
    expect(seriesOrder(odd, ['x', 'y'])).toEqual(['x', 'y']);
  });
});
