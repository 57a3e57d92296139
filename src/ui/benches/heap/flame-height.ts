/** The picture gets the room that its table does not need. Pixels. */

const ROW = 22;
const HEAD = 27;
/** Of a long table at least this much is seen. */
const LEAST_TABLE = 150;
const TABLE_SHARE = 0.3;
const LEAST_FLAME = 150;

/** What stands above and below the flame graph: bar, legend, details, and in a comparison its sentence. */
export const FOOT_AND_HEAD = { graph: 176, diff: 200 } as const;

/** @param panel height of the view; 0 before it is known */
export function flameHeight(panel: number, around: number, rows: number): number {
  const table = Math.min(HEAD + ROW * Math.max(1, rows), Math.max(LEAST_TABLE, panel * TABLE_SHARE));
  return Math.max(LEAST_FLAME, Math.round(panel - around - table));
}
