/** What the shards of a replay share (`hpa_central_t`, src/hpa_central.c): the clock and the system below. */
import type { OptionValues } from '../replay/options.js';
import { type U64, createU64 } from '../u64.js';

export const THP_ALWAYS = 1;

/** Values of `hugify_style` (`hpa_hugify_style_e`, hpa_opts.h). */
export const STYLE_AUTO = 0;
export const STYLE_NONE = 1;
export const STYLE_EAGER = 2;
export const STYLE_LAZY = 3;

/** The style `auto` stands for on this system (`pages_boot`, src/pages.c). */
export function resolveStyle(options: OptionValues): number {
  if (options.hugify_style !== STYLE_AUTO) return options.hugify_style;
  return options.system_thp_mode === 0 ? STYLE_LAZY : STYLE_NONE;
}

export class Central {
  /** The clock all shards read: low, high half of nanoseconds. The replay sets it before each event. */
  readonly clock: U64 = createU64();
  /** New pageslabs start huge: eager style, or a system where THP are always on (`hpa_central_extract`). */
  readonly startHuge: boolean;

  constructor(options: OptionValues) {
    this.startHuge = resolveStyle(options) === STYLE_EAGER || options.system_thp_mode === THP_ALWAYS;
  }
}
