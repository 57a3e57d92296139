import { expect, it } from 'vitest';
import { presetValues } from '../engine/replay/options.js';
import { createReplayInputs, defaultInputs, presetOf } from './replay-inputs.js';

function present(inputs: ReturnType<typeof createReplayInputs>) {
  return inputs.store.getState().history.present;
}

it('starts as the original tool does', () => {
  const inputs = createReplayInputs();
  expect(present(inputs)).toMatchObject({ hpaOnly: false, shards: null });
  expect(presetOf(present(inputs).options)).toBe('microbench');
});

it('an option changed by hand makes the set "mine", and undo goes back to the preset', () => {
  const inputs = createReplayInputs();
  inputs.setOption('hugify_delay_ms', 5);
  expect(presetOf(present(inputs).options)).toBe('mine');
  inputs.undo();
  expect(presetOf(present(inputs).options)).toBe('microbench');
  inputs.redo();
  expect(present(inputs).options.hugify_delay_ms).toBe(5);
});

it('a preset keeps my own set to come back to', () => {
  const inputs = createReplayInputs();
  inputs.setOption('hugify_delay_ms', 5);
  inputs.applyPreset('jemalloc');
  expect(present(inputs).options).toEqual(presetValues('jemalloc'));
  inputs.applyPreset('mine');
  expect(present(inputs).options.hugify_delay_ms).toBe(5);
});

it('"mine" does nothing before there is one', () => {
  const inputs = createReplayInputs();
  const before = present(inputs);
  inputs.applyPreset('mine');
  expect(present(inputs)).toBe(before);
});

it('a drag is one undo step', () => {
  const inputs = createReplayInputs();
  inputs.beginGesture();
  for (const value of [10, 20, 30]) inputs.setOption('dirty_mult', value);
  inputs.endGesture();
  inputs.undo();
  expect(present(inputs)).toEqual(defaultInputs());
});

it('setting the value it has is no step', () => {
  const inputs = createReplayInputs();
  inputs.setOption('dirty_mult', present(inputs).options.dirty_mult);
  expect(inputs.store.getState().history.past).toHaveLength(0);
});

it('mode and plan are part of the history too', () => {
  const inputs = createReplayInputs();
  inputs.set({ hpaOnly: true, shards: 4 });
  inputs.set({ points: 1000 });
  inputs.undo();
  expect(present(inputs)).toMatchObject({ hpaOnly: true, shards: 4, points: defaultInputs().points });
});
