import { expect, it } from 'vitest';
import { beginGesture, endGesture, record, redo, startHistory, undo } from './history.js';

it('undoes and redoes single steps', () => {
  let history = record(record(startHistory('a'), 'b'), 'c');
  history = undo(history);
  expect(history.present).toBe('b');
  history = undo(history);
  expect(history.present).toBe('a');
  expect(undo(history)).toBe(history);
  history = redo(redo(history));
  expect(history.present).toBe('c');
  expect(redo(history)).toBe(history);
});

it('a new change forgets what was undone', () => {
  const history = record(undo(record(startHistory('a'), 'b')), 'x');
  expect(history.future).toEqual([]);
  expect(undo(history).present).toBe('a');
});

it('a gesture is one step however many changes it makes', () => {
  let history = beginGesture(record(startHistory(0), 1));
  for (const value of [2, 3, 4]) history = record(history, value);
  history = endGesture(history);
  expect(history.present).toBe(4);
  expect(undo(history).present).toBe(1);
  expect(record(history, 5).past).toEqual([0, 1, 4]);
});

it('a gesture that changes nothing leaves no step', () => {
  const history = endGesture(beginGesture(startHistory(1)));
  expect(history.past).toEqual([]);
});

it('the same value again is no step', () => {
  const history = startHistory('a');
  expect(record(history, 'a')).toBe(history);
});

it('keeps a bounded past', () => {
  let history = startHistory(0);
  for (let value = 1; value <= 1000; value += 1) history = record(history, value);
  expect(history.past.length).toBe(200);
});
