/**
 * Allocated and live objects by size class from jemalloc's statistics (src/stats.c). Small classes ("bins"): nrequests counts
 * allocations (nmalloc only what goes from arenas to caches), curregs what is not free in the arena, regions cached in threads
 * with it. Large classes ("lextents"): curlextents only. Sampled small objects do not live in their own bin while they are
 * profiled: prof_live_count and prof_accum_count (prof_stats:true) hold them, and up to 5.3.0 each has an extent of 16 KiB.
 */
import type { SizeCount } from '../../engine/sampling/workload.js';
import { formatBytes } from '../../base/numbers.js';
import type { JsonValue } from '../heap/json-items.js';
import { formatCount, type ProblemLog, quoteText } from '../problem-log.js';

type JsonMap = ReadonlyMap<string, JsonValue>;

const PROMOTED_SIZE = 16_384;

export const isMap = (value: JsonValue | undefined): value is JsonMap => value instanceof Map;
const listOf = (value: JsonValue | undefined): readonly JsonValue[] | null =>
  Array.isArray(value) ? (value as readonly JsonValue[]) : null;

/** A count of 64 bits as a double; null where there is none. */
function countOf(value: JsonValue | undefined): number | null {
  const number = typeof value === 'bigint' ? Number(value) : value;
  return typeof number === 'number' && number >= 0 && Number.isFinite(number) ? number : null;
}

interface ClassCounts {
  readonly size: number;
  readonly small: boolean;
  current: number;
  requests: number;
  profLive: number;
  profAll: number;
  /** The program ran with prof_stats. */
  readonly hasProf: boolean;
}

/** Rows by size class, or a sentence why there are none. */
export function countsOfStats(
  stats: JsonMap,
  problems: ProblemLog,
): { readonly rows: readonly SizeCount[] } | { readonly error: string } {
  const tables = stats.get('arenas');
  const arenas = arenasOf(stats.get('stats.arenas'), problems);
  if (!isMap(tables) || (listOf(tables.get('bin')) === null && listOf(tables.get('lextent')) === null)) {
    return { error: 'without the tables of size classes: print them without the option g' };
  }
  if (arenas.length === 0) return { error: 'without any arena: print them without the options m and a' };
  const small = classesOf('bin', 'bins', true, tables, arenas, problems);
  const large = classesOf('lextent', 'lextents', false, tables, arenas, problems);
  if (small.length === 0) problems.add('stats-no-small', 0);
  if (large.length === 0) problems.add('stats-no-large', 0);
  putSampledBack(stats, small, large, problems);
  const cached = arenas.reduce((sum, arena) => sum + (countOf(arena.get('tcache_bytes')) ?? 0), 0);
  return { rows: [...smallRows(small, cached, problems), ...largeRows(large, arenas, problems)] };
}

/** The sums over arenas, or what stands for them. */
function arenasOf(value: JsonValue | undefined, problems: ProblemLog): JsonMap[] {
  if (!isMap(value)) return [];
  const merged = value.get('merged');
  if (isMap(merged)) return [merged];
  const single = [...value].filter(([key, arena]) => /^\d+$/.test(key) && isMap(arena));
  const [first] = single;
  if (single.length === 1 && first !== undefined) problems.add('stats-one-arena', 0, quoteText(first[0]));
  else if (single.length > 1) problems.add('stats-arenas-added', 0, '', single.length);
  return single.map(([, arena]) => arena).filter(isMap);
}

function classesOf(
  table: string,
  counts: string,
  small: boolean,
  tables: JsonMap,
  arenas: readonly JsonMap[],
  problems: ProblemLog,
): ClassCounts[] {
  const lists = arenas.map((arena) => listOf(arena.get(counts))).filter((list) => list !== null);
  if (lists.length === 0) return [];
  const classes: ClassCounts[] = [];
  (listOf(tables.get(table)) ?? []).forEach((entry, i) => {
    const size = isMap(entry) ? countOf(entry.get('size')) : null;
    const maps = lists.map((list) => list[i]).filter(isMap);
    const sum = (name: string) => maps.reduce((total, map) => total + (countOf(map.get(name)) ?? 0), 0);
    const known = maps.some((map) => countOf(map.get(small ? 'curregs' : 'curlextents')) !== null);
    if (size === null || size === 0 || !known) {
      problems.add('stats-bad-class', 0);
      return;
    }
    classes.push({
      size,
      small,
      current: sum(small ? 'curregs' : 'curlextents'),
      requests: small ? sum('nrequests') : 0,
      profLive: sum('prof_live_count'),
      profAll: sum('prof_accum_count'),
      hasProf: maps.some((map) => map.has('prof_accum_count')),
    });
  });
  return classes;
}

/** Sampled small objects go back to their own class. */
function putSampledBack(
  stats: JsonMap,
  small: readonly ClassCounts[],
  large: readonly ClassCounts[],
  problems: ProblemLog,
): void {
  const options = stats.get('opt');
  const isOn = isMap(options) && options.get('prof') === true;
  const live = small.reduce((sum, { profLive }) => sum + profLive, 0);
  if (!small.some(({ hasProf }) => hasProf)) {
    const lg = isMap(options) ? countOf(options.get('lg_prof_sample')) : null;
    // At terabytes between samples hardly anything is sampled.
    const rare = lg !== null && lg >= 40;
    if (isOn && small.length > 0 && !rare) problems.add('stats-sampled-hidden', 0, String(lg ?? 'unknown'));
    return;
  }
  for (const entry of small) {
    entry.current += entry.profLive;
    entry.requests += entry.profAll;
  }
  if (live > 0) problems.add('stats-sampled-back', 0, '', live);
  const promoted = large.find(({ size }) => size === PROMOTED_SIZE);
  if (promoted !== undefined && hasPromotion(stats.get('version')))
    promoted.current = Math.max(0, promoted.current - live);
}

/** Up to 5.3.0 a sampled small object gets a large extent. */
function hasPromotion(version: JsonValue | undefined): boolean {
  const match = /^(\d+)\.(\d+)\.(\d+)/.exec(typeof version === 'string' ? version : '');
  if (match === null) return false;
  const [major, minor, patch] = match.slice(1).map(Number) as [number, number, number];
  return major * 1e6 + minor * 1e3 + patch <= 5_003_000;
}

function smallRows(small: readonly ClassCounts[], cachedBytes: number, problems: ProblemLog): SizeCount[] {
  const over = small.reduce((sum, c) => sum + c.size * Math.max(0, c.current - c.requests), 0);
  // What is too much and fits into the caches lies there; what does not was never counted as a request.
  const isCache = over <= cachedBytes;
  let left = 0;
  const rows = small.map(({ size, current, requests }): SizeCount => {
    if (current <= requests) return { size, allocated: requests, live: current };
    if (isCache) {
      left += current - requests;
      return { size, allocated: requests, live: requests };
    }
    problems.add('stats-requests-low', 0);
    return { size, allocated: current, live: current };
  });
  if (left > 0) problems.add('stats-cached-left-out', 0, '', left);
  const rest = isCache ? cachedBytes - over : cachedBytes;
  if (rest > 0) problems.add('stats-cached', 0, formatBytes(rest));
  return rows;
}

function largeRows(
  large: readonly ClassCounts[],
  arenas: readonly JsonMap[],
  problems: ProblemLog,
): SizeCount[] {
  const rows = large.map(({ size, current, profAll }): SizeCount => {
    return { size, allocated: Math.max(current, profAll), live: current };
  });
  const known = rows.filter(({ allocated }) => allocated > 0).length;
  const all = arenas.reduce((sum, arena) => {
    const sums = arena.get('large');
    return sum + (isMap(sums) ? (countOf(sums.get('nmalloc')) ?? 0) : 0);
  }, 0);
  if (known > 0) problems.add('stats-large-allocated', 0, formatCount(all), known);
  return rows;
}
