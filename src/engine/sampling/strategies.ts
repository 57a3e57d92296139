/**
 * Ways to choose which allocations to sample. All decide each allocation by itself; with chances above 0 everywhere they are
 * unbiased (each sample stands for 1 / chance), and differ in variance.
 */
import { byteHazard, chanceOf, hazardOf, type ChanceForm } from './chance.js';
import type { Prng } from './prng.js';
import { HazardWalk, type Sampler } from './samplers.js';
import { ByteWalk } from './walk.js';

/** Allocations of one size that have the same chance, as a share of all of that size. */
export interface Part {
  readonly share: number;
  /** Their chance is 1 - e^-hazard. */
  readonly hazard: number;
}

export interface Strategy {
  readonly id: string;
  readonly label: string;
  /**
   * Chance that an allocation is sampled.
   * @param size usable size in bytes
   * @param index number of the allocation in the program, from 0
   * @param thread number of the thread, from 0
   * @param time of the program's run, 0 at the start and 1 at the end
   */
  chance(size: number, index: number, thread: number, time: number): number;
  /** The same as -log(1 - chance), infinite for 1. */
  hazard(size: number, index: number, thread: number, time: number): number;
  /** The chances of allocations of one size, when indices, threads and times are spread evenly over them. Shares add up to 1. */
  parts(size: number): readonly Part[];
  /** Decides allocations one after another, with a state of its own. */
  sampler(prng: Prng): Sampler;
  /**
   * Mean bytes between samples where the sampler is jemalloc's own walk in bytes, which is then run as it is; else null.
   */
  readonly walkRate: number | null;
}

/** Chance 1 / n for each allocation, whatever its size. */
export function perAllocation(n: number): Strategy {
  const hazard = hazardOf(Math.min(1, 1 / n));
  return bySize('per-allocation', 'per allocation', () => hazard);
}

/** jemalloc's: bytes are sampled, and with them the allocations that hold them. `rate`: mean bytes between samples. */
export function perByte(rate: number, form: ChanceForm = 'exact'): Strategy {
  const base = bySize('per-byte', 'per byte', (size) => byteHazard(size, rate, form));
  const exact = form === 'exact';
  return {
    ...base,
    id: exact ? 'per-byte' : 'per-byte-approximate',
    label: exact ? 'per byte' : 'per byte, approximate',
    sampler: exact ? (prng) => new ByteWalk(prng, rate) : (prng) => base.sampler(prng),
    walkRate: exact ? rate : null,
  };
}

/** Per byte, at one rate in the first part of the run and at another later. */
export function startUp(share: number, firstRate: number, laterRate: number): Strategy {
  const first = (size: number) => byteHazard(size, firstRate);
  const later = (size: number) => byteHazard(size, laterRate);
  return byKind(
    'start-up',
    'more at start-up',
    (size, _index, _thread, time) => (time < share ? first : later)(size),
    (size) => [
      { share, hazard: first(size) },
      { share: 1 - share, hazard: later(size) },
    ],
  );
}

/** Per byte, at different rates for allocations of even and odd number. */
export function evenOdd(evenRate: number, oddRate: number): Strategy {
  return byKind(
    'even-odd',
    'even more than odd',
    (size, index) => byteHazard(size, index % 2 === 0 ? evenRate : oddRate),
    (size) => [
      { share: 0.5, hazard: byteHazard(size, evenRate) },
      { share: 0.5, hazard: byteHazard(size, oddRate) },
    ],
  );
}

/** Per byte, at one rate for the first `favoured` of `threads` threads and at another for the rest. */
export function threadPriority(
  threads: number,
  favoured: number,
  favouredRate: number,
  otherRate: number,
): Strategy {
  return byKind(
    'threads',
    'some threads more',
    (size, _index, thread) => byteHazard(size, thread < favoured ? favouredRate : otherRate),
    (size) => [
      { share: favoured / threads, hazard: byteHazard(size, favouredRate) },
      { share: 1 - favoured / threads, hazard: byteHazard(size, otherRate) },
    ],
  );
}

/**
 * A chance for each size: the optimum, or one drawn by hand.
 * @param sizes rising; sizes between them get the chance of the next one above, sizes past the last that of the last
 */
export function chanceTable(
  id: string,
  label: string,
  sizes: ArrayLike<number>,
  chances: ArrayLike<number>,
): Strategy {
  const hazards = Float64Array.from(chances, hazardOf);
  return bySize(id, label, (size) => {
    let low = 0;
    let high = sizes.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sizes[middle] as number) < size) low = middle + 1;
      else high = middle;
    }
    return hazards[low] ?? 0;
  });
}

/** Per byte, but small objects are never looked at: biased, on purpose. */
export function ignoringSmall(threshold: number, rate: number): Strategy {
  return bySize('ignoring-small', 'small ones ignored (biased)', (size) =>
    size < threshold ? 0 : byteHazard(size, rate),
  );
}

function bySize(id: string, label: string, hazard: (size: number) => number): Strategy {
  return byKind(id, label, hazard, (size) => [{ share: 1, hazard: hazard(size) }]);
}

function byKind(id: string, label: string, hazard: Strategy['hazard'], parts: Strategy['parts']): Strategy {
  return {
    id,
    label,
    hazard,
    chance: (size, index, thread, time) => chanceOf(hazard(size, index, thread, time)),
    parts: (size) => parts(size).filter(({ share }) => share > 0),
    sampler: (prng) => new HazardWalk(prng, hazard),
    walkRate: null,
  };
}
