import { scaleLinear, select } from 'd3';
import { memo, type ReactElement, useLayoutEffect, useRef } from 'react';
import { useNearScreen } from '../shared/use-element.js';
import { readIndex } from './columns.js';
import { GEOMETRY, groupChrome, type GroupGeometry } from './geometry.js';
import { type Group, type Picture, xTicks, xTitle } from './model.js';
import { drawBottomAxis } from './overlay.js';
import { ChartPanel, type PanelHandlers } from './Panel.js';
import type { SeriesId, WorkKind } from './series.js';
import type { Theme } from '../shared/palette.js';
import { placeText } from './values.js';

export interface GroupViewProps extends PanelHandlers {
  readonly picture: Picture;
  readonly group: Group;
  readonly geometry: GroupGeometry;
  readonly hidden: ReadonlySet<SeriesId>;
  readonly work: WorkKind;
  readonly theme: Theme;
  readonly hoverX: number | null;
  readonly streaming: boolean;
  readonly stale: boolean;
  readonly first: boolean;
}

/** Groups this far from the screen are drawn ahead. Pixels. */
const AHEAD = 600;

function BottomAxis({ picture, width }: { readonly picture: Picture; readonly width: number }): ReactElement {
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
      height={GEOMETRY.axis}
      aria-hidden="true"
    >
      <g ref={root} transform={`translate(${GEOMETRY.left},0)`} />
      <text className="jl-unit" x={GEOMETRY.left + width / 2} y={34} textAnchor="middle">
        {known ? xTitle(axis, ticks.unit) : ''}
      </text>
    </svg>
  );
}

/** The panels of one shard (or of the sum) over one x axis. Off the screen only its height is kept. */
export const GroupView = memo(function GroupView(props: GroupViewProps): ReactElement {
  const { picture, group, geometry, hoverX, stale, first } = props;
  const element = useRef<HTMLElement>(null);
  const { near, height } = useNearScreen(element, AHEAD, first);
  if (!near) {
    const panels = picture.panels.length;
    const guess = groupChrome(panels) + panels * geometry.plotHeight;
    return (
      <section
        ref={element}
        className="jl-group"
        style={{ height: height ?? guess }}
        aria-label={group.title}
      />
    );
  }
  const columns = picture.columns(group);
  const restName = picture.domain[1] < picture.extent[1] ? 'end of view' : 'last snapshot';
  const index = columns === null ? -1 : readIndex(columns, hoverX, picture.domain);
  const place = columns === null || index < 0 ? '' : placeText(columns, index);
  return (
    <section ref={element} className="jl-group" aria-label={group.title}>
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
            drag to zoom · double click: all · arrow keys: crosshair
          </span>
        )}
        <span className="jl-place">
          <span className="jl-place-name">{hoverX === null ? restName : 'crosshair'}</span> {place}
        </span>
      </header>
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
          hoverX={hoverX}
          streaming={props.streaming}
          onHover={props.onHover}
          onZoom={props.onZoom}
          announce={props.announce}
        />
      ))}
      <BottomAxis picture={picture} width={geometry.plotWidth} />
    </section>
  );
});
