/** Reports as jeprof prints them: the text table (PrintText) and collapsed stacks (PrintCollapsedStacks, bin/jeprof.in). */
import type { Labels } from './labels.js';
import type { FrameTable } from './names.js';
import { oneDecimal, percentOf, wholeNumber } from './jeprof-numbers.js';
import type { StackTable } from './stack-table.js';
import { jeprofOrder, type TopTable } from './top-table.js';

export type TextUnit = 'MB' | 'B' | 'objects';

/** A value in its unit; MB are 2^20 bytes. */
export function unitText(value: number, unit: TextUnit): string {
  return unit === 'MB' ? oneDecimal(value / 1_048_576) : wholeNumber(value);
}

/**
 * The line `Total: …`, '' where the total is zero.
 * @param total of the profile before anything was taken out
 * @param thread number of the thread the report is of, or null
 */
export function totalLine(total: number, unit: TextUnit, thread: string | null = null): string {
  const whose = thread === null ? '' : ` (t${thread})`;
  return total === 0 ? '' : `Total${whose}: ${unitText(total, unit)} ${unit}\n`;
}

/**
 * The rows of the text table. Shares are of the flat values' sum, which is not the printed total when stacks were taken out.
 * @param printed what to print for some labels instead of their names
 */
export function* textRows(
  table: TopTable,
  by: 'flat' | 'cum',
  unit: TextUnit,
  printed?: Labels['printed'],
): Iterable<string> {
  let total = 0;
  for (let row = 0; row < table.length; row++) total += table.flat[row] as number;
  let running = 0;
  for (const row of jeprofOrder(table, by)) {
    const flat = table.flat[row] as number;
    const cum = table.cum[row] as number;
    running += flat;
    if (flat === 0 && cum === 0) continue;
    const cells = [
      unitText(flat, unit).padStart(8),
      percentOf(flat, total).padStart(6),
      percentOf(running, total).padStart(6),
      unitText(cum, unit).padStart(8),
      percentOf(cum, total).padStart(6),
      printed?.get(table.label[row] as number) ?? table.names[row],
    ];
    yield `${cells.join(' ')}\n`;
  }
}

/** A line for each stack, root first; lines of equal text stay apart. The empty stack has only its value. */
export function* collapsedLines(table: StackTable, frames: FrameTable): Iterable<string> {
  const names = collapsedNames(frames);
  for (let row = 0; row < table.length; row++) {
    const parts: string[] = [];
    for (let node = table.stack[row] as number; node > 0; node = table.stacks.parent[node] as number)
      parts.push(names(table.stacks.address[node] as number));
    yield `${parts.reverse().join(';')} ${wholeNumber(table.value[row] as number)}\n`;
  }
}

/** Full names of an address, outermost first. */
function collapsedNames(frames: FrameTable): (address: number) => string {
  const known: string[] = [];
  return (address) => {
    let text = known[address];
    if (text === undefined) {
      const parts: string[] = [];
      const first = frames.first[address] as number;
      for (let entry = first; entry < (frames.first[address + 1] as number); entry++) {
        const full = frames.texts[frames.full[entry] as number] as string;
        const location = frames.texts[frames.location[entry] as number] as string;
        const name = full === '??' ? lineOrUnknown(location) : full;
        parts.push(entry === first ? name : `${name}[inline]`);
      }
      known[address] = text = parts.join(';');
    }
    return text;
  };
}

function lineOrUnknown(location: string): string {
  return location === '?' || location === ':0' ? '??:0' : location;
}
