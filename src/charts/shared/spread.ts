/** Moves labels apart so that none covers another. */

/**
 * Places of labels along one axis: each as near to its wish as the distance `gap` to its neighbours and the limits allow.
 * @param wishes in rising order.
 * @returns places in the same order; needs `gap * (wishes.length - 1) <= high - low`.
 */
export function spread(wishes: readonly number[], gap: number, low: number, high: number): number[] {
  const places = [...wishes];
  let least = low;
  for (let i = 0; i < places.length; i += 1) {
    places[i] = Math.max(places[i] as number, least);
    least = (places[i] as number) + gap;
  }
  let most = high;
  for (let i = places.length - 1; i >= 0; i -= 1) {
    places[i] = Math.min(places[i] as number, most);
    most = (places[i] as number) - gap;
  }
  return places;
}
