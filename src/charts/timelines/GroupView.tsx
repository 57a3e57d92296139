import { scaleLinear, select } from 'd3';
import { memo, type MouseEvent, type ReactElement, useLayoutEffect, useMemo, useRef } from 'react';
import { useNearScreen } from '../shared/use-element.js';
import { type CursorHandlers, CursorTrack, type TimeCursor } from './Cursor.js';
import { GEOMETRY, type GroupGeometry, groupHeight } from './geometry.js';
import { type Group, type Picture, xShortTitle, xTicks, xTitle } from './model.js';
import type { GroupColumns } from './columns.js';
import { drawBottomAxis } from './overlay.js';
import { ChartPanel, CursorPlace, type PanelHandlers } from './Panel.js';
import { type Reading, readingOf, stopsOf } from './reading.js';
import type { SeriesId, WorkKind } from './series.js';
import type { Theme } from '../shared/palette.js';
import { placeText, readoutCount } from './values.js';

export interface GroupViewProps extends PanelHandlers, CursorHandlers {
  readonly picture: Picture;
  readonly group: Group;
  readonly geometry: GroupGeometry;
  readonly hidden: ReadonlySet<SeriesId>;
  readonly work: WorkKind;
  readonly theme: Theme;
  readonly hoverX: number | null;
  readonly cursor: TimeCursor | null;
  /** One line or two: `GEOMETRY.axisOneLine` or `GEOMETRY.axis`. */
  readonly axisHeight: number;
  readonly streaming: boolean;
  readonly stale: boolean;
  readonly first: boolean;
}

/** Groups this far from the screen are drawn ahead. Pixels. */
const AHEAD = 600;

function BottomAxis({
  picture,
  width,
  height,
}: {
  readonly picture: Picture;
  readonly width: number;
  readonly height: number;
}): ReactElement {
  const root = useRef<SVGGElement>(null);
  const { axis, domain, known } = picture;
  const ticks = xTicks(axis, domain, width);
  const [from, to] = domain;
  useLayoutEffect(() => {
    if (root.current === null) return;
    const shown: readonly [number, number] = [from, to];
    // Before any data an axis would be invented: its place stays empty.
    if (!known) root.current.replaceChildren();
    else {
      drawBottomAxis(
        select<SVGGElement, unknown>(root.current),
        scaleLinear([...shown], [0, width]),
        xTicks(axis, shown, width),
      );
    }
  }, [axis, from, to, width, known]);
  return (
    <svg
      className="jl-bottom-axis"
      width={GEOMETRY.left + width + GEOMETRY.right}
      height={height}
      aria-hidden="true"
    >
      <g ref={root} transform={`translate(${GEOMETRY.left},0)`} />
      {height === GEOMETRY.axis ? (
        <text className="jl-unit" x={GEOMETRY.left + width / 2} y={34} textAnchor="middle">
          {known ? xTitle(axis, ticks.unit) : ''}
        </text>
      ) : (
        <text className="jl-unit" x={GEOMETRY.left + width + 24} y={17}>
          {known ? xShortTitle(axis, ticks.unit) : ''}
        </text>
      )}
    </svg>
  );
}

function readingName({ at }: Reading, { domain, extent }: Picture): string {
  switch (at) {
    case 'crosshair':
      return 'crosshair';
    // Known are snapshots; the map below tells the moment itself.
    case 'cursor':
      return 'at the cursor: snapshot';
    case 'rest':
      return domain[1] < extent[1] ? 'end of view' : 'last snapshot';
  }
}

/** Where A has no snapshot whose levels would hold. */
function unknownText({ a }: Reading, columns: GroupColumns | null, both: string, growing: boolean): string {
  if (growing) return 'none yet';
  if (columns === null || columns.length === 0) return '';
  if (a.interval >= 0) return 'none yet';
  return both === '' ? '' : 'A has ended';
}

/** The panels of one shard (or of the sum) over one x axis. Off the screen only its height is kept. */
export const GroupView = memo(function GroupView(props: GroupViewProps): ReactElement {
  const { picture, group, geometry, hoverX, cursor, stale, first } = props;
  const element = useRef<HTMLElement>(null);
  const before = useRef<number | null>(null);
  const onClick = (event: MouseEvent): void => {
    const { onCursor } = props;
    const plot =
      event.target instanceof Element ? event.target.closest('.jl-brush')?.closest('.jl-plot') : null;
    if (cursor === null || onCursor === undefined || plot === null || plot === undefined) return;
    const share = (event.clientX - plot.getBoundingClientRect().left - GEOMETRY.left) / geometry.plotWidth;
    const [from, to] = picture.domain;
    // The second click of a double click shows all: the cursor goes back to where it was.
    if (event.detail === 1) before.current = cursor.x;
    const back = event.detail === 2 ? before.current : null;
    onCursor(back ?? from + Math.min(Math.max(share, 0), 1) * (to - from), 'end');
  };
  const columns = picture.columns(group);
  const other = picture.other(group);
  const { domain } = picture;
  const stops = useMemo(() => stopsOf(columns, other), [columns, other]);
  const { at, crosshair, a, b } = readingOf({ columns, other, stops, hoverX, cursor, domain });
  // The same one until other snapshots are read: the cursor moves far more often.
  const [levelA, intervalA, levelB, intervalB] = [a.level, a.interval, b.level, b.interval];
  const reading = useMemo(
    (): Reading => ({
      at,
      crosshair,
      a: { level: levelA, interval: intervalA },
      b: { level: levelB, interval: intervalB },
    }),
    [at, crosshair, levelA, intervalA, levelB, intervalB],
  );
  const { near, height } = useNearScreen(element, AHEAD, first);
  if (!near) {
    const guess = groupHeight(picture.panels.map(readoutCount), geometry.plotHeight, props.axisHeight);
    return (
      <section
        ref={element}
        className="jl-group"
        style={{ height: height ?? guess }}
        aria-label={group.title}
      />
    );
  }
  const cursorShare = cursor === null ? -1 : (cursor.x - domain[0]) / (domain[1] - domain[0]);
  const cursorPixel = cursorShare >= 0 && cursorShare <= 1 ? cursorShare * geometry.plotWidth : null;
  const place = columns === null ? '' : placeText(columns, reading.a.level);
  const otherPlace = other === null ? '' : placeText(other, reading.b.level);
  // Most of the time both runs have a snapshot at the same place, which is then told once.
  const both = otherPlace === '' || otherPlace === place ? '' : ` · B: ${otherPlace}`;
  return (
    // A click in a plot moves the cursor where there is one; keys do it on the cursor's handle.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <section ref={element} className="jl-group" aria-label={group.title} onClick={onClick}>
      <header className="jl-group-head">
        <h3>{group.title}</h3>
        <span className="jl-stale-mark" style={{ visibility: stale ? 'visible' : 'hidden' }}>
          stale: being recomputed
        </span>
        {first && (
          <span
            className="jl-hint"
            title="On a focused panel, arrow keys move the crosshair, + and − zoom, Escape shows all."
          >
            drag: zoom · double click: all · arrows: crosshair
          </span>
        )}
        <span className="jl-place">
          <span className="jl-place-name">{readingName(reading, picture)}</span>{' '}
          {place === '' ? unknownText(reading, columns, both, props.streaming) : place}
          {both}
        </span>
      </header>
      <CursorPlace value={cursorPixel}>
        {picture.panels.map((panel) => (
          <ChartPanel
            key={panel}
            picture={picture}
            group={group}
            panel={panel}
            geometry={geometry}
            hidden={props.hidden}
            work={props.work}
            theme={props.theme}
            stops={stops}
            reading={reading}
            streaming={props.streaming}
            onHover={props.onHover}
            onZoom={props.onZoom}
            announce={props.announce}
          />
        ))}
      </CursorPlace>
      <div className="jl-axis-row">
        <BottomAxis picture={picture} width={geometry.plotWidth} height={props.axisHeight} />
        {picture.known && (
          <CursorTrack
            cursor={cursor}
            domain={picture.domain}
            width={geometry.plotWidth}
            first={first}
            onCursor={props.onCursor}
            onCursorKey={props.onCursorKey}
          />
        )}
      </div>
    </section>
  );
});
