import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AddressMap, FREED, LIVE, NEVER_SEEN } from './address-map.js';

it('agrees with a Map under any sequence of allocations and frees', () => {
  const word = fc.oneof(fc.nat(3), fc.constantFrom(0xffff_ffff, 0x8000_0000, 0xffff_f000));
  const step = fc.record({ low: word, high: word, free: fc.boolean(), shard: fc.nat(0x3fff_ffff) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const map = new AddressMap();
      const model = new Map<string, { number: number; shard: number } | null>();
      steps.forEach(({ low, high, free, shard }, number) => {
        const key = `${high}:${low}`;
        const known = model.get(key);
        const state = known === undefined ? NEVER_SEEN : known === null ? FREED : LIVE;
        expect(map.find(low, high)).toBe(state);
        if (known) expect([map.number, map.shard]).toEqual([known.number, known.shard]);
        if (!free) {
          map.set(low, high, number, shard);
          model.set(key, { number, shard });
        } else if (known) {
          map.free();
          model.set(key, null);
        }
      });
    }),
  );
});

it('grows, and keeps numbers up to 2^32 - 1', () => {
  const map = new AddressMap();
  const address = (i: number): [number, number] => [(i * 4096) >>> 0, i % 7];
  for (let i = 0; i < 100_000; i++) {
    map.find(...address(i));
    map.set(...address(i), 0xffff_ffff - i, 1);
  }
  for (let i = 0; i < 100_000; i += 997) {
    expect(map.find(...address(i))).toBe(LIVE);
    expect(map.number).toBe(0xffff_ffff - i);
  }
  expect(map.find(1, 1)).toBe(NEVER_SEEN);
  expect(map.forgot).toBe(false);
});

it('forgets freed addresses rather than grow without end, never live ones', () => {
  const map = new AddressMap();
  map.find(1, 99);
  map.set(1, 99, 42, 3);
  for (let i = 0; i < 5_000_000; i++) {
    map.find(i * 2, 5);
    map.set(i * 2, 5, i, 0);
    map.free();
  }
  expect(map.forgot).toBe(true);
  expect(map.find(1, 99)).toBe(LIVE);
  expect([map.number, map.shard]).toEqual([42, 3]);
});
