/** Broken binaries: whatever is changed, the reader ends soon, throws nothing, and tells what it could not read. */
import { describe, expect, it } from 'vitest';
import { openBinary } from './binary.js';
import { sectionField, sectionIndex, setSectionField } from './elf-builder.fixture.js';
import { GOLDEN_BINARIES, binaryBytes, hasGoldenHeap, testDemangler } from './golden.fixture.js';
import { bytesAccess } from './random-access.js';

/** Reproducible numbers below a limit (xorshift32). */
function makeRandom(seed: number): (limit: number) => number {
  let state = seed | 1;
  return (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
}

const SECTIONS = [
  '.debug_info',
  '.debug_abbrev',
  '.debug_line',
  '.debug_str',
  '.symtab',
  '.strtab',
  '.dynsym',
];
const EXTREMES = [0, 1, 0x7f, 0x80, 0xff];
const MAX_MS = 5000;

/** Opens and asks; returns how many frames it got. */
async function ask(bytes: Uint8Array<ArrayBuffer>): Promise<number> {
  const start = performance.now();
  const opened = await openBinary(bytesAccess(bytes), 'broken', await testDemangler());
  let frames = 0;
  if (!opened.ok) {
    expect(opened.error).toMatch(/^"broken": .+\.$/);
  } else {
    for (const base of [0, 0x400000]) {
      for (let at = 0x1000; at < 0x1a00; at += 0x40) {
        frames += (await opened.value.lookup(base + at, null))?.length ?? 0;
      }
    }
    for (const problem of opened.value.problems) expect(problem).not.toMatch(/undefined|NaN|\n/);
  }
  expect(performance.now() - start).toBeLessThan(MAX_MS);
  return frames;
}

describe.skipIf(!hasGoldenHeap)('mutated binaries (need ../shared/golden)', () => {
  it.each(GOLDEN_BINARIES)('%s: bytes changed anywhere', async (name) => {
    const good = binaryBytes(name);
    const whole = await ask(good);
    expect(whole).toBeGreaterThan(0);
    const random = makeRandom(name.length * 7919);
    for (let round = 0; round < 60; round++) {
      const bytes = good.slice();
      const changes = 1 + random(12);
      for (let i = 0; i < changes; i++) bytes[random(bytes.length)] = EXTREMES[random(5)] ?? random(256);
      await ask(bytes);
    }
  });

  it.each(GOLDEN_BINARIES)('%s: the tables its readers walk', async (name) => {
    const good = binaryBytes(name);
    const random = makeRandom(name.length * 104_729);
    for (const section of SECTIONS) {
      let index = -1;
      try {
        index = sectionIndex(good, section);
      } catch {
        continue; // a stripped binary has fewer
      }
      const offset = sectionField(good, index, 'offset');
      const size = sectionField(good, index, 'size');
      for (let round = 0; round < 25; round++) {
        const bytes = good.slice();
        for (let i = 0; i < 1 + random(6); i++) bytes[offset + random(size)] = random(256);
        // Runs of one byte make endless LEB128 numbers and chains.
        if (round % 5 === 0) bytes.fill(EXTREMES[random(5)] ?? 0, offset + random(size), offset + size);
        await ask(bytes);
      }
    }
  });

  it.each(GOLDEN_BINARIES)('%s: headers with absurd numbers', async (name) => {
    const good = binaryBytes(name);
    for (let at = 16; at < 64; at++) {
      for (const value of [0, 1, 0x80, 0xff]) {
        const bytes = good.slice();
        bytes[at] = value;
        await ask(bytes);
      }
    }
    for (const section of SECTIONS) {
      for (const value of [0n, 1n, 0xffff_ffffn, 2n ** 40n, 2n ** 63n, 2n ** 64n - 1n]) {
        for (const field of ['offset', 'size', 'flags'] as const) {
          const bytes = good.slice();
          try {
            setSectionField(bytes, sectionIndex(bytes, section), field, value);
          } catch {
            continue;
          }
          await ask(bytes);
        }
      }
    }
  });

  it.each(GOLDEN_BINARIES)('%s: cut anywhere', async (name) => {
    const good = binaryBytes(name);
    for (let length = 0; length < good.length; length += 997) {
      const opened = await openBinary(bytesAccess(good.slice(0, length)), 'broken', await testDemangler());
      expect(opened.ok).toBe(false);
    }
  });
});
