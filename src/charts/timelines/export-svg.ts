/** The timelines as a self-contained SVG file, from the same layout as the page. */
import { pathRound } from 'd3';
import type { ExportOptions } from '../shared/export-options.js';
import { PALETTES, type Palette } from '../shared/palette.js';
import { type Bands, traceBand } from '../shared/step-pair.js';
import { traceArea, traceLine } from '../shared/step-path.js';
import { exportName, SVG_FONT_SIZE, SVG_MARGIN, svgFile, svgHeading } from '../shared/svg-document.js';
import { element, escapeXml, roughWidth, textElement } from '../shared/svg-text.js';
import type { AxisTicks } from '../shared/time-ticks.js';
import { emptyNote } from './describe.js';
import { BAND, BROKEN, fillColour, hasRim, STRIPE } from './draw.js';
import { GEOMETRY } from './geometry.js';
import { layoutPanel, type PanelLayout, shownSeries } from './layout.js';
import {
  type Group,
  type Picture,
  picture as makePicture,
  type TimelinesModel,
  xTicks,
  xTitle,
} from './model.js';
import { axisUnit, caption, PANELS, type PanelId, type Series } from './series.js';

export type { ExportOptions };

const LEGEND_ROW = 20;

function stripeId(series: Series): string {
  return `stripes-${series.colour}`;
}

function stripePatterns(series: readonly Series[], palette: Palette): string {
  const { period, width } = STRIPE;
  const striped = series.filter((one) => one.fill === 'striped');
  const patterns = striped.map((one) =>
    element(
      'pattern',
      { id: stripeId(one), width: period, height: period, patternUnits: 'userSpaceOnUse' },
      element('rect', { width: period, height: period, fill: fillColour(one, palette) }) +
        element('path', {
          d: `M-1,1L1,-1M0,${period}L${period},0M${period - 1},${period + 1}L${period + 1},${period - 1}`,
          stroke: palette[one.colour],
          'stroke-width': width,
        }),
    ),
  );
  return element('defs', {}, patterns.join(''));
}

/** Fills of the bands: the same veil and stripes as on the page. */
function bandPatterns(palette: Palette): string {
  const { period } = STRIPE;
  const patterns = (['a', 'b'] as const).flatMap((side) =>
    [false, true].map((broken) => {
      const height = broken ? BROKEN.on + BROKEN.off : period;
      const to = broken ? BROKEN.on : height;
      // A stripe that leaves the tile at one side comes in again at the other.
      let lines = '';
      for (let x = -height; x <= period + height; x += period) {
        lines += BAND[side].lean === 'forward' ? `M${x},${to}L${x + to},0` : `M${x},0L${x + to},${to}`;
      }
      return element(
        'pattern',
        {
          id: `higher-${side}${broken ? '-right' : ''}`,
          width: period,
          height,
          patternUnits: 'userSpaceOnUse',
        },
        element('rect', {
          width: period,
          height,
          fill: palette.surface,
          'fill-opacity': BAND.veil,
        }) +
          element('path', {
            d: lines,
            stroke: palette[BAND[side].colour],
            'stroke-width': STRIPE.width,
            ...(broken ? {} : { 'stroke-linecap': 'square' }),
          }),
      );
    }),
  );
  return element('defs', {}, patterns.join(''));
}

function paint(series: Series, palette: Palette): string {
  return series.fill === 'striped' ? `url(#${stripeId(series)})` : fillColour(series, palette);
}

function pathText(trace: (sink: ReturnType<typeof pathRound>) => void): string {
  const sink = pathRound(2);
  trace(sink);
  return sink.toString();
}

function marksOf(layout: PanelLayout, palette: Palette): string {
  const areas = layout.areas.map(({ series, curve }) =>
    element('path', {
      d: pathText((sink) => traceArea(sink, curve, layout.height)),
      fill: paint(series, palette),
    }),
  );
  const stroke = (d: string, colour: string, width: number, dash: string | null = null): string =>
    element('path', {
      d,
      fill: 'none',
      stroke: colour,
      'stroke-width': width,
      'stroke-linejoin': 'round',
      ...(dash === null ? {} : { 'stroke-dasharray': dash }),
    });
  const bandsOf = (of: Bands, axis: '' | '-right'): string[] =>
    (['a', 'b'] as const).map((side) => {
      const d = pathText((sink) => {
        for (const band of of[side]) traceBand(sink, band);
      });
      return d === '' ? '' : element('path', { d, fill: `url(#higher-${side}${axis})`, 'data-higher': side });
    });
  const bands = [...bandsOf(layout.rightBands, '-right'), ...bandsOf(layout.bands, '')];
  const ghosts = layout.ghosts.map(({ curve, dashed }) => {
    const d = pathText((sink) => traceLine(sink, curve));
    const rim = hasRim(layout) ? stroke(d, palette.surface, 3.25) : '';
    return rim + stroke(d, palette.pinned, 1.25, dashed ? '5 4' : null);
  });
  const lines = layout.lines.map(({ series, curve }) =>
    stroke(
      pathText((sink) => traceLine(sink, curve)),
      palette[series.colour],
      1.5,
    ),
  );
  const onBase = layout.onBase.map(({ series, pieces }) => {
    const d = pieces.map(([from, to]) => `M${from.toFixed(2)},${layout.height}H${to.toFixed(2)}`).join('');
    return d === '' ? '' : stroke(d, palette[series.colour], 1.5);
  });
  return [...areas, ...bands, ...ghosts, ...lines, ...onBase].join('');
}

function axesOf(layout: PanelLayout, ticks: AxisTicks, palette: Palette): string {
  const { width, height, left, right, x } = layout;
  const rule = (x1: number, y1: number, x2: number, y2: number, stroke: string, opacity = 1): string =>
    element('line', { x1, y1, x2, y2, stroke, 'stroke-opacity': opacity });
  const out: string[] = [];
  for (const value of left.ticks.values) {
    const y = Math.round(left.scale(value)) + 0.5;
    out.push(rule(0, y, width, y, palette.ink, 0.1), rule(-4, y, 0, y, palette.axis));
    out.push(textElement(-8, y, left.ticks.format(value), { dy: '0.32em', 'text-anchor': 'end' }));
  }
  for (const value of ticks.values) {
    const place = Math.round(x(value)) + 0.5;
    out.push(rule(place, 0, place, height, palette.ink, 0.1));
  }
  out.push(rule(0.5, 0, 0.5, height, palette.axis));
  if (right !== null) {
    out.push(rule(width + 0.5, 0, width + 0.5, height, palette.axis));
    for (const value of right.ticks.values) {
      const y = Math.round(right.scale(value)) + 0.5;
      out.push(rule(width, y, width + 4, y, palette.axis));
      out.push(textElement(width + 8, y, right.ticks.format(value), { dy: '0.32em' }));
    }
  }
  for (const label of layout.labels) {
    const points = `${width + 1},${label.from} ${width + 5},${label.from} ${width + 11},${label.y}`;
    out.push(element('polyline', { points, fill: 'none', stroke: palette[label.colour], 'stroke-width': 2 }));
    out.push(textElement(width + 14, label.y, label.text, { dy: '0.32em', fill: palette.ink }));
  }
  return out.join('');
}

/** Swatches and names of what is shown, in rows; returns the height they take. */
function legendOf(
  picture: Picture,
  model: TimelinesModel,
  width: number,
  top: number,
): { svg: string; height: number } {
  const palette = PALETTES[model.theme];
  const group = picture.groups[0];
  const columns = group === undefined ? null : picture.columns(group);
  const out: string[] = [];
  let x = SVG_MARGIN;
  let y = top;
  const place = (text: string, swatch: string): void => {
    const needs = roughWidth(text, SVG_FONT_SIZE) + 34;
    if (x > SVG_MARGIN && x + needs > width - SVG_MARGIN) {
      x = SVG_MARGIN;
      y += LEGEND_ROW;
    }
    out.push(
      element(
        'g',
        { transform: `translate(${x},${y})` },
        swatch + textElement(17, 9, text, { fill: palette.ink }),
      ),
    );
    x += needs;
  };
  const lineSwatch = (stroke: string): string =>
    element('line', { x1: 0, x2: 12, y1: 5, y2: 5, stroke, 'stroke-width': 2 });
  for (const panel of picture.panels) {
    for (const series of shownSeries(panel, columns, model.hidden)) {
      const swatch =
        series.mark === 'line'
          ? lineSwatch(palette[series.colour])
          : element('rect', { width: 12, height: 10, fill: paint(series, palette) });
      place(series.label, swatch);
    }
  }
  if ((model.other ?? null) !== null) {
    const band = (side: 'a' | 'b'): string =>
      element('rect', { width: 12, height: 10, fill: `url(#higher-${side})` });
    place('B: totals and lines', lineSwatch(palette.pinned));
    place('A is higher', band('a'));
    place('B is higher', band('b'));
    if (picture.panels.includes('sec')) {
      const rect = element('rect', { width: 12, height: 12, fill: 'url(#higher-b-right)' });
      place('broken lines and stripes: cached bytes', rect);
    }
  }
  return { svg: out.join(''), height: y + LEGEND_ROW - top };
}

function panelSvg(
  picture: Picture,
  model: TimelinesModel,
  group: Group,
  panel: PanelId,
  plotWidth: number,
): string {
  const palette = PALETTES[model.theme];
  const columns = picture.columns(group);
  const layout = layoutPanel({
    panel,
    columns,
    other: picture.other(group),
    width: plotWidth,
    height: GEOMETRY.plot,
    domain: picture.domain,
    hidden: model.hidden,
    work: model.work,
    growing: model.xExtent !== null,
    peak: picture.peak(group, panel),
  });
  const bold = element(
    'tspan',
    { fill: palette.ink, 'font-weight': '600', 'font-size': '12' },
    escapeXml(PANELS[panel].title),
  );
  const unit = element(
    'tspan',
    { dx: 8, fill: palette.ink },
    escapeXml(axisUnit(panel, picture.axis, model.work)),
  );
  const aid = element('tspan', { dx: 8 }, escapeXml(caption(panel, picture.axis, model.work)));
  const heading = element('text', { x: SVG_MARGIN, y: 15 }, bold + unit + aid);
  const ticks = xTicks(picture.axis, picture.domain, plotWidth);
  const plot = element(
    'g',
    { transform: `translate(${GEOMETRY.left},${GEOMETRY.head + GEOMETRY.top})` },
    element('g', { 'clip-path': 'url(#plot)' }, marksOf(layout, palette)) + axesOf(layout, ticks, palette),
  );
  const note = emptyNote(panel, columns, picture.domain, model.hidden, picture.other(group));
  const middle = GEOMETRY.head + GEOMETRY.top + GEOMETRY.plot / 2;
  const said =
    note === null
      ? ''
      : textElement(GEOMETRY.left + plotWidth / 2, middle, note, { 'text-anchor': 'middle' });
  return heading + plot + said;
}

function bottomAxisSvg(picture: Picture, model: TimelinesModel, plotWidth: number): string {
  const palette = PALETTES[model.theme];
  const ticks = xTicks(picture.axis, picture.domain, plotWidth);
  const [from, to] = picture.domain;
  const marks = ticks.values.map((value) => {
    const x = ((value - from) / (to - from)) * plotWidth;
    return (
      element('line', { x1: x, x2: x, y1: 0, y2: 4, stroke: palette.axis }) +
      textElement(x, 16, ticks.format(value), { 'text-anchor': 'middle' })
    );
  });
  const base = element('line', { x1: 0, x2: plotWidth, y1: 0.5, y2: 0.5, stroke: palette.axis });
  const title = textElement(plotWidth / 2, 32, xTitle(picture.axis, ticks.unit), { 'text-anchor': 'middle' });
  return element('g', { transform: `translate(${GEOMETRY.left},0)` }, base + marks.join('') + title);
}

/**
 * All shown panels as SVG text: title, notices, legend, axes and marks. Needs no font, style sheet or script from
 * elsewhere. The theme is the model's.
 */
export function exportSvg(model: TimelinesModel, options: ExportOptions): string {
  const picture = makePicture(model);
  const palette = PALETTES[model.theme];
  const width = Math.max(480, Math.round(options.width ?? 1200));
  const plotWidth = width - GEOMETRY.left - GEOMETRY.right;
  const lines = [...runLines(model), ...(options.details ?? []), ...picture.notices];
  const heading = svgHeading(options.title, lines, palette);
  const out = [heading.svg];
  let y = heading.height;
  const legend = legendOf(picture, model, width, y);
  out.push(legend.svg);
  y += legend.height;

  const panelHeight = GEOMETRY.head + GEOMETRY.top + GEOMETRY.plot + GEOMETRY.bottom;
  for (const group of picture.groups) {
    y += 20;
    out.push(
      textElement(SVG_MARGIN, y, group.title, { fill: palette.ink, 'font-size': '13', 'font-weight': '600' }),
    );
    y += 6;
    for (const panel of picture.panels) {
      const content = panelSvg(picture, model, group, panel, plotWidth);
      out.push(element('g', { transform: `translate(0,${y})` }, content));
      y += panelHeight;
    }
    out.push(element('g', { transform: `translate(0,${y})` }, bottomAxisSvg(picture, model, plotWidth)));
    y += GEOMETRY.axis;
  }
  const height = Math.round(y + SVG_MARGIN);
  const clip = element(
    'clipPath',
    { id: 'plot' },
    element('rect', { y: -GEOMETRY.bleed, width: plotWidth, height: GEOMETRY.plot + 2 * GEOMETRY.bleed }),
  );
  const series = picture.panels.flatMap((panel) => PANELS[panel].series);
  const defs = stripePatterns(series, palette) + bandPatterns(palette) + element('defs', {}, clip);
  return svgFile(width, height, exportName(options, 'timelines'), palette, defs + out.join(''));
}

/** What the letters stand for. */
function runLines({ other, names }: TimelinesModel): readonly string[] {
  if ((other ?? null) === null || names === undefined) return [];
  return [`A (areas and lines): ${names.a}`, `B (ghost): ${names.b}`];
}
