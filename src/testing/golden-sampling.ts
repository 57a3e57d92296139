/** Golden data of sampling, read in place; tests that need it are skipped where it is absent. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../../shared/golden/sampling/', import.meta.url));

export const hasGoldenSampling = existsSync(`${FOLDER}variance.json`);

export interface GoldenSampling {
  readonly waits: readonly { seed: string; lg: number; waits: readonly number[]; stateAfter: string }[];
  readonly walks: readonly { seed: string; lg: number; n: number; sampled: readonly number[] }[];
  readonly unbias: readonly {
    lg: number;
    classes: readonly (readonly [size: number, bytes: number, objectsTimes8: number])[];
  }[];
  readonly roundtrip: readonly {
    lg: number;
    cOutShifted: number;
    sOut: number;
    cIn: number;
    sIn: number;
  }[];
}

export interface GoldenVariance {
  readonly terms: readonly {
    R: number;
    Z: number;
    N: number;
    p_exact: number;
    p_approx: number;
    var_bytes_exact: number;
    var_bytes_approx: number;
    var_count_exact: number;
    var_bytes_per_alloc: number;
    small_Z_rule: number;
  }[];
  readonly optimal: readonly {
    classes: readonly { Z: number; allocated: number; live: number }[];
    budget_samples: number;
    p: readonly number[];
    var_optimal: number;
    R_same_budget: number;
    var_per_byte: number;
    N_same_budget: number;
    var_per_alloc: number;
  }[];
  readonly aggregation: readonly [GoldenStack, GoldenStack, GoldenRecord];
}

interface GoldenStack {
  readonly Z: number;
  readonly per_machine: number;
  readonly machines: number;
  readonly R: number;
  readonly true_bytes: number;
  readonly expected_samples: number;
  readonly sampled_bytes: number;
  readonly per_sample_then_sum: number;
  readonly sum_then_unbias_with_total: number;
  readonly sum_then_unbias_with_mean: number;
}

interface GoldenRecord {
  readonly R: number;
  readonly count: number;
  readonly bytes: number;
  readonly mean: number;
  readonly bytes_reported: number;
  readonly count_reported: number;
  readonly true_bytes: number;
  readonly true_count: number;
}

const read = (name: string): unknown => JSON.parse(readFileSync(FOLDER + name, 'utf8'));

export const goldenSampling = (): GoldenSampling => read('jemalloc-sampling.json') as GoldenSampling;
export const goldenVariance = (): GoldenVariance => read('variance.json') as GoldenVariance;

/** Equal to 12 significant digits. */
export function sameDigits(actual: number, expected: number, digits = 12): boolean {
  return Math.abs(actual - expected) <= Math.abs(expected) * 0.5 * 10 ** (1 - digits);
}
