/** Ratios of variances for each workload, and the chances of one of them by size. Pure. */
import { scaleLog } from 'd3';
import { labelText } from '../../shared/label.js';
import { PALETTES } from '../../shared/palette.js';
import { box, circle, crisp, segment, type Shape } from '../../shared/shapes.js';
import {
  type Area,
  type AxisTicks,
  decadeTicks,
  endLabels,
  fitText,
  linePath,
  nearest,
  percentDecade,
  readingDot,
  sizeTicks,
  verticalLine,
  xAxis,
  yAxis,
} from '../shared/axes.js';
import type { FigureLayout } from '../shared/figure-model.js';
import { formatRatio } from '../shared/numbers.js';
import { strategyColour, strategyLabel, strategyStroke, type StrategyId } from '../shared/strategy.js';
import type { BestRatesModel, RatedWorkload } from './props.js';

const ROOM = {
  top: 26,
  left: 56,
  right: 130,
  name: 222,
  numbers: 176,
  row: 30,
  axis: 40,
  rug: 18,
  height: 230,
  side: 900,
  between: 8,
} as const;

/** The workload whose chances are drawn: the selected one, or the first. */
export function selectedOf({ workloads, selectedKey }: BestRatesModel): RatedWorkload | undefined {
  return workloads.find(({ key }) => key === selectedKey) ?? workloads[0];
}

export function layoutBestRates(
  model: BestRatesModel,
  width: number,
  height: number = ROOM.height,
): FigureLayout {
  const palette = PALETTES[model.theme];
  const side = width >= ROOM.side;
  const ratios = ratioShapes(model, side ? width * 0.46 : width);
  const top = (side ? 0 : ratios.bottom + ROOM.between) + ROOM.top;
  const area: Area = {
    left: (side ? width * 0.46 + ROOM.between : 0) + ROOM.left,
    right: width - ROOM.right,
    top,
    bottom: top + height,
  };
  const chosen = selectedOf(model);
  const sizes = chosen?.sizes ?? new Float64Array(0);
  const [least, most] = [sizes[0] ?? 8, sizes[sizes.length - 1] ?? 4096];
  // A workload of one size stands in the middle.
  const span: [number, number] = most > least ? [least, most] : [least / 4, least * 4];
  const x = scaleLog(span, [area.left, area.right]);
  let low = 0.1;
  for (const column of [chosen?.today, chosen?.optimal])
    for (const chance of column ?? []) if (chance > 0) low = Math.min(low, chance);
  low = Math.max(1e-15, 10 ** Math.floor(Math.log10(low)));
  const y = scaleLog([low, 1], [area.bottom, area.top]);
  const base = area.bottom + ROOM.rug;
  const title = fitText(`chance to be sampled: ${labelText(chosen?.label ?? '', 60)}`, width - area.left);
  const shapes: Shape[] = [
    ...ratios.shapes,
    ...yAxis(area, y, decadeTicks(low, 1, height / 26, percentDecade), title, palette),
    ...xAxis(
      { ...area, bottom: base },
      x,
      sizeTicks(span[0], span[1], area.right - area.left),
      'size class',
      palette,
    ),
  ];
  const xs = Array.from(sizes, (size) => x(size));
  const columns: readonly (readonly [StrategyId, Float64Array])[] =
    chosen === undefined
      ? []
      : [
          ['per-byte', chosen.today],
          ['optimal', chosen.optimal],
        ];
  const labels = columns.flatMap(([strategy, chances]) => {
    const ys = Array.from(chances, (chance) => (chance > 0 ? y(chance) : Number.POSITIVE_INFINITY));
    const colour = strategyColour(strategy, model.theme);
    // Where both agree, the optimum lies on the wider line of today.
    const wider = strategy === 'per-byte' ? { width: 5, opacity: 0.5 } : {};
    shapes.push({
      kind: 'path',
      d: linePath(xs, ys, area),
      ...strategyStroke(strategy, model.theme),
      ...wider,
    });
    const dots = ys.flatMap((py, i) => (py <= area.bottom ? [circle(xs[i] as number, py, 2.5)] : []));
    shapes.push({ kind: 'path', d: dots.join(''), fill: colour });
    const end = ys.findLastIndex((py) => py <= area.bottom);
    return end < 0
      ? []
      : [{ text: strategyLabel(strategy), x: xs[end] as number, y: ys[end] as number, colour }];
  });
  shapes.push(...endLabels(labels, area, ROOM.right, palette), ...rug(chosen, xs, base, palette.ink), {
    kind: 'text',
    x: area.right + 16,
    y: base - 8,
    text: 'live bytes',
    fill: palette.dim,
  });
  return {
    width,
    height: Math.max(ratios.bottom, base + ROOM.axis),
    shapes,
    stops: sizes.length,
    crosshair: (stop) => [
      verticalLine(xs[stop] as number, { ...area, bottom: base }, palette),
      ...columns.flatMap(([strategy, chances]) => {
        const colour = strategyColour(strategy, model.theme);
        return readingDot(xs[stop] as number, y(chances[stop] as number), area, colour);
      }),
    ],
    stopAt: (px, py) =>
      px < area.left - 12 || px > area.right + 12 || py < area.top - 20 ? -1 : nearest(xs, px),
  };
}

function rug(
  chosen: RatedWorkload | undefined,
  xs: readonly number[],
  base: number,
  colour: string,
): Shape[] {
  if (chosen === undefined) return [];
  const most = Math.max(0, ...chosen.share);
  if (!(most > 0)) return [];
  const bars = xs.map((x, i) => {
    const share = (chosen.share[i] as number) / most;
    return share > 0 ? box(x - 1, base - 2 - (ROOM.rug - 5) * share, 2, 2 + (ROOM.rug - 5) * share) : '';
  });
  return [{ kind: 'path', d: bars.join(''), fill: colour }];
}

/** A row for each workload: how far sampling per byte is from the best, on a log axis that begins there. */
function ratioShapes(
  { workloads, selectedKey, theme }: BestRatesModel,
  width: number,
): { readonly shapes: Shape[]; readonly bottom: number } {
  const palette = PALETTES[theme];
  const left = Math.min(ROOM.name, width * 0.34);
  const right = width - ROOM.numbers;
  const highest = workloads.reduce((most, { ratio }) => (ratio > most ? ratio : most), 1);
  const high = Math.max(2, highest < 1e4 ? highest * 1.1 : highest * 2);
  const x = scaleLog([1, high], [left, right]).clamp(true);
  const bottom = ROOM.top + workloads.length * ROOM.row;
  const area: Area = { left, right, top: ROOM.top, bottom };
  const ticks = high < 20 ? smallTicks(high) : decadeTicks(1, high, (right - left) / 52);
  const colour = strategyColour('per-byte', theme);
  const head = (at: number, text: string, anchor: 'start' | 'end'): void => {
    shapes.push({ kind: 'text', x: at, y: ROOM.top - 11, text, fill: palette.dim, anchor });
  };
  const shapes: Shape[] = [];
  head(left, fitText('variance over the optimum’s', right - left), 'start');
  head(width - 96, 'per byte', 'end');
  head(width - 6, 'per alloc.', 'end');
  for (const value of ticks.values) {
    const at = crisp(x(value));
    shapes.push({ kind: 'path', d: segment(at, ROOM.top, at, bottom), stroke: palette.grid });
  }
  shapes.push(...xAxis(area, x, ticks, '1: as good as the best (log axis)', palette));
  workloads.forEach(({ key, label, own, ratio, allocationRatio, reason }, i) => {
    const y = ROOM.top + (i + 0.5) * ROOM.row;
    const bold = key === selectedKey;
    const text = (at: number, words: string): void => {
      shapes.push({ kind: 'text', x: at, y, text: words, fill: palette.ink, anchor: 'end', bold });
    };
    if (bold) {
      const d = box(0, y - ROOM.row / 2, width, ROOM.row);
      shapes.push({ kind: 'path', d, fill: palette.current, opacity: 0.12 });
    }
    text(left - 10, fitText(`${labelText(label, 60)}${own ? ' (yours)' : ''}`, left - 14));
    if (Number.isFinite(ratio)) {
      shapes.push(
        { kind: 'path', d: segment(left, y, x(ratio), y), stroke: colour, width: 3, opacity: 0.6 },
        { kind: 'path', d: circle(x(ratio), y, 5), fill: colour },
      );
    }
    if (reason !== null) {
      const words = fitText(reason, right - left - 8);
      shapes.push({ kind: 'text', x: left + 8, y, text: words, fill: palette.dim });
    }
    text(width - 96, formatRatio(ratio));
    text(width - 6, formatRatio(allocationRatio));
  });
  return { shapes, bottom: bottom + ROOM.axis };
}

/** Ticks of a log axis that does not span much more than a decade. */
function smallTicks(high: number): AxisTicks {
  const values = high < 3 ? [1, 1.2, 1.5, 2, 2.5] : [1, 2, 5, 10, 20];
  return { values: values.filter((value) => value <= high), format: String };
}
