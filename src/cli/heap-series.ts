/** `jelab heap series`: the dumps of one process over time, and what grows from one to the next. */
import { GroupIndex } from '../engine/profile/aggregate-groups.js';
import { growthLines, type JoinedSeries, ProfileSeries } from '../engine/profile/aggregate-series.js';
import { filterNodes } from '../engine/profile/filter.js';
import { buildLabels } from '../engine/profile/labels.js';
import type { HeapProfile, SymbolTable } from '../engine/profile/profile.js';
import { type TextUnit, unitText } from '../engine/profile/text-report.js';
import { groupDumps } from '../formats/heap/file-names.js';
import type { HeapArguments } from './heap-arguments.js';
import { nameFrames } from './heap-names.js';
import type { Report } from './report.js';

/** Rows of the table, at most. */
const MOST_ROWS = 100;
/** Totals on the first line, at most. */
const MOST_TOTALS = 12;

export async function seriesLines(
  args: HeapArguments,
  symbols: readonly SymbolTable[],
  read: (path: string) => Promise<HeapProfile>,
  unit: TextUnit,
  report: Report,
): Promise<Iterable<string>> {
  const series = new ProfileSeries(args.estimate);
  for (const path of await inOrder(args.files, report)) series.add(await read(path));
  const joined = series.finish();
  const own = joined.symbols === null ? [] : [joined.symbols];
  const { addresses, mappings } = joined;
  const frames = await nameFrames(addresses, mappings, args.binaries, [...own, ...symbols], report);
  const labels = buildLabels(addresses, frames, args.granularity);
  const filtered = filterNodes(joined.stacks, addresses, frames, args.filter);
  return tableOf(joined, new GroupIndex(filtered, frames, labels), labels.texts, args, unit);
}

/** By the names where they are of one process, else as given. */
async function inOrder(files: readonly string[], report: Report): Promise<readonly string[]> {
  const groups = groupDumps(files);
  const [only] = groups;
  if (groups.length === 1 && only !== undefined) return only.dumps.map((dump) => files[dump] as string);
  await report.note(
    'the names do not tell that the dumps are of one process; they are taken in the order given.',
  );
  return files;
}

function* tableOf(
  { dumps }: JoinedSeries,
  groups: GroupIndex,
  names: readonly string[],
  { measure, order }: HeapArguments,
  unit: TextUnit,
): Iterable<string> {
  const totals = dumps.map((dump) => {
    let total = 0;
    for (const value of dump.measure(measure).values) total += value;
    return total;
  });
  const told =
    totals.length > MOST_TOTALS ? [...totals.slice(0, MOST_TOTALS - 1), totals.at(-1) ?? 0] : totals;
  const texts = told.map((total) => unitText(total, unit));
  if (totals.length > MOST_TOTALS) texts.splice(-1, 0, '…');
  yield `${dumps.length} dumps, total ${texts.join(' ')} ${unit}\n`;
  yield `${['per dump', 'error', 'z'].map((title, i) => title.padStart([10, 8, 6][i] ?? 0)).join(' ')} ${'first'.padStart(10)} ${'last'.padStart(10)}\n`;
  const x = dumps.map((_, dump) => dump);
  for (const { label, values, slope } of growthLines(dumps, groups, {
    measure,
    which: order,
    x,
    most: MOST_ROWS,
  })) {
    const { value, standardError } = slope ?? { value: Number.NaN, standardError: Number.NaN };
    const sign = value > 0 ? '+' : '';
    yield `${[
      (Number.isNaN(value) ? '?' : `${sign}${unitText(value, unit)}`).padStart(10),
      (Number.isNaN(standardError) ? '?' : unitText(standardError, unit)).padStart(8),
      zText(value, standardError).padStart(6),
      unitText(values[0] ?? 0, unit).padStart(10),
      unitText(values.at(-1) ?? 0, unit).padStart(10),
      names[label] as string,
    ].join(' ')}\n`;
  }
}

function zText(value: number, error: number): string {
  if (Number.isNaN(value) || Number.isNaN(error)) return '?';
  if (value === 0) return '0.0';
  return error === 0 ? 'exact' : (value / error).toFixed(1);
}
