import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BITMAP_WORDS,
  TREE_WORDS,
  firstFit,
  initTree,
  longestFreeRun,
  updateTree,
  updateTreeWord,
} from './free-run-tree.js';

const TREE = BITMAP_WORDS;

/** Words of a bitmap with the given active runs, its tree behind them. */
function build(runs: readonly { begin: number; pages: number }[]): { words: Int32Array; active: boolean[] } {
  const words = new Int32Array(BITMAP_WORDS + TREE_WORDS);
  const active = new Array<boolean>(512).fill(false);
  initTree(words, TREE);
  for (const { begin, pages } of runs) {
    const end = Math.min(512, begin + pages);
    for (let page = begin; page < end; page++) {
      active[page] = true;
      words[page >> 5] = (words[page >> 5] ?? 0) | (1 << (page & 31));
    }
    if (begin >> 5 === (end - 1) >> 5) updateTreeWord(words, TREE, 0, begin >> 5);
    else updateTree(words, TREE, 0, begin >> 5, (end - 1) >> 5);
  }
  return { words, active };
}

function runsOf(active: readonly boolean[]): { begin: number; length: number }[] {
  const runs: { begin: number; length: number }[] = [];
  active.forEach((on, page) => {
    const last = runs.at(-1);
    if (on) return;
    if (last !== undefined && last.begin + last.length === page) last.length++;
    else runs.push({ begin: page, length: 1 });
  });
  return runs;
}

const activeRuns = fc.array(
  fc.record({
    begin: fc.integer({ min: 0, max: 511 }),
    pages: fc.oneof(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 150 })),
  }),
  { maxLength: 60 },
);

describe('free-run tree', () => {
  it('starts with one free run of 512 pages', () => {
    const { words } = build([]);
    expect(longestFreeRun(words, TREE)).toBe(512);
    expect(firstFit(words, TREE, 0, 512)).toBe(0);
  });

  it('finds the longest run and every first fit that a scan finds', () => {
    fc.assert(
      fc.property(activeRuns, (runs) => {
        const { words, active } = build(runs);
        const free = runsOf(active);
        const longest = Math.max(0, ...free.map((run) => run.length));
        expect(longestFreeRun(words, TREE)).toBe(longest);
        for (let pages = 1; pages <= longest; pages++) {
          const fit = free.find((run) => run.length >= pages);
          expect(firstFit(words, TREE, 0, pages)).toBe(fit?.begin);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('is right again after pages are freed', () => {
    fc.assert(
      fc.property(activeRuns, fc.integer({ min: 0, max: 15 }), (runs, word) => {
        const { words, active } = build(runs);
        words[word] = 0;
        active.fill(false, 32 * word, 32 * word + 32);
        updateTreeWord(words, TREE, 0, word);
        expect(longestFreeRun(words, TREE)).toBe(Math.max(...runsOf(active).map((run) => run.length)));
      }),
    );
  });
});
