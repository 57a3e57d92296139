/** A table whose last column is a picture: values over the right ones, step by step. Pure. */
import { scaleLog } from 'd3';
import { NO_NUMBER } from '../../../base/numbers.js';
import { PALETTES } from '../../shared/palette.js';
import { box, circle, crisp, segment, type Shape } from '../../shared/shapes.js';
import { pixels } from '../../shared/svg-text.js';
import { decadeTicks, fitText } from '../shared/axes.js';
import type { FigureLayout } from '../shared/figure-model.js';
import { formatWide, formatWideBytes } from '../shared/numbers.js';
import type { WriterStepsModel } from './props.js';
import { rightSums, stepRows } from './steps.js';

const ROOM = {
  left: 8,
  head: 30,
  row: 40,
  number: 104,
  narrowNumber: 84,
  right: 24,
  narrow: 900,
  phone: 560,
  phoneNumber: 66,
  name: 236,
  narrowName: 196,
} as const;

/** Share of the right value that an axis still shows. */
const LEAST = 1e-12;

export const MEASURES = ['bytes', 'objects'] as const;
export type Measure = (typeof MEASURES)[number];

export function measureColour(measure: Measure, theme: WriterStepsModel['theme']): string {
  return measure === 'bytes' ? PALETTES[theme].active : PALETTES[theme].dehugify;
}

export function layoutWriterSteps(model: WriterStepsModel, width: number): FigureLayout {
  const palette = PALETTES[model.theme];
  const rows = stepRows(model);
  const right = rightSums(model);
  const narrow = width < ROOM.narrow;
  // On a phone the numbers go without the picture.
  const phone = width < ROOM.phone;
  const number = phone ? ROOM.phoneNumber : narrow ? ROOM.narrowNumber : ROOM.number;
  const wanted = narrow ? ROOM.narrowName : ROOM.name;
  const name = phone ? width - 3 * number - 2 * ROOM.left : wanted;
  const ends = [1, 2, 3].map((i) => ROOM.left + name + i * number);
  const chart = { left: (ends[2] as number) + 28, right: width - ROOM.right };
  const bottom = ROOM.head + rows.length * ROOM.row;
  const shapes: Shape[] = [];
  const head = (x: number, text: string, anchor: 'start' | 'end'): void => {
    shapes.push({ kind: 'text', x, y: 10, text, fill: palette.dim, anchor });
  };
  head(ROOM.left, 'step', 'start');
  ['bytes', 'objects', 'mean size'].forEach((text, i) => head(ends[i] as number, text, 'end'));
  rows.forEach((row, i) => {
    const top = ROOM.head + i * ROOM.row;
    const middle = top + ROOM.row / 2;
    shapes.push(
      {
        kind: 'path',
        d: segment(ROOM.left, crisp(top), width - 8, crisp(top)),
        stroke: row.aside === true ? palette.axis : palette.grid,
      },
      {
        kind: 'text',
        x: ROOM.left,
        y: middle - 8,
        text: fitText(`${row.aside === true ? '' : `${i + 1}. `}${row.name}`, name),
        fill: palette.ink,
        bold: true,
      },
      { kind: 'text', x: ROOM.left, y: middle + 8, text: fitText(row.rule, name), fill: palette.dim },
    );
    const cells = [
      formatWideBytes(row.bytes),
      formatWide(row.objects),
      row.objects > 0 ? formatWideBytes(row.bytes / row.objects) : NO_NUMBER,
    ];
    cells.forEach((text, cell) => {
      shapes.push({
        kind: 'text',
        x: ends[cell] as number,
        y: middle,
        text,
        fill: palette.ink,
        anchor: 'end',
      });
    });
  });
  if (chart.right - chart.left >= 80) shapes.push(...pathShapes(model, chart.left, chart.right, bottom));
  return {
    width,
    height: bottom + 8,
    shapes,
    stops: rows.length,
    crosshair: (stop) => [
      {
        kind: 'path',
        d: box(0, ROOM.head + stop * ROOM.row, width, ROOM.row),
        fill: palette.current,
        opacity: 0.12,
      },
    ],
    stopAt: (_, py) => {
      const at = Math.floor((py - ROOM.head) / ROOM.row);
      return at < 0 || at >= rows.length || right.bytes <= 0 ? -1 : at;
    },
  };
}

/** Both sums on their way: a place across for each row, on a log axis of shares of the right value. */
function pathShapes(model: WriterStepsModel, left: number, end: number, bottom: number): Shape[] {
  const palette = PALETTES[model.theme];
  const rows = stepRows(model);
  const right = rightSums(model);
  const shareOf = (i: number, measure: Measure): number => {
    const row = rows[i];
    return row === undefined ? Number.NaN : row[measure] / right[measure];
  };
  let [low, high] = [0.1, 1];
  rows.forEach((_, i) => {
    for (const measure of MEASURES) {
      const share = shareOf(i, measure);
      if (share > 0 && Number.isFinite(share)) [low, high] = [Math.min(low, share), Math.max(high, share)];
    }
  });
  const x = scaleLog(
    [Math.max(LEAST, 10 ** Math.floor(Math.log10(low))), Math.max(2, high * 1.5)],
    [left, end],
  ).clamp(true);
  const shapes: Shape[] = [
    { kind: 'text', x: end, y: 10, text: 'over the right value (log)', fill: palette.dim, anchor: 'end' },
  ];
  const [from, to] = x.domain() as [number, number];
  for (const value of decadeTicks(from, to, (end - left) / 44).values) {
    const at = crisp(x(value));
    const one = Math.abs(value - 1) < 1e-9;
    shapes.push(
      { kind: 'path', d: segment(at, ROOM.head, at, bottom), stroke: one ? palette.axis : palette.grid },
      {
        kind: 'text',
        x: at,
        y: 23,
        text: decadeTicks(value, value, 2).format(value),
        fill: palette.dim,
        anchor: 'middle',
      },
    );
  }
  MEASURES.forEach((measure, k) => {
    const colour = measureColour(measure, model.theme);
    const place = (i: number): string | null => {
      const share = shareOf(i, measure);
      if (!(share > 0) || !Number.isFinite(share)) return null;
      return `${pixels(x(share))},${pixels(ROOM.head + (i + 0.5) * ROOM.row + (k === 0 ? -5 : 5))}`;
    };
    const main = rows.flatMap((row, i) => (row.aside === true ? [] : (place(i) ?? [])));
    if (main.length > 1)
      shapes.push({
        kind: 'path',
        d: `M${main.join('L')}`,
        stroke: colour,
        width: 1.75,
        ...(k === 0 ? {} : { dash: '5 3' }),
      });
    const dots = rows.flatMap((_, i) => {
      const point = place(i)?.split(',').map(Number) as [number, number] | undefined;
      if (point === undefined) return [];
      return [k === 0 ? circle(point[0], point[1], 4) : box(point[0] - 3.5, point[1] - 3.5, 7, 7)];
    });
    shapes.push({ kind: 'path', d: dots.join(''), fill: colour });
  });
  return shapes;
}
