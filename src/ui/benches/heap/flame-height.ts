/** The picture gets the room that its table does not need. Pixels. */
import type { CallTree } from '../../../engine/profile/call-tree.js';

const ROW = 22;
const HEAD = 27;
/** Of a long table at least this much is seen. */
const LEAST_TABLE = 150;
const TABLE_SHARE = 0.3;
const LEAST_FLAME = 150;

/** What stands above and below the flame graph: bar, legend, details, and in a comparison its sentence. */
export const FOOT_AND_HEAD = { graph: 176, diff: 200 } as const;

/** One level of calls, and the frame around all. */
const LEVEL = 18;
const FRAME = 4;

/**
 * @param panel height of the view; 0 before it is known
 * @param levels of the tree: a picture is not taller than what it shows
 */
export function flameHeight(panel: number, around: number, rows: number, levels: number): number {
  const table = Math.min(HEAD + ROW * Math.max(1, rows), Math.max(LEAST_TABLE, panel * TABLE_SHARE));
  const whole = LEVEL * levels + FRAME;
  return Math.max(LEAST_FLAME, Math.min(whole, Math.round(panel - around - table)));
}

export function levelsOf({ depth, nodes }: Pick<CallTree, 'depth' | 'nodes'>): number {
  let deepest = 0;
  for (let node = 0; node < nodes; node += 1) deepest = Math.max(deepest, depth[node] ?? 0);
  return deepest + 1;
}
