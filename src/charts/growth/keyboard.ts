/** What the keys do on a focused growth chart. Pure. */
import type { GrowthModel } from './props.js';

export type GrowthKeyAction =
  | { readonly kind: 'hover'; readonly dump: number | null }
  | { readonly kind: 'select'; readonly key: number | null }
  | { readonly kind: 'open'; readonly dump: number }
  | null;

/** Lines from the highest to the lowest at a dump; unknown values last. */
function byHeight(model: GrowthModel, dump: number): readonly number[] {
  const height = (value: number | undefined): number =>
    value === undefined || Number.isNaN(value) ? Number.NEGATIVE_INFINITY : value;
  return [...model.lines]
    .sort((a, b) => {
      const [p, q] = [height(a.values[dump]), height(b.values[dump])];
      return p === q ? 0 : q - p;
    })
    .map(({ key }) => key);
}

export function growthKey(key: string, model: GrowthModel, hoverDump: number | null): GrowthKeyAction {
  const last = model.x.length - 1;
  if (last < 0) return null;
  const here = hoverDump ?? last;
  switch (key) {
    case 'ArrowLeft':
      return { kind: 'hover', dump: Math.max(0, here - 1) };
    case 'ArrowRight':
      return { kind: 'hover', dump: hoverDump === null ? 0 : Math.min(last, here + 1) };
    case 'Home':
      return { kind: 'hover', dump: 0 };
    case 'End':
      return { kind: 'hover', dump: last };
    case 'ArrowUp':
    case 'ArrowDown': {
      const order = byHeight(model, here);
      if (order.length === 0) return null;
      const at = model.selectedKey === null ? -1 : order.indexOf(model.selectedKey);
      const step = key === 'ArrowDown' ? 1 : -1;
      const next =
        at < 0 ? (step > 0 ? 0 : order.length - 1) : Math.max(0, Math.min(order.length - 1, at + step));
      return { kind: 'select', key: order[next] as number };
    }
    case 'Enter':
      return { kind: 'open', dump: here };
    case 'Escape':
      return model.selectedKey === null ? { kind: 'hover', dump: null } : { kind: 'select', key: null };
    default:
      return null;
  }
}
