import type { CallTree } from '../../engine/profile/call-tree.js';
import type { FlameModel } from './props.js';

export interface NodeSpec {
  readonly name: string;
  readonly self?: number;
  readonly before?: number;
  readonly variance?: number;
  readonly module?: string;
  readonly calls?: readonly NodeSpec[];
}

/** A call tree from nested nodes; totals are summed up, and so are `before` and `variance`. */
export function treeOf(root: NodeSpec): CallTree {
  const rows: {
    depth: number;
    parent: number;
    end: number;
    name: number;
    sums: [number, number, number];
    self: number;
  }[] = [];
  const names: string[] = [];
  const modules: string[] = [];
  const moduleOfName: number[] = [];
  const nameIndex = (spec: NodeSpec): number => {
    const known = names.indexOf(spec.name);
    if (known >= 0) return known;
    if (spec.module !== undefined && !modules.includes(spec.module)) modules.push(spec.module);
    moduleOfName.push(spec.module === undefined ? -1 : modules.indexOf(spec.module));
    return names.push(spec.name) - 1;
  };
  const add = (spec: NodeSpec, depth: number, parent: number): [number, number, number] => {
    const self = spec.self ?? 0;
    const sums: [number, number, number] = [self, spec.before ?? 0, spec.variance ?? 0];
    const row = { depth, parent, end: 0, name: nameIndex(spec), sums, self };
    const index = rows.push(row) - 1;
    for (const callee of spec.calls ?? []) {
      add(callee, depth + 1, index).forEach((value, i) => {
        sums[i] = (sums[i] as number) + value;
      });
    }
    row.end = rows.length;
    return sums;
  };
  add(root, 0, -1);
  return {
    nodes: rows.length,
    depth: Uint16Array.from(rows, (row) => row.depth),
    parent: Int32Array.from(rows, (row) => row.parent),
    subtreeEnd: Int32Array.from(rows, (row) => row.end),
    name: Int32Array.from(rows, (row) => row.name),
    total: Float64Array.from(rows, (row) => row.sums[0]),
    self: Float64Array.from(rows, (row) => row.self),
    variance: Float64Array.from(rows, (row) => row.sums[2]),
    before: Float64Array.from(rows, (row) => row.sums[1]),
    names,
    cutFrames: 0,
    moduleOfName: Int32Array.from(moduleOfName),
    modules,
  };
}

export const HOSTILE = `</text><script>alert("1")</script>&amp; <img src=x onerror='x'>\u0000\u202e\u001b[31m\ud800 ]]> --> 日本`;

/** all(100) → main(90) → a(60; self 20) → c(40), b(30); all → idle(10). */
export const SMALL = treeOf({
  name: 'all',
  calls: [
    {
      name: 'main',
      module: '/bin/app',
      calls: [
        {
          name: 'a',
          self: 20,
          variance: 4,
          module: '/bin/app',
          calls: [{ name: 'c', self: 40, variance: 5, module: 'libc.so' }],
        },
        { name: 'b', self: 30, variance: 9, module: '/bin/app' },
      ],
    },
    { name: 'idle', self: 10, variance: 1 },
  ],
});

/** {@link SMALL} as it is drawn where nothing is chosen. */
export function smallModel(more: Partial<FlameModel> = {}): FlameModel {
  return {
    tree: SMALL,
    unit: 'bytes',
    direction: 'icicle',
    colour: 'module',
    zoomNode: 0,
    selectedNode: null,
    selectedName: null,
    matches: null,
    theme: 'light',
    ...more,
  };
}
