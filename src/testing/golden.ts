/** Reads the golden data that decides who is right. Absent in a user's clone: tests that need it are skipped. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { HUGIFY_STYLES, type OptionValues, THP_MODES, presetValues } from '../engine/replay/options.js';

const GOLDEN_PA = fileURLToPath(new URL('../../../shared/golden/pa/', import.meta.url));

export const hasGolden = existsSync(`${GOLDEN_PA}manifest.json`);

export interface GoldenReplay {
  readonly trace: string;
  readonly stats: string;
  readonly mode: 'hpa-only' | 'hpa+sec';
  readonly interval: number;
  readonly nshards: number | null;
  readonly hpa_opts: Readonly<Record<string, number | string>>;
  readonly sec_opts: { readonly nshards: number; readonly max_alloc: number; readonly max_bytes: number };
  readonly system_thp_mode: string;
}

export interface GoldenPreprocess {
  readonly input: string;
  readonly format: 'hpa' | 'sec';
  readonly expected: string;
  readonly lines: number;
  readonly unmatched_frees: number;
  readonly pairs: number;
}

export interface GoldenManifest {
  readonly replays: readonly GoldenReplay[];
  readonly preprocess: readonly GoldenPreprocess[];
}

export function goldenManifest(): GoldenManifest {
  return JSON.parse(readFileSync(`${GOLDEN_PA}manifest.json`, 'utf8')) as GoldenManifest;
}

/** A golden file's bytes as they lie on disk. */
export function goldenBytes(path: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(GOLDEN_PA + path));
}

/** A golden file's bytes, expanded if it is gzip. */
export function goldenExpanded(path: string): Uint8Array<ArrayBuffer> {
  const bytes = goldenBytes(path);
  return path.endsWith('.gz') ? new Uint8Array(gunzipSync(bytes)) : bytes;
}

export function goldenText(path: string): string {
  return new TextDecoder().decode(goldenExpanded(path));
}

/** The option values of a golden replay. */
export function goldenOptions(entry: GoldenReplay): OptionValues {
  const { hugify_style: style, ...numbers } = entry.hpa_opts;
  return {
    ...presetValues('microbench'),
    ...(numbers as Record<string, number>),
    hugify_style: HUGIFY_STYLES.indexOf(style as (typeof HUGIFY_STYLES)[number]),
    ...entry.sec_opts,
    system_thp_mode: THP_MODES.indexOf(entry.system_thp_mode as (typeof THP_MODES)[number]),
  };
}
