/** From profiles to the values of their stacks: one profile, several added up, or what changed against others. */
import { type EstimateKind, estimateRecords } from './estimates.js';
import { type HeapProfile, type Measure, MERGED } from './profile.js';
import { type StackSpace, uniteStacks } from './stack-space.js';
import { addProfile, BEFORE, StackRows, type StackTable } from './stack-table.js';

export interface ProfileChoice {
  /** Added up, each scaled by its own rate. */
  readonly profiles: readonly HeapProfile[];
  /** Subtracted; empty where nothing is compared. */
  readonly base: readonly HeapProfile[];
}

/** All stacks of a choice in one space, profiles first, then base. */
export function spaceOf({ profiles, base }: ProfileChoice): StackSpace {
  return uniteStacks([...profiles, ...base]);
}

/**
 * @param space of the same choice
 * @param thread number of one thread, or null for all together; with one, the base is left out, as in jeprof
 */
export function buildStackTable(
  { profiles, base }: ProfileChoice,
  space: StackSpace,
  measure: Measure,
  estimate: EstimateKind,
  thread: bigint | null = null,
): StackTable {
  const rows = new StackRows(space.stacks);
  profiles.forEach((profile, i) => {
    const row = threadRow(profile, thread);
    if (row === null) return;
    addProfile(rows, profile, estimateRecords(profile, measure, estimate), space.nodes[i] ?? null, row);
  });
  if (thread === null) {
    base.forEach((profile, i) => {
      const nodes = space.nodes[profiles.length + i] ?? null;
      const estimates = estimateRecords(profile, measure, estimate);
      addProfile(rows, profile, estimates, nodes, MERGED, BEFORE);
    });
  }
  return rows.finish();
}

function threadRow(profile: HeapProfile, thread: bigint | null): number | null {
  if (thread === null) return MERGED;
  const row = profile.threads.findIndex(({ uid }) => uid === thread);
  return row < 0 ? null : row;
}

/** Numbers of the threads that have records of their own, rising. */
export function threadsWithRecords({ records, threads }: HeapProfile): bigint[] {
  const seen = new Uint8Array(threads.length);
  for (const thread of records.thread) if (thread !== MERGED) seen[thread] = 1;
  return threads
    .filter((_, row) => seen[row] === 1)
    .map(({ uid }) => uid)
    .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}
