import { formatCount } from '../../../base/numbers.js';
import { formatDimension, titleOf } from '../shared/dimension.js';
import { markLegend } from '../shared/marks.js';
import type { LegendEntry, PlotFigure } from '../shared/plot.js';
import { cellLegend, layoutHeatMap } from './layout.js';
import { gatherCells } from './cells.js';
import type { HeatMapModel } from './props.js';

export const HEAT_MAP_WORDS = {
  title: 'Two options at a time',
  aid: 'Each cell is a pair of values. Bands of one colour along an axis: that option does nothing here; a slope: the two chase each other.',
  keys: 'Arrow keys move over the cells, Enter opens the cell’s run.',
} as const;

export function heatMapFigure(model: HeatMapModel): PlotFigure {
  const { theme, marks, figure, x, y, gather } = model;
  const gathered = gatherCells(model);
  const { cells, extent } = gathered;
  const looks = cellLegend(theme);
  const legend: LegendEntry[] = [];
  if (cells.some(({ kind }) => kind === 'empty')) legend.push({ text: 'no run', swatch: looks.empty });
  if (cells.some(({ kind }) => kind === 'missing')) legend.push({ text: 'no number', swatch: looks.missing });
  if (cells.some(({ misses }) => misses)) legend.push({ text: 'misses a limit', swatch: looks.misses });
  const say = (stop: number): string => {
    const cell = cells[stop];
    if (cell === undefined) return 'Point at a cell for its run; click it for all its figures.';
    const columns = gathered.x.labels.length;
    const at = `${x.label} ${gathered.x.labels[stop % columns] ?? ''}, ${y.label} ${gathered.y.labels[Math.floor(stop / columns)] ?? ''}`;
    if (cell.kind === 'empty') return `${at}: no run.`;
    const shown = cell.kind === 'missing' ? 'no number' : formatDimension(figure, cell.value);
    const limit = cell.misses ? '; misses a limit' : '';
    if (cell.runs === 1) return `${at}: ${figure.label} ${shown}${limit}.`;
    const how = gather === 'best' ? 'the best' : 'the mean';
    return `${at}: ${figure.label} ${shown}, ${how} of ${formatCount(cell.runs)} runs${limit}. ${model.sayRow(cell.row)}`;
  };
  const range =
    extent === null
      ? 'no numbers yet'
      : `from ${formatDimension(figure, extent[0])} to ${formatDimension(figure, extent[1])}`;
  return {
    words: HEAT_MAP_WORDS,
    theme,
    empty: null,
    legend: [...legend, ...markLegend(marks, theme)],
    layout: (width, height) => layoutHeatMap(model, gathered, width, height),
    say,
    overview: `${titleOf(figure)} over ${x.label} and ${y.label}, ${range}.`,
  };
}
