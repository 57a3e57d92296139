/** Which fill each node gets, and what the fills mean. Pure. */
import type { CallTree } from '../../engine/profile/call-tree.js';
import {
  CATEGORY_COUNT,
  CATEGORY_FILLS,
  categoryOf,
  DIVERGING_STEPS,
  divergingFills,
  type Fill,
  NEUTRAL_FILL,
  orderedFills,
  withText,
} from '../shared/fills.js';
import { labelText } from '../shared/label.js';
import { mix, PALETTES } from '../shared/palette.js';
import type { FlameModel } from './props.js';
import type { Weights } from './weights.js';

export interface LegendEntry {
  readonly fill: string;
  /** May come from a file. */
  readonly text: string;
  /** The whole text where `text` is short for it. */
  readonly title?: string;
}

export interface Colouring {
  readonly fills: readonly Fill[];
  /** Index into `fills`. */
  readonly fillOf: (node: number) => number;
  /** For nodes that are not meant now: callers of the zoomed node, what a search does not match. */
  readonly faded: Fill;
  readonly legend: readonly LegendEntry[];
  /** Legend entries left out for want of room. */
  readonly more: number;
}

export type ColourModel = Pick<FlameModel, 'tree' | 'colour' | 'sizeClass' | 'diff' | 'theme'>;

const MOST_ENTRIES = 10;

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1) || path;
}

/** Slots of modules, and the modules from the one that holds most itself to the one that holds least. */
export function moduleSlots(tree: CallTree): {
  readonly slots: readonly number[];
  readonly order: readonly number[];
} {
  const sizes = new Float64Array(tree.modules.length);
  // The root stands for everything and has no module to speak of.
  for (let i = 1; i < tree.nodes; i += 1) {
    const module = tree.moduleOfName[tree.name[i] as number] as number;
    if (module >= 0) sizes[module] = (sizes[module] as number) + Math.abs(tree.self[i] as number);
  }
  const order = Array.from(sizes.keys()).sort((a, b) => (sizes[b] as number) - (sizes[a] as number));
  const slots: number[] = tree.modules.map((module) => categoryOf(module));
  // A module keeps the colour of its name, unless a larger one of the same picture has it and another is free.
  const taken = new Set<number>();
  for (const module of order) {
    if (taken.size === CATEGORY_COUNT) break;
    let slot = slots[module] as number;
    while (taken.has(slot)) slot = (slot + 1) % CATEGORY_COUNT;
    slots[module] = slot;
    taken.add(slot);
  }
  return { slots, order };
}

function byModule(model: ColourModel): Omit<Colouring, 'faded'> {
  const { tree, theme } = model;
  const fills = [...CATEGORY_FILLS[theme], NEUTRAL_FILL[theme]];
  const unknown = fills.length - 1;
  const { slots, order } = moduleSlots(tree);
  const ofName = Uint8Array.from(tree.moduleOfName, (module) => slots[module] ?? unknown);
  const legend: LegendEntry[] = order.slice(0, MOST_ENTRIES).map((module) => {
    const name = tree.modules[module] as string;
    return {
      fill: (fills[slots[module] ?? unknown] as Fill).fill,
      text: labelText(baseName(name), 40),
      title: labelText(name),
    };
  });
  if (tree.moduleOfName.some((module, name) => module < 0 && name !== tree.name[0])) {
    legend.push({ fill: (fills[unknown] as Fill).fill, text: 'no module known' });
  }
  return {
    fills,
    fillOf: (node) => (node === 0 ? unknown : (ofName[tree.name[node] as number] ?? unknown)),
    legend,
    more: Math.max(0, order.length - MOST_ENTRIES),
  };
}

function bySize(model: ColourModel): Omit<Colouring, 'faded'> {
  const { tree, theme, sizeClass } = model;
  const labels = sizeClass?.labels ?? [];
  const fills = [...orderedFills(labels.length, theme), NEUTRAL_FILL[theme]];
  const none = labels.length;
  const step = Math.max(1, Math.ceil(labels.length / MOST_ENTRIES));
  const legend: LegendEntry[] = labels
    .map((text, i) => ({ fill: (fills[i] as Fill).fill, text: labelText(text, 40) }))
    .filter((_, i) => i % step === 0 || i === labels.length - 1);
  legend.push({ fill: (fills[none] as Fill).fill, text: 'no size of its own' });
  const fillOf = (node: number): number => {
    const index = sizeClass?.ofName[tree.name[node] as number] ?? -1;
    return index >= 0 && index < none ? index : none;
  };
  return { fills, fillOf, legend, more: 0 };
}

/** Change of a node from -1 (gone) to 1 (new), and whether it is within two standard errors of none. */
export function changeOf(
  model: ColourModel,
  weights: Weights,
  node: number,
): { readonly change: number; readonly noise: boolean } {
  const { tree, diff } = model;
  const total = tree.total[node] as number;
  const before = diff ? (tree.before[node] as number) : 0;
  const difference = total - before;
  const size = diff ? Math.abs(total) + Math.abs(before) : (weights.values[node] as number);
  const variance = (diff ? diff.variance : tree.variance)[node] as number;
  // Where no error is known, nothing is called noise.
  const noise = difference * difference < 4 * variance;
  return { change: size > 0 ? Math.max(-1, Math.min(1, difference / size)) : 0, noise };
}

function byDiff(model: ColourModel, weights: Weights): Omit<Colouring, 'faded'> {
  const loud = divergingFills(model.theme, false);
  const faint = divergingFills(model.theme, true);
  const fills = [...loud, ...faint];
  const fillOf = (node: number): number => {
    const { change, noise } = changeOf(model, weights, node);
    const step = Math.round(change * DIVERGING_STEPS) + DIVERGING_STEPS;
    return noise ? step + loud.length : step;
  };
  const entry = (index: number, text: string): LegendEntry => ({ fill: (fills[index] as Fill).fill, text });
  const isDiff = model.diff !== null && model.diff !== undefined;
  const legend = [
    entry(0, isDiff ? 'gone' : 'less'),
    entry(2, isDiff ? 'less' : 'rather less'),
    entry(DIVERGING_STEPS, 'no change'),
    entry(6, isDiff ? 'more' : 'rather more'),
    entry(8, isDiff ? 'new' : 'more'),
    entry(loud.length + 8, 'pale: within two standard errors'),
  ];
  return { fills, fillOf, legend, more: 0 };
}

export function colouring(model: ColourModel, weights: Weights): Colouring {
  const { surface } = PALETTES[model.theme];
  const faded = withText(mix(NEUTRAL_FILL[model.theme].fill, surface, 0.45));
  switch (model.colour) {
    case 'module':
      return { ...byModule(model), faded };
    case 'size':
      return { ...bySize(model), faded };
    case 'diff':
      return { ...byDiff(model, weights), faded };
  }
}
