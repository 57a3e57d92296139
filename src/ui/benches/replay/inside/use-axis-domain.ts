import { useMemo } from 'react';
import { useInsideResults, useResults, useView } from '../../../app-context.js';
import { useDrawnAxis } from '../use-drawn-axis.js';

/** What the timelines show of their axis: the zoom, else the whole trace. */
export function useAxisDomain(): readonly [number, number] {
  const axis = useDrawnAxis();
  const wanted = useView((view) => view.axis);
  const zoom = useView((view) => view.zoom);
  const span = useResults((results) => results.run?.span ?? 0);
  const total = useInsideResults((results) => results.total);
  return useMemo(() => {
    if (zoom !== null && axis === wanted) return zoom;
    return [0, Math.max(1, axis === 'time' ? span : total)];
  }, [zoom, axis, wanted, span, total]);
}
