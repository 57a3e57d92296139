/** Drives the JSON reader over an input, and makes the outcome. */
import type { OpenOutcome, ProfileFormat, ReadOptions } from '../format.js';
import type { Input } from '../input/expand.js';
import type { ProblemLog } from '../problem-log.js';
import { type JsonConsumer, JsonItems } from './json-items.js';
import type { SampleRecords } from './sample-records.js';

const PROGRESS_MS = 50;

/** Reads all of the input; a broken document keeps what came before, with a problem. */
export async function readJson(
  input: Input,
  consumer: JsonConsumer,
  rows: () => number,
  options: ReadOptions,
  problems: ProblemLog,
): Promise<void> {
  const items = new JsonItems(consumer);
  const report = () =>
    options.onProgress?.({
      bytesRead: input.state.compressedBytes,
      bytesTotal: input.bytesTotal,
      rows: rows(),
    });
  let next = performance.now() + PROGRESS_MS;
  for await (const chunk of input.chunks()) {
    items.push(chunk);
    if (items.broken !== null) break;
    if (performance.now() < next) continue;
    report();
    options.signal?.throwIfAborted();
    next = performance.now() + PROGRESS_MS;
  }
  await input.close();
  if (!items.end()) problems.add('json-broken', items.line, items.broken ?? '');
  report();
}

export function jsonOutcome(
  format: ProfileFormat,
  label: string,
  records: SampleRecords,
  input: Input,
  problems: ProblemLog,
): OpenOutcome {
  if (records.samples === 0) {
    return {
      kind: 'unusable',
      sentence: `A ${label} without any usable allocation: there is nothing to show.`,
      problems: problems.list(),
    };
  }
  return {
    kind: 'profile',
    format,
    profile: records.finish(),
    rows: records.samples,
    bytes: input.state.expandedBytes,
    compression: input.compression,
    problems: problems.list(),
  };
}
