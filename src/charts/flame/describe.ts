/** A node in words and numbers: for the fixed place below the picture and for the live region. Pure. */
import { formatCount, formatPercent, NO_NUMBER } from '../../base/numbers.js';
import { labelText } from '../shared/label.js';
import { formatError, formatSigned, formatValue } from '../shared/unit.js';
import type { FlameModel } from './props.js';

export interface DetailRow {
  readonly label: string;
  readonly value: string;
}

export interface NodeDetails {
  /** From a file, made safe; very long ones are cut. */
  readonly name: string;
  readonly module: string;
  /** The same labels in the same order for every node of a picture, so that nothing moves. */
  readonly rows: readonly DetailRow[];
}

/** Longest name shown in full. */
const LONGEST_NAME = 2000;

function percentOf(part: number, whole: number | undefined): string {
  return whole === undefined || whole === 0 ? NO_NUMBER : formatPercent(part / whole);
}

/** How many standard errors a difference is away from none, in words. */
export function significance(difference: number, variance: number): string {
  if (!Number.isFinite(variance)) return 'no error known';
  if (variance === 0) return difference === 0 ? 'no change' : 'exact';
  const z = difference / Math.sqrt(variance);
  const sure = Math.abs(z) < 2 ? 'within the noise' : 'clear';
  return `z ${z < 0 ? '\u2212' : ''}${Math.abs(z).toFixed(1)}, ${sure}`;
}

function moduleOf({ tree }: FlameModel, node: number): string {
  // The root is called all, which says it.
  if (node === 0) return '';
  const module = tree.modules[tree.moduleOfName[tree.name[node] as number] as number];
  return module === undefined ? 'no module known' : labelText(module);
}

export function nodeDetails(model: FlameModel, node: number): NodeDetails {
  const { tree, unit, diff } = model;
  const name = labelText(tree.names[tree.name[node] as number] ?? '', LONGEST_NAME);
  const total = tree.total[node] as number;
  const self = tree.self[node] as number;
  const above = node === 0 ? undefined : tree.total[tree.parent[node] as number];
  const shares: DetailRow[] = [
    { label: 'of all', value: percentOf(total, tree.total[0]) },
    { label: 'of its caller', value: percentOf(total, above) },
  ];
  const rows: DetailRow[] = [];
  if (diff) {
    const before = tree.before[node] as number;
    const variance = diff.variance[node] as number;
    rows.push(
      { label: 'before', value: formatValue(before, unit) },
      { label: 'after', value: formatValue(total, unit) },
      { label: 'difference', value: formatSigned(total - before, unit) },
      { label: 'standard error', value: formatError(variance, unit) },
      { label: 'significance', value: significance(total - before, variance) },
      { label: 'self, after', value: formatValue(self, unit) },
    );
  } else {
    rows.push(
      { label: 'total', value: formatValue(total, unit) },
      { label: 'standard error', value: formatError(tree.variance[node] as number, unit) },
      { label: 'self', value: formatValue(self, unit) },
      ...shares,
    );
  }
  return { name, module: moduleOf(model, node), rows };
}

export function childCount({ tree }: FlameModel, node: number): number {
  let count = 0;
  const end = tree.subtreeEnd[node] as number;
  for (let i = node + 1; i < end; i = tree.subtreeEnd[i] as number) count += 1;
  return count;
}

/** One sentence for the live region. */
export function nodeSentence(model: FlameModel, node: number): string {
  const { name, module, rows } = nodeDetails(model, node);
  const numbers = rows.map(({ label, value }) =>
    label.startsWith('of ') ? `${value} ${label}` : `${label} ${value}`,
  );
  const callees = childCount(model, node);
  const below = callees === 0 ? 'no callees' : callees === 1 ? '1 callee' : `${formatCount(callees)} callees`;
  const depth = model.tree.depth[node] as number;
  return `${labelText(name, 200)}: ${numbers.join(', ')}. Level ${depth + 1}, ${below}. ${module}.`;
}
