/** Sums of one shard at a moment. */
import type { PaShard } from '../pa/pa-shard.js';
import { HUGEPAGE_PAGES } from '../units.js';
import type { ShardMoment } from './moment.js';

export function shardMoment({ hpa, sec, pacPages }: PaShard, nowHigh: number, nowLow: number): ShardMoment {
  const { set } = hpa;
  return {
    slabs: set.slabs,
    nactive: set.nactive,
    ndirty: set.ndirty,
    nretained: HUGEPAGE_PAGES * set.slabs - set.ntouched,
    dirtyMax: hpa.dirtyMax(),
    sinceLastPurgeNs: hpa.purgedPageslabs === 0 ? null : hpa.sinceLastPurge(nowHigh, nowLow),
    secBytes: sec.bytes(),
    pacPages,
    nhugifies: hpa.nhugifies,
    ndehugifies: hpa.ndehugifies,
    npurgePasses: hpa.npurgePasses,
    npurges: hpa.npurges,
    purgeRanges: hpa.purgeRanges,
  };
}
