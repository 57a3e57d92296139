/** The reference model's pageslab: two arrays of 512 flags, counted whenever a number is asked for. */
export const PAGES = 512;
export const PAGE = 4096;

export interface Slab {
  readonly id: number;
  age: number;
  active: boolean[];
  touched: boolean[];
  huge: boolean;
  allocAllowed: boolean;
  purgeAllowed: boolean;
  hugifyAllowed: boolean;
  inHugifyList: boolean;
  timePurge: bigint;
  timeHugify: bigint;
  purgedWhenEmptyAndHuge: boolean;
}

export interface Extent {
  readonly slab: Slab;
  readonly begin: number;
  readonly pages: number;
}

const count = (bits: readonly boolean[]): number => bits.filter(Boolean).length;
export const nactive = (slab: Slab): number => count(slab.active);
export const ntouched = (slab: Slab): number => count(slab.touched);
export const ndirty = (slab: Slab): number => ntouched(slab) - nactive(slab);

/** Free runs as [begin, length]. */
export function freeRuns(slab: Slab): [number, number][] {
  const runs: [number, number][] = [];
  for (let page = 0; page < PAGES; ) {
    if (slab.active[page]) {
      page++;
      continue;
    }
    let end = page;
    while (end < PAGES && !slab.active[end]) end++;
    runs.push([page, end - page]);
    page = end;
  }
  return runs;
}

export const bytesOf = (extents: readonly Extent[]): number =>
  extents.reduce((sum, one) => sum + one.pages * PAGE, 0);
export const placeOf = ({ slab, begin, pages }: Extent) => ({ slab: slab.id, begin, pages });

/** Free runs with dirty pages: what one purge gives to madvise. */
export const purgeRanges = (slab: Slab): number =>
  freeRuns(slab).filter(([begin, length]) => slab.touched.slice(begin, begin + length).includes(true)).length;

export const longest = (slab: Slab): number => Math.max(0, ...freeRuns(slab).map(([, length]) => length));

export function newSlab(id: number, age: number, huge: boolean): Slab {
  return {
    id,
    age,
    active: new Array<boolean>(PAGES).fill(false),
    touched: new Array<boolean>(PAGES).fill(huge),
    huge,
    allocAllowed: true,
    purgeAllowed: false,
    hugifyAllowed: false,
    inHugifyList: false,
    timePurge: 0n,
    timeHugify: 0n,
    purgedWhenEmptyAndHuge: false,
  };
}
