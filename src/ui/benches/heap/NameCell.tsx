import type { ReactElement } from 'react';
import { plainText } from '../../../base/plain-text.js';

/** Longest name put into a row: one of 100 KB would only slow the page. */
const LONGEST = 400;

/** A name from a file as text: isolated, so that its direction marks cannot turn what stands beside it. */
export function NameCell({ name }: { readonly name: string }): ReactElement {
  if (name === '') return <span className="ui-heap-dim">(no frames)</span>;
  return <bdi>{shownName(name)}</bdi>;
}

export function shownName(name: string): string {
  return plainText(name.length > LONGEST ? `${name.slice(0, LONGEST)}…` : name);
}
