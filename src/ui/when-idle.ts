/** Where a browser cannot tell when it is idle: after the frames that follow an input. Milliseconds. */
const SOON = 100;

/** Calls back when the page has nothing else to do; returns what takes the call back. */
export function whenIdle(call: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(call, SOON);
    return () => clearTimeout(timer);
  }
  const id = requestIdleCallback(call);
  return () => cancelIdleCallback(id);
}
