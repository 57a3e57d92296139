/** The files that `jelab sweep --statistics` writes: one a run, as `jelab replay` would write it. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { formatCount } from '../base/numbers.js';
import type { SweepResult } from '../engine/tuning/sweep-types.js';
import { CliFailure, plainText, reason, usageFailure } from './failure.js';

/** Of the run with jemalloc's defaults: `<trace>-default.csv`. */
export function statisticsName(trace: string, id: number): string {
  const stem = trace.replace(/(\.csv)?(\.gz|\.zst)?$/i, '').replace(/[/\\]/g, '_');
  return `${stem}-${id < 0 ? 'default' : id}.csv`;
}

/** Traces whose names differ only in what does not get into the names of the files. */
export function refuseSameStatistics(traces: readonly string[]): void {
  const files = traces.map((name) => statisticsName(name, 0));
  const second = files.findIndex((file, i) => files.indexOf(file) !== i);
  if (second < 0) return;
  const first = traces[files.indexOf(files[second]!)]!;
  throw usageFailure(
    `The statistics of ${first} and of ${traces[second]!} would go into the same files, such as ${files[second]!}. Rename one of the traces.`,
  );
}

export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new CliFailure(1, `${plainText(folder)} cannot be made: ${reason(error)}.`);
  }
}

/** Runs of an earlier sweep are not made again: a sentence where their files are missing, else null. */
export function missingStatistics(
  folder: string,
  trace: string,
  finished: readonly SweepResult[],
): string | null {
  const missing = finished.filter(
    ({ whole, point }) => whole && !existsSync(join(folder, statisticsName(trace, point.id))),
  ).length;
  if (missing === 0) return null;
  const runs = missing === 1 ? 'of 1 run that was' : `of ${formatCount(missing)} runs that were`;
  return `${trace}: the statistics ${runs} there already are not in ${plainText(folder)}; --force-new makes all runs again.`;
}
