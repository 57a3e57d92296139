/** The main picture: call tree, top table, totals. */
import { buildTreeAndTop } from '../../engine/profile/build-call-tree.js';
import { measureIndex } from '../../engine/profile/estimates.js';
import type { CallTree } from '../../engine/profile/call-tree.js';
import { MEASURES, type Measure } from '../../engine/profile/profile.js';
import { buildTopTable, type TopTable } from '../../engine/profile/top-table.js';
import type { LookAnswer, LookRequest, SizeClasses, UnnamedModule } from '../heap.api.js';
import type { Lenses, View } from './lens.js';
import type { Subject } from './subject.js';

export function look(lenses: Lenses, request: LookRequest): Omit<LookAnswer, 'milliseconds'> {
  const { measure, number } = request;
  const view = lenses.view(request.profiles, request);
  const shown = lenses.shown(view, measure, number);
  const left = shown.table;
  const { frames, profiles } = view.subject;
  const { top, tree: all } = buildTreeAndTop(left, frames, view.labels);
  const tree = withUsedModules(all);
  const rates = new Set(profiles.map(({ rate }) => rate.bytes));
  return {
    tree,
    sizeClasses: request.sizes
      ? sizeClasses(lenses, view, request, top)
      : { ofName: new Int32Array(0), labels: [] },
    top: {
      // Labels are the tree's first names.
      name: top.label,
      flat: top.flat,
      cum: top.cum,
      flatVariance: top.flatVariance,
      cumVariance: top.cumVariance,
      samples: top.cumSamples,
    },
    total: shown.total,
    totalVariance: shown.variance,
    stacks: shown.stacks,
    stacksShown: left.length,
    unnamed: unnamedModules(view.subject),
    mixedRates: rates.size > 1,
  };
}

/** Only the modules that nodes lie in, those of most nodes first: a memory map lists many more. */
export function withUsedModules(tree: CallTree): CallTree {
  const { moduleOfName, modules, name } = tree;
  // One row more, in front, for nodes without a module.
  const uses = new Float64Array(modules.length + 1);
  for (let node = 0; node < tree.nodes; node++) {
    const row = (moduleOfName[name[node] as number] as number) + 1;
    uses[row] = (uses[row] as number) + 1;
  }
  const used = [...modules.keys()]
    .filter((module) => uses[module + 1] !== 0)
    .sort((a, b) => (uses[b + 1] as number) - (uses[a + 1] as number));
  const rowOf = new Map(used.map((module, row) => [module, row]));
  return {
    ...tree,
    moduleOfName: moduleOfName.map((module) => rowOf.get(module) ?? -1),
    modules: used.map((module) => modules[module] ?? ''),
  };
}

/** Upper ends of the groups of sizes that colours stand for, in bytes. */
const SIZE_GROUPS: readonly (readonly [limit: number, label: string])[] = [
  [64, '64 B and less'],
  [256, 'to 256 B'],
  [1024, 'to 1 KiB'],
  [4096, 'to 4 KiB'],
  [16_384, 'to 16 KiB'],
  [65_536, 'to 64 KiB'],
  [1_048_576, 'to 1 MiB'],
  [Number.POSITIVE_INFINITY, 'above 1 MiB'],
];

/** The group of each name's mean size, with all that it calls. */
function sizeClasses(
  lenses: Lenses,
  view: View,
  { measure, number }: LookRequest,
  top: TopTable,
): SizeClasses {
  const inBytes = measureIndex(measure) % 2 === 1;
  const other = MEASURES[measureIndex(measure) + (inBytes ? -1 : 1)] as Measure;
  const second = buildTopTable(lenses.shown(view, other, number).table, view.subject.frames, view.labels);
  const otherOf = new Map(Array.from(second.label, (label, row) => [label, second.cum[row] as number]));
  const ofName = new Int32Array(view.labels.texts.length + 1).fill(-1);
  top.label.forEach((label, row) => {
    const mine = top.cum[row] as number;
    const its = otherOf.get(label) ?? 0;
    const [bytes, objects] = inBytes ? [mine, its] : [its, mine];
    if (objects > 0 && bytes > 0)
      ofName[label] = SIZE_GROUPS.findIndex(([limit]) => bytes / objects <= limit);
  });
  return { ofName, labels: SIZE_GROUPS.map(([, label]) => label) };
}

function unnamedModules({ frames }: Subject): readonly UnnamedModule[] {
  const counts = new Map<number, number>();
  for (let address = 0; address < frames.length; address++) {
    if (frames.known[address] === 1) continue;
    const module = frames.module[address] as number;
    counts.set(module, (counts.get(module) ?? 0) + 1);
  }
  return [...counts]
    .map(([module, count]) => ({ module: frames.modules[module]?.path ?? '', frames: count }))
    .sort((a, b) => b.frames - a.frames);
}
