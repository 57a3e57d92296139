import { describe, expect, it } from 'vitest';
import { createStatistics } from '../engine/replay/statistics.js';
import { cleanName, createPins, CURRENT, pinnedBytes, pinOf, shownSides } from './pins.js';
import { linkable, linkedPins } from './pins-url.js';
import { defaultInputs } from './replay-inputs.js';
import type { Run } from './results.js';

function runOf(key: string, more: Partial<Run> = {}): Run {
  return {
    key,
    source: 'replay',
    fileId: 'f1',
    fileName: 'trace.csv',
    inputs: defaultInputs(),
    axis: 'time',
    table: createStatistics(1, 10),
    complete: true,
    eventsDone: 5,
    eventsTotal: 5,
    span: 1,
    milliseconds: 1,
    ...more,
  };
}

function three() {
  const pins = createPins();
  const ids = ['a', 'b', 'c'].map((key) => pins.pin(runOf(key), null));
  const [first = '', second = '', third = ''] = ids;
  return { pins, state: pins.store.getState, first, second, third };
}

describe('pinning', () => {
  it('keeps any number of runs, each once, and lays the first over', () => {
    const { pins, state, first, second } = three();
    expect(pins.pin(runOf('b'), null)).toBe(second);
    expect(state().pins.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect([state().a, state().b]).toEqual([CURRENT, first]);
    expect(pinOf(state(), runOf('c'))?.number).toBe(3);
    expect(pinOf(state(), null)).toBeNull();
    for (let n = 0; n < 200; n += 1) pins.pin(runOf(`more ${n}`), null);
    expect(state().pins).toHaveLength(203);
  });

  it('tells the memory that the tables take', () => {
    const { state } = three();
    const columns = Object.keys(createStatistics(1, 1).columns).length;
    expect(pinnedBytes(state())).toBe(3 * columns * 10 * 8);
  });

  it('unpins, and brings back what it took away', () => {
    const { pins, state, first, second } = three();
    pins.choose('a', second);
    const before = state();
    pins.unpin(second);
    expect(state()).toMatchObject({ a: CURRENT, b: first });
    pins.undoUnpin();
    expect(state()).toEqual({ ...before, removed: null });
    pins.unpinAll();
    expect(state()).toMatchObject({ pins: [], a: CURRENT, b: null });
    pins.undoUnpin();
    expect(state()).toEqual({ ...before, removed: null });
    pins.undoUnpin();
    expect(state().pins, 'only once').toHaveLength(3);
    pins.unpin(first);
    expect(pins.pin(runOf('d'), null)).not.toBe(first);
    pins.undoUnpin();
    expect(
      state().pins.map(({ number }) => number),
      'another pin came: nothing to undo',
    ).toEqual([2, 3, 4]);
  });

  it('names pins in one clean line', () => {
    const { pins, state, first } = three();
    pins.rename(first, '  two\nlines \u202e! ');
    expect(state().pins[0]?.name).toBe('two\ufffdlines \ufffd!');
    expect(cleanName('x'.repeat(500))).toHaveLength(80);
    expect(cleanName('  ')).toBe('');
  });
});

describe('the sides', () => {
  it('are any two different runs; a run that is the other side changes places', () => {
    const { pins, state, first, second } = three();
    pins.choose('b', second);
    pins.choose('a', first);
    expect(state()).toMatchObject({ a: first, b: second });
    pins.choose('a', second);
    expect(state()).toMatchObject({ a: second, b: first });
    pins.choose('b', second);
    expect(state()).toMatchObject({ a: first, b: second });
    pins.choose('b', null);
    pins.choose('b', first);
    expect(state(), 'one run is not both').toMatchObject({ a: first, b: null });
    pins.choose('b', CURRENT);
    expect(state()).toMatchObject({ a: first, b: CURRENT });
  });

  it('of the timelines have the current run as A', () => {
    expect(shownSides({ a: 'pin 1', b: 'pin 2' }, { replayView: 'compare' })).toEqual({
      a: 'pin 1',
      b: 'pin 2',
    });
    expect(shownSides({ a: 'pin 1', b: 'pin 2' }, { replayView: 'timelines' })).toEqual({
      a: CURRENT,
      b: 'pin 2',
    });
    expect(shownSides({ a: 'pin 1', b: CURRENT }, { replayView: 'timelines' }).b).toBeNull();
  });
});

describe('in a link', () => {
  it('are settings of samples and of the trace on the bench; no files, no measured runs', () => {
    const pins = createPins();
    pins.pin(runOf('own'), null);
    pins.pin(runOf('other', { fileId: 'f2' }), null);
    pins.pin(runOf('sample', { fileId: 'f3' }), 'redis-server');
    const measured = pins.pin(runOf('m', { source: 'measured', inputs: null }), null);
    const state = pins.store.getState();
    expect(linkable(state.pins, 'f1').map(({ number }) => number)).toEqual([1, 3]);
    expect(linkable(state.pins, null).map(({ number }) => number)).toEqual([3]);
    pins.choose('a', state.pins[2]?.id ?? null);
    pins.choose('b', measured);
    expect(linkedPins(pins.store.getState(), 'f1')).toMatchObject({ a: 1, b: null });
  });

  it('another link replaces them, and that can be undone', () => {
    const { pins, state } = three();
    const before = state();
    pins.restore([], CURRENT, null);
    expect(state().pins).toEqual([]);
    pins.undoUnpin();
    expect(state()).toEqual({ ...before, removed: null });
  });
});
