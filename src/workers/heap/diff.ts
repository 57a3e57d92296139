/** Two dumps: after less before, with the error of the difference. */
import { buildCallTree } from '../../engine/profile/build-call-tree.js';
import { totalOf } from '../../engine/profile/stack-table.js';
import { buildTopTable } from '../../engine/profile/top-table.js';
import type { DiffAnswer, DiffRequest } from '../heap.api.js';
import type { Lenses } from './lens.js';
import { withUsedModules } from './look.js';

const BEFORE_INDEX = 1;

export function diff(lenses: Lenses, request: DiffRequest): DiffAnswer {
  const view = lenses.view([request.after, request.before], request);
  const { table } = lenses.shown(view, request.measure, request.number, BEFORE_INDEX);
  const { frames } = view.subject;
  const top = buildTopTable(table, frames, view.labels);
  const tree = withUsedModules(buildCallTree(table, frames, view.labels));
  return {
    tree,
    flat: { name: top.label, before: top.flatBefore, after: top.flat, variance: top.flatVariance },
    cum: { name: top.label.slice(), before: top.cumBefore, after: top.cum, variance: top.cumVariance },
    before: totalOf(table.before),
    after: totalOf(table.value),
    variance: totalOf(table.variance),
  };
}
