/**
 * The page allocator once more, as plainly as can be: objects, arrays, searches over everything, BigInt clocks. It gives
 * its reasons as the engine's explanations do. It follows jemalloc's order of steps (src/hpa.c, src/psset.c, src/hpdata.c,
 * src/sec.c) and exists to be compared with the engine on random input; nothing of it is fast.
 */
import type { Decision } from '../engine/inspect/explanation.js';
import type { OptionValues } from '../engine/replay/options.js';
import { pageSizeIndex, quantizeCeil, quantizeFloor } from '../engine/sizes/page-size-classes.js';
import { ReferenceSec } from './reference-sec.js';
import {
  type Extent,
  freeRuns,
  longest,
  nactive,
  ndirty,
  newSlab,
  ntouched,
  PAGE,
  PAGES,
  placeOf,
  purgeRanges,
  type Slab,
} from './reference-slab.js';

const U64 = 1n << 64n;

const nsBetween = (earlier: bigint, later: bigint): bigint => (later - earlier + U64) % U64;

export class ReferenceShard {
  readonly slabs: Slab[] = [];
  readonly stats = {
    npurgePasses: 0,
    npurges: 0,
    nhugifies: 0,
    nhugifyFailures: 0,
    ndehugifies: 0,
    purgeRanges: 0,
    pacAllocs: 0,
  };
  readonly sec: ReferenceSec;
  now = 0n;
  /** What it decided and why, since the owner last emptied this. */
  decisions: Decision[] = [];

  #empty: Slab[] = [];
  #hugify: Slab[] = [];
  readonly #purgeLists: Slab[][] = Array.from({ length: 128 }, () => []);
  readonly #inPurgeList = new Map<Slab, Slab[]>();
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
    this.sec = new ReferenceSec(options, (decision) => this.decisions.push(decision));
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
      this.pac(pages);
      return null;
    }
    const cached = this.#cached(pages);
    const hit = cached ? this.sec.get(pages) : undefined;
    if (hit !== undefined) return hit;
    const { min, max } = cached ? this.sec.batch(pages) : { min: 1, max: 1 };
    const got: Extent[] = [];
    this.#noGrow(pages, min, max, got);
    if (got.length < min) this.#noGrow(pages, min, max, got);
    if (got.length < min) {
      const huge = this.#style === 'eager' || o.system_thp_mode === 1;
      const slab = newSlab(this.slabs.length, this.#age++, huge);
      this.slabs.push(slab);
      this.decisions.push({ kind: 'grow', slab: slab.id, huge });
      this.#empty.unshift(slab);
      this.#noGrow(pages, min, max, got);
    }
    const extent = got.shift();
    if (extent === undefined) throw new Error('no extent');
    const refused = got.length > 0 ? this.sec.fill(pages, got) : [];
    if (refused.length > 0) this.#dallocBatch(refused);
    return extent;
  }

  dalloc(extent: Extent): void {
    const freed = this.#cached(extent.pages) ? this.sec.put(extent) : [extent];
    if (freed.length > 0) this.#dallocBatch(freed);
  }

  /** The PAC serves an allocation, or takes it back. */
  pac(pages: number): void {
    const slabMaxAllocPages = Math.floor(this.options.slab_max_alloc / PAGE);
    this.decisions.push({ kind: 'pac', pages, slabMaxAllocPages });
  }

  /** Index of the purge list that holds a pageslab, -1 for none. */
  purgeListOf(slab: Slab): number {
    const list = this.#inPurgeList.get(slab);
    return list === undefined ? -1 : this.#purgeLists.indexOf(list);
  }

  #cached(pages: number): boolean {
    return !this.hpaOnly && this.sec.takes(pages);
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
    const [partial] = fits;
    const picked = partial ?? this.#empty[0];
    this.decisions.push({
      kind: 'pick',
      pages,
      wantedBucket: least,
      bucket: partial === undefined ? null : bucket(partial),
      candidates:
        partial === undefined
          ? this.#empty.length
          : fits.filter((slab) => bucket(slab) === bucket(partial)).length,
      slab: picked?.id ?? null,
      age: picked?.age ?? null,
      longestFreeRun: picked === undefined ? null : longest(picked),
    });
    return picked;
  }

  #noGrow(pages: number, min: number, max: number, got: Extent[]): void {
    while (got.length < min) {
      const slab = this.#pickAlloc(pages);
      if (slab === undefined) break;
      const places: number[] = [];
      for (const [begin, length] of freeRuns(slab)) {
        const count = Math.min(Math.floor(length / pages), max - got.length - places.length);
        if (count > 0) this.decisions.push({ kind: 'place', slab: slab.id, begin, pages, count });
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
      this.decisions.push({
        kind: 'free',
        extent: placeOf({ slab, begin, pages }),
        nactive: nactive(slab),
        dirty: ndirty(slab),
      });
      this.#eligibility(slab);
      this.#updateEnd(slab);
    }
    this.#deferredWork();
  }

  #eligibility(slab: Slab): void {
    const o = this.options;
    const assumeHuge = (this.#style === 'eager' || this.#style === 'none') && slab.purgedWhenEmptyAndHuge;
    if (assumeHuge && !slab.huge && nactive(slab) > 0 && ntouched(slab) < PAGES) {
      this.#makeHuge(slab);
      this.decisions.push({ kind: 'assume-huge', slab: slab.id });
    }
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
    return nsBetween(earlier, later) / 1_000_000n;
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

  #dirt(): { ndirty: number; dirtyMax: number; hugifyNeeds: number | null } {
    const head = this.#hugify[0];
    const ndirty = this.totalDirty() - this.#pending;
    return {
      ndirty,
      dirtyMax: this.options.dirty_mult === -1 ? Infinity : Number(this.#dirtyMax()),
      hugifyNeeds: head === undefined ? null : ndirty + PAGES - ntouched(head),
    };
  }

  #tellPurgeCheck(): void {
    const o = this.options;
    const intervalPassed = this.#msBetween(this.#lastPurge, this.now) >= BigInt(o.min_purge_interval_ms);
    const anyPurgable = this.#pickPurge(false) !== undefined;
    const due = this.#pickPurge(o.min_purge_delay_ms > 0);
    const dirt = this.#dirt();
    const wanted = dirt.ndirty > dirt.dirtyMax ? 'too-dirty' : 'makes-room-to-hugify';
    let verdict: Extract<Decision, { kind: 'purge-check' }>['verdict'] = wanted;
    if (due === undefined) verdict = 'delayed';
    if (o.experimental_max_purge_nhp === 0) verdict = 'no-room';
    if (dirt.ndirty <= dirt.dirtyMax && !this.#blocked()) verdict = 'within-limit';
    if (!anyPurgable) verdict = 'nothing-purgable';
    if (!intervalPassed) verdict = 'interval';
    this.decisions.push({
      kind: 'purge-check',
      sinceLastPurgeNs: Number(nsBetween(this.#lastPurge, this.now)),
      minIntervalNs: Number(BigInt(o.min_purge_interval_ms) * 1_000_000n),
      intervalPassed,
      anyPurgable,
      ...dirt,
      verdict,
    });
  }

  #tellHugifyCheck(head: Slab | undefined): void {
    const o = this.options;
    const { dirtyMax, hugifyNeeds } = this.#dirt();
    const limits = { dirtyMax, delayNs: Number(BigInt(o.hugify_delay_ms) * 1_000_000n) };
    const kind = 'hugify-check';
    if (head === undefined) {
      const verdict = 'no-candidate';
      this.decisions.push({ kind, slab: null, needs: null, waitedNs: null, ...limits, verdict });
      return;
    }
    const early = this.#msBetween(head.timeHugify, this.now) < BigInt(o.hugify_delay_ms);
    const verdict = this.#blocked() ? 'blocked-by-dirty' : early ? 'too-early' : 'hugify';
    const waitedNs = Number(nsBetween(head.timeHugify, this.now));
    this.decisions.push({ kind, slab: head.id, needs: hugifyNeeds, waitedNs, ...limits, verdict });
  }

  #deferredWork(): void {
    const o = this.options;
    if (o.deferral_allowed === 1) {
      this.decisions.push({ kind: 'deferred' });
      return;
    }
    this.#tellPurgeCheck();
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
        this.decisions.push({
          kind: 'purge',
          slab: slab.id,
          dirty: ndirty(slab),
          ranges: purgeRanges(slab),
          purgeList: this.purgeListOf(slab),
          huge: slab.huge,
          empty: nactive(slab) === 0,
          dehugify: this.#lazy && slab.huge && nactive(slab) > 0,
        });
        this.#updateBegin(slab);
        slab.purgeAllowed = slab.hugifyAllowed = slab.allocAllowed = false;
        this.#updateEnd(slab);
        batch.push({ slab, dehugify: this.#lazy && slab.huge && nactive(slab) > 0 });
        slab.purgedWhenEmptyAndHuge = slab.huge && nactive(slab) === 0;
        ranges += purgeRanges(slab);
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
    if (total > 0) {
      const waiting = this.#shouldPurge() ? 'delayed' : 'within-limit';
      const none = this.#pickPurge(false) === undefined ? 'nothing-purgable' : waiting;
      const verdict = total === most ? 'limit' : none;
      this.decisions.push({ kind: 'purge-end', pageslabs: total, ...this.#dirt(), verdict });
    }
    return total;
  }

  #tryHugify(): boolean {
    const head = this.#hugify[0];
    this.#tellHugifyCheck(head);
    if (this.#blocked() || head === undefined) return false;
    if (this.#msBetween(head.timeHugify, this.now) < BigInt(this.options.hugify_delay_ms)) return false;
    this.decisions.push({
      kind: 'hugify',
      slab: head.id,
      retained: PAGES - ntouched(head),
      counted: this.#lazy,
      refused: this.#lazy && this.options.hugify_refused === 1,
    });
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
