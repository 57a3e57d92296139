/**
 * Every option of a replay, described once. Sliders, URL, CLI flags, exports, docs and validation read this table;
 * adding an option is one row. Names and defaults: `hpa_shard_opts_s` (hpa_opts.h), `sec_opts_s` (sec_opts.h),
 * `g_hpa_opts` (test/stress/pa/pa_microbench.c); ranges: the option parser in src/conf.c.
 */
import { HUGEPAGE, PAGE } from '../units.js';

export const HUGIFY_STYLES = ['auto', 'none', 'eager', 'lazy'] as const;
export const THP_MODES = ['madvise', 'always', 'never'] as const;

/** Where an option lives: the HPA shard's struct, the SEC's, or the system the program would run on. */
export type OptionGroup = 'hpa' | 'sec' | 'environment';

/**
 * How a value is written. All values are plain numbers: booleans 0 or 1, choices the index in `choices`,
 * `ratio` is 16.16 fixed point with -1 for "off" (`fxp_t`), `count` may use -1 for "no limit".
 */
export type OptionKind = 'bytes' | 'milliseconds' | 'ratio' | 'count' | 'boolean' | 'choice';

export type PresetName = 'microbench' | 'jemalloc';

export interface OptionDescription {
  readonly name: string;
  readonly group: OptionGroup;
  readonly kind: OptionKind;
  /** Short name on screen. */
  readonly label: string;
  /** Smallest and largest value the replay takes (in the value's own unit). */
  readonly min: number;
  readonly max: number;
  /** Upper end of the slider where `max` would make it useless; typed values may go up to `max`. */
  readonly sliderMax?: number;
  readonly scale: 'linear' | 'log';
  /** Values lie on multiples of this. */
  readonly step: number;
  /** A value outside [min, max] with a meaning of its own, and what it is called. */
  readonly special?: { readonly value: number; readonly label: string };
  readonly choices?: readonly string[];
  readonly presets: Readonly<Record<PresetName, number>>;
  /** Name in MALLOC_CONF, or null where no such setting exists. */
  readonly mallocConf: string | null;
  readonly help: string;
}

const MAX_MS = Number.MAX_SAFE_INTEGER;

export const OPTIONS = [
  {
    name: 'slab_max_alloc',
    group: 'hpa',
    kind: 'bytes',
    label: 'slab_max_alloc',
    min: PAGE,
    max: HUGEPAGE,
    scale: 'log',
    step: PAGE,
    presets: { microbench: 131_072, jemalloc: 65_536 },
    mallocConf: 'hpa_slab_max_alloc',
    help: 'Largest request the HPA serves; anything bigger goes to the old page allocator (PAC). Requests marked frequent may use a whole huge page.',
  },
  {
    name: 'hugification_threshold',
    group: 'hpa',
    kind: 'bytes',
    label: 'hugification_threshold',
    min: PAGE,
    max: HUGEPAGE,
    scale: 'linear',
    step: 1,
    presets: { microbench: Math.floor((HUGEPAGE * 84) / 100), jemalloc: Math.floor((HUGEPAGE * 95) / 100) },
    mallocConf: 'hpa_hugification_threshold',
    help: 'Active bytes a pageslab needs before it becomes a candidate for a huge page (lazy style or hugify_sync only).',
  },
  {
    name: 'dirty_mult',
    group: 'hpa',
    kind: 'ratio',
    label: 'dirty_mult',
    min: 0,
    max: 0xffff_fffe,
    sliderMax: 65_536,
    scale: 'linear',
    step: 1,
    special: { value: -1, label: 'off' },
    presets: { microbench: 19_660, jemalloc: 16_384 },
    mallocConf: 'hpa_dirty_mult',
    help: 'Dirty pages tolerated per active page before purging starts; -1 turns purging off.',
  },
  {
    name: 'deferral_allowed',
    group: 'hpa',
    kind: 'boolean',
    label: 'deferral_allowed',
    min: 0,
    max: 1,
    scale: 'linear',
    step: 1,
    presets: { microbench: 0, jemalloc: 0 },
    mallocConf: null,
    help: 'Leaves purging and hugifying to the background thread. A replay has none, so with this on neither ever happens.',
  },
  {
    name: 'hugify_delay_ms',
    group: 'hpa',
    kind: 'milliseconds',
    label: 'hugify_delay_ms',
    min: 0,
    max: MAX_MS,
    sliderMax: 600_000,
    scale: 'log',
    step: 1,
    presets: { microbench: 7804, jemalloc: 10_000 },
    mallocConf: 'hpa_hugify_delay_ms',
    help: 'How long a pageslab must stay a candidate before it is hugified.',
  },
  {
    name: 'hugify_sync',
    group: 'hpa',
    kind: 'boolean',
    label: 'hugify_sync',
    min: 0,
    max: 1,
    scale: 'linear',
    step: 1,
    presets: { microbench: 0, jemalloc: 0 },
    mallocConf: 'hpa_hugify_sync',
    help: 'Asks the kernel to collapse the pageslab at once, whatever the style; counts hugify calls as lazy does.',
  },
  {
    name: 'min_purge_interval_ms',
    group: 'hpa',
    kind: 'milliseconds',
    label: 'min_purge_interval_ms',
    min: 0,
    max: MAX_MS,
    sliderMax: 600_000,
    scale: 'log',
    step: 1,
    presets: { microbench: 5000, jemalloc: 5000 },
    mallocConf: 'hpa_min_purge_interval_ms',
    help: 'Shortest time between two purges of one shard.',
  },
  {
    name: 'experimental_max_purge_nhp',
    group: 'hpa',
    kind: 'count',
    label: 'max_purge_nhp',
    min: 0,
    max: 1_000_000,
    sliderMax: 16,
    scale: 'linear',
    step: 1,
    special: { value: -1, label: 'no limit' },
    presets: { microbench: -1, jemalloc: -1 },
    mallocConf: 'experimental_hpa_max_purge_nhp',
    help: 'Most pageslabs one purge pass may clean; -1 leaves the built-in limit of 16.',
  },
  {
    name: 'purge_threshold',
    group: 'hpa',
    kind: 'bytes',
    label: 'purge_threshold',
    min: PAGE,
    max: HUGEPAGE,
    scale: 'log',
    step: 1,
    presets: { microbench: HUGEPAGE, jemalloc: PAGE },
    mallocConf: 'hpa_purge_threshold',
    help: 'Dirty bytes a pageslab in use needs before it may be purged; empty ones always may.',
  },
  {
    name: 'min_purge_delay_ms',
    group: 'hpa',
    kind: 'milliseconds',
    label: 'min_purge_delay_ms',
    min: 0,
    max: MAX_MS,
    sliderMax: 600_000,
    scale: 'log',
    step: 1,
    presets: { microbench: 0, jemalloc: 0 },
    mallocConf: 'hpa_min_purge_delay_ms',
    help: 'How long a pageslab must stay purgable before it is purged.',
  },
  {
    name: 'hugify_style',
    group: 'hpa',
    kind: 'choice',
    label: 'hugify_style',
    min: 0,
    max: 3,
    scale: 'linear',
    step: 1,
    choices: HUGIFY_STYLES,
    presets: { microbench: 2, jemalloc: 3 },
    mallocConf: 'hpa_hugify_style',
    help: 'none: the kernel decides. eager: huge from the first touch. lazy: hugify at the threshold, dehugify before purging. auto: lazy where THP is madvise, else none.',
  },
  {
    name: 'nshards',
    group: 'sec',
    kind: 'count',
    label: 'SEC nshards',
    min: 0,
    max: 255,
    sliderMax: 16,
    scale: 'linear',
    step: 1,
    presets: { microbench: 2, jemalloc: 2 },
    mallocConf: 'hpa_sec_nshards',
    help: 'Lists the SEC spreads threads over; 0 turns it off. A replay runs on one thread and so uses one.',
  },
  {
    name: 'max_alloc',
    group: 'sec',
    kind: 'bytes',
    label: 'SEC max_alloc',
    min: PAGE,
    max: HUGEPAGE,
    scale: 'log',
    step: PAGE,
    presets: { microbench: 32_768, jemalloc: 32_768 },
    mallocConf: 'hpa_sec_max_alloc',
    help: 'Largest extent the SEC caches. MALLOC_CONF cuts it to 32 KiB; a replay may go further.',
  },
  {
    name: 'max_bytes',
    group: 'sec',
    kind: 'bytes',
    label: 'SEC max_bytes',
    min: PAGE,
    max: 1_073_741_824,
    sliderMax: 67_108_864,
    scale: 'log',
    step: 1,
    presets: { microbench: 262_144, jemalloc: 262_144 },
    mallocConf: 'hpa_sec_max_bytes',
    help: 'Bytes one SEC list may hold; above it a quarter is flushed back to the HPA. MALLOC_CONF raises less than 256 KiB to 256 KiB.',
  },
  {
    name: 'system_thp_mode',
    group: 'environment',
    kind: 'choice',
    label: 'system THP',
    min: 0,
    max: 2,
    scale: 'linear',
    step: 1,
    choices: THP_MODES,
    presets: { microbench: 0, jemalloc: 0 },
    mallocConf: null,
    help: '/sys/kernel/mm/transparent_hugepage/enabled of the machine. With always, new pageslabs start huge.',
  },
  {
    name: 'hugify_refused',
    group: 'environment',
    kind: 'boolean',
    label: 'kernel refuses hugify',
    min: 0,
    max: 1,
    scale: 'linear',
    step: 1,
    presets: { microbench: 0, jemalloc: 0 },
    mallocConf: null,
    help: 'Pretends that every hugify call fails: counted in nhugify_failures. jemalloc then still treats the pageslab as huge.',
  },
] as const satisfies readonly OptionDescription[];

export type OptionName = (typeof OPTIONS)[number]['name'];

/** The value of every option. */
export type OptionValues = Readonly<Record<OptionName, number>>;

/** `replay` flags that are not options of jemalloc. */
export interface ReplayMode {
  /** HPA only (`-p`): the SEC is off whatever its options say. */
  readonly hpaOnly: boolean;
  /** Fold events onto this many shards (`-n`), or null to use the trace's own. */
  readonly shards: number | null;
}

export function presetValues(preset: PresetName): OptionValues {
  return Object.fromEntries(OPTIONS.map((option) => [option.name, option.presets[preset]])) as Record<
    OptionName,
    number
  >;
}

/** Values of `hugify_style` (`hpa_hugify_style_e`, hpa_opts.h): positions in {@link HUGIFY_STYLES}. */
export const STYLE_AUTO = 0;
export const STYLE_NONE = 1;
export const STYLE_EAGER = 2;
export const STYLE_LAZY = 3;

/** The style `auto` stands for on this system (`pages_boot`, src/pages.c). */
export function resolveStyle(options: OptionValues): number {
  if (options.hugify_style !== STYLE_AUTO) return options.hugify_style;
  return options.system_thp_mode === 0 ? STYLE_LAZY : STYLE_NONE;
}

export function describeOption(name: OptionName): OptionDescription {
  const found = OPTIONS.find((option) => option.name === name);
  if (found === undefined) throw new Error(`no option ${name}`);
  return found;
}
