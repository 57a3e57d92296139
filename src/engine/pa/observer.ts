/**
 * What the allocator tells of its decisions to one who asks: called where they are taken, in their order. A replay has
 * no observer, and pays one test of a field at each such place.
 */
import type { HpaShard } from './hpa-shard.js';
import type { PageslabSet } from './pageslab-set.js';
import type { Sec, SecBin } from './sec.js';

/** Places are extents' (512 x pageslab + first page); sizes are pages. */
export interface AllocatorObserver {
  /** The PAC serves an allocation or takes an extent back. */
  pac(pages: number): void;
  /** The extent has left the bin. */
  secHit(place: number, pages: number, bin: SecBin): void;
  secMiss(min: number, max: number): void;
  /** Spare extents have been cached; `refused` ones are freed next. */
  secFill(cached: number, refused: number, bin: SecBin): void;
  /** The extent is in the bin. */
  secKeep(place: number, pages: number, bin: SecBin): void;
  /** The extent is in the bin, which is flushed next. */
  secFlush(place: number, pages: number, sec: Sec, bin: SecBin): void;
  /** The pageslab to serve `pages` from, -1 for none; not yet changed. */
  pick(set: PageslabSet, pages: number, slab: number): void;
  grow(slab: number, huge: boolean): void;
  /** `count` extents of `pages` pages each, side by side. */
  placed(place: number, pages: number, count: number): void;
  /** The pages have become dirty. */
  freed(set: PageslabSet, place: number, pages: number): void;
  assumedHuge(slab: number): void;
  /** Deferred work is left to a background thread. */
  deferred(): void;
  /** Deferred work begins. */
  purgeCheck(hpa: HpaShard): void;
  /** A pageslab is about to be taken out of service and purged. */
  purge(set: PageslabSet, slab: number, ranges: number, dehugify: boolean): void;
  /** A pass that purged so many pageslabs is over. */
  purgeEnd(hpa: HpaShard, pageslabs: number): void;
  hugifyCheck(hpa: HpaShard, slab: number): void;
  /** A pageslab is about to be backed by a huge page. */
  hugify(set: PageslabSet, slab: number, counted: boolean, refused: boolean): void;
}

export type PurgeVerdict =
  | 'interval'
  | 'nothing-purgable'
  | 'within-limit'
  | 'no-room'
  | 'delayed'
  | 'too-dirty'
  | 'makes-room-to-hugify';

/** Why a purge pass ended. */
export type PurgeStop = 'limit' | 'nothing-purgable' | 'within-limit' | 'delayed';

/** What decides whether pageslabs are purged. */
export interface PurgeOutlook {
  readonly sinceLastPurgeNs: number;
  readonly minIntervalNs: number;
  readonly intervalPassed: boolean;
  readonly anyPurgable: boolean;
  readonly ndirty: number;
  /** Infinity when purging is off. */
  readonly dirtyMax: number;
  /** Dirty pages there would be with the next hugify candidate hugified; null without one. */
  readonly hugifyNeeds: number | null;
  readonly verdict: PurgeVerdict;
}

/** What decides whether a pageslab is hugified. */
export interface HugifyOutlook {
  readonly needs: number | null;
  readonly dirtyMax: number;
  readonly waitedNs: number | null;
  readonly delayNs: number;
  readonly verdict: 'no-candidate' | 'blocked-by-dirty' | 'too-early' | 'hugify';
}
