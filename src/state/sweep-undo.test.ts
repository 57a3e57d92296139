import { describe, expect, it } from 'vitest';
import { createSweepInputs, setAxis } from './sweep-inputs.js';
import { defaultAxis } from './sweep-axes.js';
import { createSweepUndo } from './sweep-undo.js';

function set() {
  let time = 0;
  const inputs = createSweepInputs();
  const history = createSweepUndo(inputs, () => time);
  return {
    inputs,
    history,
    wait: (ms: number) => {
      time += ms;
    },
  };
}

describe('undo of what a sweep is asked for', () => {
  it('steps back and forth, also in quick succession', () => {
    const { inputs, history } = set();
    const start = inputs.getState();
    inputs.setState({ method: 'halving' });
    inputs.setState({ objectives: ['huge_coverage'] });
    const end = inputs.getState();
    history.undo();
    expect(inputs.getState()).toEqual({ ...start, method: 'halving' });
    history.undo();
    expect(inputs.getState()).toEqual(start);
    history.undo();
    expect(inputs.getState()).toEqual(start);
    history.redo();
    history.redo();
    expect(inputs.getState()).toEqual(end);
    history.undo();
    inputs.setState({ seed: 9 });
    history.redo();
    expect(inputs.getState()).toEqual({ ...start, method: 'halving', seed: 9 });
  });

  it('takes what is typed into one field as one step, and a pause or another field as another', () => {
    const { inputs, history, wait } = set();
    for (const samples of [4, 40, 400]) inputs.setState({ samples });
    wait(5000);
    inputs.setState({ samples: 500 });
    for (const option of ['nshards', 'max_alloc'] as const) setAxis(inputs, 0, defaultAxis(option));
    history.undo();
    expect(inputs.getState().axes[0]?.option).toBe('nshards');
    history.undo();
    history.undo();
    expect(inputs.getState().samples).toBe(400);
    history.undo();
    expect(inputs.getState().samples).toBe(200);
    expect(history.store.getState().history.past).toEqual([]);
  });

  it('has no step for a change that is none', () => {
    const { inputs, history } = set();
    inputs.setState({ method: 'grid' });
    expect(history.store.getState().history.past).toEqual([]);
  });
});
