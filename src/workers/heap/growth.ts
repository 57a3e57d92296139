/** A series of dumps: what each name held in each, and how fast it grows. */
import { GroupIndex } from '../../engine/profile/aggregate-groups.js';
import { growthLines } from '../../engine/profile/aggregate-series.js';
import { fitSlope } from '../../engine/profile/aggregate-slope.js';
import { totalOf } from '../../engine/profile/stack-table.js';
import { buildTopTable } from '../../engine/profile/top-table.js';
import type { GrowthAnswer, GrowthRequest } from '../heap.api.js';
import type { Holdings } from './holdings.js';
import type { Lenses } from './lens.js';
import type { StreamedSeries } from './stream.js';

/** Numbers in all lines of a series that passed through: of many dumps, only the lines that change most are told. */
const MOST_NUMBERS = 4_000_000;
const FEWEST_LINES = 100;

export function growth(holdings: Holdings, lenses: Lenses, request: GrowthRequest): GrowthAnswer {
  const [only, ...others] = request.profiles;
  const series = only === undefined || others.length > 0 ? null : holdings.series(only);
  return series === null ? growthOfDumps(lenses, request) : growthOfStream(lenses, request, series);
}

const READINGS = { best: 'best estimates', jeprof: 'what jeprof says', written: 'what is written' } as const;

function growthOfStream(lenses: Lenses, request: GrowthRequest, series: StreamedSeries): GrowthAnswer {
  const { dumps, number } = series;
  if (request.number !== number) {
    throw new Error(
      `Of these dumps, which were not kept, the lines are of ${READINGS[number]}. Choose that reading, or open the files again for another one.`,
    );
  }
  if (request.thread !== null) {
    throw new Error('Of these dumps, which were not kept, the lines are of all threads together.');
  }
  const { left, labels, subject } = lenses.view(request.profiles, request);
  const groups = new GroupIndex(left, subject.frames, labels);
  const lines = growthLines(dumps, groups, {
    measure: request.measure,
    which: 'cum',
    x: placesOf(request, dumps.length),
    most: Math.max(FEWEST_LINES, Math.floor(MOST_NUMBERS / Math.max(1, dumps.length))),
  });
  const totals = dumps.map((dump) => {
    const { length, stack, values, variances } = dump.measure(request.measure);
    let [total, variance] = [0, 0];
    for (let row = 0; row < length; row++) {
      if ((left.node[stack[row] as number] as number) < 0) continue;
      total += values[row] as number;
      variance += variances[row] as number;
    }
    return { total, variance };
  });
  return {
    dumps: dumps.length,
    names: lines.map(({ label }) => labels.texts[label] ?? ''),
    values: flat(
      lines.map(({ values }) => values),
      dumps.length,
    ),
    variances: flat(
      lines.map(({ variances }) => variances),
      dumps.length,
    ),
    slopes: Float64Array.from(lines, ({ slope }) => slope?.value ?? Number.NaN),
    slopeErrors: Float64Array.from(lines, ({ slope }) => slope?.standardError ?? Number.NaN),
    totals: Float64Array.from(totals, ({ total }) => total),
    totalVariances: Float64Array.from(totals, ({ variance }) => variance),
  };
}

function placesOf({ times }: GrowthRequest, dumps: number): readonly number[] {
  return times?.length === dumps ? times : Array.from({ length: dumps }, (_, dump) => dump);
}

function growthOfDumps(lenses: Lenses, request: GrowthRequest): GrowthAnswer {
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
  const places = placesOf(request, dumps);
  const slopes = values.map((row, i) => fitSlope(places, row, variances[i] as Float64Array));
  return {
    dumps,
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
