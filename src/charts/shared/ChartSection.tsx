/** A picture with its title and how to read it. */
import './chart.css';
import { type ReactElement, type ReactNode, useId, useRef } from 'react';
import { themeStyle } from './theme-style.js';
import type { Theme } from './palette.js';
import { useKnownWidth } from './use-element.js';

export interface ChartSectionProps {
  /** Of its family, beside the class of all charts. */
  readonly className: string;
  readonly theme: Theme;
  readonly title: string;
  /** How to read it. */
  readonly aid: string;
  /** Between the reading aid and the picture, such as a choice of what it shows. */
  readonly controls?: ReactNode;
  /** What is missing, where there is nothing to draw; else null. */
  readonly empty: string | null;
  /** Taken where there is no layout, so that the width cannot be known. Pixels. */
  readonly firstWidth: number;
  readonly children: (width: number) => ReactNode;
}

export function ChartSection(props: ChartSectionProps): ReactElement {
  const { className, theme, title, aid, controls, empty, firstWidth, children } = props;
  const root = useRef<HTMLElement>(null);
  const id = useId();
  // Drawn for another width first, a picture would be laid out twice in the frame that shows it.
  const width = useKnownWidth(root, firstWidth);
  return (
    <section
      ref={root}
      className={`jl-chart jl-chart-section ${className}`}
      style={themeStyle(theme)}
      aria-labelledby={id}
    >
      <h3 id={id}>{title}</h3>
      <p className="jl-chart-caption">{aid}</p>
      {controls}
      {empty !== null && <p className="jl-chart-empty">{empty}</p>}
      {empty === null && width !== null && children(width)}
    </section>
  );
}
