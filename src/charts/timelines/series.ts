/** The panels of the timelines and the series in them, as data: the one place that says what is drawn and how it is named. */
import type { ColourName } from '../shared/palette.js';

/** Trace time (nanoseconds since the first event) or the number of the event. */
export type AxisKind = 'time' | 'event';
/** Calls as rates (a second, or 1000 events on the event axis) or as sums from the start. */
export type WorkKind = 'rate' | 'cumulative';

export const PANEL_IDS = ['pageslabs', 'memory', 'work', 'sec'] as const;
export type PanelId = (typeof PANEL_IDS)[number];

export const SERIES_IDS = [
  'full_huge',
  'full_non_huge',
  'partial_huge',
  'partial_non_huge',
  'empty_huge',
  'empty_non_huge',
  'active',
  'dirty',
  'retained',
  'hugify',
  'dehugify',
  'purge',
  'sec_hit_ratio',
  'sec_bytes',
] as const;
export type SeriesId = (typeof SERIES_IDS)[number];

export interface Series {
  readonly id: SeriesId;
  readonly panel: PanelId;
  /** In legends and readouts. */
  readonly label: string;
  /** At the right edge of its band or line, where room is short. */
  readonly short: string;
  readonly colour: ColourName;
  /** Areas stack in table order from the bottom up; lines do not stack. */
  readonly mark: 'area' | 'line';
  /** Solid, or pale with stripes: a second cue beside colour (used for "not huge"). */
  readonly fill: 'solid' | 'striped' | 'pale';
  /** Dash pattern of a line in pixels, empty for an unbroken one. */
  readonly dash: readonly number[];
  readonly help: string;
}

const area = (
  id: SeriesId,
  panel: PanelId,
  label: string,
  short: string,
  colour: ColourName,
  fill: Series['fill'],
  help: string,
): Series => ({ id, panel, label, short, colour, mark: 'area', fill, dash: [], help });

const line = (
  id: SeriesId,
  panel: PanelId,
  label: string,
  short: string,
  colour: ColourName,
  dash: readonly number[],
  help: string,
): Series => ({ id, panel, label, short, colour, mark: 'line', fill: 'solid', dash, help });

export const SERIES: readonly Series[] = [
  area(
    'full_huge',
    'pageslabs',
    'full, huge',
    'full huge',
    'full',
    'solid',
    'All 512 pages in use; backed by a huge page.',
  ),
  area(
    'full_non_huge',
    'pageslabs',
    'full, not huge',
    'full',
    'full',
    'striped',
    'All 512 pages in use; small pages.',
  ),
  area(
    'partial_huge',
    'pageslabs',
    'partial, huge',
    'partial huge',
    'partial',
    'solid',
    'Some pages in use; backed by a huge page.',
  ),
  area(
    'partial_non_huge',
    'pageslabs',
    'partial, not huge',
    'partial',
    'partial',
    'striped',
    'Some pages in use; small pages.',
  ),
  area(
    'empty_huge',
    'pageslabs',
    'empty, huge',
    'empty huge',
    'empty',
    'solid',
    'No page in use; still backed by a huge page.',
  ),
  area(
    'empty_non_huge',
    'pageslabs',
    'empty, not huge',
    'empty',
    'empty',
    'striped',
    'No page in use; small pages.',
  ),
  area(
    'active',
    'memory',
    'active',
    'active',
    'active',
    'solid',
    'Pages in use, those cached by the SEC included.',
  ),
  area(
    'dirty',
    'memory',
    'dirty',
    'dirty',
    'dirty',
    'solid',
    'Freed pages the kernel still backs with memory.',
  ),
  area(
    'retained',
    'memory',
    'retained',
    'retained',
    'retained',
    'striped',
    'Address space only: never touched, or purged.',
  ),
  line('purge', 'work', 'purge calls', 'purge', 'purge', [], 'Address ranges given back to the kernel.'),
  line(
    'hugify',
    'work',
    'hugify calls',
    'hugify',
    'hugify',
    [],
    'Pageslabs the kernel was asked to make huge.',
  ),
  line(
    'dehugify',
    'work',
    'dehugify calls',
    'dehugify',
    'dehugify',
    [],
    'Huge pageslabs split again, to purge them.',
  ),
  area(
    'sec_bytes',
    'sec',
    'cached bytes',
    'cached',
    'sec',
    'pale',
    'Bytes the SEC holds for the next request.',
  ),
  line('sec_hit_ratio', 'sec', 'hit ratio', 'hits', 'sec', [], 'Share of requests the SEC served by itself.'),
];

export interface Panel {
  readonly id: PanelId;
  readonly title: string;
  readonly series: readonly Series[];
}

const TITLES: Readonly<Record<PanelId, string>> = {
  pageslabs: 'Pageslabs',
  memory: 'Memory',
  work: 'Work',
  sec: 'SEC',
};

function panel(id: PanelId): Panel {
  return { id, title: TITLES[id], series: SERIES.filter((one) => one.panel === id) };
}

export const PANELS: Readonly<Record<PanelId, Panel>> = {
  pageslabs: panel('pageslabs'),
  memory: panel('memory'),
  work: panel('work'),
  sec: panel('sec'),
};

/** One line for someone who sees the panel for the first time. */
export function caption(panel: PanelId, axis: AxisKind, work: WorkKind): string {
  switch (panel) {
    case 'pageslabs':
      return '2 MiB pages the HPA holds, by how full they are; striped: not backed by a huge page';
    case 'memory':
      return 'what those pageslabs hold: in use (active), freed but still resident (dirty), no memory behind (retained)';
    case 'work':
      return work === 'rate'
        ? `calls into the kernel per ${axis === 'time' ? 'second' : '1000 events'}; each one costs time`
        : 'calls into the kernel, summed from the start; each one costs time';
    case 'sec':
      return 'small extent cache in front of the HPA: share of requests it served (line, left), bytes it holds (area, right)';
  }
}

/**
 * Of the shown areas of a panel those whose sum two runs are compared by. Retained address space holds no memory: as
 * long as anything else is shown, it is left out, else whatever a run purges would seem to be still there.
 */
export function comparedAreas(shown: readonly Series[]): readonly Series[] {
  const areas = shown.filter(({ mark }) => mark === 'area');
  const holding = areas.filter(({ id }) => id !== 'retained');
  return holding.length > 0 ? holding : areas;
}

/** Unit of the left axis. */
export function axisUnit(panel: PanelId, axis: AxisKind, work: WorkKind): string {
  switch (panel) {
    case 'pageslabs':
      return 'count';
    case 'memory':
      return 'bytes';
    case 'work':
      if (work === 'cumulative') return 'calls';
      return axis === 'time' ? 'calls / s' : 'calls / 1000 events';
    case 'sec':
      return 'hit ratio, bytes';
  }
}
