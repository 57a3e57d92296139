/** Results of a sweep as growing columns, for pictures and the table: numbers of one option or figure lie side by side. */
import { OPTIONS } from '../engine/replay/options.js';
import { FIGURES } from '../engine/tuning/figures.js';
import { meetsConstraints } from '../engine/tuning/pareto.js';
import type { Constraint, SweepResult } from '../engine/tuning/sweep-types.js';

/** How a row stands; bits that may be set together. */
export const ROW_ON_FRONT = 1;
export const ROW_MISSES_LIMIT = 2;
export const ROW_PARTIAL = 4;
/** It is no setting of the plan: the default, or one made for a recommendation. */
export const ROW_BESIDE_PLAN = 8;

export interface SweepTable {
  readonly rows: number;
  /** By the name of the option or figure, at least `rows` long. */
  readonly columns: Readonly<Record<string, Float64Array>>;
  readonly status: Uint8Array;
}

const NAMES: readonly string[] = [...OPTIONS.map(({ name }) => name), ...FIGURES.map(({ name }) => name)];
const FIRST_CAPACITY = 256;

export class SweepColumns {
  readonly results: SweepResult[] = [];
  #columns = new Map<string, Float64Array>();
  #status = new Uint8Array(0);
  #front: readonly number[] | Uint32Array = [];
  #constraints: readonly Constraint[] = [];

  add(results: readonly SweepResult[]): void {
    const from = this.results.length;
    for (const result of results) this.results.push(result);
    this.#reserve(this.results.length);
    for (let row = from; row < this.results.length; row += 1)
      this.#fill(row, this.results[row] as SweepResult);
  }

  /** Judges all rows anew. */
  judge(constraints: readonly Constraint[], front: readonly number[] | Uint32Array): void {
    this.#constraints = constraints;
    this.#front = front;
    // The old array may be on screen.
    this.#status = new Uint8Array(this.#status.length);
    this.results.forEach((result, row) => {
      this.#status[row] = this.#statusOf(result);
    });
    for (const row of front) this.#status[row] = (this.#status[row] ?? 0) | ROW_ON_FRONT;
  }

  get front(): readonly number[] | Uint32Array {
    return this.#front;
  }

  /** The table as it is now; columns are shared with the tables to come, which only add rows. */
  table(): SweepTable {
    return {
      rows: this.results.length,
      columns: Object.fromEntries(this.#columns),
      status: this.#status,
    };
  }

  #statusOf(result: SweepResult): number {
    return (
      (meetsConstraints(result.figures, this.#constraints) ? 0 : ROW_MISSES_LIMIT) |
      (result.whole ? 0 : ROW_PARTIAL) |
      (result.point.id < 0 ? ROW_BESIDE_PLAN : 0)
    );
  }

  #fill(row: number, result: SweepResult): void {
    const { options } = result.point;
    for (const { name } of OPTIONS) this.#columns.get(name)?.fill(options[name], row, row + 1);
    for (const { name } of FIGURES) this.#columns.get(name)?.fill(result.figures[name], row, row + 1);
    this.#status[row] = this.#statusOf(result);
  }

  #reserve(rows: number): void {
    const room = this.#status.length;
    if (rows <= room) return;
    const capacity = Math.max(FIRST_CAPACITY, 2 ** Math.ceil(Math.log2(rows)));
    for (const name of NAMES) {
      const grown = new Float64Array(capacity);
      grown.set(this.#columns.get(name) ?? []);
      this.#columns.set(name, grown);
    }
    const status = new Uint8Array(capacity);
    status.set(this.#status);
    this.#status = status;
  }
}
