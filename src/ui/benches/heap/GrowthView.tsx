import { Button, SegmentedControl, useComputedColorScheme } from '@mantine/core';
import { type ReactElement, useMemo, useState } from 'react';
import { exportGrowthSvg, Growth, type GrowthLine } from '../../../charts/growth/Growth.js';
import { formatSigned, formatValue } from '../../../charts/shared/unit.js';
import { profilesOf } from '../../../state/files.js';
import { groupFiles, selectName, setHeap, unitOf } from '../../../state/heap-inputs.js';
import { type Series, seriesOf } from '../../../state/run-heap.js';
import type { GrowthAnswer, GrowthRequest } from '../../../workers/heap.api.js';
import { useApp, useFiles, useHeap, useHeapResults } from '../../app-context.js';
import { sortedRows, type TableSort } from '../../controls/sorting.js';
import { DataTable, type TableColumn } from '../../controls/DataTable.js';
import { Loading } from './Loading.js';
import { NameCell } from './NameCell.js';
import { type Picture, usePicture } from './pictures.js';
import { growthCsv } from './table-csv.js';
import { TrySeries } from './TrySeries.js';
import { errorText } from './words.js';

/** A series of one process: what grows, how fast, and whether that is more than noise. */
export function GrowthView(): ReactElement {
  const { files, heap } = useApp();
  const count = useFiles((state) => profilesOf(state).length);
  const group = useHeap((state) => state.group);
  const all = useFiles((state) => state);
  const series = useMemo(() => seriesOf(all, { group }), [all, group]);
  const request = useHeapResults((results) => results.growth.request);
  const answer = useHeapResults((results) => results.growth.answer);
  const error = useHeapResults((results) => results.growth.error);
  if (series === null) {
    return (
      <div className="ui-heap-words">
        <h2>Growth over a series</h2>
        <p>
          Several dumps of one process, one after the other, show what grows: a leak is a line that never
          comes down. jemalloc writes such a series by itself with <code>lg_prof_interval:30</code>.
        </p>
        {count > 1 ? (
          <Button
            size="xs"
            onClick={() =>
              groupFiles(heap, { kind: 'series', files: profilesOf(files.getState()).map(({ id }) => id) })
            }
          >
            Take the {count} open dumps as a series
          </Button>
        ) : (
          <>
            <p>Open two dumps or more.</p>
            <TrySeries />
          </>
        )}
      </div>
    );
  }
  if (error !== null) {
    return (
      <p className="ui-heap-error" role="alert">
        {error}
      </p>
    );
  }
  if (request === null || answer === null || answer.dumps !== series.names.length) return <Loading />;
  return <GrowthPicture request={request} answer={answer} series={series} />;
}

/** Lines drawn; more only hide each other. The table has them all. */
const MOST_LINES = 5;

interface PictureProps {
  readonly request: GrowthRequest;
  readonly answer: GrowthAnswer;
  readonly series: Series;
}

function GrowthPicture({ request, answer, series }: PictureProps): ReactElement {
  const { heap, opener } = useApp();
  const theme = useComputedColorScheme('light');
  const selected = useHeap((state) => state.inputs.selected);
  const search = useHeap((state) => state.inputs.search).toLowerCase();
  const axis = useHeap((state) => state.inputs.growthAxis);
  const [sort, setSort] = useState<TableSort>({ key: 'slope', reversed: false });
  const [hover, setHover] = useState<number | null>(null);
  const unit = unitOf(request.measure);
  const count = answer.dumps;
  const { times } = request;
  const columns = useMemo(() => columnsOf(answer, count, unit, times !== null), [answer, count, unit, times]);
  const rows = useMemo(() => {
    const all = Array.from(answer.names, (_, row) => row).filter(
      (row) => search === '' || (answer.names[row] ?? '').toLowerCase().includes(search),
    );
    return sortedRows(all, columns, sort);
  }, [answer, columns, sort, search]);
  const selectedRow = selected === null ? -1 : answer.names.indexOf(selected);
  const lines = useMemo(() => {
    const shown = distinctRows(rows, answer.values, count);
    // The selected one is always drawn.
    if (selectedRow >= 0 && !shown.includes(selectedRow)) shown.splice(MOST_LINES - 1, 1, selectedRow);
    return shown.map(
      (row): GrowthLine => ({
        key: row,
        name: answer.names[row] ?? '',
        values: answer.values.subarray(row * count, (row + 1) * count),
        variance: answer.variances.subarray(row * count, (row + 1) * count),
        slope: {
          value: answer.slopes[row] ?? Number.NaN,
          standardError: answer.slopeErrors[row] ?? Number.NaN,
        },
      }),
    );
  }, [rows, selectedRow, answer, count]);
  const x = useMemo(
    () => Float64Array.from({ length: count }, (_, index) => times?.[index] ?? index + 1),
    [count, times],
  );
  const picture = useMemo<Picture>(
    () => ({
      title: 'Growth',
      file: 'growth',
      svg: (title) =>
        exportGrowthSvg(
          {
            lines,
            unit,
            xKind: times === null ? 'index' : 'time',
            x,
            dumps: series.names,
            selectedKey: null,
            theme,
          },
          { title, details: [`${series.names.length} dumps`] },
        ),
      csv: () => growthCsv(answer, rows, series.names, unit, times !== null),
    }),
    [lines, unit, times, x, series, theme, answer, rows],
  );
  usePicture(picture);
  const choose = (row: number | null): void =>
    selectName(heap, row === null ? null : (answer.names[row] ?? null));
  return (
    <div className="ui-heap-split ui-heap-scroll">
      <div className="ui-heap-bar">
        <SegmentedControl
          size="xs"
          aria-label="Growth over"
          data={[
            { value: 'dump', label: 'dump number' },
            { value: 'time', label: 'file time', disabled: series.times === null },
          ]}
          value={series.times === null ? 'dump' : axis}
          onChange={(value) => setHeap(heap, { growthAxis: value === 'time' ? 'time' : 'dump' })}
        />
        <span className="ui-heap-dim">
          {series.times === null
            ? 'The times of these files give no order.'
            : 'File times are when each was written last.'}
        </span>
      </div>
      <div className="ui-heap-growth">
        <Growth
          lines={lines}
          unit={unit}
          xKind={times === null ? 'index' : 'time'}
          x={x}
          dumps={series.names}
          selectedKey={selectedRow < 0 ? null : selectedRow}
          theme={theme}
          label="Growth over the series"
          height={170}
          hoverDump={hover}
          onHover={setHover}
          onSelect={choose}
          onOpenDump={(dump) => {
            const id = series.files?.[dump];
            if (id !== undefined) opener.select(id);
          }}
        />
      </div>
      <p className="ui-heap-note">
        The first of the table are drawn, of equal lines one; sort it to draw others. Slope: a straight line
        through the dumps; z is how many standard errors it is from level.
      </p>
      <DataTable
        label="Growth"
        columns={columns}
        rows={rows}
        sort={sort}
        onSort={setSort}
        selectedRow={selectedRow < 0 ? null : selectedRow}
        onSelect={choose}
        empty="Nothing is left under these filters."
      />
    </div>
  );
}

/** The first rows whose lines differ: callers of one another often hold the very same. */
function distinctRows(rows: readonly number[], values: Float64Array, count: number): number[] {
  const drawn: number[] = [];
  const seen = new Set<string>();
  for (const row of rows) {
    if (drawn.length === MOST_LINES) break;
    const line = values.subarray(row * count, (row + 1) * count).join(' ');
    if (seen.has(line)) continue;
    seen.add(line);
    drawn.push(row);
  }
  return drawn;
}

const SECONDS_AN_HOUR = 3600;

function columnsOf(
  answer: GrowthAnswer,
  count: number,
  unit: 'bytes' | 'objects',
  byTime: boolean,
): readonly TableColumn[] {
  // Of times the answer is per second.
  const span = byTime ? SECONDS_AN_HOUR : 1;
  const slope = (row: number): number => span * (answer.slopes[row] ?? Number.NaN);
  const error = (row: number): number => span * (answer.slopeErrors[row] ?? Number.NaN);
  const value = (row: number, dump: number): number => answer.values[row * count + dump] ?? Number.NaN;
  const z = (row: number): number => slope(row) / error(row);
  return [
    {
      key: 'slope',
      title: byTime ? 'slope / hour' : 'slope / dump',
      help: byTime
        ? 'Growth in an hour, fitted over all dumps.'
        : 'Growth from one dump to the next, fitted over all.',
      width: 112,
      text: (row) => formatSigned(slope(row), unit),
      order: slope,
      faded: (row) => !(Math.abs(z(row)) >= 2),
    },
    {
      key: 'error',
      title: '± error',
      help: 'One standard error of the slope.',
      width: 92,
      text: (row) => errorText(error(row) ** 2, unit),
      faded: () => true,
    },
    {
      key: 'z',
      title: 'z',
      help: 'Slope in standard errors: within 2 it may be noise.',
      width: 58,
      text: (row) => (Number.isFinite(z(row)) ? z(row).toFixed(1).replace('-', '\u2212') : '–'),
      order: (row) => Math.abs(z(row)),
      faded: (row) => !(Math.abs(z(row)) >= 2),
    },
    {
      key: 'first',
      title: 'first',
      help: 'In the first dump.',
      width: 86,
      text: (row) => formatValue(value(row, 0), unit),
      order: (row) => value(row, 0),
    },
    {
      key: 'last',
      title: 'last',
      help: 'In the last dump.',
      width: 86,
      text: (row) => formatValue(value(row, count - 1), unit),
      order: (row) => value(row, count - 1),
    },
    {
      key: 'name',
      title: 'name (cum)',
      help: 'What the function and all it calls hold.',
      text: (row) => <NameCell name={answer.names[row] ?? ''} />,
      order: (row) => answer.names[row] ?? '',
      full: (row) => answer.names[row] ?? '',
    },
  ];
}
