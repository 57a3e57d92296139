/** Writes down the allocator's decisions while one event is replayed. */
import type { HpaShard } from '../pa/hpa-shard.js';
import type { AllocatorObserver } from '../pa/observer.js';
import { EMPTY, FILED_EMPTY, type PageslabSet } from '../pa/pageslab-set.js';
import {
  AGE,
  FILED,
  FLAGS,
  HUGE,
  NACTIVE,
  NTOUCHED,
  PURGE_LIST,
  STRIDE,
  dirtyPages,
  longestFreeRun,
} from '../pa/pageslab.js';
import type { Sec, SecBin } from '../pa/sec.js';
import { CEIL_BUCKET } from '../sizes/page-size-classes.js';
import { HUGEPAGE_PAGES, PAGE } from '../units.js';
import type { Decision, ExtentPlace } from './explanation.js';

export class Explainer implements AllocatorObserver {
  readonly decisions: Decision[] = [];

  readonly #slabMaxAllocPages: number;
  readonly #secMaxBytes: number;

  constructor(slabMaxAllocPages: number, secMaxBytes: number) {
    this.#slabMaxAllocPages = slabMaxAllocPages;
    this.#secMaxBytes = secMaxBytes;
  }

  pac(pages: number): void {
    this.decisions.push({ kind: 'pac', pages, slabMaxAllocPages: this.#slabMaxAllocPages });
  }

  secHit(place: number, pages: number, bin: SecBin): void {
    const extent = extentOf(place, pages);
    this.decisions.push({ kind: 'sec-hit', extent, binCount: bin.count, binBytes: bin.bytes });
  }

  secMiss(min: number, max: number): void {
    this.decisions.push({ kind: 'sec-miss', min, max });
  }

  secFill(cached: number, refused: number, bin: SecBin): void {
    this.decisions.push({ kind: 'sec-fill', cached, refused, binBytes: bin.bytes });
  }

  secKeep(place: number, pages: number, bin: SecBin): void {
    const extent = extentOf(place, pages);
    this.decisions.push({ kind: 'sec-keep', extent, binBytes: bin.bytes, maxBytes: this.#secMaxBytes });
  }

  secFlush(place: number, pages: number, sec: Sec, bin: SecBin): void {
    let extents = 0;
    let bytes = 0;
    while (bin.bytes - bytes > sec.flushTarget && extents < bin.count) {
      extents++;
      bytes += bin.pagesAt(bin.count - extents) * PAGE;
    }
    this.decisions.push({
      kind: 'sec-flush',
      extent: extentOf(place, pages),
      extents,
      bytes,
      binBytes: bin.bytes - bytes,
      maxBytes: this.#secMaxBytes,
    });
  }

  pick(set: PageslabSet, pages: number, slab: number): void {
    const picked = { kind: 'pick', pages, wantedBucket: CEIL_BUCKET[pages]! } as const;
    if (slab < 0) {
      this.decisions.push({
        ...picked,
        bucket: null,
        candidates: 0,
        slab: null,
        age: null,
        longestFreeRun: null,
      });
      return;
    }
    const base = slab * STRIDE;
    const filed = set.words[base + FILED]!;
    const isEmpty = filed === FILED_EMPTY;
    this.decisions.push({
      ...picked,
      bucket: isEmpty ? null : filed,
      candidates: isEmpty ? set.counts[EMPTY]! + set.counts[EMPTY + 1]! : set.bucketSize(filed),
      slab,
      age: set.words[base + AGE]!,
      longestFreeRun: longestFreeRun(set.words, base),
    });
  }

  grow(slab: number, huge: boolean): void {
    this.decisions.push({ kind: 'grow', slab, huge });
  }

  placed(place: number, pages: number, count: number): void {
    const { slab, begin } = extentOf(place, pages);
    this.decisions.push({ kind: 'place', slab, begin, pages, count });
  }

  freed(set: PageslabSet, place: number, pages: number): void {
    const extent = extentOf(place, pages);
    const base = extent.slab * STRIDE;
    const nactive = set.words[base + NACTIVE]!;
    this.decisions.push({ kind: 'free', extent, nactive, dirty: dirtyPages(set.words, base) });
  }

  assumedHuge(slab: number): void {
    this.decisions.push({ kind: 'assume-huge', slab });
  }

  deferred(): void {
    this.decisions.push({ kind: 'deferred' });
  }

  purgeCheck(hpa: HpaShard): void {
    this.decisions.push({ kind: 'purge-check', ...hpa.purgeOutlook() });
  }

  purge(set: PageslabSet, slab: number, ranges: number, dehugify: boolean): void {
    const base = slab * STRIDE;
    this.decisions.push({
      kind: 'purge',
      slab,
      dirty: dirtyPages(set.words, base),
      ranges,
      purgeList: set.words[base + PURGE_LIST]!,
      huge: (set.words[base + FLAGS]! & HUGE) !== 0,
      empty: set.words[base + NACTIVE] === 0,
      dehugify,
    });
  }

  purgeEnd(hpa: HpaShard, pageslabs: number): void {
    const { ndirty, dirtyMax, hugifyNeeds } = hpa.purgeOutlook();
    const verdict = hpa.purgeStop(pageslabs);
    this.decisions.push({ kind: 'purge-end', pageslabs, ndirty, dirtyMax, hugifyNeeds, verdict });
  }

  hugifyCheck(hpa: HpaShard, slab: number): void {
    const outlook = hpa.hugifyOutlook(slab);
    this.decisions.push({ kind: 'hugify-check', slab: slab < 0 ? null : slab, ...outlook });
  }

  hugify(set: PageslabSet, slab: number, counted: boolean, refused: boolean): void {
    const retained = HUGEPAGE_PAGES - set.words[slab * STRIDE + NTOUCHED]!;
    this.decisions.push({ kind: 'hugify', slab, retained, counted, refused: counted && refused });
  }
}

/** The pageslabs that decisions changed, or changed what is cached of. */
export function changedSlabs(decisions: readonly Decision[]): Set<number> {
  const slabs = new Set<number>();
  for (const decision of decisions) {
    switch (decision.kind) {
      case 'grow':
      case 'place':
      case 'assume-huge':
      case 'purge':
      case 'hugify':
        slabs.add(decision.slab);
        break;
      case 'free':
      case 'sec-hit':
      case 'sec-keep':
      case 'sec-flush':
        slabs.add(decision.extent.slab);
        break;
      default:
        break;
    }
  }
  return slabs;
}

function extentOf(place: number, pages: number): ExtentPlace {
  return { slab: Math.floor(place / HUGEPAGE_PAGES), begin: place % HUGEPAGE_PAGES, pages };
}
