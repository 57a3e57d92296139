/** From stacks to what they are made of, quickly for one dump after another: values of labels, flat and cumulative. */
import type { MeasureRows } from './aggregate-estimates.js';
import type { FilteredNodes } from './filter.js';
import { CALLBACK, type Labels } from './labels.js';
import type { FrameTable } from './names.js';
import type { StackTree } from './profile.js';

/** Values with their variances, by label. */
export interface ValueColumns {
  readonly values: Float64Array<ArrayBuffer>;
  readonly variances: Float64Array<ArrayBuffer>;
}

/** A stack counts once for each label on it (recursion), and flat for the label of its leaf. */
export interface GroupColumns {
  readonly flat: ValueColumns;
  readonly cum: ValueColumns;
}

/** What the modules of frames are called, for tables by module; the last label is for addresses outside of all. */
export function moduleLabels(frames: FrameTable): Labels {
  const unknown = frames.modules.length;
  const label = new Int32Array(frames.full.length);
  const address = Array.from({ length: unknown + 1 }, () => 0);
  for (let row = frames.length - 1; row >= 0; row--) {
    const module = frames.module[row] as number;
    const key = module < 0 ? unknown : module;
    label.fill(key, frames.first[row], frames.first[row + 1]);
    address[key] = row;
  }
  return {
    label,
    texts: [...frames.modules.map(({ name }) => name), '(no module)'],
    address,
    callback: () => unknown,
  };
}

export class GroupIndex {
  readonly count: number;
  /** Labels that a node has and none of its callers: `fresh[firstFresh[n]]` on. */
  private readonly firstFresh: Int32Array;
  private fresh: Int32Array<ArrayBuffer>;
  /** Label of each node as a leaf, -1 where it has none. */
  private readonly leaf: Int32Array;
  private readonly stacks: StackTree;
  /** What is left of each stack, -1 where it is dropped. */
  private readonly leafOf: Int32Array;

  /** @param filtered what is left of the stacks that tables will be of */
  constructor({ stacks, node: leafOf }: FilteredNodes, frames: FrameTable, labels: Labels) {
    this.stacks = stacks;
    this.leafOf = leafOf;
    this.firstFresh = new Int32Array(stacks.length + 1);
    this.leaf = new Int32Array(stacks.length).fill(-1);
    this.fresh = new Int32Array(2 * stacks.length);
    let length = 0;
    for (let node = 1; node < stacks.length; node++) {
      this.firstFresh[node] = length;
      const parent = stacks.parent[node] as number;
      const address = stacks.address[node] as number;
      let leaf = this.leaf[parent] as number;
      const end = frames.first[address + 1] as number;
      for (let entry = frames.first[address] as number; entry < end; entry++) {
        let key = labels.label[entry] as number;
        // Its callee would decide, but here a node has many.
        if (key === CALLBACK) key = labels.callback(entry, -1);
        if (key < 0) continue;
        leaf = key;
        if (this.isOnPath(length, node, key)) continue;
        if (length === this.fresh.length) this.fresh = doubled(this.fresh);
        this.fresh[length++] = key;
      }
      this.leaf[node] = leaf;
    }
    this.firstFresh[stacks.length] = length;
    this.count = labels.texts.length;
  }

  /** Sums by label. */
  columns({ length, stack, values, variances }: MeasureRows): GroupColumns {
    const flat = emptyColumns(this.count);
    const cum = emptyColumns(this.count);
    for (let row = 0; row < length; row++) {
      const value = values[row] as number;
      const variance = variances[row] as number;
      if (value === 0) continue;
      let node = this.leafOf[stack[row] as number] as number;
      if (node <= 0) continue;
      const leaf = this.leaf[node] as number;
      if (leaf >= 0) addTo(flat, leaf, value, variance);
      for (; node > 0; node = this.stacks.parent[node] as number) {
        const end = this.firstFresh[node + 1] as number;
        for (let i = this.firstFresh[node] as number; i < end; i++) {
          addTo(cum, this.fresh[i] as number, value, variance);
        }
      }
    }
    return { flat, cum };
  }

  /** Whether a caller of `node`, or `node` itself so far, has the label. */
  private isOnPath(length: number, node: number, key: number): boolean {
    const { fresh, firstFresh } = this;
    for (let i = firstFresh[node] as number; i < length; i++) if (fresh[i] === key) return true;
    for (let at = this.stacks.parent[node] as number; at > 0; at = this.stacks.parent[at] as number) {
      const end = firstFresh[at + 1] as number;
      for (let i = firstFresh[at] as number; i < end; i++) if (fresh[i] === key) return true;
    }
    return false;
  }
}

function emptyColumns(count: number): ValueColumns {
  return { values: new Float64Array(count), variances: new Float64Array(count) };
}

function addTo({ values, variances }: ValueColumns, key: number, value: number, variance: number): void {
  values[key] = (values[key] as number) + value;
  variances[key] = (variances[key] as number) + variance;
}

function doubled(array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * array.length + 1024);
  larger.set(array);
  return larger;
}
