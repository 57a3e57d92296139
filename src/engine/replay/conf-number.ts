/**
 * What jemalloc's own option parser makes of a number: `malloc_strtoumax` (src/malloc_io.c) and the limits that
 * `CONF_HANDLE_SIZE_T`, `CONF_HANDLE_UINT64_T` and `CONF_HANDLE_SSIZE_T` apply in `malloc_conf_init_helper` (src/conf.c).
 */
import { HUGEPAGE, PAGE } from '../units.js';
import type { OptionName } from './options.js';

/** Reads an integer in C notation (decimal, 0x hexadecimal, 0 octal, sign), as unsigned 64 bits; null where refused. */
export function parseConfInteger(text: string): bigint | null {
  const match = /^([+-]?)(?:0[xX]([0-9a-fA-F]+)|0([0-7]+)|(0|[1-9][0-9]*))$/.exec(text);
  if (match === null) return null;
  const [, sign, hexadecimal, octal, decimal] = match;
  const base = hexadecimal !== undefined ? 16 : octal !== undefined ? 8 : 10;
  let value = 0n;
  for (const digit of hexadecimal ?? octal ?? decimal ?? '') {
    const next = BigInt.asUintN(64, value * BigInt(base) + BigInt(Number.parseInt(digit, base)));
    // The overflow test of the original; a wrap that lands higher slips through there, and so here.
    if (next < value) return null;
    value = next;
  }
  return sign === '-' ? BigInt.asUintN(64, -value) : value;
}

interface ConfLimits {
  /** Compared as signed 64-bit numbers; all others are unsigned. */
  readonly signed?: boolean;
  readonly min?: bigint;
  readonly max?: bigint;
  /** What happens outside: moved to the nearest limit, or the setting is refused and the default stays. */
  readonly outside: 'clip' | 'refuse';
}

const PAGE_TO_HUGEPAGE: ConfLimits = { min: BigInt(PAGE), max: BigInt(HUGEPAGE), outside: 'clip' };
const ANY: ConfLimits = { outside: 'refuse' };

/** One row per option that MALLOC_CONF takes as an integer. */
export const CONF_LIMITS: Readonly<Partial<Record<OptionName, ConfLimits>>> = {
  slab_max_alloc: PAGE_TO_HUGEPAGE,
  hugification_threshold: PAGE_TO_HUGEPAGE,
  purge_threshold: PAGE_TO_HUGEPAGE,
  hugify_delay_ms: ANY,
  min_purge_interval_ms: ANY,
  min_purge_delay_ms: ANY,
  experimental_max_purge_nhp: { signed: true, min: -1n, outside: 'refuse' },
  nshards: ANY,
  // USIZE_GROW_SLOW_THRESHOLD with 4 KiB pages.
  max_alloc: { min: BigInt(PAGE), max: 32_768n, outside: 'clip' },
  // SEC_OPTS_MAX_BYTES_DEFAULT.
  max_bytes: { min: 262_144n, outside: 'clip' },
};

/** What jemalloc keeps of an integer given to an option: itself, a limit, or null when it refuses. */
export function confKeeps(name: OptionName, value: bigint): bigint | null {
  const limits = CONF_LIMITS[name];
  if (limits === undefined) return null;
  const read = limits.signed === true ? BigInt.asIntN(64, value) : BigInt.asUintN(64, value);
  const limit =
    limits.min !== undefined && read < limits.min
      ? limits.min
      : limits.max !== undefined && read > limits.max
        ? limits.max
        : read;
  return limit !== read && limits.outside === 'refuse' ? null : limit;
}
