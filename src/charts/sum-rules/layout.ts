/** From the values of four rules to a log axis of ratios and marks in pixels. Pure. */
import { type ScaleLogarithmic, scaleLog } from 'd3';
import { LabelFitter } from '../shared/label.js';
import { PALETTES } from '../shared/palette.js';
import { box, circle, crisp, segment, type Shape } from '../shared/shapes.js';
import { pixels, roughWidth } from '../shared/svg-text.js';
import { RULE_IDS, type RuleId, type SumRulesModel } from './props.js';
import { knownRules, ratioOf, referenceOf, ruleColour, RULES, shownRows } from './rules.js';

export const SUM_RULES = { row: 22, axis: 34, right: 28, font: 11, height: 420, wide: 800 } as const;

export interface SumRulesLayout {
  readonly width: number;
  /** Of all rows, without the axis. */
  readonly height: number;
  /** Row of the table at each place, from the top. */
  readonly rows: readonly number[];
  readonly left: number;
  readonly scale: ScaleLogarithmic<number, number>;
  /** The axis above the rows; stays while they scroll. */
  readonly axis: readonly Shape[];
  readonly shapes: readonly Shape[];
}

/** Ratios beyond these are drawn at the edge, as an arrow. */
const LIMITS = [1e-9, 1e9] as const;

/** The mark of a rule around a place: a diamond, a circle, a triangle, a square. */
export function rulePath(rule: RuleId, x: number, y: number): string {
  const move = (dx: number, dy: number): string => `${pixels(x + dx)},${pixels(y + dy)}`;
  switch (rule) {
    case 'samples':
      return `M${move(0, -5.5)}L${move(5, 0)}L${move(0, 5.5)}L${move(-5, 0)}z`;
    case 'stacks':
      return circle(x, y, 4);
    case 'pooled':
      return `M${move(0, -5)}L${move(5, 4)}L${move(-5, 4)}z`;
    case 'whole':
      return `M${move(-4, -4)}h8v8h-8z`;
  }
}

/** Relative band of two standard errors around the reference, as ratios; null where no error is known. */
function bandOf(model: SumRulesModel, row: number): readonly [number, number] | null {
  const reference = referenceOf(model, row);
  const share = (2 * Math.sqrt(model.table.variance[row] as number)) / reference;
  return reference > 0 && Number.isFinite(share) ? [1 - share, 1 + share] : null;
}

function domainOf(model: SumRulesModel, rows: readonly number[]): [number, number] {
  let [low, high] = [0.5, 2];
  const take = (ratio: number): void => {
    if (!(ratio > 0) || !Number.isFinite(ratio)) return;
    low = Math.max(LIMITS[0], Math.min(low, ratio));
    high = Math.min(LIMITS[1], Math.max(high, ratio));
  };
  for (const row of rows) {
    for (const rule of RULE_IDS) take(ratioOf(model, row, rule));
    const band = bandOf(model, row);
    if (band !== null) {
      take(band[1]);
      // A wide band reaches below zero; it must not stretch the axis for all.
      take(Math.max(band[0], 0.2));
    }
  }
  return [low / 1.08, high * 1.08];
}

/** ×1/100, ×1/2, ×1, ×2, ×100: ratios as people say them. */
export function ratioText(ratio: number): string {
  if (!Number.isFinite(ratio)) return '–';
  if (ratio <= 0) return '×0';
  if (ratio >= 0.995 && ratio < 1.005) return '×1';
  const digits = (value: number): string =>
    value >= 99.5
      ? Math.round(value).toLocaleString('en').replaceAll(',', '\u202f')
      : value >= 9.95
        ? value.toFixed(0)
        : value.toFixed(2).replace(/\.?0+$/, '');
  return ratio >= 1
    ? `×${digits(ratio)}`
    : ratio >= 0.1
      ? `×${ratio.toFixed(2).replace(/0+$/, '')}`
      : `×1/${digits(1 / ratio)}`;
}

function ticksOf(scale: ScaleLogarithmic<number, number>, width: number): number[] {
  const [low, high] = scale.domain() as [number, number];
  const decades = Math.log10(high / low);
  const perDecade = width / decades;
  const factors = perDecade >= 150 ? [1, 2, 5] : [1];
  const every = Math.max(1, Math.ceil(60 / perDecade));
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power += 1) {
    if (power % every !== 0) continue;
    for (const factor of factors) {
      const value = factor * 10 ** power;
      if (value >= low && value <= high) ticks.push(value);
    }
  }
  // Between two powers of ten there may be no other tick: then the ends of a narrow axis tell where it lies.
  return ticks.length > 1 ? ticks : [0.5, 1, 2].filter((value) => value >= low && value <= high);
}

export function layoutSumRules(model: SumRulesModel, width: number): SumRulesLayout {
  const palette = PALETTES[model.theme];
  const rows = shownRows(model);
  const left = width >= SUM_RULES.wide ? Math.min(420, Math.round(width * 0.32)) : Math.round(width * 0.34);
  const right = Math.max(left + 80, width - SUM_RULES.right);
  const scale = scaleLog(domainOf(model, rows), [left + 14, right]);
  const height = rows.length * SUM_RULES.row;
  const axis: Shape[] = [];
  const shapes: Shape[] = [];
  const title =
    model.reference === 'stacks' ? 'ratio to rule b (each stack, then sum)' : 'ratio to the best estimate';
  axis.push({ kind: 'text', x: (left + right) / 2, y: 8, text: title, fill: palette.dim, anchor: 'middle' });
  for (const value of ticksOf(scale, right - left)) {
    const x = crisp(scale(value));
    const colour = value === 1 ? palette.axis : palette.grid;
    axis.push({ kind: 'text', x, y: 22, text: ratioText(value), fill: palette.dim, anchor: 'middle' });
    axis.push({ kind: 'path', d: segment(x, 30, x, SUM_RULES.axis), stroke: palette.axis });
    shapes.push({ kind: 'path', d: segment(x, 0, x, height), stroke: colour, width: value === 1 ? 1.5 : 1 });
  }
  const fitter = new LabelFitter((text) => roughWidth(text, SUM_RULES.font));
  const known = knownRules(model);
  const [low, high] = scale.domain() as [number, number];
  rows.forEach((row, i) => {
    const y = i * SUM_RULES.row + SUM_RULES.row / 2;
    const selected = row === model.selectedRow;
    if (selected)
      shapes.push({
        kind: 'path',
        d: box(0, y - SUM_RULES.row / 2, width, SUM_RULES.row),
        fill: palette.current,
        opacity: 0.14,
      });
    shapes.push({
      kind: 'text',
      x: left,
      y,
      text: fitter.fit(model.table.names[row] ?? '', left - 12),
      title:
        model.table.names[row] === undefined
          ? ''
          : fitter.fit(model.table.names[row], Number.POSITIVE_INFINITY),
      fill: palette.ink,
      anchor: 'end',
      bold: selected,
    });
    const band = bandOf(model, row);
    if (band !== null) {
      const from = scale(Math.max(low, Math.min(high, band[0])));
      const to = scale(Math.max(low, Math.min(high, band[1])));
      shapes.push({
        kind: 'path',
        d: box(from, y - 6, Math.max(1, to - from), 12),
        fill: palette.axis,
        opacity: 0.28,
      });
    }
    const ratios = known
      .map((rule) => ratioOf(model, row, rule))
      .filter((ratio) => ratio > 0 && Number.isFinite(ratio));
    if (ratios.length > 1) {
      const clamp = (ratio: number): number => scale(Math.max(low, Math.min(high, ratio)));
      shapes.push({
        kind: 'path',
        d: segment(clamp(Math.min(...ratios)), y, clamp(Math.max(...ratios)), y),
        stroke: palette.axis,
      });
    }
    // From the most naive up: the better rules lie on top.
    for (const rule of [...known].reverse()) {
      const ratio = ratioOf(model, row, rule);
      if (Number.isNaN(ratio)) continue;
      const colour = ruleColour(rule, model.theme);
      if (ratio < low || ratio > high) {
        const [x, point] = ratio < low ? [left + 12, -6] : [right + 4, 6];
        shapes.push({
          kind: 'path',
          d: `M${pixels(x)},${y - 5}L${pixels(x + point)},${y}L${pixels(x)},${y + 5}`,
          stroke: colour,
          width: 2,
        });
        continue;
      }
      shapes.push({
        kind: 'path',
        d: rulePath(rule, scale(ratio), y),
        fill: colour,
        stroke: palette.surface,
        width: 1,
      });
    }
  });
  return { width, height, rows, left, scale, axis, shapes };
}

export function ruleTitle(rule: RuleId): string {
  return `${RULES[rule].letter}: ${RULES[rule].label}`;
}
