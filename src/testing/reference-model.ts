/**
 * The page allocator once more, as plainly as can be: objects, arrays, searches over everything, BigInt clocks. It
 * follows jemalloc's order of steps (src/hpa.c, src/psset.c, src/hpdata.c, src/sec.c) and exists to be compared with
 * the engine on random input; nothing of it is fast.
 */
import type { OptionValues } from '../engine/replay/options.js';
import { pageSizeIndex, quantizeCeil, quantizeFloor } from '../engine/sizes/page-size-classes.js';

const PAGES = 512;
const PAGE = 4096;
const U64 = 1n << 64n;

interface Slab {
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

interface Extent {
  readonly slab: Slab;
  readonly begin: number;
  readonly pages: number;
}

const count = (bits: readonly boolean[]): number => bits.filter(Boolean).length;
const nactive = (slab: Slab): number => count(slab.active);
const ntouched = (slab: Slab): number => count(slab.touched);
const ndirty = (slab: Slab): number => ntouched(slab) - nactive(slab);

/** Free runs as [begin, length]. */
function freeRuns(slab: Slab): [number, number][] {
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

const longest = (slab: Slab): number => Math.max(0, ...freeRuns(slab).map(([, length]) => length));

export class ReferenceShard {
  readonly slabs: Slab[] = [];
  readonly stats = {
    npurgePasses: 0,
    npurges: 0,
    nhugifies: 0,
    nhugifyFailures: 0,
    ndehugifies: 0,
    purgeRanges: 0,
    hits: 0,
    misses: 0,
    flush: 0,
    noflush: 0,
    overfills: 0,
    pacAllocs: 0,
  };
  now = 0n;

  #empty: Slab[] = [];
  #hugify: Slab[] = [];
  readonly #purgeLists: Slab[][] = Array.from({ length: 128 }, () => []);
  readonly #inPurgeList = new Map<Slab, Slab[]>();
  readonly #bins = new Map<number, Extent[]>();
  #age = 0;
  #pending = 0;
  #lastPurge = 0n;
  readonly #style: string;
  readonly #lazy: boolean;

  constructor(
    readonly options: OptionValues,
    readonly hpaOnly: boolean,
  ) {
    const styles = ['auto', 'none', 'eager', 'lazy'];
    const style = styles[options.hugify_style] ?? '';
    this.#style = style === 'auto' ? (options.system_thp_mode === 0 ? 'lazy' : 'none') : style;
    this.#lazy = this.#style === 'lazy' || options.hugify_sync === 1;
  }

  secBytes(): number {
    return [...this.#bins.values()].flat().reduce((sum, extent) => sum + extent.pages * PAGE, 0);
  }

  totalActive(): number {
    return this.slabs.reduce((sum, slab) => sum + nactive(slab), 0);
  }

  totalDirty(): number {
    return this.slabs.reduce((sum, slab) => sum + ndirty(slab), 0);
  }

  alloc(pages: number, frequent: boolean): Extent | null {
    const o = this.options;
    if (!(frequent && pages <= PAGES) && pages * PAGE > o.slab_max_alloc) {
      this.stats.pacAllocs++;
      return null;
    }
    let min = 1;
    let max = 1;
    const cached = this.#cached(pages);
    if (cached) {
      const bin = this.#bin(pages);
      const hit = bin.shift();
      if (hit !== undefined) {
        this.stats.hits++;
        return hit;
      }
      this.stats.misses++;
      min = 2;
      max = Math.min(Math.max(Math.floor(Math.floor(o.max_bytes / (pages * PAGE)) / 4), 2), 8);
    }
    const got: Extent[] = [];
    this.#noGrow(pages, min, max, got);
    if (got.length < min) this.#noGrow(pages, min, max, got);
    if (got.length < min) {
      const huge = this.#style === 'eager' || o.system_thp_mode === 1;
      const slab: Slab = {
        id: this.slabs.length,
        age: this.#age++,
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
      this.slabs.push(slab);
      this.#empty.unshift(slab);
      this.#noGrow(pages, min, max, got);
    }
    const extent = got.shift();
    if (extent === undefined) throw new Error('no extent');
    if (got.length > 0) {
      const bin = this.#bin(pages);
      const bytes = (): number => bin.reduce((sum, one) => sum + one.pages * PAGE, 0);
      if (bytes() + got.length * pages * PAGE <= o.max_bytes) {
        bin.push(...got.splice(0));
      } else {
        this.stats.overfills++;
        while (got.length > 0 && bytes() + pages * PAGE <= o.max_bytes) bin.push(got.shift() as Extent);
      }
      if (got.length > 0) this.#dallocBatch(got);
    }
    return extent;
  }

  dalloc(extent: Extent): void {
    const o = this.options;
    if (!this.#cached(extent.pages)) {
      this.#dallocBatch([extent]);
      return;
    }
    const bin = this.#bin(extent.pages);
    bin.unshift(extent);
    const bytes = (): number => bin.reduce((sum, one) => sum + one.pages * PAGE, 0);
    if (bytes() <= o.max_bytes) {
      this.stats.noflush++;
      return;
    }
    this.stats.flush++;
    const out: Extent[] = [];
    while (bytes() > o.max_bytes - Math.floor(o.max_bytes / 4) && bin.length > 0)
      out.push(bin.pop() as Extent);
    this.#dallocBatch(out);
  }

  #cached(pages: number): boolean {
    return !this.hpaOnly && this.options.nshards > 0 && pages * PAGE <= this.options.max_alloc;
  }

  #bin(pages: number): Extent[] {
    const index = pageSizeIndex(pages);
    const bin = this.#bins.get(index) ?? [];
    this.#bins.set(index, bin);
    return bin;
  }

  #updateBegin(slab: Slab): void {
    if (slab.allocAllowed && nactive(slab) === 0) this.#empty = this.#empty.filter((other) => other !== slab);
    const list = this.#inPurgeList.get(slab);
    if (list !== undefined) list.splice(list.indexOf(slab), 1);
    this.#inPurgeList.delete(slab);
  }

  #updateEnd(slab: Slab): void {
    if (slab.allocAllowed && nactive(slab) === 0) this.#empty.unshift(slab);
    if (slab.purgeAllowed) {
      const index =
        nactive(slab) === 0
          ? slab.huge
            ? 127
            : 126
          : 2 * pageSizeIndex(quantizeFloor(ndirty(slab))) + (slab.huge ? 0 : 1);
      const list = this.#purgeLists[index] as Slab[];
      list.push(slab);
      this.#inPurgeList.set(slab, list);
    }
    if (slab.hugifyAllowed && !slab.inHugifyList) this.#hugify.push(slab);
    if (!slab.hugifyAllowed) this.#hugify = this.#hugify.filter((other) => other !== slab);
    slab.inHugifyList = slab.hugifyAllowed;
  }

  #pickAlloc(pages: number): Slab | undefined {
    const least = pageSizeIndex(quantizeCeil(pages));
    const bucket = (slab: Slab): number => pageSizeIndex(quantizeFloor(longest(slab)));
    const fits = this.slabs
      .filter((slab) => slab.allocAllowed && nactive(slab) > 0 && nactive(slab) < PAGES)
      .filter((slab) => bucket(slab) >= least)
      .toSorted((a, b) => bucket(a) - bucket(b) || a.age - b.age);
    return fits[0] ?? this.#empty[0];
  }

  #noGrow(pages: number, min: number, max: number, got: Extent[]): void {
    while (got.length < min) {
      const slab = this.#pickAlloc(pages);
      if (slab === undefined) break;
      const places: number[] = [];
      for (const [begin, length] of freeRuns(slab)) {
        for (let at = begin; at + pages <= begin + length && got.length + places.length < max; at += pages) {
          places.push(at);
        }
      }
      this.#updateBegin(slab);
      if (nactive(slab) === 0) slab.age = this.#age++;
      for (const begin of places) {
        for (let page = begin; page < begin + pages; page++) slab.active[page] = slab.touched[page] = true;
        got.push({ slab, begin, pages });
      }
      this.#eligibility(slab);
      this.#updateEnd(slab);
    }
    this.#deferredWork();
  }

  #dallocBatch(extents: readonly Extent[]): void {
    for (const { slab, begin, pages } of extents) {
      this.#updateBegin(slab);
      for (let page = begin; page < begin + pages; page++) slab.active[page] = false;
      this.#eligibility(slab);
      this.#updateEnd(slab);
    }
    this.#deferredWork();
  }

  #eligibility(slab: Slab): void {
    const o = this.options;
    const assumeHuge = (this.#style === 'eager' || this.#style === 'none') && slab.purgedWhenEmptyAndHuge;
    if (assumeHuge && !slab.huge && nactive(slab) > 0 && ntouched(slab) < PAGES) this.#makeHuge(slab);
    if (this.#lazy && nactive(slab) * PAGE >= o.hugification_threshold && !slab.huge) {
      slab.hugifyAllowed = true;
      slab.timeHugify = this.now;
    }
    const dirty = ndirty(slab);
    const purgable =
      o.dirty_mult !== -1 && ((dirty > 0 && nactive(slab) === 0) || dirty * PAGE >= o.purge_threshold);
    if (purgable && !slab.purgeAllowed && o.min_purge_delay_ms > 0) {
      slab.timePurge = (this.now + BigInt(o.min_purge_delay_ms) * 1_000_000n) % U64;
    }
    slab.purgeAllowed = purgable;
    if (nactive(slab) === 0 && !assumeHuge) slab.hugifyAllowed = false;
  }

  #makeHuge(slab: Slab): void {
    slab.huge = true;
    slab.touched.fill(true);
  }

  #msBetween(earlier: bigint, later: bigint): bigint {
    return ((later - earlier + U64) % U64) / 1_000_000n;
  }

  #dirtyMax(): bigint {
    if (this.options.dirty_mult === -1) return U64;
    return (BigInt(this.totalActive()) * BigInt(this.options.dirty_mult)) >> 16n;
  }

  #blocked(): boolean {
    const head = this.#hugify[0];
    if (head === undefined) return false;
    return BigInt(this.totalDirty() - this.#pending + PAGES - ntouched(head)) > this.#dirtyMax();
  }

  #pickPurge(withTime: boolean): Slab | undefined {
    for (const list of this.#purgeLists.toReversed()) {
      const head = list[0];
      if (head !== undefined && (!withTime || head.timePurge <= this.now)) return head;
    }
    return undefined;
  }

  #shouldPurge(): boolean {
    if (this.#pickPurge(false) === undefined) return false;
    return BigInt(this.totalDirty() - this.#pending) > this.#dirtyMax() || this.#blocked();
  }

  #deferredWork(): void {
    const o = this.options;
    if (o.deferral_allowed === 1) return;
    let operations = 0;
    if (this.#msBetween(this.#lastPurge, this.now) >= BigInt(o.min_purge_interval_ms)) {
      const limit = o.experimental_max_purge_nhp;
      operations = this.#purge(limit === -1 ? 16 : Math.min(16, limit));
    }
    while (this.#tryHugify() && operations < 16) operations++;
  }

  #purge(most: number): number {
    let total = 0;
    for (;;) {
      const batch: { slab: Slab; dehugify: boolean }[] = [];
      let ranges = 0;
      let dirty = 0;
      while (total !== most && batch.length < 16 && ranges < 8 && this.#shouldPurge()) {
        const slab = this.#pickPurge(this.options.min_purge_delay_ms > 0);
        if (slab === undefined) break;
        this.#updateBegin(slab);
        slab.purgeAllowed = slab.hugifyAllowed = slab.allocAllowed = false;
        this.#updateEnd(slab);
        batch.push({ slab, dehugify: this.#lazy && slab.huge && nactive(slab) > 0 });
        slab.purgedWhenEmptyAndHuge = slab.huge && nactive(slab) === 0;
        ranges += freeRuns(slab).filter(([begin, length]) =>
          slab.touched.slice(begin, begin + length).includes(true),
        ).length;
        dirty += ndirty(slab);
        this.#pending += ndirty(slab);
        total++;
      }
      if (batch.length === 0) break;
      this.#pending -= dirty;
      this.stats.npurges += dirty;
      this.stats.purgeRanges += ranges;
      this.#lastPurge = this.now;
      for (const { slab, dehugify } of batch) {
        if (dehugify) this.stats.ndehugifies++;
        this.#updateBegin(slab);
        slab.huge = false;
        slab.touched = [...slab.active];
        slab.allocAllowed = true;
        this.#eligibility(slab);
        this.#updateEnd(slab);
      }
    }
    this.stats.npurgePasses++;
    return total;
  }

  #tryHugify(): boolean {
    const head = this.#hugify[0];
    if (this.#blocked() || head === undefined) return false;
    if (this.#msBetween(head.timeHugify, this.now) < BigInt(this.options.hugify_delay_ms)) return false;
    this.#updateBegin(head);
    head.purgeAllowed = head.hugifyAllowed = false;
    this.#updateEnd(head);
    if (this.#lazy) {
      this.stats.nhugifies++;
      if (this.options.hugify_refused === 1) this.stats.nhugifyFailures++;
    }
    this.#updateBegin(head);
    this.#makeHuge(head);
    this.#eligibility(head);
    this.#updateEnd(head);
    return true;
  }
}
