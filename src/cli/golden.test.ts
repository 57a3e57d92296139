import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { OPTIONS } from '../engine/replay/options.js';
import { formatOption } from '../engine/replay/option-text.js';
import {
  type GoldenReplay,
  goldenExpanded,
  goldenManifest,
  goldenOptions,
  hasGolden,
} from '../testing/golden.js';
import { runCli } from './test-io.fixture.js';

const pathOf = (name: string) => fileURLToPath(new URL(`../../../shared/golden/pa/${name}`, import.meta.url));

/** The command line of a golden run, with every option spelt out. */
function argumentsOf(entry: GoldenReplay): string[] {
  const values = goldenOptions(entry);
  return [
    'replay',
    entry.mode === 'hpa-only' ? '-p' : '-s',
    '-i',
    String(entry.interval),
    ...(entry.nshards === null ? [] : ['-n', String(entry.nshards)]),
    '--thp',
    formatOption('system_thp_mode', values.system_thp_mode),
    ...OPTIONS.filter(({ group }) => group !== 'environment').flatMap(({ name, group }) => [
      group === 'sec' ? '--sec-opt' : '--opt',
      `${name}=${formatOption(name, values[name])}`,
    ]),
    pathOf(entry.trace),
  ];
}

/** One run of every trace and mode: the options differ from run to run, so that all are met. */
function selection(): GoldenReplay[] {
  const seen = new Map<string, GoldenReplay[]>();
  for (const entry of goldenManifest().replays) {
    const key = `${entry.trace} ${entry.mode}`;
    seen.set(key, [...(seen.get(key) ?? []), entry]);
  }
  return [...seen.values()].map((entries, i) => entries[(i * 7) % entries.length]!);
}

describe.skipIf(!hasGolden)('golden files through the command line (needs ../shared/golden)', () => {
  it.each(hasGolden ? selection().map((entry): [string, GoldenReplay] => [entry.stats, entry]) : [])(
    'replay writes %s',
    async (stats, entry) => {
      const { status, bytes } = await runCli(argumentsOf(entry));
      expect(status).toBe(0);
      expect(Buffer.from(bytes).equals(goldenExpanded(stats))).toBe(true);
    },
  );

  it.each(hasGolden ? goldenManifest().preprocess.map((entry) => ({ ...entry })) : [])(
    'preprocess writes $expected',
    async ({ input, format, expected, lines, unmatched_frees: unmatched, pairs }) => {
      const { status, bytes, stderr } = await runCli(['preprocess', format, pathOf(input), '-']);
      expect(status).toBe(0);
      expect(Buffer.from(bytes).equals(goldenExpanded(expected))).toBe(true);
      expect(stderr).toContain(
        `Processed ${lines} lines\nUnmatched frees: ${unmatched}\nExtracted ${pairs} alloc/dalloc pairs\n`,
      );
    },
  );
});
