import { useEffect, useState } from 'react';
import type { SamplingResults } from '../../../state/sampling-results.js';
import { useApp } from '../../app-context.js';

/** An answer takes a few frames; only what takes longer is told. Milliseconds. */
const LATE = 250;

function isBehind({ theory }: SamplingResults): boolean {
  return theory.answer !== null && theory.error === null && theory.asked !== theory.key;
}

/** True where the pictures have been waiting for their next answer for a while. */
export function useLate(): boolean {
  const { results } = useApp().sampling;
  const [late, setLate] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    let { answer } = results.getState().theory;
    const rest = (): void => {
      if (timer !== null) clearTimeout(timer);
      timer = null;
    };
    const follow = (state: SamplingResults): void => {
      // While answers come, the pictures follow, even where none is the newest.
      if (!isBehind(state) || state.theory.answer !== answer) {
        rest();
        setLate(false);
      }
      answer = state.theory.answer;
      if (isBehind(state)) timer ??= setTimeout(() => setLate(true), LATE);
    };
    follow(results.getState());
    const end = results.subscribe(follow);
    return () => {
      end();
      rest();
    };
  }, [results]);
  return late;
}
