/** Axes, grid and direct labels of a panel: SVG over the canvas, kept up to date with D3. */
import { axisBottom, axisLeft, axisRight, type ScaleLinear, type Selection } from 'd3';
import { PALETTES, type Theme } from '../shared/palette.js';
import type { AxisTicks } from '../shared/time-ticks.js';
import type { PanelLayout } from './layout.js';

export type Root = Selection<SVGGElement, unknown, null, undefined>;

/** The group of class `name` inside `root`, made when it is not there yet. */
function layer(root: Root, name: string): Root {
  const found = root.select<SVGGElement>(`g.${name}`);
  if (!found.empty()) return found;
  return root.append('g').attr('class', name);
}

function drawGrid(root: Root, layout: PanelLayout, xTicks: AxisTicks): void {
  const { width, height, left, x } = layout;
  const lines = [
    ...left.ticks.values.map((value) => {
      const y = Math.round(left.scale(value)) + 0.5;
      return { x1: 0, x2: width, y1: y, y2: y };
    }),
    ...xTicks.values.map((value) => {
      const place = Math.round(x(value)) + 0.5;
      return { x1: place, x2: place, y1: 0, y2: height };
    }),
  ];
  layer(root, 'jl-grid')
    .selectAll('line')
    .data(lines)
    .join('line')
    .attr('x1', (d) => d.x1)
    .attr('x2', (d) => d.x2)
    .attr('y1', (d) => d.y1)
    .attr('y2', (d) => d.y2);
}

function drawLabels(root: Root, layout: PanelLayout, theme: Theme): void {
  const palette = PALETTES[theme];
  const { width } = layout;
  const groups = layer(root, 'jl-labels')
    .selectAll<SVGGElement, (typeof layout.labels)[number]>('g')
    .data(layout.labels, (d) => d.key)
    .join((enter) => {
      const g = enter.append('g');
      g.append('polyline');
      g.append('text')
        .attr('x', width + 14)
        .attr('dy', '0.32em');
      return g;
    });
  groups
    .select('polyline')
    .attr('points', (d) => `${width + 1},${d.from} ${width + 5},${d.from} ${width + 11},${d.y}`)
    .attr('stroke', (d) => palette[d.colour]);
  groups
    .select('text')
    .attr('x', width + 14)
    .attr('y', (d) => d.y)
    .text((d) => d.text);
}

export function drawOverlay(root: Root, layout: PanelLayout, xTicks: AxisTicks, theme: Theme): void {
  drawGrid(root, layout, xTicks);
  layer(root, 'jl-axis-left').call(
    axisLeft(layout.left.scale)
      .tickValues([...layout.left.ticks.values])
      .tickFormat((value) => layout.left.ticks.format(Number(value)))
      .tickSize(4)
      .tickPadding(4),
  );
  const right = layer(root, 'jl-axis-right').attr('transform', `translate(${layout.width},0)`);
  if (layout.right === null) right.selectAll('*').remove();
  else {
    const { scale, ticks } = layout.right;
    right.call(
      axisRight(scale)
        .tickValues([...ticks.values])
        .tickFormat((value) => ticks.format(Number(value)))
        .tickSize(4)
        .tickPadding(4),
    );
  }
  drawLabels(root, layout, theme);
}

export function drawBottomAxis(root: Root, x: ScaleLinear<number, number>, xTicks: AxisTicks): void {
  root.call(
    axisBottom(x)
      .tickValues([...xTicks.values])
      .tickFormat((value) => xTicks.format(Number(value)))
      .tickSize(4)
      .tickPadding(4),
  );
}
