import { formatCount, formatPercent } from '../../../base/numbers.js';
import { PALETTES } from '../../shared/palette.js';
import { box } from '../../shared/shapes.js';
import type { LegendEntry, PlotFigure } from '../shared/plot.js';
import { arrow, layoutSensitivity, type SensitivityLayout, SLIGHT } from './layout.js';
import type { EffectCell, SensitivityModel } from './props.js';

export const SENSITIVITY_WORDS = {
  title: 'Which option matters on this trace',
  aid: 'How much of a figure’s spread over all runs each option explains by itself. Arrows: the figure grows (↗) or falls (↘) with the option.',
  keys: 'Arrow keys read the shares.',
} as const;

export function sensitivityFigure(model: SensitivityModel): PlotFigure {
  const { rows, figures, theme, method, runs } = model;
  const palette = PALETTES[theme];
  const interplay = rows.some(({ effects }) =>
    Object.values(effects).some(({ share, total }) => total > share + 0.01),
  );
  const legend: LegendEntry[] = [
    { text: 'by itself', swatch: [{ kind: 'path', d: box(0, 1, 14, 10), fill: palette.active }] },
  ];
  if (interplay)
    legend.push({
      text: 'together with other options',
      swatch: [{ kind: 'path', d: box(0, 1, 14, 10), fill: palette.active, opacity: 0.35 }],
    });
  const idle = rows.filter(({ noEffect }) => noEffect).map(({ label }) => label);
  const basis =
    method === 'grid'
      ? `Exact for the ${formatCount(runs)} runs of this grid.`
      : `Estimated from ${formatCount(runs)} runs.`;
  return {
    words: SENSITIVITY_WORDS,
    theme,
    empty: runs < 2 || rows.length === 0 ? 'It takes some runs to tell.' : null,
    legend,
    layout: (width) => layoutSensitivity(model, width),
    say(stop, { columns = figures.length }: SensitivityLayout) {
      const row = rows[Math.floor(stop / columns)];
      const figure = figures[stop % columns];
      if (stop < 0 || row === undefined || figure === undefined) return basis;
      if (row.noEffect)
        return `${row.label} has no effect on this trace${row.reason === null ? '' : `: ${row.reason}`}.`;
      const cell = row.effects[figure.key];
      return cell === undefined ? basis : sentence(row.label, figure.label, cell);
    },
    overview: `${basis}${idle.length === 0 ? '' : ` No effect: ${idle.join(', ')}.`}`,
  };
}

function sentence(option: string, figure: string, cell: EffectCell): string {
  if (Number.isNaN(cell.share)) return `${figure} is the same in all runs, or unknown.`;
  if (cell.share < SLIGHT && !(cell.total >= SLIGHT)) return `${option} has no effect on ${figure}.`;
  const together =
    cell.total > cell.share + SLIGHT ? `, ${formatPercent(cell.total)} together with other options` : '';
  const way = arrow(cell);
  const direction =
    way === '' ? '' : `; ${figure} ${way.includes('↗') ? 'grows' : 'falls'} as ${option} grows`;
  return `${option} explains ${formatPercent(cell.share)} of the spread of ${figure}${together}${direction}.`;
}
