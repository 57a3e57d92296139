/** Synthetic dumps as jemalloc writes them: `heap_v2`, all in one thread, nothing accumulated. */

export interface SyntheticDump {
  /** Mean bytes from sample to sample. */
  readonly rate: number;
  /** Live objects and bytes of the header's totals. */
  readonly objects: number;
  readonly bytes: number;
  readonly threadName: string;
  /** One text of {@link stackText} for each stack, in the order of the file. */
  readonly stacks: readonly string[];
  /** Lines of the memory map. */
  readonly mappings: readonly string[];
}

function counters(objects: number, bytes: number): string {
  return `${objects}: ${bytes} [0: 0]`;
}

/** @param addresses innermost first */
export function stackText(addresses: readonly number[], count: number, size: number): string {
  const frames = addresses.map((address) => ` 0x${address.toString(16)}`).join('');
  const live = counters(count, count * size);
  return `@${frames}\n  t*: ${live}\n  t0: ${live}\n`;
}

export function dumpBytes(dump: SyntheticDump): Uint8Array<ArrayBuffer> {
  const { rate, objects, bytes, threadName, stacks, mappings } = dump;
  const live = counters(objects, bytes);
  const name = threadName === '' ? '' : ` ${threadName}`;
  const text = [
    `heap_v2/${rate}\n  t*: ${live}\n  t0: ${live}${name}\n`,
    ...stacks,
    '\nMAPPED_LIBRARIES:\n',
    ...mappings.map((line) => `${line}\n`),
  ];
  return new TextEncoder().encode(text.join(''));
}
