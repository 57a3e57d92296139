import { CURRENT, findPin, type Pin, type Side, shownSides } from '../../../state/pins.js';
import { isStale, type Run } from '../../../state/results.js';
import { usePins, useResults, useView } from '../../app-context.js';
import { pinName, settingsLabel } from './run-label.js';

/** A run on one of the two sides. */
export interface SideRun {
  readonly side: Side;
  /** Null where it is the current run. */
  readonly pin: Pin | null;
  /** Null until it is there. */
  readonly run: Run | null;
  /** The current run, and it answers older settings. */
  readonly stale: boolean;
}

export interface SidePair {
  readonly a: SideRun;
  readonly b: SideRun | null;
}

/** Names of the two sides in the picture; where they are of different traces, with these. */
export function pairNames({ a, b }: SidePair): { readonly a: string; readonly b: string } {
  const traces = [a, b].map((side) => side?.run?.fileName ?? side?.pin?.trace.name ?? '');
  const nameOf = (side: SideRun | null, trace: string): string => {
    if (side === null) return '';
    const { pin, run } = side;
    const name =
      pin === null
        ? `current: ${run === null ? '' : run.inputs === null ? 'measured' : settingsLabel(run.inputs)}`
        : `#${pin.number} ${pinName(pin)}`;
    return traces[0] === traces[1] ? name : `${name}, ${trace}`;
  };
  return { a: nameOf(a, traces[0] ?? ''), b: nameOf(b, traces[1] ?? '') };
}

/** The two runs that the shown view lays over each other. */
export function usePair(): SidePair {
  const current = useResults(({ run }) => run);
  const stale = useResults(isStale);
  const replayView = useView((view) => view.replayView);
  const chosen = usePins((pins) => pins);
  const { a, b } = shownSides(chosen, { replayView });
  const sideOf = (side: Side): SideRun => {
    const pin = side === CURRENT ? null : findPin(chosen, side);
    if (pin === null) return { side: CURRENT, pin, run: current, stale };
    return { side, pin, run: pin.run, stale: false };
  };
  return { a: sideOf(a), b: b === null ? null : sideOf(b) };
}

/** Of one trace, so that equal places are the same events. Of which trace a measured run is nobody can tell. */
export function sameTrace(one: Run | null, other: Run | null): boolean {
  if (one === null || other === null || one.source === 'measured' || other.source === 'measured') return true;
  return one.fileId === other.fileId && one.eventsTotal === other.eventsTotal;
}
