/** From columns and a size to scales and marks in pixels. Pure. */
import { type ScaleLinear, scaleLinear } from 'd3';
import { decimate, type StepCurve } from '../shared/decimate.js';
import type { ColourName } from '../shared/palette.js';
import { spread } from '../shared/spread.js';
import { type Bands, bandsBetween } from '../shared/step-pair.js';
import { byteTicks, countTicks, PERCENT_TICKS, rateTicks, type Ticks } from '../shared/ticks.js';
import { piecesOnBase } from './base-line.js';
import { type GroupColumns, indexAt, isInterval } from './columns.js';
import { comparedAreas, PANELS, type PanelId, type Series, type SeriesId, type WorkKind } from './series.js';

export interface PanelRequest {
  readonly panel: PanelId;
  /** Run A. Null while nothing is known: only the frame is laid out. */
  readonly columns: GroupColumns | null;
  /** Run B, laid over as a ghost; null for none. */
  readonly other: GroupColumns | null;
  /** Size of the plot area in pixels. */
  readonly width: number;
  readonly height: number;
  /** Shown part of the x axis. */
  readonly domain: readonly [number, number];
  readonly hidden: ReadonlySet<SeriesId>;
  readonly work: WorkKind;
  /** A is still replayed: it goes on behind where it has come to. */
  readonly growing: boolean;
  /** Highest value of the y axis, from {@link panelPeak}. */
  readonly peak: Peak;
}

/** The highest values of a panel's left axis and, for the SEC, of its right one. */
export interface Peak {
  readonly left: number;
  readonly right: number;
}

export interface SeriesMark {
  readonly series: Series;
  readonly curve: StepCurve;
}

/** Where lines share the base line, the pieces of it that tell of one of them. */
export interface BaseMark {
  readonly series: Series;
  readonly pieces: readonly (readonly [number, number])[];
}

export interface Ghost {
  readonly curve: StepCurve;
  /** Of the right axis, where the left one has a ghost of its own. */
  readonly dashed: boolean;
}

export interface Label {
  readonly key: SeriesId | 'other';
  readonly text: string;
  readonly colour: ColourName;
  /** Middle of the band or line at the right edge, and where the label found room. Pixels. */
  readonly from: number;
  readonly y: number;
}

export interface PanelLayout {
  readonly width: number;
  readonly height: number;
  readonly x: ScaleLinear<number, number>;
  readonly left: { readonly scale: ScaleLinear<number, number>; readonly ticks: Ticks };
  readonly right: { readonly scale: ScaleLinear<number, number>; readonly ticks: Ticks } | null;
  /** Stacked areas in painting order: from the top of the stack down, each one painted to the base line. */
  readonly areas: readonly SeriesMark[];
  readonly lines: readonly SeriesMark[];
  /** Painted over the lines, at the height of the plot. */
  readonly onBase: readonly BaseMark[];
  /** Run B: totals of stacks, and its lines. */
  readonly ghosts: readonly Ghost[];
  /** What lies between a curve of A and the same one of B: where A is higher, and where B is. */
  readonly bands: Bands;
  /** The same for the right axis, where both axes have curves. */
  readonly rightBands: Bands;
  readonly labels: readonly Label[];
  /** From here on nothing has been computed yet; null when the picture reaches the edge. */
  readonly pendingFrom: number | null;
}

const LABEL_GAP = 12;
const NO_BANDS: Bands = { a: [], b: [] };

export function shownSeries(
  panel: PanelId,
  columns: GroupColumns | null,
  hidden: ReadonlySet<SeriesId>,
): readonly Series[] {
  return PANELS[panel].series.filter(
    ({ id }) => !hidden.has(id) && columns?.missing.has(id) !== true && columns?.undrawn.has(id) !== true,
  );
}

/** First and last snapshot that matter for a domain; one more on each side, for the steps that reach into it. */
function windowOf(columns: GroupColumns, domain: readonly [number, number]): [number, number] {
  const from = Math.max(0, indexAt(columns.x, domain[0]));
  const to = Math.min(columns.length - 1, indexAt(columns.x, domain[1]) + 1);
  return [from, to];
}

function peakOf(columns: GroupColumns, series: readonly Series[], domain: readonly [number, number]): number {
  const [from, to] = windowOf(columns, domain);
  const sources = series.map((one) => columns.series[one.id]);
  const stacked = series[0]?.mark === 'area';
  let peak = 0;
  for (let i = from; i <= to; i += 1) {
    let sum = 0;
    for (const source of sources) {
      const value = source[i] as number;
      if (stacked) sum += value;
      else if (value > sum) sum = value;
    }
    if (sum > peak) peak = sum;
  }
  return peak;
}

/** Highest value of a panel within a domain, over the shown series. */
export function panelPeak(
  panel: PanelId,
  columns: GroupColumns,
  domain: readonly [number, number],
  hidden: ReadonlySet<SeriesId>,
): Peak {
  const series = shownSeries(panel, columns, hidden);
  if (panel !== 'sec') return { left: peakOf(columns, series, domain), right: 0 };
  const areas = series.filter((one) => one.mark === 'area');
  return { left: 1, right: peakOf(columns, areas, domain) };
}

export function higherPeak(a: Peak, b: Peak): Peak {
  return { left: Math.max(a.left, b.left), right: Math.max(a.right, b.right) };
}

function leftTicks(request: PanelRequest): Ticks {
  const { peak } = request;
  switch (request.panel) {
    case 'pageslabs':
      return countTicks(peak.left);
    case 'memory':
      return byteTicks(peak.left);
    case 'work':
      return request.work === 'rate' ? rateTicks(peak.left) : countTicks(peak.left);
    case 'sec':
      return PERCENT_TICKS;
  }
}

type Trace = (values: Float64Array, interval: boolean, y: ScaleLinear<number, number>) => StepCurve;

/**
 * Gives the function that turns values into curves over the shown domain, in pixels, thinned. Curves of one panel share
 * their x column: fresh memory costs more than the arithmetic.
 */
function tracer(columns: GroupColumns, request: PanelRequest): Trace {
  const { domain, width } = request;
  const [from, to] = windowOf(columns, domain);
  const count = Math.max(0, to - from + 1);
  // Scales are linear: two multiplications here instead of a function call for each point.
  const perX = width / (domain[1] - domain[0]);
  const pixelsOf = (places: Float64Array): Float64Array => {
    const xs = new Float64Array(count);
    for (let i = 0; i < count; i += 1) xs[i] = Math.max(0, ((places[from + i] as number) - domain[0]) * perX);
    return xs;
  };
  let levels: Float64Array | null = null;
  let intervals: Float64Array | null = null;
  const end = Math.min(width, Math.max(0, ((columns.x[to] ?? domain[0]) - domain[0]) * perX));
  return (values, interval, y) => {
    const xs = interval ? (intervals ??= pixelsOf(columns.intervalStart)) : (levels ??= pixelsOf(columns.x));
    const ys = new Float64Array(count);
    const [bottom, top] = [y(0), y(1)];
    for (let i = 0; i < count; i += 1) ys[i] = bottom + (values[from + i] as number) * (top - bottom);
    return decimate({ x: xs, y: ys, end });
  };
}

function stackMarks(
  columns: GroupColumns,
  areas: readonly Series[],
  trace: Trace,
  y: ScaleLinear<number, number>,
): SeriesMark[] {
  const sum = new Float64Array(columns.length);
  const marks = areas.map((series) => {
    const own = columns.series[series.id];
    for (let i = 0; i < sum.length; i += 1) sum[i] = (sum[i] as number) + (own[i] as number);
    return { series, curve: trace(sum, false, y) };
  });
  return marks.reverse();
}

/** The shown series of a stack, summed. */
export function totalOf(columns: GroupColumns, areas: readonly Series[]): Float64Array {
  const sum = new Float64Array(columns.length);
  for (const series of areas) {
    const own = columns.series[series.id];
    for (let i = 0; i < sum.length; i += 1) sum[i] = (sum[i] as number) + (own[i] as number);
  }
  return sum;
}

/** The level a curve has at the right edge; its last point may lie beyond, for the step that reaches there. */
function levelAtEnd(curve: StepCurve, width: number): number {
  let last = curve.x.length - 1;
  while (last > 0 && (curve.x[last] as number) > width) last -= 1;
  return curve.y[last] ?? Number.NaN;
}

/** Labels for what is visible at the right edge; the thinnest bands go without when there is no room for all. */
function labelsOf(
  areas: readonly SeriesMark[],
  lines: readonly SeriesMark[],
  otherTotal: StepCurve | null,
  otherName: string,
  width: number,
  height: number,
): Label[] {
  const wishes: (Label & { readonly size: number })[] = [];
  const wish = (series: Series, from: number, size: number): void => {
    wishes.push({ key: series.id, text: series.short, colour: series.colour, from, y: from, size });
  };
  let base = height;
  for (const { series, curve } of [...areas].reverse()) {
    const level = levelAtEnd(curve, width);
    if (base - level >= 1) wish(series, (base + level) / 2, base - level);
    base = level;
  }
  for (const { series, curve } of lines) {
    const level = levelAtEnd(curve, width);
    if (Number.isFinite(level)) wish(series, level, height - level + LABEL_GAP);
  }
  if (otherTotal !== null) {
    const from = levelAtEnd(otherTotal, width);
    if (Number.isFinite(from)) {
      wishes.push({ key: 'other', text: otherName, colour: 'pinned', from, y: from, size: height });
    }
  }
  const room = Math.floor(height / LABEL_GAP) + 1;
  const kept = wishes.sort((a, b) => b.size - a.size).slice(0, room);
  const sorted = kept.sort((a, b) => a.from - b.from);
  const places = spread(
    sorted.map(({ from }) => from),
    LABEL_GAP,
    0,
    height,
  );
  return sorted.map(({ key, text, colour, from }, i) => ({ key, text, colour, from, y: places[i] ?? from }));
}

export function layoutPanel(request: PanelRequest): PanelLayout {
  const { columns, other, width, height, domain, panel } = request;
  // A scale without data would be invented: the frame stands, its numbers come with the first snapshot.
  const bare = (columns === null || columns.length === 0) && (other === null || other.length === 0);
  const ticks: Ticks =
    bare && panel !== 'sec' ? { ...leftTicks(request), format: () => '' } : leftTicks(request);
  const x = scaleLinear([...domain], [0, width]);
  const left = { ticks, scale: scaleLinear([0, ticks.max], [height, 0]) };
  const rightTicks = panel === 'sec' ? byteTicks(request.peak.right) : null;
  const right =
    rightTicks === null ? null : { ticks: rightTicks, scale: scaleLinear([0, rightTicks.max], [height, 0]) };
  const frame = { width, height, x, left, right };
  const nothing = {
    areas: [],
    lines: [],
    onBase: [],
    ghosts: [],
    bands: NO_BANDS,
    rightBands: NO_BANDS,
    labels: [],
    pendingFrom: null,
  };
  if (bare) return { ...frame, ...nothing };

  const mine = columns === null || columns.length === 0 ? null : marksOf(columns, request, frame, false);
  const laid = other === null || other.length === 0 ? null : marksOf(other, request, frame, true);
  const reached = columns === null ? 0 : x(columns.x[columns.length - 1] ?? domain[0]);
  // A run that ends before the other one has nothing at the right edge to name.
  const otherReached = other === null ? 0 : x(other.x[other.length - 1] ?? domain[0]);
  const ended = reached < otherReached && reached < width - 1 && !request.growing;
  const otherEnded = otherReached < width - 1;
  const { ghosts, bands, rightBands } = overlayOf(mine, laid, right !== null);
  const otherTotal = right === null ? (laid?.total ?? null) : null;
  return {
    ...frame,
    areas: mine?.areas ?? [],
    lines: mine?.lines ?? [],
    onBase: right === null ? onBaseOf(mine?.lines ?? [], width, height) : [],
    ghosts,
    bands,
    rightBands,
    labels:
      right === null
        ? labelsOf(
            ended ? [] : (mine?.areas ?? []),
            ended ? [] : (mine?.lines ?? []),
            otherEnded ? null : otherTotal,
            otherText(request),
            width,
            height,
          )
        : [],
    pendingFrom: reached < width - 1 ? Math.max(0, reached) : null,
  };
}

/** What the top of B's stack is, where room is short. */
function otherText({ panel, other, hidden }: PanelRequest): string {
  if (panel !== 'memory') return 'B, total';
  const compared = comparedAreas(shownSeries(panel, other, hidden));
  return compared.length === 1 ? `B, ${compared[0]?.short}` : 'B, held';
}

interface RunMarks {
  readonly areas: readonly SeriesMark[];
  readonly lines: readonly SeriesMark[];
  /** Top of what is compared in the stack ({@link comparedAreas}); null where the panel has none. */
  readonly total: StepCurve | null;
}

/** The marks of one run; of a ghost only the top of its stack. */
function marksOf(
  columns: GroupColumns,
  request: PanelRequest,
  { left, right }: Pick<PanelLayout, 'left' | 'right'>,
  ghost: boolean,
): RunMarks {
  const shown = shownSeries(request.panel, columns, request.hidden);
  const trace = tracer(columns, request);
  const stacked = shown.filter(({ mark }) => mark === 'area');
  const compared = comparedAreas(shown);
  const top = compared.at(-1)?.id;
  const y = (right ?? left).scale;
  const areas = ghost ? [] : stackMarks(columns, stacked, trace, y);
  const lines = shown
    .filter(({ mark }) => mark === 'line')
    .map((series) => ({
      series,
      curve: trace(columns.series[series.id], isInterval(series.id, request.work), left.scale),
    }));
  const own = areas.find(({ series }) => series.id === top)?.curve ?? null;
  const total = ghost && compared.length > 0 ? trace(totalOf(columns, compared), false, y) : own;
  return { areas, lines, total };
}

/** Lines at zero would hide each other: the base line is shared out among them. */
function onBaseOf(lines: readonly SeriesMark[], width: number, height: number): readonly BaseMark[] {
  if (lines.length < 2) return [];
  return lines.map(({ series, curve }, turn) => ({
    series,
    pieces: piecesOnBase(curve, height, width, turn, lines.length),
  }));
}

/** Curves of B over those of A, as far as both have them, with the bands between. */
function overlayOf(
  mine: RunMarks | null,
  laid: RunMarks | null,
  twoAxes: boolean,
): Pick<PanelLayout, 'ghosts' | 'bands' | 'rightBands'> {
  if (laid === null) return { ghosts: [], bands: NO_BANDS, rightBands: NO_BANDS };
  const ghosts: Ghost[] = [];
  const pairs: [StepCurve, StepCurve][] = [];
  let rightBands = NO_BANDS;
  if (laid.total !== null) {
    ghosts.push({ curve: laid.total, dashed: twoAxes });
    if (mine !== null && mine.total !== null) {
      if (twoAxes) rightBands = bandsBetween(mine.total, laid.total);
      else pairs.push([mine.total, laid.total]);
    }
  }
  for (const { series, curve } of laid.lines) {
    ghosts.push({ curve, dashed: false });
    const same = mine?.lines.find((line) => line.series.id === series.id);
    if (same !== undefined) pairs.push([same.curve, curve]);
  }
  const found = pairs.map(([a, b]) => bandsBetween(a, b));
  return {
    ghosts,
    bands: { a: found.flatMap(({ a }) => a), b: found.flatMap(({ b }) => b) },
    rightBands,
  };
}
