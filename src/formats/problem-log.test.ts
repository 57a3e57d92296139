import { expect, it } from 'vitest';
import { PROBLEM_KINDS, type ProblemKind } from './problem-kinds.js';
import { ProblemLog, quoteText } from './problem-log.js';

it('counts by kind with the first ten lines, errors first', () => {
  const log = new ProblemLog();
  for (let line = 1; line <= 25; line++) log.add('hex-number', line);
  log.add('shard-gaps', 0, '', 3);
  log.add('too-large', 7, 'nsecs is "x"');
  log.add('too-large', 9, 'not shown');
  const list = log.list();
  expect(list.map(({ kind, count }) => [kind, count])).toEqual([
    ['too-large', 2],
    ['hex-number', 25],
    ['shard-gaps', 3],
  ]);
  expect(list[0]).toMatchObject({
    lines: [7, 9],
    sentence: expect.stringContaining('nsecs is "x"') as string,
  });
  expect(list[1]?.lines).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(list[2]?.lines).toEqual([]);
});

it('has a whole sentence for each kind, for one and for many', () => {
  for (const kind of Object.keys(PROBLEM_KINDS) as ProblemKind[]) {
    for (const count of [1, 1234]) {
      const sentence = PROBLEM_KINDS[kind].sentence(count, 'DETAIL');
      expect(sentence).toMatch(/^[A-Z1].*[.)]$/);
      expect(sentence).not.toContain('undefined');
      if (count === 1) expect(sentence).not.toMatch(/\b1 \w+s (was|were|have)\b/);
    }
  }
});

it('quotes text short, and without what could act on a screen', () => {
  expect(quoteText('a\u{0}b\nc\u{202e}d\u{2028}')).toBe('"a\u{fffd}b\u{fffd}c\u{fffd}d\u{fffd}"');
  expect(quoteText('é'.repeat(100))).toBe(`"${'é'.repeat(60)}…"`);
  expect(quoteText('😀'.repeat(100))).toBe(`"${'😀'.repeat(60)}…"`);
  expect(quoteText('')).toBe('""');
});
