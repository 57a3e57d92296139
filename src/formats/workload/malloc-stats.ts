/** jemalloc's statistics in JSON (`malloc_stats_print` with the option J) as a workload. */
import { formatBytes } from '../../base/numbers.js';
import { makeWorkload } from '../../engine/sampling/workload.js';
import type { FileFormat } from '../file-format.js';
import type { OpenOutcome, ReadOptions } from '../format.js';
import { JsonItems, type JsonValue } from '../heap/json-items.js';
import type { Input } from '../input/expand.js';
import type { ProblemLog } from '../problem-log.js';
import { countsOfStats, isMap } from './stats-counts.js';

const LABEL = 'jemalloc statistics in JSON';
/** Hundreds of times what the largest machines print. */
const MAX_BYTES = 64 * 1_048_576;

export const MALLOC_STATS: FileFormat = {
  id: 'malloc-stats',
  label: LABEL,
  detect: ({ text }) => (/^\s*\{\s*"jemalloc"\s*:/.test(text) ? 0 : -1),
  parse: openStats,
};

async function openStats(input: Input, options: ReadOptions, problems: ProblemLog): Promise<OpenOutcome> {
  const unusable = (why: string): OpenOutcome => ({
    kind: 'unusable',
    sentence: `These are ${LABEL} ${why}.`,
    problems: problems.list(),
  });
  const { stats, broken } = await readStats(input, options, problems);
  if (stats === null) return unusable(`that cannot be read (${broken ?? 'they hold no statistics'})`);
  const counts = countsOfStats(stats, problems);
  if ('error' in counts) return unusable(counts.error);
  const workload = makeWorkload(counts.rows);
  if (workload.length === 0) return unusable('without any allocation: there is nothing to show');
  return {
    kind: 'workload',
    format: 'malloc-stats',
    workload,
    rows: counts.rows.length,
    bytes: input.state.expandedBytes,
    compression: input.compression,
    problems: problems.list(),
  };
}

async function readStats(
  input: Input,
  { signal }: ReadOptions,
  problems: ProblemLog,
): Promise<{ stats: ReadonlyMap<string, JsonValue> | null; broken: string | null }> {
  let stats: ReadonlyMap<string, JsonValue> | null = null;
  const items = new JsonItems({
    member: (key, value) => {
      // What follows is other output, and how much of it is seen depends on how the file is read.
      if (key === 'jemalloc' && isMap(value)) stats ??= value;
    },
    item: () => undefined,
    oddText: (line) => {
      if (stats === null) problems.add('json-quote', line);
    },
  });
  for await (const chunk of input.chunks()) {
    signal?.throwIfAborted();
    items.push(chunk);
    // Other output of the program may follow.
    if (items.broken !== null || stats !== null) break;
    if (input.state.expandedBytes > MAX_BYTES) {
      problems.add('stats-too-long', 0, formatBytes(MAX_BYTES));
      break;
    }
  }
  await input.close();
  items.end();
  return { stats, broken: stats === null ? items.broken : null };
}
