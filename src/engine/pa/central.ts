/** What the shards of a replay share (`hpa_central_t`, src/hpa_central.c): the clock, the system below, and their memory. */
import { type OptionValues, resolveStyle, STYLE_EAGER } from '../replay/options.js';
import { type U64, createU64 } from '../u64.js';
import { WordArena } from './word-arena.js';

export const THP_ALWAYS = 1;

export { resolveStyle, STYLE_AUTO, STYLE_EAGER, STYLE_LAZY, STYLE_NONE } from '../replay/options.js';

export class Central {
  /** The clock all shards read: low, high half of nanoseconds. The replay sets it before each event. */
  readonly clock: U64 = createU64();
  /** New pageslabs start huge: eager style, or a system where THP are always on (`hpa_central_extract`). */
  readonly startHuge: boolean;

  /** @param arena where the shards have their small arrays; it may be used anew once they are gone */
  constructor(
    options: OptionValues,
    readonly arena: WordArena = new WordArena(),
  ) {
    this.startHuge = resolveStyle(options) === STYLE_EAGER || options.system_thp_mode === THP_ALWAYS;
  }
}
