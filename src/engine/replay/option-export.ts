/** A tuned set of options, written for where it goes next: a MALLOC_CONF line, or the benchmark's `g_hpa_opts`. */
import { confKeeps } from './conf-number.js';
import { parseFixedPoint } from './fixed-point.js';
import { OPTIONS, type OptionDescription, type OptionValues, type ReplayMode } from './options.js';
import { formatOption, ratioSentence } from './option-text.js';

export interface MallocConf {
  /** `hpa:true,…`: only values that jemalloc's parser keeps as they are. */
  readonly line: string;
  /** Sentences: where the line cannot say what was replayed, or what else the setting needs. */
  readonly notes: readonly string[];
}

type Option = (typeof OPTIONS)[number];

/** One setting of the line, pushing a note when MALLOC_CONF cannot hold the value. */
function confValue(option: Option, value: number, notes: string[]): string {
  const text = formatOption(option.name, value);
  if (option.kind === 'ratio') {
    if (value !== -1 && parseFixedPoint(text)?.exact !== true) {
      notes.push(`${option.mallocConf}:${text} is kept by jemalloc as ${ratioSentence(value)}, as replayed.`);
    }
    return text;
  }
  const description: OptionDescription = option;
  if (description.kind === 'boolean' || description.kind === 'choice') return text;
  const kept = confKeeps(option.name, BigInt(value));
  if (kept === null || kept === BigInt(value)) return text;
  notes.push(
    `The replay used ${option.name} ${text}, which MALLOC_CONF cannot set: jemalloc makes it ${kept}, so the line says ${kept}.`,
  );
  return String(kept);
}

/**
 * The options as a MALLOC_CONF line (`malloc_conf_init_helper`, src/conf.c), all of them, defaults too. Where
 * MALLOC_CONF cannot hold a value the line has the nearest one it can, and a note says so.
 */
export function mallocConfLine(values: OptionValues, mode: ReplayMode): MallocConf {
  const notes: string[] = [];
  const settings = ['hpa:true'];
  for (const option of OPTIONS) {
    if (option.mallocConf === null) continue;
    const off = option.name === 'nshards' && mode.hpaOnly;
    settings.push(`${option.mallocConf}:${confValue(option, off ? 0 : values[option.name], notes)}`);
  }
  if (values.deferral_allowed !== 0) {
    settings.push('background_thread:true');
    notes.push(
      'deferral_allowed has no setting of its own: background_thread:true turns it on, and that thread then purges and hugifies, which the replay leaves out.',
    );
  }
  if (values.hugify_sync !== 0) {
    notes.push('hpa_hugify_sync:true needs a jemalloc built on a system with MADV_COLLAPSE (Linux 6.1).');
  }
  if (values.system_thp_mode !== 0) {
    notes.push(
      `The replay assumed transparent huge pages "${formatOption('system_thp_mode', values.system_thp_mode)}": a setting of the machine (/sys/kernel/mm/transparent_hugepage/enabled), not of MALLOC_CONF.`,
    );
  }
  if (values.hugify_refused !== 0) {
    notes.push('The replay pretended that the kernel refuses to hugify; no setting does that.');
  }
  return { line: settings.join(','), notes };
}

function cValue(option: Option, value: number): string {
  switch (option.kind) {
    case 'ratio':
      return value === -1 ? '(fxp_t)-1' : String(value);
    case 'choice':
      return `hpa_hugify_style_${formatOption(option.name, value)}`;
    default:
      return formatOption(option.name, value);
  }
}

function cComment(option: Option, value: number): string {
  switch (option.kind) {
    case 'bytes':
      return `${option.name}, bytes`;
    case 'ratio':
      return value === -1
        ? `${option.name}, off`
        : `${option.name}, ${formatOption(option.name, value)} * 65536`;
    default:
      return option.name;
  }
}

/**
 * C text that sets the benchmark's options: one line per field of `hpa_shard_opts_s` (hpa_opts.h) in its order, to
 * paste over `g_hpa_opts` in test/stress/pa/pa_microbench.c.
 */
export function hpaOptsInitialiser(values: OptionValues): string {
  const fields = OPTIONS.filter((option) => option.group === 'hpa').map((option) => {
    const value = values[option.name];
    return { comment: `/* ${cComment(option, value)} */`, text: cValue(option, value) };
  });
  const width = Math.max(...fields.map(({ comment }) => comment.length));
  const lines = fields.map(({ comment, text }) => `\t${comment.padEnd(width)} ${text}`);
  return `static hpa_shard_opts_t g_hpa_opts = {\n${lines.join(',\n')}\n};\n`;
}
