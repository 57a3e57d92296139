/** Made-up call stacks for a program of which only sizes are known. */

/** by-size: a stack for each size. mixed: a few stacks with far apart sizes each. one: a single stack. */
export const STACK_LAYOUTS = ['by-size', 'mixed', 'one'] as const;
export type StackLayout = (typeof STACK_LAYOUTS)[number];

export interface StackPlan {
  /** Names of functions of each stack, leaf first. */
  readonly stacks: readonly (readonly string[])[];
  /** The stacks that allocate a size, by its row; each takes an equal share. */
  readonly ofSize: readonly (readonly number[])[];
}

const MIXED_STACKS = 8;

/** @param sizes rows of a workload */
export function planStacks(layout: StackLayout, sizes: ArrayLike<number>): StackPlan {
  const rows = Array.from(sizes);
  switch (layout) {
    case 'by-size':
      return {
        stacks: rows.map((size) => ['malloc', `allocate_${size}_bytes`, 'work', 'main']),
        ofSize: rows.map((_, row) => [row]),
      };
    case 'mixed': {
      const count = Math.min(MIXED_STACKS, rows.length);
      return {
        stacks: Array.from({ length: count }, (_, i) => ['malloc', `task_${i + 1}`, 'work', 'main']),
        ofSize: rows.map((_, row) => [...new Set([row % count, (3 * row + 1) % count])]),
      };
    }
    case 'one':
      return { stacks: [['malloc', 'work', 'main']], ofSize: rows.map(() => [0]) };
  }
}
