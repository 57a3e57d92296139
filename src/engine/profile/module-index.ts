/** Which program or library an address belongs to, by the memory map. */
import { compareWords, highWord, lowWord } from './addresses.js';
import type { Module } from './names.js';
import type { Mapping } from './profile.js';

interface Range {
  readonly startLow: number;
  readonly startHigh: number;
  readonly endLow: number;
  readonly endHigh: number;
  /** File offset of the range's first byte. */
  readonly offset: number;
  readonly module: number;
  /** Whether this or a range before reaches past this one's start. */
  readonly reaches: bigint;
}

export class ModuleIndex {
  readonly modules: readonly Module[];
  private readonly ranges: readonly Range[];

  constructor(mappings: readonly Mapping[]) {
    const modules: Module[] = [];
    const rows = new Map<string, number>();
    let reaches = 0n;
    this.ranges = mappings
      .filter(({ path, start, end }) => path !== '' && end > start)
      .sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0))
      .map(({ start, end, offset, path }): Range => {
        let module = rows.get(path);
        if (module === undefined) {
          module = modules.push({ path, name: path.slice(path.lastIndexOf('/') + 1) || path }) - 1;
          rows.set(path, module);
        }
        if (end > reaches) reaches = end;
        return {
          startLow: lowWord(start),
          startHigh: highWord(start),
          endLow: lowWord(end),
          endHigh: highWord(end),
          offset: Number(offset),
          module,
          reaches,
        };
      });
    this.modules = modules;
  }

  /** Module and file offset of an address, or null. Among mappings that overlap the one that begins last counts. */
  find(low: number, high: number): { readonly module: number; readonly offset: number } | null {
    const { ranges } = this;
    let first = 0;
    let last = ranges.length;
    while (first < last) {
      const middle = (first + last) >> 1;
      const range = ranges[middle] as Range;
      if (compareWords(range.startLow, range.startHigh, low, high) <= 0) first = middle + 1;
      else last = middle;
    }
    for (let i = first - 1; i >= 0; i--) {
      const range = ranges[i] as Range;
      if (compareWords(low, high, range.endLow, range.endHigh) < 0) {
        const distance = (high - range.startHigh) * 4_294_967_296 + (low - range.startLow);
        return { module: range.module, offset: range.offset + distance };
      }
      if (compareWords(low, high, lowWord(range.reaches), highWord(range.reaches)) >= 0) return null;
    }
    return null;
  }
}
