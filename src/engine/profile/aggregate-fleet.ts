/** The sum over many dumps (machines, processes), and two such sums side by side. */
import { EstimateSums, type EstimateTable } from './aggregate-estimates.js';
import { type JoinedStacks, ProfileJoin } from './aggregate-join.js';
import type { EstimateKind } from './estimates.js';
import type { HeapProfile } from './profile.js';

/** Sums over one join; each dump counts into one of them. */
export interface JoinedSums extends JoinedStacks {
  readonly sums: readonly EstimateTable[];
}

/**
 * Adds up profiles that come one by one; each is forgotten when it was added. With two sums it compares: before is 0,
 * after is 1. The order of profiles changes nothing but the last digits of sums and where modules lie.
 */
export class ProfileFleet {
  private readonly join = new ProfileJoin();
  private readonly sums: readonly EstimateSums[];

  constructor(kind: EstimateKind, sums = 1) {
    this.sums = Array.from({ length: sums }, () => new EstimateSums(kind));
  }

  add(profile: HeapProfile, sum = 0): void {
    const sums = this.sums[sum];
    if (sums === undefined) throw new RangeError(`There is no sum ${sum}`);
    sums.add(profile, this.join.add(profile));
  }

  finish(): JoinedSums {
    return { ...this.join.finish(), sums: this.sums.map((sums) => sums.finish()) };
  }
}
