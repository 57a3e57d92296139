/** One shard of the page allocator: SEC before HPA, PAC for the rest (`pa_shard_t`, src/pa.c; `hpa_alloc`, src/hpa.c). */
import type { OptionValues } from '../replay/options.js';
import { HUGEPAGE_PAGES, PAGE } from '../units.js';
import type { Central } from './central.js';
import { HpaShard } from './hpa-shard.js';
import { Sec } from './sec.js';

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
    this.sec = new Sec(options, !hpaOnly);
    this.#maxPages = Math.floor(options.slab_max_alloc / PAGE);
  }

  /** Allocates `pages` pages and returns the extent's place, {@link PAC_PLACE} if not from the HPA (`pa_alloc`). */
  alloc(pages: number, frequent: boolean): number {
    this.extentPages = pages;
    if (pages > this.#maxPages && !(frequent && pages <= HUGEPAGE_PAGES)) {
      this.pacAllocs++;
      this.pacPages += pages;
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
      return place;
    }
    sec.misses++;
    const got = hpa.allocBatch(pages, sec.minExtents(pages), sec.maxExtents(pages));
    const place = hpa.extents[0]!;
    if (got > 1) this.#fill(pages, got);
    return place;
  }

  dallocPac(pages: number): void {
    this.pacPages -= pages;
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
      return;
    }
    sec.dallocFlush++;
    while (bin.bytes > sec.flushTarget && bin.count > 0) {
      const tailPlace = bin.tailPlace();
      const tailPages = bin.tailPages();
      bin.dropTail();
      hpa.free(tailPlace, tailPages);
    }
    hpa.deferredWork();
  }

  /** Caches the batch's extents but the first; what does not fit goes straight back (`sec_fill`). */
  #fill(pages: number, got: number): void {
    const { hpa, sec } = this;
    const bin = sec.bin(pages);
    const size = pages * PAGE;
    let next = 1;
    if (bin.bytes + (got - 1) * size > sec.maxBytes) sec.overfills++;
    while (next < got && bin.bytes + size <= sec.maxBytes) bin.pushTail(hpa.extents[next++]!, pages);
    if (next === got) return;
    while (next < got) hpa.free(hpa.extents[next++]!, pages);
    hpa.deferredWork();
  }
}
