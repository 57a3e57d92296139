import { useMemo } from 'react';
import type { Summary } from '../../../../engine/replay/summary.js';
import type { Run } from '../../../../state/results.js';
import { usePins, useResults, useView } from '../../../app-context.js';
import { sortedRows } from '../../../controls/sorting.js';
import { summaryOf } from '../summary-metrics.js';
import { useDrawnAxis } from '../use-drawn-axis.js';
import { type RunRow, runRows, sortColumns, sortOf } from './run-rows.js';
import type { RunsRange } from './runs-csv.js';

/** What the table sums up: whole runs, or the zoomed range where one is wanted and there is one. */
export function useRunsRange(): RunsRange {
  const zoom = useView((view) => (view.runsZoomed ? view.zoom : null));
  const shard = useView((view) => view.shard);
  const axis = useDrawnAxis();
  return useMemo(() => ({ zoom, axis, shard }), [zoom, axis, shard]);
}

/** The rows of the table, in their order. */
export function useRunRows(range: RunsRange): readonly RunRow[] {
  const current = useResults(({ run }) => run);
  const pins = usePins((state) => state.pins);
  const sort = useView((view) => view.runsSort);
  // Figures of pinned runs stay while the current one streams: a table's summary is made once for a range.
  const sums = useMemo(
    (): { readonly range: RunsRange; readonly of: WeakMap<object, Summary | null> } => ({
      range,
      of: new WeakMap(),
    }),
    [range],
  );
  const rows = useMemo(() => {
    const sumUp = (run: Run | null): Summary | null => {
      if (run === null) return null;
      let found = run.complete ? sums.of.get(run.table) : undefined;
      if (found === undefined) {
        found = summaryOf(run.table, sums.range.zoom, sums.range.axis, sums.range.shard);
        if (run.complete) sums.of.set(run.table, found);
      }
      return found;
    };
    return runRows(current, pins, sumUp);
  }, [current, pins, sums]);
  return useMemo(() => {
    const order = sortedRows([...rows.keys()], sortColumns(rows), sortOf(sort));
    return order.flatMap((row) => rows[row] ?? []);
  }, [rows, sort]);
}
