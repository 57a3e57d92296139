/** Size classes of jemalloc with 4 KiB pages and a quantum of 16 bytes (SIZE_CLASSES, include/jemalloc/internal/sc.h). */

/** Classes above are left out: 2^53 is where doubles end, and no allocation gets there. */
const LARGEST = 2 ** 53;

/** Usable sizes in bytes, rising. */
export const SIZE_CLASSES: readonly number[] = buildClasses();

function buildClasses(): number[] {
  const classes = [8, 16, 32, 48, 64];
  for (let base = 64; base < LARGEST; base *= 2) {
    for (let quarter = 1; quarter <= 4; quarter++) classes.push(base + (base / 4) * quarter);
  }
  return classes;
}

/** Index of the smallest class of at least `size` bytes (`sz_size2index`). */
export function sizeClassIndex(size: number): number {
  if (size <= 8) return 0;
  if (size <= 64) return Math.ceil(size / 16);
  let low = 5;
  let high = SIZE_CLASSES.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((SIZE_CLASSES[middle] as number) < size) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The class that a request of `size` bytes gets. */
export function usableSize(size: number): number {
  return SIZE_CLASSES[sizeClassIndex(size)] as number;
}
