/** Small moments for tests. */
import type { Moment, PageslabColumns } from '../../engine/inspect/moment.js';

export interface SlabText {
  /** From page 0 on: `a` active, `s` held by the SEC, `d` dirty, `.` retained, each with a count: `a100 d20`. The rest is retained. */
  readonly pages: string;
  readonly slab?: number;
  readonly age?: number;
  readonly flags?: number;
  readonly purgeList?: number;
  readonly hugifyWaitedNs?: number;
  readonly purgeDueNs?: number;
}

/** A window of pageslabs from texts. */
export function pageslabsOf(slabs: readonly SlabText[]): PageslabColumns {
  const count = slabs.length;
  const columns: PageslabColumns = {
    count,
    slab: new Uint32Array(count),
    active: new Uint32Array(16 * count),
    touched: new Uint32Array(16 * count),
    cached: new Uint32Array(16 * count),
    nactive: new Uint16Array(count),
    ntouched: new Uint16Array(count),
    longestFreeRun: new Uint16Array(count),
    age: new Uint32Array(count),
    flags: new Uint8Array(count),
    purgeList: new Int16Array(count).fill(-1),
    hugifyWaitedNs: new Float64Array(count).fill(Number.NaN),
    purgeDueNs: new Float64Array(count).fill(Number.NaN),
  };
  slabs.forEach((one, i) => {
    let page = 0;
    let run = 0;
    let longest = 0;
    const put = (kind: string, howMany: number): void => {
      for (const end = page + howMany; page < end; page += 1) {
        const word = 16 * i + (page >>> 5);
        const bit = 1 << (page & 31);
        const isActive = kind === 'a' || kind === 's';
        if (isActive) columns.active[word] = (columns.active[word] ?? 0) | bit;
        if (kind === 's') columns.cached[word] = (columns.cached[word] ?? 0) | bit;
        if (kind !== '.') columns.touched[word] = (columns.touched[word] ?? 0) | bit;
        if (isActive) columns.nactive[i] = (columns.nactive[i] ?? 0) + 1;
        if (kind !== '.') columns.ntouched[i] = (columns.ntouched[i] ?? 0) + 1;
        run = isActive ? 0 : run + 1;
        longest = Math.max(longest, run);
      }
    };
    for (const [, kind = '.', howMany = '0'] of one.pages.matchAll(/([asd.])(\d+)/g)) {
      put(kind, Number(howMany));
    }
    put('.', 512 - page);
    columns.longestFreeRun[i] = longest;
    columns.slab[i] = one.slab ?? i;
    columns.age[i] = one.age ?? i;
    columns.flags[i] = one.flags ?? 0;
    if (one.purgeList !== undefined) columns.purgeList[i] = one.purgeList;
    if (one.hugifyWaitedNs !== undefined) columns.hugifyWaitedNs[i] = one.hugifyWaitedNs;
    if (one.purgeDueNs !== undefined) columns.purgeDueNs[i] = one.purgeDueNs;
  });
  return columns;
}

/** A moment of a shard that has these pageslabs and, beyond the window, `more`. */
export function momentOf(slabs: readonly SlabText[], change: Partial<Moment> = {}, more = 0): Moment {
  const pageslabs = pageslabsOf(slabs);
  const sum = (values: Uint16Array): number => values.reduce((total, value) => total + value, 0);
  const nactive = sum(pageslabs.nactive);
  const touched = sum(pageslabs.ntouched);
  return {
    events: 1000,
    clockNs: 5e9,
    furthestNs: 5e9,
    shard: 0,
    sums: {
      slabs: slabs.length + more,
      nactive,
      ndirty: touched - nactive,
      nretained: 512 * slabs.length - touched,
      dirtyMax: 100,
      sinceLastPurgeNs: null,
      secBytes: 0,
      pacPages: 0,
      nhugifies: 0,
      ndehugifies: 0,
      npurgePasses: 0,
      npurges: 0,
      purgeRanges: 0,
    },
    from: 0,
    pageslabs,
    ...change,
  };
}
