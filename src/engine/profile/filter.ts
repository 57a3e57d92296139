/**
 * Takes frames and stacks out of a table with jeprof's meaning and order: prune the allocator's frames, retain and
 * exclude frames, then focus and ignore stacks. Every step is one pass over the tree of stacks, callers first.
 */
import { hex16 } from './addresses.js';
import { allocatorFrames, type Pruning } from './allocator-frames.js';
import type { FrameTable } from './names.js';
import type { AddressTable, StackTree } from './profile.js';
import { StackIndex } from './stack-index.js';
import { StackRows, type StackTable } from './stack-table.js';

export interface StackFilter {
  readonly pruning: Pruning;
  /** Keep stacks in which a frame matches by address, short name or file:line. */
  readonly focus: RegExp | null;
  /** Drop stacks in which a frame matches so. */
  readonly ignore: RegExp | null;
  /** Keep, or drop, single frames whose outermost short name matches. */
  readonly retain: RegExp | null;
  readonly exclude: RegExp | null;
}

export const JEPROF_FILTER: StackFilter = {
  pruning: 'jeprof-530',
  focus: null,
  ignore: null,
  retain: null,
  exclude: null,
};

/** What becomes of every stack: its node among the stacks that are left, -1 where it is dropped. */
export interface FilteredNodes {
  readonly stacks: StackTree;
  readonly node: Int32Array;
}

export function filterNodes(
  all: StackTree,
  addresses: AddressTable,
  frames: FrameTable,
  filter: StackFilter,
): FilteredNodes {
  const node = prunedNodes(all, allocatorFrames(frames, filter.pruning));
  const framed = filter.retain !== null || filter.exclude !== null;
  const { stacks, nodes } = framed
    ? withoutFrames(all, droppedFrames(frames, filter))
    : { stacks: all, nodes: null };
  const focused = filter.focus === null ? null : reached(stacks, matches(addresses, frames, filter.focus));
  const ignored = filter.ignore === null ? null : reached(stacks, matches(addresses, frames, filter.ignore));
  for (let i = 0; i < node.length; i++) {
    const own = node[i] as number;
    const left = nodes === null ? own : (nodes[own] as number);
    // Frames taken out one by one take an emptied stack with them; pruning does not.
    const emptied = framed && left === 0;
    const dropped = emptied || focused?.[left] === 0 || ignored?.[left] === 1;
    node[i] = dropped ? -1 : left;
  }
  return { stacks, node };
}

/** The table of the stacks that are left; those that became equal are added up. */
export function keepNodes(table: StackTable, { stacks, node }: FilteredNodes): StackTable {
  const rows = new StackRows(stacks);
  for (let row = 0; row < table.length; row++) {
    const left = node[table.stack[row] as number] as number;
    if (left < 0) continue;
    rows.add(
      left,
      table.value[row] as number,
      table.variance[row] as number,
      table.samples[row] as number,
      table.before[row] as number,
      table.side[row] as number,
    );
  }
  return rows.finish();
}

/** The filtered table; stacks that become equal are added up, and one that loses all its frames by pruning is the empty stack. */
export function filterStacks(
  table: StackTable,
  addresses: AddressTable,
  frames: FrameTable,
  filter: StackFilter,
): StackTable {
  return keepNodes(table, filterNodes(table.stacks, addresses, frames, filter));
}

/** For each node what is left of it as a stack: the part above its outermost allocator frame. */
function prunedNodes({ length, parent, address }: StackTree, allocator: Uint8Array): Int32Array {
  const left = new Int32Array(length);
  for (let node = 1; node < length; node++) {
    const above = parent[node] as number;
    const kept = left[above] as number;
    if (kept !== above || allocator[address[node] as number] === 1) left[node] = kept;
    else left[node] = node;
  }
  return left;
}

function withoutFrames(
  { length, parent, address }: StackTree,
  dropped: Uint8Array,
): { stacks: StackTree; nodes: Int32Array } {
  const tree = new StackIndex();
  const nodes = new Int32Array(length);
  for (let node = 1; node < length; node++) {
    const above = nodes[parent[node] as number] as number;
    const row = address[node] as number;
    nodes[node] = dropped[row] === 1 ? above : tree.child(above, row);
  }
  return { stacks: tree.finish(), nodes };
}

function droppedFrames(frames: FrameTable, { retain, exclude }: StackFilter): Uint8Array {
  const kept = retain === null ? null : textMatches(frames.texts, retain);
  const lost = exclude === null ? null : textMatches(frames.texts, exclude);
  const dropped = new Uint8Array(frames.length);
  for (let address = 0; address < frames.length; address++) {
    const name = frames.short[frames.first[address] as number] as number;
    if ((kept !== null && kept[name] === 0) || lost?.[name] === 1) dropped[address] = 1;
  }
  return dropped;
}

/** Per address: 1 where the pattern is found in its hexadecimal digits, a short name or a file:line. */
function matches({ words }: AddressTable, frames: FrameTable, pattern: RegExp): Uint8Array {
  const found = new Uint8Array(frames.length);
  const inText = textMatches(frames.texts, pattern);
  for (let address = 0; address < frames.length; address++) {
    const end = frames.first[address + 1] as number;
    for (let entry = frames.first[address] as number; entry < end; entry++) {
      if (inText[frames.short[entry] as number] === 1 || inText[frames.location[entry] as number] === 1) {
        found[address] = 1;
        break;
      }
    }
    if (
      found[address] === 0 &&
      test(pattern, hex16(words[2 * address] as number, words[2 * address + 1] as number))
    )
      found[address] = 1;
  }
  return found;
}

function textMatches(texts: readonly string[], pattern: RegExp): Uint8Array {
  return Uint8Array.from(texts, (text) => (test(pattern, text) ? 1 : 0));
}

function test(pattern: RegExp, text: string): boolean {
  pattern.lastIndex = 0;
  return pattern.test(text);
}

/** Per node: 1 where it or a caller above has a flagged address. */
function reached({ length, parent, address }: StackTree, flags: Uint8Array): Uint8Array {
  const found = new Uint8Array(length);
  for (let node = 1; node < length; node++) {
    found[node] = flags[address[node] as number] === 1 ? 1 : (found[parent[node] as number] as number);
  }
  return found;
}
