import { CURRENT, findPin, type Pin, type Side, shownSides } from '../../../state/pins.js';
import { isStale, type Run } from '../../../state/results.js';
import { usePins, useResults, useView } from '../../app-context.js';
import { pinLabel, settingsLabel } from './run-label.js';

/** A run on one of the two sides. */
export interface SideRun {
  readonly side: Side;
  /** Null where it is the current run. */
  readonly pin: Pin | null;
  /** Null until it is there. */
  readonly run: Run | null;
  readonly label: string;
  /** The current run, and it answers older settings. */
  readonly stale: boolean;
}

export interface SidePair {
  readonly a: SideRun;
  readonly b: SideRun | null;
}

/** The current run's name beside those of pinned ones. */
export function currentLabel(run: Run | null): string {
  if (run === null) return 'current run';
  return `current: ${run.inputs === null ? 'measured' : settingsLabel(run.inputs)}, ${run.fileName}`;
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
    if (pin === null) return { side: CURRENT, pin, run: current, label: currentLabel(current), stale };
    return { side, pin, run: pin.run, label: pinLabel(pin), stale: false };
  };
  return { a: sideOf(a), b: b === null ? null : sideOf(b) };
}

/** Of one trace, so that equal places are the same events. Of which trace a measured run is nobody can tell. */
export function sameTrace(one: Run | null, other: Run | null): boolean {
  if (one === null || other === null || one.source === 'measured' || other.source === 'measured') return true;
  return one.fileId === other.fileId && one.eventsTotal === other.eventsTotal;
}
