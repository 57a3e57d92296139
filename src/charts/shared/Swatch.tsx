import './swatch.css';
import type { CSSProperties, ReactElement } from 'react';
import type { ColourName } from './palette.js';

export interface SwatchProps {
  readonly colour: ColourName;
  readonly kind:
    | 'solid'
    | 'striped'
    | 'pale'
    | 'line'
    | 'higher-a'
    | 'higher-b'
    | 'higher-a-broken'
    | 'higher-b-broken';
}

/** A small piece of what the chart draws, beside its name. Takes its colour from the palette's custom properties. */
export function Swatch({ colour, kind }: SwatchProps): ReactElement {
  const style = { '--jl-swatch': `var(--jl-${colour})` } as CSSProperties;
  return <span className={`jl-swatch jl-swatch-${kind}`} style={style} aria-hidden="true" />;
}
