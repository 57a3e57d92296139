/**
 * The Replay bench's timelines: pageslabs, memory, work and SEC over the trace, a group of panels for each shard.
 *
 * The component holds no state of its own beyond sizes: hover, zoom and hidden series come in as props and go out as
 * callbacks, so that the page can link them with other views and with the address.
 */
import '../shared/chart.css';
import './timelines.css';
import { type ReactElement, useCallback, useMemo, useRef, useState } from 'react';
import { Spoken } from '../shared/ChartPlot.js';
import { themeStyle } from '../shared/theme-style.js';
import { useHeight, useWidth } from '../shared/use-element.js';
import type { CursorHandlers, TimeCursor } from './Cursor.js';
import { GEOMETRY, groupGeometry } from './geometry.js';
import { readoutCount } from './values.js';
import { GroupView } from './GroupView.js';
import { Legend } from './Legend.js';
import { type KeptColumns, picture as makePicture, type TimelinesModel } from './model.js';
import type { SeriesId } from './series.js';

export { Legend, type LegendProps } from './Legend.js';
export type { TimelinesModel } from './model.js';
export { exportPng } from '../shared/export-png.js';
export { type ExportOptions, exportSvg } from './export-svg.js';
export type { CursorMove, TimeCursor } from './Cursor.js';
export { usableAxis } from './columns.js';
export { type AxisKind, type PanelId, SERIES, SERIES_IDS, type SeriesId, type WorkKind } from './series.js';

export type TimelinesPhase =
  /** There is no run and none is coming: `message` tells what to do. */
  | 'empty'
  /** A run is coming; the frame stands already. */
  | 'loading'
  /** The table grows; what is not computed yet is hatched. */
  | 'streaming'
  /** The run was ended before its end: what was not computed stays hatched. */
  | 'partial'
  | 'ready'
  /** The run failed: `message` says why. What there is stays. */
  | 'error';

/**
 * Props of {@link Timelines}. `shards`, `hidden`, `xDomain` and `xExtent` are compared by identity: keep the same object
 * while nothing changes, or every render lays all panels out anew.
 */
export interface TimelinesProps extends TimelinesModel, CursorHandlers {
  /** Changes whenever the table's content has changed in place. */
  readonly revision: number;
  readonly phase: TimelinesPhase;
  /** The picture belongs to older settings: it stays, dimmed and marked. */
  readonly stale: boolean;
  /** For `empty` and `error`: one sentence, shown as text. */
  readonly message?: string;
  /** Place of the crosshair on the x axis, or null. Snaps to the nearest snapshot. */
  readonly hoverX: number | null;
  /** The time cursor; null while there is none. Without `onCursor` the axis takes no clicks. */
  readonly cursor?: TimeCursor | null;
  /** The crosshair moved to a snapshot's place (in units of the axis drawn), or left. */
  readonly onHover: (x: number | null) => void;
  /** A part of the axis was chosen, or (null) all of it. */
  readonly onZoom: (domain: readonly [number, number] | null) => void;
  readonly onToggleSeries: (id: SeriesId) => void;
  /** Height of the place the timelines stand in: a single group is made to fit it. Left out: fixed heights. */
  readonly viewHeight?: number;
  /** Default: above the panels. Below them it takes no room from the first one where there is little. */
  readonly legend?: 'above' | 'below';
}

const NONE: ReadonlySet<SeriesId> = new Set();
const FIRST_SHARD: readonly number[] = [0];
/** Room left below a group that fits its place, so that rounding never makes it scroll. */
const SPARE = 2;

export function Timelines(props: TimelinesProps): ReactElement {
  const { table, revision, axis, merged, hidden, xDomain, xExtent, work, theme, sec, yScale, phase, stale } =
    props;
  const root = useRef<HTMLDivElement>(null);
  const top = useRef<HTMLDivElement>(null);
  const width = useWidth(root, 960);
  const topHeight = useHeight(top, 0);
  const [spoken, setSpoken] = useState('');
  const other = props.other ?? null;
  const otherTrace = props.otherTrace === true;
  const shards =
    table === null && phase === 'loading' && props.shards.length === 0 ? FIRST_SHARD : props.shards;

  // oxlint-disable-next-line react/exhaustive-deps
  const kept = useMemo<KeptColumns>(() => new Map(), [other]);
  const picture = useMemo(
    () =>
      makePicture(
        {
          table,
          other,
          otherTrace,
          axis,
          shards,
          merged,
          hidden,
          xDomain,
          xExtent,
          work,
          theme,
          ...(sec === undefined ? {} : { sec }),
          ...(yScale === undefined ? {} : { yScale }),
        },
        kept,
      ),
    // The table grows in place; its revision tells when.
    // oxlint-disable-next-line react/exhaustive-deps
    [
      table,
      revision,
      other,
      otherTrace,
      axis,
      shards,
      merged,
      hidden,
      xDomain,
      xExtent,
      work,
      theme,
      sec,
      yScale,
      kept,
    ],
  );
  const fits = props.viewHeight !== undefined && picture.groups.length === 1;
  const view = fits ? (props.viewHeight ?? 0) - topHeight - SPARE : null;
  const { panels } = picture;
  const readout = other === null ? GEOMETRY.readout : GEOMETRY.readoutPair;
  const axisHeight = (props.cursor ?? null) === null ? GEOMETRY.axis : GEOMETRY.axisOneLine;
  const geometry = useMemo(
    () => groupGeometry(width, panels.map(readoutCount), view, readout, axisHeight),
    [width, panels, view, readout, axisHeight],
  );
  const announce = useCallback((text: string) => setSpoken(text), []);
  const firstGroup = picture.groups[0];
  const missing = useMemo(() => {
    const columns = firstGroup === undefined ? null : picture.columns(firstGroup);
    return columns === null ? NONE : new Set([...columns.missing, ...columns.undrawn]);
  }, [picture, firstGroup]);
  const nothing = table === null && (phase === 'empty' || phase === 'error');
  const legend = nothing ? null : (
    <Legend
      panels={panels}
      hidden={hidden}
      missing={missing}
      pair={other === null ? null : (props.names ?? { a: 'this run', b: 'the other run' })}
      onToggleSeries={props.onToggleSeries}
    />
  );
  const className = [
    'jl-chart',
    'jl-timelines',
    geometry.wide ? 'jl-wide' : 'jl-narrow',
    stale ? 'jl-stale' : '',
    other === null ? '' : 'jl-pair',
    phase === 'loading' && table === null ? 'jl-loading' : '',
  ];
  return (
    <div
      ref={root}
      className={className.filter((name) => name !== '').join(' ')}
      style={themeStyle(theme)}
      aria-busy={phase === 'loading' || phase === 'streaming'}
    >
      <div ref={top}>
        {props.message !== undefined && (phase === 'error' || phase === 'empty') && (
          <p className={`jl-message jl-message-${phase}`} role={phase === 'error' ? 'alert' : 'status'}>
            {props.message}
          </p>
        )}
        {props.legend !== 'below' && legend}
        {picture.notices.length > 0 && <p className="jl-notice">{picture.notices.join(' ')}</p>}
      </div>
      {!nothing && picture.groups.length === 0 && (
        <p className="jl-message jl-message-empty">
          No shard is chosen. Choose at least one to see its timelines.
        </p>
      )}
      {!nothing &&
        picture.groups.map((group, i) => (
          <GroupView
            key={group.key}
            picture={picture}
            group={group}
            geometry={geometry}
            hidden={hidden}
            work={work}
            theme={theme}
            hoverX={props.hoverX}
            cursor={props.cursor ?? null}
            onCursor={props.onCursor}
            onCursorKey={props.onCursorKey}
            axisHeight={axisHeight}
            streaming={phase === 'streaming' || phase === 'loading' || phase === 'partial'}
            stale={stale}
            first={i === 0}
            onHover={props.onHover}
            onZoom={props.onZoom}
            announce={announce}
          />
        ))}
      {props.legend === 'below' && legend}
      <Spoken text={spoken} />
    </div>
  );
}
