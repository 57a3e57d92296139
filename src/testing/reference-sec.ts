/** The reference model's SEC: a list of extents for each size class, newest first. */
import type { Decision } from '../engine/inspect/explanation.js';
import type { OptionValues } from '../engine/replay/options.js';
import { pageSizeIndex } from '../engine/sizes/page-size-classes.js';
import { bytesOf, type Extent, PAGE, placeOf } from './reference-slab.js';

export class ReferenceSec {
  readonly stats = { hits: 0, misses: 0, flush: 0, noflush: 0, overfills: 0 };
  readonly #bins = new Map<number, Extent[]>();

  constructor(
    readonly options: OptionValues,
    readonly tell: (decision: Decision) => void,
  ) {}

  takes(pages: number): boolean {
    return this.options.nshards > 0 && pages * PAGE <= this.options.max_alloc;
  }

  extents(): Extent[] {
    return [...this.#bins.values()].flat();
  }

  /** Undefined for a miss. */
  get(pages: number): Extent | undefined {
    const bin = this.#bin(pages);
    const hit = bin.shift();
    if (hit === undefined) {
      this.stats.misses++;
      return undefined;
    }
    this.stats.hits++;
    this.tell({ kind: 'sec-hit', extent: placeOf(hit), binCount: bin.length, binBytes: bytesOf(bin) });
    return hit;
  }

  /** How many extents a miss asks for. */
  batch(pages: number): { min: number; max: number } {
    const limits = {
      min: 2,
      max: Math.min(Math.max(Math.floor(Math.floor(this.options.max_bytes / (pages * PAGE)) / 4), 2), 8),
    };
    this.tell({ kind: 'sec-miss', ...limits });
    return limits;
  }

  /** Keeps what a miss got beyond what it needed; gives back what does not fit. */
  fill(pages: number, spare: Extent[]): Extent[] {
    const bin = this.#bin(pages);
    const refused = [...spare];
    if (bytesOf(bin) + spare.length * pages * PAGE <= this.options.max_bytes) {
      bin.push(...refused.splice(0));
    } else {
      this.stats.overfills++;
      while (refused.length > 0 && bytesOf(bin) + pages * PAGE <= this.options.max_bytes) {
        bin.push(refused.shift() as Extent);
      }
    }
    const cached = spare.length - refused.length;
    this.tell({ kind: 'sec-fill', cached, refused: refused.length, binBytes: bytesOf(bin) });
    return refused;
  }

  /** Keeps a freed extent; gives what is flushed for it. */
  put(extent: Extent): Extent[] {
    const { max_bytes: maxBytes } = this.options;
    const bin = this.#bin(extent.pages);
    bin.unshift(extent);
    const kept = { extent: placeOf(extent), maxBytes };
    if (bytesOf(bin) <= maxBytes) {
      this.stats.noflush++;
      this.tell({ kind: 'sec-keep', ...kept, binBytes: bytesOf(bin) });
      return [];
    }
    this.stats.flush++;
    const out: Extent[] = [];
    while (bytesOf(bin) > maxBytes - Math.floor(maxBytes / 4) && bin.length > 0) {
      out.push(bin.pop() as Extent);
    }
    this.tell({
      kind: 'sec-flush',
      ...kept,
      extents: out.length,
      bytes: bytesOf(out),
      binBytes: bytesOf(bin),
    });
    return out;
  }

  #bin(pages: number): Extent[] {
    const index = pageSizeIndex(pages);
    const bin = this.#bins.get(index) ?? [];
    this.#bins.set(index, bin);
    return bin;
  }
}
