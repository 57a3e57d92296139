import { describe, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { createInTurn } from './in-turn.js';

interface State {
  readonly asked: number;
  readonly answer: { readonly value: number };
}

function setUp() {
  const store = createStore<State>(() => ({ asked: 0, answer: { value: 0 } }));
  const idle = new Set<() => void>();
  const turn = createInTurn(
    store,
    (state) => state,
    (one, other) => one.answer === other.answer,
    (call) => {
      idle.add(call);
      return () => void idle.delete(call);
    },
  );
  const listener = vi.fn();
  const end = turn.subscribe(listener);
  const answer = (value: number): void => store.setState({ answer: { value } });
  const rest = (): void => {
    const calls = Array.from(idle);
    idle.clear();
    for (const call of calls) call();
  };
  return { store, turn, idle, listener, end, answer, rest, shown: () => turn.get().answer.value };
}

describe('a part of a store, in turn', () => {
  it('follows at once while in sight', () => {
    const { turn, listener, answer, shown, idle } = setUp();
    turn.setInSight(true);
    answer(1);
    expect(shown()).toBe(1);
    expect(listener).toHaveBeenCalledTimes(1);
    expect(idle.size).toBe(0);
  });

  it('follows when there is time while out of sight, once for all that came until then', () => {
    const { listener, answer, rest, shown } = setUp();
    answer(1);
    answer(2);
    expect(shown()).toBe(0);
    expect(listener).not.toHaveBeenCalled();
    rest();
    expect(shown()).toBe(2);
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('is the newest as soon as it comes into sight', () => {
    const { turn, listener, answer, rest, shown, idle } = setUp();
    answer(1);
    turn.setInSight(true);
    expect(shown()).toBe(1);
    expect(idle.size).toBe(0);
    turn.setInSight(false);
    answer(2);
    expect(shown()).toBe(1);
    rest();
    expect(shown()).toBe(2);
    expect(listener).toHaveBeenCalledTimes(2);
  });

  it('tells nothing where nothing that is seen has changed', () => {
    const { store, turn, listener, rest } = setUp();
    const before = turn.get();
    store.setState({ asked: 1 });
    rest();
    turn.setInSight(true);
    store.setState({ asked: 2 });
    expect(turn.get()).toBe(before);
    expect(listener).not.toHaveBeenCalled();
  });

  it('rests while nobody listens, and catches up when somebody does again', () => {
    const { turn, listener, end, answer, idle, shown } = setUp();
    turn.setInSight(true);
    answer(1);
    end();
    answer(2);
    expect(shown()).toBe(1);
    expect(idle.size).toBe(0);
    turn.subscribe(listener);
    expect(shown()).toBe(2);
  });

  it('takes back a call that waits when the last listener leaves', () => {
    const { end, answer, idle } = setUp();
    answer(1);
    expect(idle.size).toBe(1);
    end();
    expect(idle.size).toBe(0);
  });
});
