/** Good files with damage: whatever comes, the reader ends, stays inside its tables, and tells in whole sentences. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { HeapProfile } from '../../engine/profile/profile.js';
import { openBytes, recordLines } from './profile-text.fixture.js';

const SEEDS = [
  '--- symbol\nbinary=/bin/a\n0x1000 f(int)--g\n0x2000 main\n---\n--- heap\nheap_v2/4096\n  t*: 2: 16 [4: 64]\n  t0: 2: 16 [4: 64] main\n' +
    '@ 0x1000 0x2001\n  t*: 2: 16 [4: 64]\n  t0: 2: 16 [4: 64]\n@ 0x3\n  t*: 9: 99 [0: 0]\n\nMAPPED_LIBRARIES:\n00400000-00500000 r-xp 0 fe:00 1 /bin/a\n',
  'heap profile: 10: 1000 [20: 2000] @ heap_v2/524288\n 4: 262144 [8: 524288] @ 0x1 0x2 0x3\n 6: 7 [8: 9] @ 0x4\nMAPPED_LIBRARIES:\n1-2: /lib/a.so\n',
  '{"info":{"lg_sample_rate":12},"threads":[{"thr_uid":0,"thr_name":"m"}],"stack_traces":[["0x1","0x2"]],"allocations":[{"alloc_thread":0,"alloc_trace":0,"usize":16}]}',
  '{"sample_interval":4096,"recent_alloc_max":9,"recent_alloc":[{"size":1,"usize":8,"released":false,"alloc_thread_uid":0,"alloc_trace":["0x1"]}]}',
].map((text) => new TextEncoder().encode(text));

const INSERTS = [
  '\n',
  '\r',
  '@',
  ' 0x',
  't*:',
  '[',
  '"',
  '\\',
  '\0',
  '%',
  '---',
  'heap_v2/',
  '99999999999999999999',
  'MAPPED_LIBRARIES:\n',
  '\u20ac',
  ' ',
];

const change = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  remove: fc.integer({ min: 0, max: 6 }),
  insert: fc.oneof(fc.constantFrom(...INSERTS), fc.string({ maxLength: 3 })),
});

const damaged = fc
  .tuple(fc.constantFrom(...SEEDS), fc.array(change, { minLength: 1, maxLength: 6 }))
  .map(([seed, changes]) =>
    changes.reduce((bytes, { at, remove, insert }) => {
      const from = Math.floor(at * bytes.length);
      return new Uint8Array([
        ...bytes.slice(0, from),
        ...new TextEncoder().encode(insert),
        ...bytes.slice(from + remove),
      ]);
    }, new Uint8Array(seed)),
  );

function expectWhole({ stacks, addresses, records, threads }: HeapProfile): void {
  expect(addresses.words).toHaveLength(2 * addresses.length);
  expect(records.counters).toHaveLength(4 * records.length);
  for (let node = 1; node < stacks.length; node++) {
    const [parent, address] = [stacks.parent[node] ?? -1, stacks.address[node] ?? -1];
    expect(parent >= 0 && parent < node && address >= 0 && address < addresses.length).toBe(true);
  }
  for (const stack of records.stack) expect(stack >= 0 && stack < stacks.length).toBe(true);
  for (const thread of records.thread) expect(thread >= -1 && thread < threads.length).toBe(true);
}

it('reads damaged files, the same whatever the chunks', async () => {
  await fc.assert(
    fc.asyncProperty(damaged, fc.integer({ min: 1, max: 50 }), async (bytes, chunk) => {
      const [whole, pieces] = await Promise.all([openBytes(bytes), openBytes(bytes, chunk)]);
      expect(pieces.kind).toBe(whole.kind);
      expect(pieces.problems).toEqual(whole.problems);
      for (const { sentence } of whole.problems) expect(sentence).toMatch(/^[A-Z0-9].*[.)]$/su);
      if (whole.kind !== 'profile' || pieces.kind !== 'profile') return;
      expectWhole(whole.profile);
      expect(recordLines(pieces.profile)).toEqual(recordLines(whole.profile));
    }),
    { numRuns: 1500 },
  );
}, 60_000);
