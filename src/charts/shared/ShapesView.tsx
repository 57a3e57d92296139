import { memo, type ReactElement } from 'react';
import { MIDDLE, type Shape } from './shapes.js';

export interface ShapesViewProps {
  readonly shapes: readonly Shape[];
}

/** Marks of a layout as SVG elements. */
export const ShapesView = memo(function ShapesView({ shapes }: ShapesViewProps): ReactElement {
  return (
    <g>
      {shapes.map((shape, i) =>
        shape.kind === 'path' ? (
          <path
            // A layout is drawn whole: the place in it is what identifies a mark.
            // oxlint-disable-next-line react/no-array-index-key
            key={i}
            d={shape.d}
            fill={shape.fill ?? 'none'}
            stroke={shape.stroke}
            strokeWidth={shape.stroke === undefined ? undefined : (shape.width ?? 1)}
            strokeDasharray={shape.dash}
            opacity={shape.opacity}
          />
        ) : (
          <text
            // oxlint-disable-next-line react/no-array-index-key
            key={i}
            x={shape.x}
            y={shape.y}
            dy={MIDDLE}
            style={{ fill: shape.fill, ...(shape.bold === true ? { fontWeight: 600 } : {}) }}
            textAnchor={shape.anchor}
          >
            {shape.title !== undefined && <title>{shape.title}</title>}
            {shape.text}
          </text>
        ),
      )}
    </g>
  );
});
