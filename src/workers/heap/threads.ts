/** Values by the thread that allocated. */
import { measureIndex } from '../../engine/profile/estimates.js';
import { MERGED } from '../../engine/profile/profile.js';
import { totalOf } from '../../engine/profile/stack-table.js';
import type { LookRequest, ThreadRow, ThreadsAnswer } from '../heap.api.js';
import { labelsOfStack, type Lenses } from './lens.js';

interface ThreadSums {
  value: number;
  variance: number;
  stacks: number;
  readonly byLeaf: Map<number, number>;
}

export function threads(lenses: Lenses, request: LookRequest): ThreadsAnswer {
  const view = lenses.view(request.profiles, request);
  const merged = lenses.shown(view, request.measure, request.number).table;
  /** Label of the leaf of each stack that is left; -2 where not looked up yet. */
  const leaves = new Int32Array(view.left.stacks.length).fill(-2);
  const leafOf = (stack: number): number => {
    if (leaves[stack] === -2) leaves[stack] = labelsOfStack(view, stack)[0] ?? -1;
    return leaves[stack] as number;
  };
  const rows: ThreadRow[] = [];
  view.subject.profiles.forEach((profile, i) => {
    const nodes = view.subject.nodes[i] ?? null;
    const { records } = profile;
    const estimates = lenses.records(view.subject.ids[i] ?? '', request.measure, request.number);
    const sums = profile.threads.map(
      (): ThreadSums => ({ value: 0, variance: 0, stacks: 0, byLeaf: new Map() }),
    );
    for (let record = 0; record < records.length; record++) {
      const thread = records.thread[record] as number;
      const sum = thread === MERGED ? undefined : sums[thread];
      if (sum === undefined) continue;
      const own = records.stack[record] as number;
      const left = view.left.node[nodes === null ? own : (nodes[own] as number)] as number;
      if (left < 0) continue;
      const value = estimates.value[record] as number;
      const leaf = leafOf(left);
      sum.value += value;
      sum.variance += estimates.variance[record] as number;
      sum.stacks += 1;
      sum.byLeaf.set(leaf, (sum.byLeaf.get(leaf) ?? 0) + value);
    }
    profile.threads.forEach(({ uid, name, header }, thread) => {
      const sum = sums[thread] as ThreadSums;
      const [largest] = [...sum.byLeaf].sort((a, b) => b[1] - a[1]);
      rows.push({
        uid: String(uid),
        name,
        value: sum.value,
        variance: sum.variance,
        header: header === null ? null : String(header[measureIndex(request.measure)]),
        stacks: sum.stacks,
        largest: largest === undefined ? '' : (view.labels.texts[largest[0]] ?? ''),
      });
    });
  });
  return {
    rows,
    sum: rows.reduce((sum, { value }) => sum + value, 0),
    merged: totalOf(merged.value),
  };
}
