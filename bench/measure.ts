/** Small tools for printing figures: medians of several runs, memory. */

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

/** Milliseconds each of `runs` calls took; the first, warming one is not counted. */
export async function time(runs: number, call: () => unknown): Promise<number[]> {
  await call();
  const spent: number[] = [];
  for (let i = 0; i < runs; i++) {
    globalThis.gc?.();
    const start = performance.now();
    await call();
    spent.push(performance.now() - start);
  }
  return spent;
}

/** Peak resident memory of this process so far, MiB. */
export function peakMemory(): string {
  return `${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MiB`;
}

/** One line: name, median rate in millions a second, and the range. */
export function rateLine(name: string, unit: string, count: number, milliseconds: readonly number[]): string {
  const rate = (ms: number): string => (count / ms / 1000).toFixed(2).padStart(6);
  const slowest = Math.max(...milliseconds);
  const fastest = Math.min(...milliseconds);
  return `${name.padEnd(44)} ${rate(median(milliseconds))} M ${unit}/s   (${rate(slowest).trim()} to ${rate(fastest).trim()})`;
}
