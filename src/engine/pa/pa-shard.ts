/** One shard of the page allocator: SEC before HPA, PAC for the rest (`pa_shard_t`, src/pa.c; `hpa_alloc`, src/hpa.c). */
import type { OptionValues } from '../replay/options.js';
import { HUGEPAGE_PAGES, PAGE } from '../units.js';
import type { Central } from './central.js';
import { HpaShard } from './hpa-shard.js';
import { Sec } from './sec.js';
import type { StateReader, StateWriter } from './state-words.js';

/** Place of an extent that the PAC serves; it touches none of the HPA's state. */
export const PAC_PLACE = -1;

export class PaShard {
  readonly hpa: HpaShard;
  readonly sec: Sec;
  /** Pages of the extent that {@link alloc} gave; a cached extent may have more or fewer than asked for. */
  extentPages = 0;
  pacAllocs = 0;
  pacPages = 0;

  readonly #maxPages: number;

  constructor(central: Central, options: OptionValues, hpaOnly: boolean) {
    this.hpa = new HpaShard(central, options);
    this.sec = new Sec(options, !hpaOnly, central.arena);
    this.#maxPages = Math.floor(options.slab_max_alloc / PAGE);
  }

  /** Allocates `pages` pages and returns the extent's place, {@link PAC_PLACE} if not from the HPA (`pa_alloc`). */
  alloc(pages: number, frequent: boolean): number {
    this.extentPages = pages;
    if (pages > this.#maxPages && !(frequent && pages <= HUGEPAGE_PAGES)) {
      this.pacAllocs++;
      this.pacPages += pages;
      if (this.hpa.observer !== null) this.hpa.observer.pac(pages);
      return PAC_PLACE;
    }
    const { hpa, sec } = this;
    if (!sec.caches(pages)) {
      hpa.allocBatch(pages, 1, 1);
      return hpa.extents[0]!;
    }
    const bin = sec.bin(pages);
    if (bin.count > 0) {
      sec.hits++;
      this.extentPages = bin.headPages();
      const place = bin.headPlace();
      bin.dropHead();
      if (hpa.observer !== null) hpa.observer.secHit(place, this.extentPages, bin);
      return place;
    }
    sec.misses++;
    const min = sec.minExtents(pages);
    const max = sec.maxExtents(pages);
    if (hpa.observer !== null) hpa.observer.secMiss(min, max);
    const got = hpa.allocBatch(pages, min, max);
    const place = hpa.extents[0]!;
    if (got > 1) this.#fill(pages, got);
    return place;
  }

  dallocPac(pages: number): void {
    this.pacPages -= pages;
    if (this.hpa.observer !== null) this.hpa.observer.pac(pages);
  }

  /** Frees an extent of the HPA (`pa_dalloc`, `hpa_dalloc`, `sec_dalloc`). */
  dalloc(place: number, pages: number): void {
    const { hpa, sec } = this;
    if (!sec.caches(pages)) {
      hpa.free(place, pages);
      hpa.deferredWork();
      return;
    }
    const bin = sec.bin(pages);
    bin.pushHead(place, pages);
    if (bin.bytes <= sec.maxBytes) {
      sec.dallocNoflush++;
      if (hpa.observer !== null) hpa.observer.secKeep(place, pages, bin);
      return;
    }
    sec.dallocFlush++;
    if (hpa.observer !== null) hpa.observer.secFlush(place, pages, sec, bin);
    while (bin.bytes > sec.flushTarget && bin.count > 0) {
      const tailPlace = bin.tailPlace();
      const tailPages = bin.tailPages();
      bin.dropTail();
      hpa.free(tailPlace, tailPages);
    }
    hpa.deferredWork();
  }

  /** Writes the state between two events. */
  save(to: StateWriter): void {
    to.number(this.pacAllocs);
    to.number(this.pacPages);
    this.hpa.save(to);
    this.sec.save(to);
  }

  /** Brings back what a shard of the same options saved. */
  load(from: StateReader): void {
    this.pacAllocs = from.number();
    this.pacPages = from.number();
    this.hpa.load(from);
    this.sec.load(from);
  }

  /** Caches the batch's extents but the first; what does not fit goes straight back (`sec_fill`). */
  #fill(pages: number, got: number): void {
    const { hpa, sec } = this;
    const bin = sec.bin(pages);
    const size = pages * PAGE;
    let next = 1;
    if (bin.bytes + (got - 1) * size > sec.maxBytes) sec.overfills++;
    while (next < got && bin.bytes + size <= sec.maxBytes) bin.pushTail(hpa.extents[next++]!, pages);
    if (hpa.observer !== null) hpa.observer.secFill(next - 1, got - next, bin);
    if (next === got) return;
    while (next < got) hpa.free(hpa.extents[next++]!, pages);
    hpa.deferredWork();
  }
}
