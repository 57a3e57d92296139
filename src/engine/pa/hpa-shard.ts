/**
 * The hugepage-aware allocator of one shard: where extents come from, when pageslabs are purged and hugified
 * (`hpa_shard_t`, src/hpa.c). An extent is known by its `place`: 512 x pageslab index + first page.
 *
 * One thread only, so what jemalloc does between dropping and retaking its lock happens at once here, and the
 * kernel's part of purge and hugify is counted, not done.
 */
import type { OptionValues } from '../replay/options.js';
import { type U64, createU64, elapsed, millisecondsToNs, wrappedDelayNs } from '../u64.js';
import { HUGEPAGE_PAGES, PAGE } from '../units.js';
import { type Central, STYLE_EAGER, STYLE_LAZY, STYLE_NONE, resolveStyle } from './central.js';
import type { AllocatorObserver, HugifyOutlook, PurgeOutlook, PurgeStop, PurgeVerdict } from './observer.js';
import { PageslabSet } from './pageslab-set.js';
import type { StateReader, StateWriter } from './state-words.js';
import {
  AGE,
  ALLOC_ALLOWED,
  FLAGS,
  HUGE,
  HUGIFY_ALLOWED,
  HUGIFY_TIME,
  NACTIVE,
  NTOUCHED,
  PURGED_WHEN_EMPTY_AND_HUGE,
  PURGE_ALLOWED,
  PURGE_TIME,
  STRIDE,
  dirtyPages,
  findFirstFit,
  finishPurge,
  freeRunLength,
  longestFreeRun,
  markHuge,
  purgeRanges,
  reserve,
  unreserve,
} from './pageslab.js';

/** Most extents one request may ask for (`SEC_MAX_NALLOCS`, sec.h). */
export const MAX_BATCH_EXTENTS = 8;
/** Operations of deferred work an allocation or deallocation may do (`hpa_shard_maybe_do_deferred_work`). */
const MAX_DEFERRED_OPERATIONS = 16;
/** Pageslabs and address ranges in one purge batch (`HPA_PURGE_BATCH_MAX`, `HPA_MIN_VAR_VEC_SIZE`, hpa_utils.h). */
const MAX_BATCH_PAGESLABS = 16;
const BATCH_RANGES_WATERMARK = 8;

const LG_PAGESLAB = 9;
const PURGING_OFF = -1;
const NO_LIMIT = -1;
/** One in 16.16 fixed point (`fxp_t`). */
const FIXED_ONE = 65_536;

export class HpaShard {
  readonly set: PageslabSet;
  /** Places of the extents that {@link allocBatch} got, in order. */
  readonly extents: Int32Array;

  /** Counters of `hpa_shard_nonderived_stats_t`; `npurges` counts pages. */
  npurgePasses = 0;
  npurges = 0;
  nhugifies = 0;
  nhugifyFailures = 0;
  ndehugifies = 0;
  /** Counters that jemalloc does not keep. */
  purgedPageslabs = 0;
  purgeRanges = 0;
  assumedHuge = 0;

  /** Told of every decision of this shard, its SEC's included. */
  observer: AllocatorObserver | null = null;

  readonly #central: Central;
  readonly #clock: U64;
  readonly #lazy: boolean;
  readonly #mayAssumeHuge: boolean;
  readonly #hugificationThreshold: number;
  readonly #purgeThreshold: number;
  readonly #dirtyMult: number;
  readonly #deferralAllowed: boolean;
  readonly #hugifyDelayNs: number;
  readonly #hugifyRefused: boolean;
  readonly #minPurgeIntervalNs: number;
  readonly #purgeDelay: boolean;
  readonly #purgeDelayLow: number;
  readonly #purgeDelayHigh: number;
  readonly #maxPurgePageslabs: number;

  #ageCounter = 0;
  #npendingPurge = 0;
  readonly #lastPurge: U64 = createU64();
  readonly #batch: Int32Array;
  readonly #batchDehugify: Int32Array;

  constructor(central: Central, options: OptionValues) {
    const { arena } = central;
    this.set = new PageslabSet(arena);
    this.extents = arena.words(MAX_BATCH_EXTENTS);
    this.#batch = arena.words(MAX_BATCH_PAGESLABS);
    this.#batchDehugify = arena.words(MAX_BATCH_PAGESLABS);
    this.#central = central;
    this.#clock = central.clock;
    const style = resolveStyle(options);
    this.#lazy = style === STYLE_LAZY || options.hugify_sync !== 0;
    this.#mayAssumeHuge = style === STYLE_EAGER || style === STYLE_NONE;
    this.#hugificationThreshold = options.hugification_threshold;
    this.#purgeThreshold = options.purge_threshold;
    this.#dirtyMult = options.dirty_mult;
    this.#deferralAllowed = options.deferral_allowed !== 0;
    this.#hugifyDelayNs = millisecondsToNs(options.hugify_delay_ms);
    this.#hugifyRefused = options.hugify_refused !== 0;
    this.#minPurgeIntervalNs = millisecondsToNs(options.min_purge_interval_ms);
    this.#purgeDelay = options.min_purge_delay_ms > 0;
    [this.#purgeDelayLow, this.#purgeDelayHigh] = wrappedDelayNs(options.min_purge_delay_ms);
    const limit = options.experimental_max_purge_nhp;
    this.#maxPurgePageslabs =
      limit === NO_LIMIT ? MAX_DEFERRED_OPERATIONS : Math.min(limit, MAX_DEFERRED_OPERATIONS);
  }

  /**
   * Gets between `min` and `max` extents of `pages` pages into {@link extents} and returns how many; a new pageslab
   * is taken only if the ones at hand give less than `min` (`hpa_alloc_batch_psset`). Each round ends with
   * deferred work, which is why one allocation can count up to three purge passes.
   */
  allocBatch(pages: number, min: number, max: number): number {
    let got = this.#allocNoGrow(pages, min, max, 0);
    if (got >= min) return got;
    // jemalloc looks again after taking the lock for growing.
    got = this.#allocNoGrow(pages, min, max, got);
    if (got >= min) return got;
    const slab = this.set.add(this.#ageCounter++, this.#central.startHuge);
    if (this.observer !== null) this.observer.grow(slab, this.#central.startHuge);
    return this.#allocNoGrow(pages, min, max, got);
  }

  /** Frees one extent of a batch; the caller ends the batch with {@link deferredWork} (`hpa_dalloc_locked`). */
  free(place: number, pages: number): void {
    const slab = place >>> LG_PAGESLAB;
    const base = slab * STRIDE;
    unreserve(this.set.words, base, place & (HUGEPAGE_PAGES - 1), pages);
    if (this.observer !== null) this.observer.freed(this.set, place, pages);
    this.#updateEligibility(base);
    this.set.refile(slab);
  }

  /** Purges and hugifies what is due (`hpa_shard_maybe_do_deferred_work`, not forced). */
  deferredWork(): void {
    if (this.#deferralAllowed) {
      if (this.observer !== null) this.observer.deferred();
      return;
    }
    if (this.observer !== null) this.observer.purgeCheck(this);
    let operations = 0;
    if (this.#purgeIntervalPassed()) operations = this.#purge(this.#maxPurgePageslabs);
    while (this.#tryHugify() && operations < MAX_DEFERRED_OPERATIONS) operations++;
  }

  save(to: StateWriter): void {
    to.number(this.npurgePasses);
    to.number(this.npurges);
    to.number(this.nhugifies);
    to.number(this.nhugifyFailures);
    to.number(this.ndehugifies);
    to.number(this.purgedPageslabs);
    to.number(this.purgeRanges);
    to.number(this.assumedHuge);
    to.number(this.#ageCounter);
    to.number(this.#lastPurge[0]!);
    to.number(this.#lastPurge[1]!);
    this.set.save(to);
  }

  load(from: StateReader): void {
    this.npurgePasses = from.number();
    this.npurges = from.number();
    this.nhugifies = from.number();
    this.nhugifyFailures = from.number();
    this.ndehugifies = from.number();
    this.purgedPageslabs = from.number();
    this.purgeRanges = from.number();
    this.assumedHuge = from.number();
    this.#ageCounter = from.number();
    this.#lastPurge[0] = from.number();
    this.#lastPurge[1] = from.number();
    this.set.load(from);
  }

  /** Dirty pages that dirty_mult allows now, Infinity when purging is off (`hpa_ndirty_max`). */
  dirtyMax(): number {
    if (this.#dirtyMult === PURGING_OFF) return Number.POSITIVE_INFINITY;
    return Math.floor((this.set.nactive * this.#dirtyMult) / FIXED_ONE);
  }

  /** Nanoseconds from the last purge, or from 0 of the clock before the first, to the given clock. */
  sinceLastPurge(nowHigh: number, nowLow: number): number {
    return elapsed(nowHigh, nowLow, this.#lastPurge[1]!, this.#lastPurge[0]!);
  }

  /** Why deferred work would or would not purge now. */
  purgeOutlook(): PurgeOutlook {
    const candidate = this.set.pickHugify();
    return {
      sinceLastPurgeNs: this.sinceLastPurge(this.#clock[1]!, this.#clock[0]!),
      minIntervalNs: this.#minPurgeIntervalNs,
      intervalPassed: this.#purgeIntervalPassed(),
      anyPurgable: this.set.anyPurgable(),
      ndirty: this.set.ndirty - this.#npendingPurge,
      dirtyMax: this.dirtyMax(),
      hugifyNeeds: candidate < 0 ? null : this.#hugifyNeeds(candidate),
      verdict: this.#purgeVerdict(),
    };
  }

  /** Why `slab`, the next hugify candidate or -1, would or would not be hugified now. */
  hugifyOutlook(slab: number): HugifyOutlook {
    const limits = { dirtyMax: this.dirtyMax(), delayNs: this.#hugifyDelayNs };
    if (slab < 0) return { ...limits, needs: null, waitedNs: null, verdict: 'no-candidate' };
    const waitedNs = this.#hugifyWaited(slab * STRIDE);
    const late = waitedNs < this.#hugifyDelayNs ? 'too-early' : 'hugify';
    const verdict = this.#hugifyBlocked(slab) ? 'blocked-by-dirty' : late;
    return { ...limits, needs: this.#hugifyNeeds(slab), waitedNs, verdict };
  }

  /** Why a pass ended that purged so many pageslabs. */
  purgeStop(pageslabs: number): PurgeStop {
    if (pageslabs >= this.#maxPurgePageslabs) return 'limit';
    if (!this.set.anyPurgable()) return 'nothing-purgable';
    return this.#shouldPurge() ? 'delayed' : 'within-limit';
  }

  #purgeVerdict(): PurgeVerdict {
    if (!this.#purgeIntervalPassed()) return 'interval';
    if (!this.set.anyPurgable()) return 'nothing-purgable';
    if (!this.#shouldPurge()) return 'within-limit';
    if (this.#maxPurgePageslabs <= 0) return 'no-room';
    if (this.#pickPurge() < 0) return 'delayed';
    return this.#exceedsDirtyMax(this.set.ndirty - this.#npendingPurge)
      ? 'too-dirty'
      : 'makes-room-to-hugify';
  }

  /** `hpa_min_purge_interval_passed`. */
  #purgeIntervalPassed(): boolean {
    return this.sinceLastPurge(this.#clock[1]!, this.#clock[0]!) >= this.#minPurgeIntervalNs;
  }

  /** Nanoseconds that a hugify candidate has waited. */
  #hugifyWaited(base: number): number {
    const words = this.set.words;
    const low = words[base + HUGIFY_TIME]! >>> 0;
    const high = words[base + HUGIFY_TIME + 1]! >>> 0;
    return elapsed(this.#clock[1]!, this.#clock[0]!, high, low);
  }

  /** Dirty pages there would be with this pageslab hugified. */
  #hugifyNeeds(candidate: number): number {
    const retained = HUGEPAGE_PAGES - this.set.words[candidate * STRIDE + NTOUCHED]!;
    return this.set.ndirty - this.#npendingPurge + retained;
  }

  #pickPurge(): number {
    return this.#purgeDelay ? this.set.pickPurgeAt(this.#clock[1]!, this.#clock[0]!) : this.set.pickPurge();
  }

  /** `hpa_try_alloc_batch_no_grow_locked`: appends to the `got` extents already there. */
  #allocNoGrow(pages: number, min: number, max: number, got: number): number {
    let total = got;
    do {
      const more = this.#allocFromOne(pages, max - total, total);
      if (more === 0) break;
      total += more;
    } while (total < min);
    this.deferredWork();
    return total;
  }

  /** Takes up to `want` extents from the best pageslab (`hpa_try_alloc_from_one_ps`). */
  #allocFromOne(pages: number, want: number, at: number): number {
    const slab = this.set.pickAlloc(pages);
    if (this.observer !== null) this.observer.pick(this.set, pages, slab);
    if (slab < 0) return 0;
    const words = this.set.words;
    const base = slab * STRIDE;
    if (words[base + NACTIVE] === 0) {
      words[base + AGE] = this.#ageCounter++;
      this.set.rejuvenate(slab);
    }
    let got = 0;
    do {
      const begin = findFirstFit(words, base, pages);
      // A free run is carved from its start as often as it goes.
      let count = 1;
      if (want - got > 1) {
        const fits = Math.floor(freeRunLength(words, base, begin) / pages);
        count = fits < want - got ? fits : want - got;
      }
      reserve(words, base, begin, count * pages);
      const place = (slab << LG_PAGESLAB) + begin;
      if (this.observer !== null) this.observer.placed(place, pages, count);
      for (let i = 0; i < count; i++) this.extents[at + got + i] = place + i * pages;
      got += count;
    } while (got < want && longestFreeRun(words, base) >= pages);
    this.#updateEligibility(base);
    this.set.refile(slab);
    return got;
  }

  /** Sets what may be done to a pageslab after it changed (`hpa_update_purge_hugify_eligibility`). */
  #updateEligibility(base: number): void {
    const words = this.set.words;
    const active = words[base + NACTIVE]!;
    let flags = words[base + FLAGS]!;
    const assumeHuge = this.#mayAssumeHuge && (flags & PURGED_WHEN_EMPTY_AND_HUGE) !== 0;
    if (assumeHuge && (flags & HUGE) === 0 && active > 0 && words[base + NTOUCHED] !== HUGEPAGE_PAGES) {
      markHuge(words, base);
      flags = words[base + FLAGS]!;
      this.assumedHuge++;
      if (this.observer !== null) this.observer.assumedHuge(base / STRIDE);
    }
    if (this.#lazy && (flags & HUGE) === 0 && active * PAGE >= this.#hugificationThreshold) {
      flags |= HUGIFY_ALLOWED;
      words[base + HUGIFY_TIME] = this.#clock[0]!;
      words[base + HUGIFY_TIME + 1] = this.#clock[1]!;
    }
    const dirty = words[base + NTOUCHED]! - active;
    if (
      this.#dirtyMult !== PURGING_OFF &&
      ((dirty > 0 && active === 0) || dirty * PAGE >= this.#purgeThreshold)
    ) {
      if (this.#purgeDelay && (flags & PURGE_ALLOWED) === 0) {
        const low = this.#clock[0]! + this.#purgeDelayLow;
        words[base + PURGE_TIME] = low;
        words[base + PURGE_TIME + 1] = this.#clock[1]! + this.#purgeDelayHigh + (low > 0xffff_ffff ? 1 : 0);
      }
      flags |= PURGE_ALLOWED;
    } else {
      flags &= ~PURGE_ALLOWED;
    }
    if (active === 0 && !assumeHuge) flags &= ~HUGIFY_ALLOWED;
    words[base + FLAGS] = flags;
  }

  /** `ndirty` more than dirty_mult allows, without rounding the limit (`hpa_ndirty_max`, `fxp_mul_frac`). */
  #exceedsDirtyMax(ndirty: number): boolean {
    return this.#dirtyMult !== PURGING_OFF && ndirty * FIXED_ONE > this.set.nactive * this.#dirtyMult;
  }

  /** `hpa_hugify_blocked_by_ndirty` for the head of the hugify list. */
  #hugifyBlocked(candidate: number): boolean {
    return this.#exceedsDirtyMax(this.#hugifyNeeds(candidate));
  }

  #shouldPurge(): boolean {
    if (!this.set.anyPurgable()) return false;
    if (this.#exceedsDirtyMax(this.set.ndirty - this.#npendingPurge)) return true;
    const candidate = this.set.pickHugify();
    return candidate >= 0 && this.#hugifyBlocked(candidate);
  }

  /** One purge pass over at most `maxPageslabs`; returns how many were purged (`hpa_purge`). */
  #purge(maxPageslabs: number): number {
    let total = 0;
    for (;;) {
      const size = this.#shouldPurge() ? this.#gatherPurgeBatch(maxPageslabs - total) : 0;
      if (size === 0) break;
      total += size;
      this.#lastPurge.set(this.#clock);
      for (let i = 0; i < size; i++) {
        const base = this.#batch[i]! * STRIDE;
        this.ndehugifies += this.#batchDehugify[i]!;
        const words = this.set.words;
        finishPurge(words, base);
        words[base + FLAGS] = words[base + FLAGS]! | ALLOC_ALLOWED;
        this.#updateEligibility(base);
        this.set.refile(this.#batch[i]!);
      }
      this.purgedPageslabs += size;
    }
    this.npurgePasses++;
    if (total > 0 && this.observer !== null) this.observer.purgeEnd(this, total);
    return total;
  }

  /** Takes pageslabs out of service until the batch is full or enough is pending (`hpa_purge_start_hp`). */
  #gatherPurgeBatch(room: number): number {
    const words = this.set.words;
    let size = 0;
    let ranges = 0;
    while (
      size < room &&
      size < MAX_BATCH_PAGESLABS &&
      ranges < BATCH_RANGES_WATERMARK &&
      this.#shouldPurge()
    ) {
      const slab = this.#pickPurge();
      if (slab < 0) break;
      const base = slab * STRIDE;
      const empty = words[base + NACTIVE] === 0;
      let flags = words[base + FLAGS]! & ~(ALLOC_ALLOWED | PURGE_ALLOWED | HUGIFY_ALLOWED);
      const huge = (flags & HUGE) !== 0;
      const dehugify = this.#lazy && huge && !empty;
      const slabRanges = purgeRanges(words, base);
      if (this.observer !== null) this.observer.purge(this.set, slab, slabRanges, dehugify);
      flags = huge && empty ? flags | PURGED_WHEN_EMPTY_AND_HUGE : flags & ~PURGED_WHEN_EMPTY_AND_HUGE;
      words[base + FLAGS] = flags;
      this.set.refile(slab);
      this.#batch[size] = slab;
      this.#batchDehugify[size] = dehugify ? 1 : 0;
      this.#npendingPurge += dirtyPages(words, base);
      ranges += slabRanges;
      size++;
    }
    this.npurges += this.#npendingPurge;
    this.#npendingPurge = 0;
    this.purgeRanges += ranges;
    return size;
  }

  /** Hugifies the pageslab that has waited longest, if it is due (`hpa_try_hugify`). */
  #tryHugify(): boolean {
    const slab = this.set.pickHugify();
    if (this.observer !== null) this.observer.hugifyCheck(this, slab);
    if (slab < 0 || this.#hugifyBlocked(slab)) return false;
    const words = this.set.words;
    const base = slab * STRIDE;
    if (this.#hugifyWaited(base) < this.#hugifyDelayNs) return false;
    if (this.observer !== null) this.observer.hugify(this.set, slab, this.#lazy, this.#hugifyRefused);
    words[base + FLAGS] = words[base + FLAGS]! & ~(PURGE_ALLOWED | HUGIFY_ALLOWED);
    if (this.#lazy) {
      this.nhugifies++;
      if (this.#hugifyRefused) this.nhugifyFailures++;
    }
    markHuge(words, base);
    this.#updateEligibility(base);
    this.set.refile(slab);
    return true;
  }
}
