/** From a life line to marks in pixels. Pure. */
import { path, scaleLinear, type ScaleLinear } from 'd3';
import { decimate, type StepCurve } from '../shared/decimate.js';
import { mix, PALETTES } from '../shared/palette.js';
import { box, crisp, segment, type Shape } from '../shared/shapes.js';
import { traceArea } from '../shared/step-path.js';
import { type AxisTicks, eventTicks, timeTicks } from '../shared/time-ticks.js';
import { HUGE, type LifelineModel, PAGES_PER_SLAB, placesOf } from './model.js';

export const LIFE = { left: 40, right: 12, top: 22, bottom: 34, height: 110, hugeBar: 5 } as const;
const RETAINED_SHARE = 0.28;
const PAGE_TICKS = [0, 256, 512] as const;
const MARK = 4;

export interface LifeEvent {
  readonly kind: 'hugify' | 'dehugify' | 'purge' | 'born';
  readonly index: number;
}

export interface LifelineLayout {
  readonly plotWidth: number;
  readonly plotHeight: number;
  readonly x: ScaleLinear<number, number>;
  readonly shapes: readonly Shape[];
}

/**
 * What happened between entries, as far as two neighbours tell it: the huge flag rose or fell, or dirty pages went back
 * to the kernel (touched pages fell).
 */
export function lifeEvents({ life }: LifelineModel): LifeEvent[] {
  const events: LifeEvent[] = [];
  for (let i = 0; i < life.length; i += 1) {
    if (i === 0) {
      events.push({ kind: 'born', index: 0 });
      continue;
    }
    const [was, is] = [(life.flags[i - 1] ?? 0) & HUGE, (life.flags[i] ?? 0) & HUGE];
    if ((life.ntouched[i] ?? 0) < (life.ntouched[i - 1] ?? 0)) events.push({ kind: 'purge', index: i });
    if (was === 0 && is !== 0) events.push({ kind: 'hugify', index: i });
    else if (was !== 0 && is === 0) events.push({ kind: 'dehugify', index: i });
  }
  return events;
}

export function layoutLifeline(model: LifelineModel, width: number, height: number): LifelineLayout {
  const { life, domain, theme } = model;
  const palette = PALETTES[theme];
  const plotWidth = Math.max(40, width - LIFE.left - LIFE.right);
  const plotHeight = Math.max(30, height - LIFE.top - LIFE.bottom);
  const x = scaleLinear([...domain], [0, plotWidth]);
  const y = scaleLinear([0, PAGES_PER_SLAB], [plotHeight, 0]);
  const places = placesOf(model);
  const shapes: Shape[] = [];
  const at = (value: number): number => Math.min(Math.max(x(value), 0), plotWidth);

  const [from, to] = [firstShown(model), lastShown(model)];
  const xs = new Float64Array(Math.max(0, to - from));
  for (let i = 0; i < xs.length; i += 1) xs[i] = at(places[from + i] as number);
  const curve = (value: (i: number) => number): StepCurve => {
    const ys = new Float64Array(xs.length);
    for (let i = 0; i < ys.length; i += 1) ys[i] = y(value(from + i));
    // The last state holds to the end of the trace.
    return decimate({ x: xs, y: ys, end: plotWidth });
  };
  const area = (line: StepCurve, fill: string): void => {
    const sink = path();
    traceArea(sink, line, plotHeight);
    const d = sink.toString();
    if (d !== '') shapes.push({ kind: 'path', d: shifted(d), fill });
  };
  if (xs.length > 0) {
    area(
      curve(() => PAGES_PER_SLAB),
      mix(palette.retained, palette.surface, RETAINED_SHARE),
    );
    area(
      curve((i) => life.ntouched[i] ?? 0),
      palette.dirty,
    );
    area(
      curve((i) => life.nactive[i] ?? 0),
      palette.active,
    );
  }
  shapes.push(...axisShapes(model, x, y, plotWidth, plotHeight));
  shapes.push(...hugeShapes(model, x, from, to, plotWidth));
  for (const { kind, index } of lifeEvents(model)) {
    const place = x(places[index] as number);
    if (place < 0 || place > plotWidth) continue;
    if (kind === 'purge') shapes.push(tick(place, palette.purge, plotHeight));
    else if (kind === 'hugify') shapes.push(triangle(place, palette.hugify, -1));
    else if (kind === 'dehugify') shapes.push(triangle(place, palette.dehugify, 1));
  }
  return { plotWidth, plotHeight, x, shapes };
}

/** The entry that holds where the domain begins, else the first one in it. */
function firstShown(model: LifelineModel): number {
  const places = placesOf(model);
  let first = 0;
  while (first + 1 < model.life.length && (places[first + 1] as number) <= model.domain[0]) first += 1;
  return first;
}

function lastShown(model: LifelineModel): number {
  const places = placesOf(model);
  let last = model.life.length;
  while (last > 0 && (places[last - 1] as number) > model.domain[1]) last -= 1;
  return last;
}

/** Moves a path made from the plot's corner to where the plot stands. */
function shifted(d: string): string {
  return d.replace(/([ML])(-?[\d.e-]+),(-?[\d.e-]+)/g, (_, letter: string, px: string, py: string) => {
    const place = (text: string, by: number): number => Math.round((Number(text) + by) * 100) / 100;
    return `${letter}${place(px, LIFE.left)},${place(py, LIFE.top)}`;
  });
}

function axisShapes(
  model: LifelineModel,
  x: ScaleLinear<number, number>,
  y: ScaleLinear<number, number>,
  plotWidth: number,
  plotHeight: number,
): Shape[] {
  const palette = PALETTES[model.theme];
  const shapes: Shape[] = [];
  const bottom = LIFE.top + plotHeight;
  for (const value of PAGE_TICKS) {
    const place = crisp(LIFE.top + y(value));
    shapes.push({ kind: 'path', d: segment(LIFE.left - 4, place, LIFE.left, place), stroke: palette.axis });
    shapes.push({
      kind: 'text',
      x: LIFE.left - 7,
      y: place,
      text: String(value),
      fill: palette.dim,
      anchor: 'end',
    });
  }
  const ticks = lifeTicks(model, plotWidth);
  for (const value of ticks.values) {
    const place = crisp(LIFE.left + x(value));
    shapes.push({ kind: 'path', d: segment(place, bottom, place, bottom + 4), stroke: palette.axis });
    shapes.push({
      kind: 'text',
      x: place,
      y: bottom + 11,
      text: ticks.format(value),
      fill: palette.dim,
      anchor: 'middle',
    });
  }
  shapes.push({
    kind: 'path',
    d: segment(LIFE.left, bottom + 0.5, LIFE.left + plotWidth, bottom + 0.5),
    stroke: palette.axis,
  });
  const title = model.axis === 'time' ? `time since the first event (${ticks.unit})` : 'events of the trace';
  shapes.push({
    kind: 'text',
    x: LIFE.left + plotWidth / 2,
    y: bottom + 25,
    text: title,
    fill: palette.dim,
    anchor: 'middle',
  });
  return shapes;
}

export function lifeTicks({ axis, domain }: LifelineModel, width: number): AxisTicks {
  const most = Math.max(2, Math.floor(width / 90));
  return axis === 'time' ? timeTicks(domain[0], domain[1], most) : eventTicks(domain[0], domain[1], most);
}

/** A bar above the plot for as long as the pageslab is huge. */
function hugeShapes(
  model: LifelineModel,
  x: ScaleLinear<number, number>,
  from: number,
  to: number,
  plotWidth: number,
): Shape[] {
  const { life, theme } = model;
  const places = placesOf(model);
  const shapes: Shape[] = [];
  let start = -1;
  const clamp = (value: number): number => Math.min(Math.max(value, 0), plotWidth);
  for (let i = from; i <= to; i += 1) {
    const huge = i < to && ((life.flags[i] ?? 0) & HUGE) !== 0;
    const place = i < to ? clamp(x(places[i] as number)) : plotWidth;
    if (huge && start < 0) start = place;
    if (!huge && start >= 0) {
      const d = box(LIFE.left + start, LIFE.top - LIFE.hugeBar - 3, Math.max(1, place - start), LIFE.hugeBar);
      shapes.push({ kind: 'path', d, fill: PALETTES[theme].huge });
      start = -1;
    }
  }
  return shapes;
}

function tick(place: number, colour: string, plotHeight: number): Shape {
  const x = crisp(LIFE.left + place);
  const bottom = LIFE.top + plotHeight;
  return { kind: 'path', d: segment(x, bottom - 12, x, bottom), stroke: colour, width: 2 };
}

/** Points up where it became huge, down where it was split. */
function triangle(place: number, colour: string, direction: 1 | -1): Shape {
  const x = LIFE.left + place;
  const y = LIFE.top - LIFE.hugeBar - 7;
  const d = `M${x - MARK},${y - direction * MARK}L${x + MARK},${y - direction * MARK}L${x},${y + direction * MARK}z`;
  return { kind: 'path', d, fill: colour };
}
