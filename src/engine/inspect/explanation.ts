/**
 * Why an event went as it did: the decisions of the allocator in the order they were taken, with the numbers they
 * were taken on. Plain data; sentences are made where they are shown.
 */
import type { HugifyOutlook, PurgeOutlook, PurgeStop } from '../pa/observer.js';

/** Which of an event's extents: pageslab of the event's shard, first page, pages. */
export interface ExtentPlace {
  readonly slab: number;
  readonly begin: number;
  readonly pages: number;
}

export type Decision =
  /** `pa_alloc`: the PAC serves what is neither small enough nor marked frequent; a free goes back the same way. */
  | { readonly kind: 'pac'; readonly pages: number; readonly slabMaxAllocPages: number }
  /** A free that names no live allocation of this shard is ignored, as the benchmark does. */
  | {
      readonly kind: 'ignored-free';
      readonly allocation: number | null;
      readonly reason: 'unknown' | 'dead' | 'other-shard';
    }
  | {
      readonly kind: 'sec-hit';
      readonly extent: ExtentPlace;
      readonly binCount: number;
      readonly binBytes: number;
    }
  | { readonly kind: 'sec-miss'; readonly min: number; readonly max: number }
  /** A batch's spare extents went into the bin; `refused` did not fit and went back to the HPA. */
  | {
      readonly kind: 'sec-fill';
      readonly cached: number;
      readonly refused: number;
      readonly binBytes: number;
    }
  | {
      readonly kind: 'sec-keep';
      readonly extent: ExtentPlace;
      readonly binBytes: number;
      readonly maxBytes: number;
    }
  /** The extent went into the bin, which is too full then: `extents` of `bytes` leave it for the HPA. */
  | {
      readonly kind: 'sec-flush';
      readonly extent: ExtentPlace;
      readonly extents: number;
      readonly bytes: number;
      readonly binBytes: number;
      readonly maxBytes: number;
    }
  /**
   * `psset_pick_alloc`. `wantedBucket` and up were searched, `bucket` is the lowest that had pageslabs (null: none had, the
   * newest of the empty ones serves, or with `slab` null nothing does), `candidates` the pageslabs in it, the oldest is taken.
   * Without a bucket they are the empty pageslabs. Age and longest free run are those before the allocation.
   */
  | {
      readonly kind: 'pick';
      readonly pages: number;
      readonly wantedBucket: number;
      readonly bucket: number | null;
      readonly candidates: number;
      readonly slab: number | null;
      readonly age: number | null;
      readonly longestFreeRun: number | null;
    }
  | { readonly kind: 'grow'; readonly slab: number; readonly huge: boolean }
  /** First fit inside the pageslab: `count` extents of `pages` pages from page `begin` on. */
  | {
      readonly kind: 'place';
      readonly slab: number;
      readonly begin: number;
      readonly pages: number;
      readonly count: number;
    }
  | { readonly kind: 'free'; readonly extent: ExtentPlace; readonly nactive: number; readonly dirty: number }
  /** Rule 1 of the eligibility update: it was huge and empty when purged, so it counts as huge again at first use. */
  | { readonly kind: 'assume-huge'; readonly slab: number }
  /** Deferred work was not looked at, since a background thread would do it (deferral_allowed). */
  | { readonly kind: 'deferred' }
  /**
   * Start of a purge pass (`hpa_min_purge_interval_passed`, `hpa_should_purge`). A pass that purges nothing counts too.
   * Pages. `hugifyNeeds`: dirty pages there would be with the next hugify candidate hugified; null without candidate.
   * `no-room`: max_purge_nhp is 0. `delayed`: min_purge_delay_ms of every pageslab that could be next has yet to pass.
   */
  | ({ readonly kind: 'purge-check' } & PurgeOutlook)
  | {
      readonly kind: 'purge';
      readonly slab: number;
      readonly dirty: number;
      readonly ranges: number;
      readonly purgeList: number;
      readonly huge: boolean;
      readonly empty: boolean;
      readonly dehugify: boolean;
    }
  /** End of a purge pass that purged `pageslabs`, and why it stopped. `limit`: as many as one pass may purge. */
  | {
      readonly kind: 'purge-end';
      readonly pageslabs: number;
      readonly ndirty: number;
      readonly dirtyMax: number;
      readonly hugifyNeeds: number | null;
      readonly verdict: PurgeStop;
    }
  /** One attempt to hugify (`hpa_try_hugify`). `needs`: dirty pages there would be after it. */
  | ({ readonly kind: 'hugify-check'; readonly slab: number | null } & HugifyOutlook)
  /** `counted`: jemalloc asks the kernel and counts it (lazy or sync); `refused`: the replay's kernel said no. */
  | {
      readonly kind: 'hugify';
      readonly slab: number;
      readonly retained: number;
      readonly counted: boolean;
      readonly refused: boolean;
    };

export interface Explanation {
  /** Number of the event, from 0. */
  readonly event: number;
  readonly operation: 'alloc' | 'dalloc';
  readonly shard: number;
  /** Pages asked for or given back; null for an ignored free. */
  readonly pages: number | null;
  readonly frequent: boolean;
  /** Number of the allocation made or freed; null where a free names none. */
  readonly allocation: number | null;
  readonly decisions: readonly Decision[];
}
