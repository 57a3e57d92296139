/** A row for each strategy: histogram with truth and theory, and the running mean with its band. Pure. */
import { scaleLinear } from 'd3';
import { formatCount, formatRelativeChange } from '../../../base/numbers.js';
import { PALETTES } from '../../shared/palette.js';
import { box, crisp, segment, type Shape } from '../../shared/shapes.js';
import { pixels, roughWidth } from '../../shared/svg-text.js';
import { countTicks } from '../../shared/ticks.js';
import { type Area, type AxisTicks, fitText, linePath, type Scale, xAxis, yAxis } from '../shared/axes.js';
import type { FigureLayout } from '../shared/figure-model.js';
import { strategyColour, strategyLabel } from '../shared/strategy.js';
import type { ExperimentModel, ExperimentRun } from './props.js';
import { byteSpanTicks, normalCurve, runningReach } from './spans.js';

const ROOM = {
  left: 56,
  between: 76,
  right: 26,
  head: 28,
  gap: 6,
  foot: 38,
  height: 84,
  narrow: 620,
  wide: 480,
} as const;

/** Below the other rows' axes: all rows have the same. */
const NO_TICKS: AxisTicks = { values: [], format: String };

const SIGMAS_95 = 1.96;

export function layoutExperiment(
  model: ExperimentModel,
  width: number,
  height: number = ROOM.height,
): FigureLayout {
  const { runs, low, high, theme } = model;
  const palette = PALETTES[theme];
  const narrow = width < ROOM.narrow;
  const plots = width - ROOM.left - ROOM.between - ROOM.right;
  const split = ROOM.left + plots * (narrow ? 0.58 : 0.64);
  const block = ROOM.head + height + ROOM.gap;
  const shapes: Shape[] = [];
  const areas = runs.map((_, i): Area => {
    const top = i * block + ROOM.head;
    return { left: ROOM.left, right: split, top, bottom: top + height };
  });
  const x = scaleLinear([low, high], [ROOM.left, split]);
  runs.forEach((run, i) => {
    const left = areas[i] as Area;
    shapes.push(
      ...histogramShapes(model, run, left, i === runs.length - 1),
      ...runningShapes(
        model,
        run,
        { ...left, left: split + ROOM.between, right: width - ROOM.right },
        i === runs.length - 1,
      ),
    );
  });
  const bottom = runs.length * block;
  const foot = (px: number, text: string): void => {
    shapes.push({ kind: 'text', x: px, y: bottom + 22, text, fill: palette.dim, anchor: 'middle' });
  };
  foot((ROOM.left + split) / 2, 'estimate of the live bytes');
  foot((split + ROOM.between + width - ROOM.right) / 2, 'trials');
  const parts = runs[0]?.counts.length ?? 0;
  const part = (split - ROOM.left) / Math.max(1, parts);
  return {
    width,
    height: bottom + ROOM.foot,
    shapes,
    stops: parts,
    crosshair: (stop) =>
      areas.map(({ top }) => ({
        kind: 'path',
        d: box(x(low) + stop * part, top, part, height),
        fill: palette.current,
        opacity: 0.22,
      })),
    stopAt: (px) => {
      const at = Math.floor((px - ROOM.left) / part);
      return at < 0 || at >= parts ? -1 : at;
    },
  };
}

function histogramShapes(model: ExperimentModel, run: ExperimentRun, area: Area, last: boolean): Shape[] {
  const { low, high, truth, theme } = model;
  const palette = PALETTES[theme];
  const { strategy, counts, done, wanted } = run;
  const curve = normalCurve(run, model, 161);
  const tallest = counts.reduce((most, count) => Math.max(most, count), 0);
  const peak = curve.reduce((most, [, value]) => Math.max(most, value), 0);
  // A narrow curve may be far above its bars, which must stay readable.
  const ticks = countTicks(Math.max(1, tallest, Math.min(peak, 1.4 * tallest)), 2);
  const x = scaleLinear([low, high], [area.left, area.right]);
  const y = scaleLinear([0, ticks.max], [area.bottom, area.top]);
  const room = area.right - area.left;
  const label = strategyLabel(strategy, room < ROOM.wide);
  const progress = done < wanted ? `${formatCount(done)} of ${formatCount(wanted)}` : formatCount(done);
  const title = fitText(`${label}: ${progress} trials${outsideText(run, room)}`, room);
  const wide = (area.right - area.left) / Math.max(1, counts.length);
  const gap = wide > 4 ? 0.5 : 0;
  const bars = Array.from(counts, (count, i) => {
    if (count === 0) return '';
    const tall = Math.max(1, area.bottom - y(count));
    return box(area.left + i * wide + gap, area.bottom - tall, wide - 2 * gap, tall);
  }).join('');
  const place = crisp(x(truth));
  return [
    ...yAxis(area, y, ticks, title, palette),
    ...xAxis(area, x, last ? byteSpanTicks(low, high, (area.right - area.left) / 76) : NO_TICKS, '', palette),
    { kind: 'path', d: bars, fill: strategyColour(strategy, theme), opacity: 0.75 },
    ...(curve.length > 0
      ? [
          {
            kind: 'path',
            d: linePath(
              curve.map(([value]) => x(value)),
              curve.map(([, value]) => Math.max(area.top - 2, y(value))),
              area,
            ),
            stroke: palette.ink,
            width: 1.25,
            dash: '4 3',
          } as const,
        ]
      : []),
    { kind: 'path', d: segment(place, area.top - 4, place, area.bottom), stroke: palette.ink, width: 1.75 },
    ...biasShapes(run, truth, x, area, palette.ink),
  ];
}

function outsideText({ outside: { below, above } }: ExperimentRun, room: number): string {
  if (below + above === 0) return '';
  if (room < ROOM.wide) return ` (◂ ${formatCount(below)}, ${formatCount(above)} ▸)`;
  return ` (${formatCount(below)} below the plot, ${formatCount(above)} above)`;
}

/** How far the theory's mean lies from the truth; an arrow to the edge where it lies beyond. */
function biasShapes({ theory }: ExperimentRun, truth: number, x: Scale, area: Area, colour: string): Shape[] {
  if (!(Math.abs(theory.mean - truth) >= 1)) return [];
  const y = area.top + 10;
  const from = x(truth);
  const to = Math.max(area.left + 2, Math.min(area.right - 2, x(theory.mean)));
  const back = to < from ? 5 : -5;
  const head = `M${pixels(to + back)},${y - 4}L${pixels(to)},${y}L${pixels(to + back)},${y + 4}`;
  const text = `biased: ${formatRelativeChange(theory.mean, truth)}`;
  // On the other side of the truth, where such a strategy has no bars; below the arrow where there is no room.
  const wide = roughWidth(text, 11) + 8;
  const beside = back > 0 ? from + wide < area.right : from - wide > area.left;
  const half = wide / 2 - 4;
  const middle = Math.max(area.left + half + 4, Math.min(area.right - half - 4, (from + to) / 2));
  return [
    { kind: 'path', d: segment(from, y, to, y) + head, stroke: colour, width: 1.25 },
    beside
      ? {
          kind: 'text',
          x: from + Math.sign(back) * 8,
          y,
          text,
          fill: colour,
          anchor: back > 0 ? 'start' : 'end',
          bold: true,
        }
      : { kind: 'text', x: middle, y: y + 11, text, fill: colour, anchor: 'middle', bold: true },
  ];
}

function runningShapes(
  { truth, theme }: ExperimentModel,
  run: ExperimentRun,
  area: Area,
  last: boolean,
): Shape[] {
  const palette = PALETTES[theme];
  const { running, wanted, strategy } = run;
  const reach = runningReach(run, truth);
  const [low, high] = [truth - reach, truth + reach];
  const x = scaleLinear([0, Math.max(1, wanted)], [area.left, area.right]);
  const y = scaleLinear([low, high], [area.bottom, area.top]).clamp(true);
  const room = area.right - area.left;
  const colour = strategyColour(strategy, theme);
  const xs = Array.from(running.trials, (trials) => x(trials));
  const edge = (sign: number): number[] =>
    xs.map((_, i) =>
      y((running.mean[i] as number) + sign * SIGMAS_95 * (running.standardError[i] as number)),
    );
  const points = (ys: readonly number[]): string[] =>
    ys.map((py, i) => `${pixels(xs[i] as number)},${pixels(py)}`);
  const band = [...points(edge(1)), ...points(edge(-1)).reverse()];
  const place = crisp(y(truth));
  return [
    ...yAxis(area, y, byteSpanTicks(low, high, 4), fitText('running mean', room), palette),
    ...xAxis(area, x, last ? countTicksTo(wanted, room) : NO_TICKS, '', palette),
    ...(band.length > 0
      ? [
          { kind: 'path', d: `M${band.join('L')}z`, fill: colour, opacity: 0.25 } as const,
          {
            kind: 'path',
            d: `M${points(Array.from(running.mean, (mean) => y(mean))).join('L')}`,
            stroke: colour,
            width: 1.75,
          } as const,
        ]
      : []),
    { kind: 'path', d: segment(area.left, place, area.right, place), stroke: palette.ink, width: 1.25 },
  ];
}

function countTicksTo(
  wanted: number,
  room: number,
): { values: readonly number[]; format: (value: number) => string } {
  const { values, format } = countTicks(wanted, Math.max(1, Math.floor(room / 60)));
  return { values: values.filter((value) => value <= wanted), format };
}
