/** Joins redraws: whatever is asked for before the next frame is done once, in that frame. */

export interface FrameQueue<Key> {
  /** Runs `job` in the next frame; a later job of the same key takes its place. */
  schedule(key: Key, job: () => void): void;
  cancel(key: Key): void;
}

export function frameQueue<Key>(
  requestFrame: (run: () => void) => unknown = (run) => requestAnimationFrame(run),
): FrameQueue<Key> {
  const jobs = new Map<Key, () => void>();
  let waiting = false;
  const run = (): void => {
    waiting = false;
    const now = [...jobs.values()];
    jobs.clear();
    for (const job of now) job();
  };
  return {
    schedule(key, job) {
      jobs.set(key, job);
      if (waiting) return;
      waiting = true;
      requestFrame(run);
    },
    cancel(key) {
      jobs.delete(key);
    },
  };
}
