/** Which options change nothing under the present settings, and why (`hpa_hugify_style_t` and its users, src/hpa.c). */
import {
  HUGIFY_STYLES,
  type OptionName,
  type OptionValues,
  THP_MODES,
} from '../../../engine/replay/options.js';

/** What `auto` means on this machine; the other styles mean themselves. */
export function effectiveStyle(options: OptionValues): 'none' | 'eager' | 'lazy' {
  const style = HUGIFY_STYLES[options.hugify_style] ?? 'auto';
  if (style !== 'auto') return style;
  return THP_MODES[options.system_thp_mode] === 'madvise' ? 'lazy' : 'none';
}

const PURGE: ReadonlySet<OptionName> = new Set([
  'purge_threshold',
  'min_purge_interval_ms',
  'min_purge_delay_ms',
  'experimental_max_purge_nhp',
]);
const HUGIFY: ReadonlySet<OptionName> = new Set([
  'hugification_threshold',
  'hugify_delay_ms',
  'hugify_refused',
]);
const SEC: ReadonlySet<OptionName> = new Set(['nshards', 'max_alloc', 'max_bytes']);

/** A sentence, or null where the option matters. */
export function withoutEffect(name: OptionName, options: OptionValues, hpaOnly: boolean): string | null {
  if (SEC.has(name)) {
    if (hpaOnly) return 'the mode is HPA only, so there is no SEC.';
    return name !== 'nshards' && options.nshards === 0 ? 'SEC nshards is 0, so there is no SEC.' : null;
  }
  const deferred = options.deferral_allowed !== 0;
  if (deferred && (PURGE.has(name) || HUGIFY.has(name) || name === 'dirty_mult')) {
    return 'deferral_allowed leaves this work to a background thread, and a replay has none.';
  }
  if (PURGE.has(name) && options.dirty_mult === -1) return 'dirty_mult is off, so nothing is ever purged.';
  const style = effectiveStyle(options);
  const hugifies = style === 'lazy' || options.hugify_sync !== 0;
  if (HUGIFY.has(name) && !hugifies) {
    return `in ${style} style no pageslab waits to be hugified (lazy style or hugify_sync does that).`;
  }
  if (name === 'hugify_sync' && style === 'lazy') {
    return 'a replay takes no time for the call, so in lazy style both ways count the same.';
  }
  return null;
}
