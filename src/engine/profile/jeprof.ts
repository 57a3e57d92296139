/** A whole report as jeprof makes it, from profiles and names: what `jeprof --text` and `--collapsed` print. */
import type { ProfileChoice } from './build-stack-table.js';
import { buildStackTable, threadsWithRecords } from './build-stack-table.js';
import type { EstimateKind } from './estimates.js';
import { filterStacks, type StackFilter } from './filter.js';
import { buildLabels, type Granularity } from './labels.js';
import type { FrameTable } from './names.js';
import type { Measure } from './profile.js';
import type { StackSpace } from './stack-space.js';
import { difference, type StackTable, totalOf } from './stack-table.js';
import { collapsedLines, type TextUnit, textRows, totalLine } from './text-report.js';
import { buildTopTable } from './top-table.js';

export interface ReportOptions {
  readonly output: 'text' | 'collapsed';
  readonly measure: Measure;
  readonly estimate: EstimateKind;
  readonly filter: StackFilter;
  readonly granularity: Granularity;
  readonly order: 'flat' | 'cum';
  /** Bytes, not MB. */
  readonly showBytes: boolean;
  readonly dropNegative: boolean;
  /** One report for each of these threads, `all` for every one with records; null for one over all. */
  readonly thread: bigint | 'all' | null;
}

/** Pieces of text, in order. */
export function* jeprofReport(
  choice: ProfileChoice,
  space: StackSpace,
  frames: FrameTable,
  options: ReportOptions,
): Iterable<string> {
  const { measure, estimate, thread } = options;
  const table = (one: bigint | null) => buildStackTable(choice, space, measure, estimate, one);
  if (thread === null) {
    const all = table(null);
    const shown = choice.base.length > 0 ? difference(all, options.dropNegative) : all;
    yield* reportOf(shown, space, frames, options, null);
    return;
  }
  const [first] = choice.profiles;
  for (const uid of first === undefined ? [] : threadsWithRecords(first)) {
    if (thread === 'all' || thread === uid) yield* reportOf(table(uid), space, frames, options, String(uid));
  }
}

function* reportOf(
  table: StackTable,
  { addresses }: StackSpace,
  frames: FrameTable,
  options: ReportOptions,
  thread: string | null,
): Iterable<string> {
  const filtered = filterStacks(table, addresses, frames, options.filter);
  if (options.output === 'collapsed') {
    yield* collapsedLines(filtered, frames);
    return;
  }
  const unit = unitOf(options);
  yield totalLine(totalOf(table.value), unit, thread);
  const labels = buildLabels(addresses, frames, options.granularity);
  yield* textRows(buildTopTable(filtered, frames, labels), options.order, unit, labels.printed);
}

function unitOf({ measure, showBytes }: ReportOptions): TextUnit {
  if (measure === 'inuse_objects' || measure === 'alloc_objects') return 'objects';
  return showBytes ? 'B' : 'MB';
}
