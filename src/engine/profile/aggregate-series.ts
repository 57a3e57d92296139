/** The dumps of one process in order: what each said of each stack, and lines of growth. */
import {
  type EstimateNotes,
  EstimateSums,
  type EstimateTable,
  type MeasureRows,
  measureRows,
} from './aggregate-estimates.js';
import type { GroupIndex } from './aggregate-groups.js';
import { type JoinedStacks, ProfileJoin } from './aggregate-join.js';
import { fitSlope, type Slope } from './aggregate-slope.js';
import type { EstimateKind } from './estimates.js';
import { type HeapProfile, MEASURES, type Measure } from './profile.js';

export interface JoinedSeries extends JoinedStacks {
  /** In the order they were added. */
  readonly dumps: readonly SeriesDump[];
}

/**
 * What one dump said of its stacks. Kept small, as there may be thousands: variances lose digits that no error needs,
 * and measures that are all zero take no room.
 */
export class SeriesDump {
  readonly notes: EstimateNotes;
  private readonly rows: readonly (MeasureRows | null)[];

  constructor(table: EstimateTable) {
    this.notes = table.notes;
    this.rows = MEASURES.map((measure) => {
      const rows = measureRows(table, measure);
      if (rows.values.every((value) => value === 0) && rows.variances.every((value) => value === 0))
        return null;
      return { ...rows, variances: Float32Array.from(rows.variances) };
    });
  }

  measure(measure: Measure): MeasureRows {
    return this.rows[MEASURES.indexOf(measure)] ?? NO_ROWS;
  }
}

const NO_ROWS: MeasureRows = {
  length: 0,
  stack: new Int32Array(0),
  values: new Float64Array(0),
  variances: new Float64Array(0),
};

/** Takes the dumps one by one. Of each it keeps 28 bytes a stack (52 with accumulated counters), not the profile. */
export class ProfileSeries {
  private readonly join = new ProfileJoin();
  private readonly sums: EstimateSums;
  private readonly dumps: SeriesDump[] = [];

  constructor(kind: EstimateKind) {
    this.sums = new EstimateSums(kind);
  }

  add(profile: HeapProfile): void {
    this.sums.clear();
    this.sums.add(profile, this.join.add(profile));
    this.dumps.push(new SeriesDump(this.sums.finish()));
  }

  finish(): JoinedSeries {
    return { ...this.join.finish(), dumps: this.dumps };
  }
}

/** Growth of one label (function, module) over the dumps. */
export interface Growth {
  /** Number of the label. */
  readonly label: number;
  /** One entry a dump. */
  readonly values: Float64Array<ArrayBuffer>;
  readonly variances: Float64Array<ArrayBuffer>;
  /** In the unit of the value for each unit of x; null for fewer than two dumps. */
  readonly slope: Slope | null;
}

export interface GrowthRequest {
  readonly measure: Measure;
  readonly which: 'flat' | 'cum';
  /** Place of each dump: seconds, or its number. */
  readonly x: ArrayLike<number>;
  /** At most so many lines: those that change most along x, then the largest. */
  readonly most: number;
}

/** Lines of growth, the largest change along x first. */
export function growthLines(
  dumps: readonly SeriesDump[],
  groups: GroupIndex,
  { measure, which, x, most }: GrowthRequest,
): Growth[] {
  const labels = chooseLabels(dumps, groups, { measure, which, x, most });
  const lines = labels.map((label) => ({
    label,
    values: new Float64Array(dumps.length),
    variances: new Float64Array(dumps.length),
  }));
  dumps.forEach((dump, i) => {
    const columns = groups.columns(dump.measure(measure))[which];
    for (const { label, values, variances } of lines) {
      values[i] = columns.values[label] as number;
      variances[i] = columns.variances[label] as number;
    }
  });
  return lines.map((line) => ({ ...line, slope: fitSlope(x, line.values, line.variances) }));
}

function chooseLabels(
  dumps: readonly SeriesDump[],
  groups: GroupIndex,
  { measure, which, x, most }: GrowthRequest,
): number[] {
  const mean = dumps.reduce((sum, _, i) => sum + (x[i] as number), 0) / Math.max(1, dumps.length);
  const drift = new Float64Array(groups.count);
  const largest = new Float64Array(groups.count);
  dumps.forEach((dump, i) => {
    const { values } = groups.columns(dump.measure(measure))[which];
    for (let label = 0; label < groups.count; label++) {
      const value = values[label] as number;
      if (value === 0) continue;
      drift[label] = (drift[label] as number) + ((x[i] as number) - mean) * value;
      largest[label] = Math.max(largest[label] as number, Math.abs(value));
    }
  });
  const falling = (column: Float64Array, a: number, b: number): number =>
    Math.abs(column[b] as number) - Math.abs(column[a] as number);
  return [...largest.keys()]
    .filter((label) => largest[label] !== 0)
    .sort((a, b) => falling(drift, a, b) || falling(largest, a, b) || a - b)
    .slice(0, most);
}
