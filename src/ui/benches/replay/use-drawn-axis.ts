import { usableAxis } from '../../../charts/timelines/Timelines.js';
import type { Axis } from '../../../state/view.js';
import { useResults, useView } from '../../app-context.js';

/** The axis the charts draw: the chosen one, or events where the run has no clock. */
export function useDrawnAxis(): Axis {
  const wanted = useView((view) => view.axis);
  const table = useResults((results) => results.run?.table ?? null);
  return usableAxis(table, wanted);
}
