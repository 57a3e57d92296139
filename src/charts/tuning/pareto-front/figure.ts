import { formatCount } from '../../../base/numbers.js';
import { PALETTES } from '../../shared/palette.js';
import { circle, segment } from '../../shared/shapes.js';
import { markLegend } from '../shared/marks.js';
import type { LegendEntry, PlotFigure } from '../shared/plot.js';
import { columnOf, hasStatus, MISSES_LIMIT, ON_FRONT, PARTIAL } from '../shared/table.js';
import { cross, layoutParetoFront, LOOKS } from './layout.js';
import type { ParetoFrontModel } from './props.js';

export const PARETO_WORDS = {
  title: 'Trade-off: the Pareto front',
  aid: 'Each dot is a run. On the front nothing gets better in one objective without getting worse in another; all other dots are beaten by a run on it.',
  keys: 'Left and right arrow keys walk along the front, up and down over all runs, Enter opens the run.',
} as const;

export function paretoFrontFigure(model: ParetoFrontModel): PlotFigure {
  const { table, theme, marks, twoObjectives, x, y } = model;
  let front = 0;
  let misses = 0;
  let whole = 0;
  let placed = 0;
  const [xs, ys] = [columnOf(table, x.key), columnOf(table, y.key)];
  for (let row = 0; row < table.rows; row += 1) {
    if (hasStatus(table, row, PARTIAL)) continue;
    whole += 1;
    if (Number.isFinite(xs[row]) && Number.isFinite(ys[row])) placed += 1;
    if (hasStatus(table, row, ON_FRONT)) front += 1;
    if (hasStatus(table, row, MISSES_LIMIT)) misses += 1;
  }
  const palette = PALETTES[theme];
  const legend: LegendEntry[] = [
    {
      text: twoObjectives ? 'on the front' : 'on the front of all objectives',
      swatch: [
        ...(twoObjectives
          ? [{ kind: 'path' as const, d: segment(0, 6, 14, 6), stroke: palette.current, width: 1.5 }]
          : []),
        { kind: 'path', d: circle(7, 6, 3.5), ...LOOKS.front(palette) },
      ],
    },
    {
      text: 'beaten by another run',
      swatch: [{ kind: 'path', d: circle(7, 6, 2.5), ...LOOKS.dominated(palette) }],
    },
  ];
  if (misses > 0)
    legend.push({
      text: 'misses a limit',
      swatch: [{ kind: 'path', d: cross(7, 6), ...LOOKS.misses(palette) }],
    });
  return {
    words: PARETO_WORDS,
    theme,
    empty: emptySentence(model, whole, placed),
    legend: [...legend, ...markLegend(marks, theme)],
    layout: (width, height) => layoutParetoFront(model, width, height),
    say: (stop) =>
      stop < 0 ? 'Point at a dot for its settings; click it for all its figures.' : model.sayRow(stop),
    overview: `${formatCount(whole)} runs by ${x.label} and ${y.label}; ${formatCount(front)} on the front, ${formatCount(misses)} miss a limit.`,
  };
}

function emptySentence({ x, y }: ParetoFrontModel, whole: number, placed: number): string | null {
  if (whole === 0) return 'No run of the whole trace has ended yet.';
  return placed === 0
    ? `No run has a number for both ${y.label} and ${x.label}: choose other figures.`
    : null;
}
