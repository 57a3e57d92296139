/** How the options panel is laid out. A test holds it to the option table: every option once. */
import type { OptionName } from '../../../engine/replay/options.js';

export interface OptionGroupRow {
  readonly title: string;
  readonly names: readonly OptionName[];
}

export const OPTION_GROUPS: readonly OptionGroupRow[] = [
  {
    title: 'Purge',
    names: [
      'dirty_mult',
      'purge_threshold',
      'min_purge_interval_ms',
      'min_purge_delay_ms',
      'experimental_max_purge_nhp',
    ],
  },
  { title: 'Hugify', names: ['hugify_style', 'hugification_threshold', 'hugify_delay_ms', 'hugify_sync'] },
  { title: 'What the HPA serves', names: ['slab_max_alloc', 'deferral_allowed'] },
  { title: 'SEC', names: ['nshards', 'max_alloc', 'max_bytes'] },
  { title: 'System', names: ['system_thp_mode', 'hugify_refused'] },
];
