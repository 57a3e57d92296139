import { Tooltip } from '@mantine/core';
import { type CSSProperties, memo, type ReactElement, useMemo } from 'react';
import { NO_NUMBER } from '../../../base/numbers.js';
import type { Summary } from '../../../engine/replay/summary.js';
import { isStale } from '../../../state/results.js';
import { useResults, useView } from '../../app-context.js';
import { SUMMARY_METRICS, summaryOf } from './summary-metrics.js';
import { useDrawnAxis } from './use-drawn-axis.js';
import { usePair } from './use-pair.js';

/** The few numbers of the current run, whole and in the zoomed range, each with its difference to the run laid over it. */
export function SummaryStrip(): ReactElement | null {
  const run = useResults((results) => results.run);
  const { b } = usePair();
  const stale = useResults(isStale);
  const zoom = useView((view) => view.zoom);
  const wanted = useView((view) => view.shard);
  // A link may name a shard that this run does not have: the charts then show all, and so do the numbers.
  const shard = run !== null && wanted !== null && wanted < run.table.shards ? wanted : null;
  const axis = useDrawnAxis();
  const table = run?.table ?? null;
  const other = b?.run?.table ?? null;
  const whole = useMemo(() => summaryOf(table, null, axis, shard), [table, axis, shard]);
  const wholeB = useMemo(() => summaryOf(other, null, axis, shard), [other, axis, shard]);
  const range = useMemo(
    () => (zoom === null ? null : summaryOf(table, zoom, axis, shard)),
    [table, zoom, axis, shard],
  );
  const rangeB = useMemo(
    () => (zoom === null ? null : summaryOf(other, zoom, axis, shard)),
    [other, zoom, axis, shard],
  );
  const weighted = whole?.weightedBy === 'events' ? 'Means are over events: there is no clock.' : null;
  return (
    <section
      className="ui-summary"
      aria-label="Summary"
      data-stale={stale || run?.complete === false}
      // The strip scrolls where the window is narrow; a scrolling region must be reachable by keys.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <table>
        <thead>
          <tr>
            <th scope="col">
              <span className="ui-sr-only">Part of the run</span>
            </th>
            {SUMMARY_METRICS.map(({ key, label, help, room: [usual, narrow] }) => (
              // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the label is in the tooltip's target
              <th
                key={key}
                scope="col"
                style={{ '--ui-metric': `${usual}px`, '--ui-metric-narrow': `${narrow}px` } as CSSProperties}
              >
                <Tooltip
                  label={weighted === null ? help : `${help} ${weighted}`}
                  multiline
                  w={260}
                  openDelay={250}
                >
                  <span className="ui-summary-label">{label}</span>
                </Tooltip>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <SummaryRow
            title={shard === null ? 'run' : `shard ${shard}`}
            summary={whole}
            reference={wholeB}
            compared={other !== null}
          />
          <SummaryRow title="range" summary={range} reference={rangeB} compared={other !== null} />
        </tbody>
      </table>
    </section>
  );
}

interface SummaryRowProps {
  readonly title: string;
  readonly summary: Summary | null;
  readonly reference: Summary | null;
  readonly compared: boolean;
}

const SummaryRow = memo(function SummaryRow({
  title,
  summary,
  reference,
  compared,
}: SummaryRowProps): ReactElement {
  return (
    <tr data-empty={summary === null}>
      <th scope="row">
        <span>{title}</span>
        {compared && summary !== null && <span className="ui-summary-change">vs B</span>}
      </th>
      {SUMMARY_METRICS.map(({ key, format, compare }) => {
        const value = summary === null ? Number.NaN : Number(summary[key]);
        return (
          <td key={key}>
            <span className="ui-summary-value">{summary === null ? NO_NUMBER : format(value)}</span>
            {compared && summary !== null && (
              <span className="ui-summary-change">
                {reference === null ? NO_NUMBER : compare(value, Number(reference[key]))}
              </span>
            )}
          </td>
        );
      })}
    </tr>
  );
});
