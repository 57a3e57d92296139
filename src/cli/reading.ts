/** How commands read their input: limits, and a progress line. */
import { totalmem } from 'node:os';
import { formatBytes, formatCount } from '../base/numbers.js';
import type { ByteSource, ReadOptions } from '../formats/format.js';
import type { ReadArguments } from './arguments.js';
import { percent, type Report } from './report.js';

/** The share of the machine's memory that tables may take. */
const MEMORY_SHARE = 0.75;

export function memoryBudget(): number {
  return Math.floor(totalmem() * MEMORY_SHARE);
}

export function readOptions(args: ReadArguments, source: ByteSource, report: Report): ReadOptions {
  return {
    dropSecMisses: args.dropSecMisses,
    memoryBudget: memoryBudget(),
    ...(args.maxExpandedBytes === null ? {} : { maxExpandedBytes: args.maxExpandedBytes }),
    onProgress: ({ bytesRead, bytesTotal, rows }) => {
      report.progress(
        () =>
          `reading ${source.name}:${percent(bytesRead, bytesTotal)} ${formatBytes(bytesRead)}, ${formatCount(rows)} rows`,
      );
    },
  };
}
