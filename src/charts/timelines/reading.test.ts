import { expect, it } from 'vitest';
import { type GroupColumns, groupColumns } from './columns.js';
import { type ReadingQuestion, readingOf, stopsOf } from './reading.js';
import { FOUR, tableOf } from './statistics.fixture.js';

const NOWHERE = { level: -1, interval: -1 };
const of = (clock: readonly number[]): GroupColumns =>
  groupColumns(tableOf([{ ...FOUR, clock_ns: clock }]), [0], 'time', 'rate');
const SHORT = of([1e9, 2e9, 3e9, 4e9]);
const LONG = of([1e9, 2e9, 4e9, 9e9]);

function ask(more: Partial<ReadingQuestion>): ReadingQuestion {
  const { columns = SHORT, other = null } = more;
  const rest = { hoverX: null, cursor: null, domain: [0, 9e9] } as const;
  return { columns, other, stops: stopsOf(columns, other), ...rest, ...more };
}

it('the crosshair stops at the snapshots, and behind the end of A at those of B', () => {
  expect([...stopsOf(SHORT, LONG)]).toEqual([1e9, 2e9, 3e9, 4e9, 9e9]);
  expect([...stopsOf(SHORT, null)]).toEqual([...SHORT.x]);
  expect([...stopsOf(null, LONG)]).toEqual([...LONG.x]);
});

it('reads both runs at the crosshair, and nothing of a run that has ended', () => {
  expect(readingOf(ask({ other: LONG, hoverX: 2.9e9, cursor: { x: 1e9, events: 4000 } }))).toEqual({
    at: 'crosshair',
    crosshair: 3e9,
    a: { level: 2, interval: 2 },
    b: { level: 1, interval: 2 },
  });
  expect(readingOf(ask({ other: LONG, hoverX: 8e9 }))).toMatchObject({
    a: NOWHERE,
    b: { level: 3, interval: 3 },
  });
});

it('reads what holds at the time cursor, as it is drawn there', () => {
  expect(readingOf(ask({ cursor: { x: 2.9e9, events: 4000 } }))).toEqual({
    at: 'cursor',
    crosshair: null,
    a: { level: 1, interval: 2 },
    b: NOWHERE,
  });
  expect(readingOf(ask({ cursor: { x: 0, events: 0 } })).a, 'before the first snapshot').toEqual({
    level: -1,
    interval: 0,
  });
  expect(readingOf(ask({ cursor: { x: 4e9, events: 4000 } })).a, 'on a snapshot').toEqual({
    level: 3,
    interval: 3,
  });
  expect(readingOf(ask({ other: LONG, cursor: { x: 5e9, events: 4000 } })).a, 'beyond its end').toEqual(
    NOWHERE,
  );
});

it('does not read a snapshot to come where the clock stands still', () => {
  const columns = of([1e9, 2e9, 2e9, 2e9]);
  const at = (events: number) => readingOf(ask({ columns, cursor: { x: 2e9, events } })).a.level;
  expect([1999, 2000, 2999, 3000, 4000].map(at)).toEqual([0, 1, 1, 2, 3]);
});

it('at rest reads the end of what is shown, also where the cursor is out of sight', () => {
  expect(readingOf(ask({ domain: [0, 2.5e9], cursor: { x: 3e9, events: 4000 } }))).toMatchObject({
    at: 'rest',
    a: { level: 1, interval: 1 },
  });
  expect(readingOf(ask({ columns: null }))).toMatchObject({ at: 'rest', a: NOWHERE });
});

it('at rest reads B where A is read, and where B ended before, its own end', () => {
  const rest = (more: Partial<ReadingQuestion>) => readingOf(ask({ other: LONG, ...more })).b;
  expect(rest({}), 'in the interval that A ends in').toEqual({ level: 2, interval: 2 });
  expect(rest({ domain: [0, 3e9] })).toEqual({ level: 1, interval: 2 });
  expect(rest({ columns: LONG, other: SHORT }), 'B has ended').toEqual({ level: 3, interval: 3 });
});
