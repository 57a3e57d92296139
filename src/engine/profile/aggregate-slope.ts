/** Straight lines through a series of estimates, by least squares. */

export interface Slope {
  /** Change of the value for each unit of x. */
  readonly value: number;
  readonly standardError: number;
}

/**
 * The least-squares slope of `values` over `x`, and what sampling alone makes it uncertain by. Null for fewer than two
 * places of x; entries with NaN values are left out.
 *
 * The slope is a weighted sum of the values, weights c. Its variance depends on how much the same sampled objects are
 * in several dumps. If none are, it is the sum of c_i^2 v_i; if all of the smaller of two dumps are in the larger, the
 * covariance of a pair is the smaller variance. The truth lies between; the larger of the two is told.
 */
export function fitSlope(
  x: ArrayLike<number>,
  values: ArrayLike<number>,
  variances: ArrayLike<number>,
): Slope | null {
  const used: number[] = [];
  for (let i = 0; i < x.length; i++) if (!Number.isNaN(values[i])) used.push(i);
  const count = used.length;
  const mean = used.reduce((sum, i) => sum + (x[i] as number), 0) / count;
  const squares = used.reduce((sum, i) => sum + ((x[i] as number) - mean) ** 2, 0);
  if (count < 2 || !(squares > 0)) return null;
  let value = 0;
  let apart = 0;
  const points = used.map((i) => {
    const weight = ((x[i] as number) - mean) / squares;
    const variance = variances[i] as number;
    value += weight * (values[i] as number);
    apart += weight * weight * variance;
    return { weight, variance };
  });
  return { value, standardError: Math.sqrt(Math.max(apart, sharedVariance(points))) };
}

/** Sum of c_i c_j min(v_i, v_j) over all pairs: layer by layer, the variances sorted. */
function sharedVariance(points: { weight: number; variance: number }[]): number {
  points.sort((a, b) => a.variance - b.variance);
  let above = points.reduce((sum, { weight }) => sum + weight, 0);
  let below = 0;
  let total = 0;
  for (const { weight, variance } of points) {
    total += (variance - below) * above * above;
    above -= weight;
    below = variance;
  }
  return total;
}
