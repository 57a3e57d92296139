/**
 * Folded stacks, as flame graph tools read them (https://github.com/brendangregg/FlameGraph): `root;…;leaf value`, a
 * line for each stack. A comparison has two values, before and after, as difffolded.pl makes them. Values are whole
 * numbers; stacks that round to zero are left out. jeprof's own form is `text-report.ts`.
 */
import type { FrameTable } from '../../../engine/profile/names.js';
import type { AddressTable } from '../../../engine/profile/profile.js';
import type { StackTable } from '../../../engine/profile/stack-table.js';
import { entryName } from './frame-names.js';
import { encodeText, oneLine } from './text-chunks.js';

/** What stacks without frames are called. */
const NO_FRAMES = '(no frames)';

export function writeFolded(
  table: StackTable,
  addresses: AddressTable,
  frames: FrameTable,
): Iterable<Uint8Array<ArrayBuffer>> {
  return encodeText(lines(table, addresses, frames));
}

function* lines(
  { stacks, length, stack, value, before }: StackTable,
  addresses: AddressTable,
  frames: FrameTable,
): Iterable<string> {
  const names: string[] = [];
  const nameOf = (address: number): string => (names[address] ??= frameName(addresses, frames, address));
  const compared = before.some((was) => was !== 0);
  for (let row = 0; row < length; row++) {
    const after = Math.round(value[row] as number);
    const was = Math.round(before[row] as number);
    if (after === 0 && was === 0) continue;
    const parts: string[] = [];
    for (let node = stack[row] as number; node > 0; node = stacks.parent[node] as number)
      parts.push(nameOf(stacks.address[node] as number));
    const path = parts.length === 0 ? NO_FRAMES : parts.reverse().join(';');
    yield `${path} ${compared ? `${was} ${after}` : after}\n`;
  }
}

/** Names of an address, outermost first. `;` separates frames, so it becomes `:` in names. */
function frameName(addresses: AddressTable, frames: FrameTable, address: number): string {
  const parts: string[] = [];
  for (let entry = frames.first[address] as number; entry < (frames.first[address + 1] as number); entry++) {
    const name = oneLine(entryName(frames, addresses, address, entry))
      .trim()
      .replaceAll(';', ':');
    parts.push(name === '' ? '??' : name);
  }
  return parts.join(';');
}
