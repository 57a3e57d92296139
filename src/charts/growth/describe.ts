/** Growth in words and numbers. Pure. */
import { formatCount, NO_NUMBER } from '../../base/numbers.js';
import { labelText } from '../shared/label.js';
import { formatClock } from '../shared/time-ticks.js';
import { formatError, formatSigned, formatValue } from '../shared/unit.js';
import type { GrowthLine, GrowthModel } from './props.js';

/** `2 of 5, 0:10.0, redis.2.heap` */
export function dumpTitle(model: GrowthModel, dump: number): string {
  const time = model.xKind === 'time' ? `, ${formatClock((model.x[dump] ?? 0) * 1e9, 1)}` : '';
  const name = model.dumps[dump];
  const file = name === undefined || name === '' ? '' : `, ${labelText(name, 120)}`;
  return `dump ${formatCount(dump + 1)} of ${formatCount(model.x.length)}${time}${file}`;
}

const SECONDS_AN_HOUR = 3600;

/** `+1.20 MiB / hour (± 0.10 MiB)`, or for each dump where there are no times. */
export function slopeText(line: GrowthLine, model: GrowthModel): string {
  const { slope } = line;
  if (slope === null || !Number.isFinite(slope.value)) return NO_NUMBER;
  const [factor, span] =
    model.xKind === 'index' ? ([1, 'dump'] as const) : ([SECONDS_AN_HOUR, 'hour'] as const);
  const error = formatError((slope.standardError * factor) ** 2, model.unit);
  return `${formatSigned(slope.value * factor, model.unit)} / ${span} (${error})`;
}

export function lineSentence(line: GrowthLine, model: GrowthModel, dump: number): string {
  const value = formatValue(line.values[dump] ?? Number.NaN, model.unit);
  const error = formatError(line.variance[dump] ?? Number.NaN, model.unit);
  return `${labelText(line.name, 120)}: ${value} (${error}), slope ${slopeText(line, model)}`;
}
