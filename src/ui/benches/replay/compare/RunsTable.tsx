import { Button, SegmentedControl } from '@mantine/core';
import { Download } from 'lucide-react';
import type { ReactElement } from 'react';
import { formatBytes } from '../../../../base/numbers.js';
import type { Summary } from '../../../../engine/replay/summary.js';
import { baseName } from '../../../../state/exports.js';
import { pinnedBytes } from '../../../../state/pins.js';
import { linkable } from '../../../../state/pins-url.js';
import { useApp, useFiles, usePins, useResults, useView } from '../../../app-context.js';
import { saveDownload } from '../../../controls/download.js';
import { SortButton } from '../../../controls/SortButton.js';
import { ariaSort } from '../../../controls/sorting.js';
import { SUMMARY_METRICS } from '../summary-metrics.js';
import { usePair } from '../use-pair.js';
import { RunLine } from './RunLine.js';
import { type RunRow, sortOf, sortText } from './run-rows.js';
import { runsCsv, type RunsRange } from './runs-csv.js';
import { UnpinUndo } from './UnpinUndo.js';
import { useRunRows, useRunsRange } from './use-run-rows.js';

/** Widths of the figures' columns in CSS pixels: bytes and large counts need more, so that none is ever cut. */
const FIGURE_WIDTH = 58;
const WIDTHS: Partial<Record<keyof Summary, number>> = {
  peakPageslabs: 56,
  meanPageslabs: 56,
  peakDirtyBytes: 66,
  meanDirtyBytes: 66,
  fragmentation: 68,
  purgeCalls: 62,
  purgedPages: 70,
  hugifies: 52,
};

/** The current run and all pinned ones, with the figures of each and how far they are from B's. */
export function RunsTable(): ReactElement {
  const { view } = useApp();
  const range = useRunsRange();
  const rows = useRunRows(range);
  const sort = sortOf(useView(({ runsSort }) => runsSort));
  const onSort = (next: typeof sort): void => view.setState({ runsSort: sortText(next) });
  const { a, b } = usePair();
  const reference = b === null ? null : (rows.find(({ side }) => side === b.side) ?? null);
  const head = { sort, onSort };
  const traces = new Set(rows.map(({ trace }) => trace)).size > 1;
  return (
    <section className="ui-runs" aria-label="Compared runs">
      {/* It scrolls; a scrolling region must be reachable by keys. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="ui-runs-scroll" tabIndex={0} role="group" aria-label="Table of runs">
        <table>
          <colgroup>
            <col className="ui-runs-sides" />
            <col className="ui-runs-number" />
            <col />
            {SUMMARY_METRICS.map(({ key }) => (
              <col key={key} style={{ width: WIDTHS[key] ?? FIGURE_WIDTH }} />
            ))}
            <col className="ui-runs-actions" />
          </colgroup>
          <thead>
            <tr>
              <th scope="col" className="ui-runs-sides">
                show
              </th>
              <th scope="col" className="ui-runs-number" aria-sort={turned(ariaSort('number', sort, true))}>
                <SortButton
                  column="number"
                  title="#"
                  help="In the order they were pinned."
                  falls={false}
                  {...head}
                />
              </th>
              <th scope="col" className="ui-runs-name" aria-sort={ariaSort('name', sort, false)}>
                <SortButton
                  column="name"
                  title="run"
                  help="Name or settings, and the trace."
                  falls={false}
                  {...head}
                />
              </th>
              {SUMMARY_METRICS.map(({ key, label, help }) => (
                <th key={key} scope="col" aria-sort={ariaSort(key, sort, true)}>
                  <SortButton column={key} title={label} help={help} falls {...head} />
                </th>
              ))}
              <th scope="col" className="ui-runs-actions">
                <span className="ui-sr-only">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <RunLine
                key={row.side}
                row={row}
                sides={sidesOf(row, a.side, b?.side ?? null)}
                traces={traces}
                reference={reference?.side === row.side ? null : (reference?.summary ?? null)}
                zoomed={range.zoom !== null}
              />
            ))}
          </tbody>
        </table>
      </div>
      <Foot rows={rows} range={range} reference={reference} />
    </section>
  );
}

/** Runs rise by number, though numbers fall elsewhere. */
function turned(sort: ReturnType<typeof ariaSort>): ReturnType<typeof ariaSort> {
  return sort === 'none' ? sort : sort === 'ascending' ? 'descending' : 'ascending';
}

function sidesOf(row: RunRow, a: string, b: string | null): 'a' | 'b' | null {
  return row.side === a ? 'a' : row.side === b ? 'b' : null;
}

/** What the small figures are, memory, range, and what can be done with all runs at once. */
function Foot({
  rows,
  range,
  reference,
}: {
  readonly rows: readonly RunRow[];
  readonly range: RunsRange;
  readonly reference: RunRow | null;
}): ReactElement {
  const { pins: store, view } = useApp();
  const bytes = usePins(pinnedBytes);
  const canUndo = usePins(({ removed }) => removed !== null);
  const zoomed = useView((state) => state.zoom !== null);
  const name = useResults(({ run }) => baseName(run?.fileName ?? 'replay'));
  const onBench = useFiles(({ selected }) => selected);
  const unlinked = usePins(({ pins }) => pins.length - linkable(pins, onBench).length);
  const save = (): void => {
    saveDownload({ name: `${name}.runs.csv`, blob: new Blob([runsCsv(rows, range)], { type: 'text/csv' }) });
  };
  return (
    <div className="ui-runs-foot">
      <SegmentedControl
        size="xs"
        aria-label="Figures of"
        data={[
          { value: 'whole', label: 'whole runs' },
          { value: 'zoom', label: 'zoomed range', disabled: !zoomed },
        ]}
        value={range.zoom === null ? 'whole' : 'zoom'}
        onChange={(value) => view.setState({ runsZoomed: value === 'zoom' })}
      />
      <p>
        {reference === null ? 'Choose a B to see differences to it.' : 'Small figures: difference to B.'} Pins
        take {formatBytes(bytes)}
        {unlinked === 0 ? '.' : `; ${unlinked} not in the link, which holds no files.`}
      </p>
      <span className="ui-spacer" />
      {canUndo && <UnpinUndo />}
      <Button size="compact-xs" variant="default" onClick={() => store.unpinAll()}>
        Unpin all
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<Download size={14} aria-hidden />}
        onClick={save}
      >
        Save CSV
      </Button>
    </div>
  );
}
