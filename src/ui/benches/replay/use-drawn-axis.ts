import { useEffect, useRef } from 'react';
import { usableAxis } from '../../../charts/timelines/Timelines.js';
import type { Axis } from '../../../state/view.js';
import { useApp, useView } from '../../app-context.js';
import { usePair } from './use-pair.js';

/** The axis the charts draw: the chosen one, or events where a run that is shown has no clock. */
export function useDrawnAxis(): Axis {
  const wanted = useView((view) => view.axis);
  const { a, b } = usePair();
  return usableAxis(a.run?.table ?? null, wanted, b?.run?.table ?? null);
}

/** A zoom is in the units of the axis it was made on: where a run without a clock takes that axis away, the zoom goes, too. */
export function useZoomOfAxis(): void {
  const { view } = useApp();
  const wanted = useView(({ axis }) => axis);
  const drawn = useDrawnAxis();
  const before = useRef({ wanted, drawn });
  useEffect(() => {
    const lost = before.current.wanted === wanted && before.current.drawn !== drawn;
    before.current = { wanted, drawn };
    if (lost) view.setState({ zoom: null });
  }, [view, wanted, drawn]);
}
