import { useEffect, useState } from 'react';

/** A picture that has not changed for so long is at rest. */
const REST_MS = 250;

/**
 * A description that follows when its picture rests: while that changes with every frame, nobody could hear it.
 *
 * @param first what it says before
 * @param describe another function whenever there is something else to say
 */
export function useRestingText(first: string, describe: () => string): string {
  const [text, setText] = useState(first);
  useEffect(() => {
    const timer = setTimeout(() => setText(describe()), REST_MS);
    return () => clearTimeout(timer);
  }, [describe]);
  return text;
}
