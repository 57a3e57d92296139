/** Sums over trials: mean, variance, their intervals, histogram, and whether two sets of trials are of one distribution. */

export interface Interval {
  readonly low: number;
  readonly high: number;
}

export interface Summary {
  readonly length: number;
  readonly mean: number;
  /** Unbiased, with n - 1; NaN below two trials. */
  readonly variance: number;
  readonly min: number;
  readonly max: number;
  /** For the true mean, from the trials' own spread. */
  readonly meanInterval: Interval;
  /** For the true variance, by the chi-square distribution: right as far as the estimates are normal. */
  readonly varianceInterval: Interval;
}

/** Half width of a normal interval that holds 95 %. */
export const SIGMAS_95 = 1.959_963_984_540_054;

/** @param sigmas half width of the intervals, in standard errors */
export function summarise(values: Float64Array, length: number, sigmas = SIGMAS_95): Summary {
  let mean = 0;
  let squares = 0;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < length; i++) {
    const value = values[i] as number;
    const delta = value - mean;
    mean += delta / (i + 1);
    squares += delta * (value - mean);
    if (value < min) min = value;
    if (value > max) max = value;
  }
  const freedom = length - 1;
  const variance = freedom > 0 ? squares / freedom : Number.NaN;
  const half = sigmas * Math.sqrt(variance / length);
  return {
    length,
    mean: length > 0 ? mean : Number.NaN,
    variance,
    min,
    max,
    meanInterval: { low: mean - half, high: mean + half },
    varianceInterval: {
      low: squares / chiSquareQuantile(freedom, sigmas),
      high: squares / chiSquareQuantile(freedom, -sigmas),
    },
  };
}

/**
 * The value that a chi-square number stays below with the probability with which a normal one stays below `sigmas`
 * (Wilson and Hilferty; to 1 % from 10 degrees of freedom on, to 0.01 % from 100 on, for two sigmas).
 */
export function chiSquareQuantile(freedom: number, sigmas: number): number {
  const spread = 2 / (9 * freedom);
  return freedom * Math.max(0, 1 - spread + sigmas * Math.sqrt(spread)) ** 3;
}

/** Mean and its standard error after the first n trials, at about `points` values of n. */
export interface RunningMean {
  readonly trials: Int32Array<ArrayBuffer>;
  readonly mean: Float64Array<ArrayBuffer>;
  readonly standardError: Float64Array<ArrayBuffer>;
}

export function runningMean(values: Float64Array, length: number, points: number): RunningMean {
  const count = Math.max(0, Math.min(points, length - 1));
  const trials = Int32Array.from({ length: count }, (_, i) =>
    count === 1 ? length : Math.round(2 + ((length - 2) * i) / (count - 1)),
  );
  const means = new Float64Array(count);
  const standardError = new Float64Array(count);
  let mean = 0;
  let squares = 0;
  let point = 0;
  for (let i = 0; i < length && point < count; i++) {
    const value = values[i] as number;
    const delta = value - mean;
    mean += delta / (i + 1);
    squares += delta * (value - mean);
    while (point < count && trials[point] === i + 1) {
      means[point] = mean;
      standardError[point] = Math.sqrt(squares / i / (i + 1));
      point++;
    }
  }
  return { trials, mean: means, standardError };
}

/** Numbers of values in `bins` equal parts of [low, high]; values outside go to the first and last. */
export function histogram(
  values: Float64Array,
  length: number,
  { low, high }: Interval,
  bins: number,
): Uint32Array<ArrayBuffer> {
  const counts = new Uint32Array(bins);
  const scale = bins / (high - low);
  for (let i = 0; i < length; i++) {
    const bin = Math.floor(((values[i] as number) - low) * scale);
    const at = Math.max(0, Math.min(bins - 1, bin));
    counts[at] = (counts[at] as number) + 1;
  }
  return counts;
}

export interface Agreement {
  /** Largest distance of the two distribution functions (Kolmogorov and Smirnov). */
  readonly distance: number;
  /** Chance of so large a distance, or a larger one, if both sets are of one distribution. */
  readonly probability: number;
}

export function kolmogorovSmirnov(a: Float64Array, b: Float64Array): Agreement {
  const x = a.slice().sort();
  const y = b.slice().sort();
  let distance = 0;
  for (let i = 0, j = 0; i < x.length && j < y.length; ) {
    // Equal values are passed together on both sides.
    const value = Math.min(x[i] as number, y[j] as number);
    while (i < x.length && x[i] === value) i++;
    while (j < y.length && y[j] === value) j++;
    distance = Math.max(distance, Math.abs(i / x.length - j / y.length));
  }
  const root = Math.sqrt((x.length * y.length) / (x.length + y.length));
  return { distance, probability: kolmogorovTail((root + 0.12 + 0.11 / root) * distance) };
}

/** Chance that Kolmogorov's statistic is above `t`. */
function kolmogorovTail(t: number): number {
  if (t < 0.2) return 1;
  let sum = 0;
  for (let k = 1; k <= 100; k++) {
    const term = Math.exp(-2 * k * k * t * t);
    sum += k % 2 === 1 ? term : -term;
    if (term < 1e-17) break;
  }
  return Math.min(1, Math.max(0, 2 * sum));
}
