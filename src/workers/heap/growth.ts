/** A series of dumps: what each name held in each, and how fast it grows. */
import { fitSlope } from '../../engine/profile/aggregate-slope.js';
import { totalOf } from '../../engine/profile/stack-table.js';
import { buildTopTable } from '../../engine/profile/top-table.js';
import type { GrowthAnswer, LookRequest } from '../heap.api.js';
import type { Lenses } from './lens.js';

export function growth(lenses: Lenses, request: LookRequest): GrowthAnswer {
  const view = lenses.view(request.profiles, request);
  const dumps = request.profiles.length;
  const rowOf = new Map<number, number>();
  const values: Float64Array[] = [];
  const variances: Float64Array[] = [];
  const totals = new Float64Array(dumps);
  const totalVariances = new Float64Array(dumps);
  for (let dump = 0; dump < dumps; dump++) {
    const { table } = lenses.shownOf(view, dump, request.measure, request.number);
    totals[dump] = totalOf(table.value);
    totalVariances[dump] = totalOf(table.variance);
    const top = buildTopTable(table, view.subject.frames, view.labels);
    top.label.forEach((label, at) => {
      let row = rowOf.get(label);
      if (row === undefined) {
        rowOf.set(label, (row = values.length));
        // Without a sample in a dump nothing is known but that it is little: no value, no error.
        values.push(new Float64Array(dumps));
        variances.push(new Float64Array(dumps));
      }
      (values[row] as Float64Array)[dump] = top.cum[at] as number;
      (variances[row] as Float64Array)[dump] = top.cumVariance[at] as number;
    });
  }
  const places = Array.from({ length: dumps }, (_, dump) => dump);
  const slopes = values.map((row, i) => fitSlope(places, row, variances[i] as Float64Array));
  return {
    names: [...rowOf.keys()].map((label) => view.labels.texts[label] ?? ''),
    values: flat(values, dumps),
    variances: flat(variances, dumps),
    slopes: Float64Array.from(slopes, (slope) => slope?.value ?? Number.NaN),
    slopeErrors: Float64Array.from(slopes, (slope) => slope?.standardError ?? Number.NaN),
    totals,
    totalVariances,
  };
}

function flat(rows: readonly Float64Array[], width: number): Float64Array<ArrayBuffer> {
  const all = new Float64Array(rows.length * width);
  rows.forEach((row, i) => all.set(row, i * width));
  return all;
}
