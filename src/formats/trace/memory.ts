/** Keeps tables inside a memory budget: estimated before they are allocated, told in plain words when too large. */

/** Default budget for one trace: 200 million events and their allocations fit. */
export const DEFAULT_MEMORY_BUDGET = 6 * 2 ** 30;

/** The trace table itself, and about 12 bytes for each allocation, of which half of the events are. */
export const BYTES_PER_EVENT = 16 + 6;

/** Thrown where a table would not fit; reading stops and what is there is kept. */
export class MemoryLimitError extends Error {
  /** @param budget bytes that may be used, or null when the platform itself had no more to give */
  constructor(
    readonly events: number,
    readonly budget: number | null,
  ) {
    super('trace table exceeds the memory budget');
  }

  /** Why nothing could be opened, and what to try. */
  sentence(): string {
    const gib = (bytes: number) => (bytes / 2 ** 30).toLocaleString('en-US', { maximumFractionDigits: 1 });
    const events = this.events.toLocaleString('en-US');
    const need = gib(this.events * BYTES_PER_EVENT);
    const may =
      this.budget === null ? 'the machine has no more to give' : `${gib(this.budget)} GiB may be used`;
    return (
      `Too large because about ${events} events need ${need} GiB of memory and ${may}. ` +
      'Try a part of the file, for example its first 100 million lines, or the command line on a larger machine.'
    );
  }
}
