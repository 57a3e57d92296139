/** The table of `jelab heap diff`: what changed, and whether more than noise did. */
import { oneDecimal } from '../engine/profile/jeprof-numbers.js';
import { diffTop, NOISE_Z } from '../engine/profile/aggregate-diff.js';
import type { StackTable } from '../engine/profile/stack-table.js';
import { totalOf } from '../engine/profile/stack-table.js';
import { type TextUnit, unitText } from '../engine/profile/text-report.js';
import { compareBytes, type TopTable } from '../engine/profile/top-table.js';

/** Lines of the table, the largest change first; changes that may be noise are marked `~`. */
export function* diffLines(
  table: StackTable,
  top: TopTable,
  which: 'flat' | 'cum',
  unit: TextUnit,
): Iterable<string> {
  const before = totalOf(table.before);
  const after = totalOf(table.value);
  const error = Math.sqrt(totalOf(table.variance));
  const change = after - before;
  yield `Change: ${signed(change, unit)} ${unit}, standard error ${errorText(error, unit)}, z ${zText(change, error)}; ` +
    `before ${unitText(before, unit)}, after ${unitText(after, unit)}\n`;
  yield `${'change'.padStart(10)} ${'error'.padStart(8)} ${'z'.padStart(6)}   ${'before'.padStart(10)} ${'after'.padStart(10)}\n`;
  const { difference, standardError, presence, z } = diffTop(top, which);
  const values = which === 'flat' ? [top.flatBefore, top.flat] : [top.cumBefore, top.cum];
  const [old, young] = values as [Float64Array, Float64Array];
  const order = Int32Array.from(top.names.keys()).sort(
    (a, b) =>
      Math.abs(difference[b] as number) - Math.abs(difference[a] as number) ||
      compareBytes(top.names[a] as string, top.names[b] as string),
  );
  for (const row of order) {
    const delta = difference[row] as number;
    if (delta === 0) continue;
    const noise = Math.abs(z[row] as number) < NOISE_Z ? '~' : ' ';
    const mark = presence[row] === 1 ? ' (new)' : presence[row] === -1 ? ' (gone)' : '';
    yield `${[
      signed(delta, unit).padStart(10),
      errorText(standardError[row] as number, unit).padStart(8),
      zText(delta, standardError[row] as number).padStart(6),
      noise,
      unitText(old[row] as number, unit).padStart(10),
      unitText(young[row] as number, unit).padStart(10),
      `${top.names[row] as string}${mark}`,
    ].join(' ')}\n`;
  }
}

function signed(value: number, unit: TextUnit): string {
  const text = unitText(value, unit);
  return value > 0 ? `+${text}` : text;
}

function errorText(error: number, unit: TextUnit): string {
  return Number.isNaN(error) ? '?' : unitText(error, unit);
}

function zText(change: number, error: number): string {
  if (Number.isNaN(error)) return '?';
  return error === 0 ? (change === 0 ? '0.0' : 'exact') : oneDecimal(change / error);
}
