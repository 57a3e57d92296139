/** Pieces of presentation MathML as React elements: formulas are typeset by the browser itself. */
import { createElement, type ReactElement, type ReactNode } from 'react';

type Piece = ReactElement | string;

/** Text stands for itself: letters are variables, digits numbers, all else operators. */
function piece(part: Piece, key: number): ReactElement {
  if (typeof part !== 'string') return createElement('mrow', { key }, part);
  if (/^[\d.]+$/.test(part)) return createElement('mn', { key }, part);
  if (/^\p{L}+$/u.test(part)) return createElement('mi', { key }, part);
  return createElement('mo', { key }, part);
}

function row(parts: readonly Piece[]): ReactElement {
  return createElement('mrow', null, parts.map(piece));
}

export function seq(...parts: readonly Piece[]): ReactElement {
  return row(parts);
}

export function frac(top: ReactElement, bottom: ReactElement): ReactElement {
  return createElement('mfrac', null, top, bottom);
}

export function sup(base: Piece, exponent: ReactElement): ReactElement {
  return createElement('msup', null, row([base]), exponent);
}

export function sub(base: Piece, index: ReactElement): ReactElement {
  return createElement('msub', null, row([base]), index);
}

export function sqrt(under: ReactElement): ReactElement {
  return createElement('msqrt', null, under);
}

/** A sum over an index below it. */
export function sum(index: ReactElement): ReactElement {
  return createElement('munder', null, createElement('mo', { movablelimits: 'false' }, '∑'), index);
}

export function words(text: string): ReactElement {
  return createElement('mtext', null, text);
}

/** A formula on a line of its own. */
export function formula(...parts: readonly Piece[]): ReactElement {
  return createElement('math', { display: 'block' }, row(parts) as ReactNode);
}
