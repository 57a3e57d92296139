import { describe, expect, it } from 'vitest';
import { groupDumps, parseDumpName } from './file-names.js';

describe('names of dumps', () => {
  it.each([
    ['jeprof.1234.0.f.heap', { prefix: 'jeprof', process: '1234', sequence: 0, kind: 'final', number: null }],
    [
      '/var/x.y/my.app.77.12.i11.heap',
      { prefix: '/var/x.y/my.app', process: '77', sequence: 12, kind: 'interval', number: 11 },
    ],
    ['p.1.3.m0.heap.gz', { prefix: 'p', process: '1', sequence: 3, kind: 'manual', number: 0 }],
    // A namespace before the pid.
    ['p.4026.1.3.u9.heap', { prefix: 'p', process: '4026.1', sequence: 3, kind: 'peak', number: 9 }],
  ])('%s', (name, parsed) => {
    expect(parseDumpName(name)).toEqual(parsed);
  });

  it.each(['a.heap', 'redis-seq-lg16.i1.heap', 'p.1.2.x3.heap', 'p.1.2.f7.heap', 'p.1.2.i.heap', ''])(
    '%j tells nothing',
    (name) => {
      expect(parseDumpName(name)).toBeNull();
    },
  );

  it('gather the dumps of a process in order, 10 after 9', () => {
    const names = [
      'a/jeprof.7.10.i9.heap',
      'other.heap',
      'a/jeprof.7.9.i8.heap',
      'b/jeprof.7.0.f.heap',
      'a/jeprof.8.0.f.heap',
      'a/jeprof.7.11.f.heap',
    ];
    expect(groupDumps(names)).toEqual([
      { process: '7', dumps: [2, 0, 5] },
      { process: null, dumps: [1] },
      { process: '7', dumps: [3] },
      { process: '8', dumps: [4] },
    ]);
  });

  it('are read in time that grows with their length', () => {
    const start = performance.now();
    expect(parseDumpName(`${'1.'.repeat(20_000)}x.heap`)).toBeNull();
    expect(performance.now() - start).toBeLessThan(2000);
  });
});
