/** Long work in short slices, so that a cancel, a newer call or another job gets in between two of them. */

export interface SliceParts {
  /** Milliseconds from any start; never runs backwards. */
  now(): number;
  /** Lets waiting messages in; resolves right after them. */
  pause(): Promise<void>;
}

/** Work that goes on by so many events at a time and tells when it is done. */
export interface Advancing {
  advance(maxEvents: number): boolean;
}

/** Work between two pauses, milliseconds: short enough that a cancel is felt at once. */
const SLICE_MS = 8;
const FIRST_SLICE_EVENTS = 4096;
const SMALLEST_SLICE_EVENTS = 256;
const LARGEST_SLICE_EVENTS = 1 << 20;

/** Advances work to its end; yields the milliseconds of each slice after the pause that follows it. */
export async function* slices(parts: SliceParts, work: Advancing): AsyncGenerator<number> {
  let events = FIRST_SLICE_EVENTS;
  let done = false;
  while (!done) {
    const before = parts.now();
    done = work.advance(events);
    const took = parts.now() - before;
    const fitting = took > 0 ? (events * SLICE_MS) / took : events * 4;
    // Grow by steps: one lucky slice must not lead to a very long one.
    events = Math.round(
      Math.min(LARGEST_SLICE_EVENTS, Math.max(SMALLEST_SLICE_EVENTS, Math.min(fitting, events * 4))),
    );
    // oxlint-disable-next-line no-await-in-loop -- slices run one after the other by design
    if (!done) await parts.pause();
    yield took;
  }
}

/** A pause by a message to ourselves: it queues behind those that came before it, without the delay of a timer. */
export function selfMessages(): () => Promise<void> {
  const { port1, port2 } = new MessageChannel();
  const paused: (() => void)[] = [];
  port1.addEventListener('message', () => paused.shift()?.());
  port1.start();
  return () =>
    new Promise((resolve) => {
      paused.push(resolve);
      port2.postMessage(null);
    });
}
