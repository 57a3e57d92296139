/** Pictures in sight follow the sliders at once; the others when that is done, so that they never hold a slider up. */
import {
  type ReactElement,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useNearScreen } from '../../../charts/shared/use-element.js';
import { createInTurn } from '../../../state/in-turn.js';
import type { SamplingResults } from '../../../state/sampling-results.js';
import { useApp } from '../../app-context.js';
import { whenIdle } from '../../when-idle.js';

/** Pixels above and below the screen that count as on it. */
const MARGIN = 100;

export interface InTurnProps<Part> {
  /** What the picture shows of the results, and whether two of it look the same. Both must stay the same functions. */
  readonly select: (results: SamplingResults) => Part;
  readonly same: (one: Part, other: Part) => boolean;
  readonly children: (part: Part) => ReactNode;
}

export function InTurn<Part>({ select, same, children }: InTurnProps<Part>): ReactElement {
  const { results } = useApp().sampling;
  const place = useRef<HTMLDivElement>(null);
  const { near } = useNearScreen(place, MARGIN, false);
  const [turn] = useState(() => createInTurn(results, select, same, whenIdle));
  const part = useSyncExternalStore(turn.subscribe, turn.get);
  useLayoutEffect(() => turn.setInSight(near), [turn, near]);
  return <div ref={place}>{children(part)}</div>;
}
