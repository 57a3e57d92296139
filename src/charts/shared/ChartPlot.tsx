/** The part of a picture that takes pointer and keys. */
import './chart.css';
import type { HTMLAttributes, KeyboardEvent, ReactElement, Ref } from 'react';

type OwnAttributes =
  | 'role'
  | 'tabIndex'
  | 'onKeyDown'
  | 'aria-label'
  | 'aria-roledescription'
  | 'dangerouslySetInnerHTML';

export interface ChartPlotProps extends Omit<HTMLAttributes<HTMLDivElement>, OwnAttributes> {
  /** What the picture is, and what the keys do. */
  readonly label: string;
  /** What it is called when it is spoken of; default `chart`. */
  readonly kind?: string;
  /** `application` where nearly all keys mean something. */
  readonly role?: 'group' | 'application';
  /** A key pressed without Ctrl, Alt or Meta; true where it did something, which the page then does not do as well. */
  readonly onKey: (event: KeyboardEvent<HTMLDivElement>) => boolean;
  readonly ref?: Ref<HTMLDivElement>;
}

export function ChartPlot({
  label,
  kind = 'chart',
  role = 'group',
  className = 'jl-chart-plot',
  onKey,
  children,
  ...attributes
}: ChartPlotProps): ReactElement {
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return;
    if (onKey(event)) event.preventDefault();
  };
  return (
    // A picture that takes keys: no HTML element stands for that.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      {...attributes}
      className={className}
      role={role}
      aria-roledescription={kind}
      aria-label={label}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      {children}
    </div>
  );
}

export interface PlotLineProps {
  /** Where one reads, or where the time cursor stands. */
  readonly kind: 'crosshair' | 'cursor';
  /** Pixels in the SVG, as are `top` and `bottom`. */
  readonly x: number;
  readonly top: number;
  readonly bottom: number;
}

/** An upright line over the marks of a plot. */
export function PlotLine({ kind, x, top, bottom }: PlotLineProps): ReactElement {
  return <line className={`jl-${kind}`} x1={x} x2={x} y1={top} y2={bottom} />;
}

/** What a key has led to, spoken and not seen. */
export function Spoken({ text }: { readonly text: string }): ReactElement {
  return (
    <p className="jl-spoken" aria-live="polite">
      {text}
    </p>
  );
}
