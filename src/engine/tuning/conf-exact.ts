/** Which settings MALLOC_CONF can say, and the nearest one it can. */
import { confKeeps } from '../replay/conf-number.js';
import { OPTIONS, type OptionDescription, type OptionName, type OptionValues } from '../replay/options.js';

/**
 * The options with every value moved to what MALLOC_CONF would make of it. deferral_allowed goes off: its line would start a
 * background thread, which a replay has not. Those of the environment stay; they are no settings.
 */
export function snapToConf(options: OptionValues): OptionValues {
  const snapped: Record<OptionName, number> = { ...options, deferral_allowed: 0 };
  for (const option of OPTIONS as readonly (OptionDescription & { readonly name: OptionName })[]) {
    if (option.mallocConf === null || ['ratio', 'boolean', 'choice'].includes(option.kind)) continue;
    // Refused values are outside what a replay takes as well, but for the default that jemalloc would keep.
    const kept = confKeeps(option.name, BigInt(options[option.name]));
    snapped[option.name] = kept === null ? option.presets.jemalloc : Number(kept);
  }
  return snapped;
}

export function sameOptions(a: OptionValues, b: OptionValues): boolean {
  return OPTIONS.every(({ name }) => a[name] === b[name]);
}

/** True when a MALLOC_CONF line means exactly these options. */
export function isConfExact(options: OptionValues): boolean {
  return sameOptions(options, snapToConf(options));
}
