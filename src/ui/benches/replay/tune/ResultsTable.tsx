import { Switch } from '@mantine/core';
import { type ReactElement, useId, useMemo, useState } from 'react';
import { formatCount, formatMilliseconds } from '../../../../base/numbers.js';
import { describeOption } from '../../../../engine/replay/options.js';
import { describeFigure, type FigureName, FIGURES } from '../../../../engine/tuning/figures.js';
import { ROW_MISSES_LIMIT, ROW_ON_FRONT, ROW_PARTIAL } from '../../../../state/sweep-columns.js';
import type { SweepRun } from '../../../../state/sweep-results.js';
import { DataTable, type TableColumn } from '../../../controls/DataTable.js';
import { sortedRows, type TableSort } from '../../../controls/sorting.js';
import { useLinks, useObjectives } from './use-sweep-model.js';
import { figureText, optionText, runName } from './words.js';

/** All runs, sortable by every option and figure. */
export function ResultsTable({ run }: { readonly run: SweepRun }): ReactElement {
  const objectives = useObjectives(run);
  const links = useLinks();
  const id = useId();
  const [chosen, setSort] = useState<TableSort | null>(null);
  const [onlyFront, setOnlyFront] = useState(false);
  const { table, results, spec } = run;
  const sort = chosen ?? (spec.method.kind === 'halving' ? PARTS_LAST : IN_ORDER);
  const columns = useMemo(() => columnsOf(run, objectives), [run, objectives]);
  const rows = useMemo(
    () => sortedRows(rowsOf(table, onlyFront), columns, sort),
    [table, columns, sort, onlyFront],
  );
  const partial = results.some(({ whole }) => !whole);
  return (
    <section className="ui-tune-table" aria-labelledby={id}>
      <div className="ui-tune-table-head">
        <h3 id={id}>All runs</h3>
        <Switch
          size="xs"
          label="only the front"
          checked={onlyFront}
          onChange={(event) => setOnlyFront(event.currentTarget.checked)}
        />
        <span className="ui-tune-dim">
          {formatCount(rows.length)} shown
          {spec.method.kind === 'halving' && partial
            ? '; figures of “part” are of the first events only, and sort last'
            : ''}
        </span>
      </div>
      <div className="ui-tune-table-box">
        <DataTable
          label="Runs of the sweep"
          columns={columns}
          rows={rows}
          sort={sort}
          onSort={setSort}
          selectedRow={links.selected}
          onSelect={(row) => links.onSelect(row, false)}
          empty={onlyFront ? 'No run is on the front.' : 'No run has ended yet.'}
        />
      </div>
    </section>
  );
}

const IN_ORDER: TableSort = { key: 'run', reversed: false };
const PARTS_LAST: TableSort = { key: 'stands', reversed: false };

type Standing = 'front' | 'beaten' | 'limit' | 'part';
const RANKS: Readonly<Record<Standing, number>> = { front: 3, beaten: 2, limit: 1, part: 0 };

function standing(status: number): Standing {
  if ((status & ROW_PARTIAL) !== 0) return 'part';
  if ((status & ROW_MISSES_LIMIT) !== 0) return 'limit';
  return (status & ROW_ON_FRONT) === 0 ? 'beaten' : 'front';
}

function columnsOf(run: SweepRun, objectives: readonly FigureName[]): readonly TableColumn[] {
  const { table, results, spec } = run;
  const value = (key: string, row: number): number => table.columns[key]?.[row] ?? Number.NaN;
  const isPart = (row: number): boolean => standing(table.status[row] ?? 0) === 'part';
  const others = FIGURES.map(({ name }) => name).filter((name) => !objectives.includes(name));
  return [
    {
      key: 'run',
      title: 'run',
      help: 'In the plan’s order.',
      text: (row) => {
        const result = results[row];
        return result === undefined ? '' : runName(result);
      },
      // Numbers fall, and ids are to rise.
      order: (row) => -(results[row]?.point.id ?? 0),
    },
    {
      key: 'stands',
      title: 'stands',
      help: 'front: no other run beats it. limit: it misses one. part: it ran on a part of the trace.',
      width: 76,
      text: (row) => standing(table.status[row] ?? 0),
      order: (row) => RANKS[standing(table.status[row] ?? 0)],
    },
    ...spec.axes.map(
      ({ option }): TableColumn => ({
        key: option,
        title: describeOption(option).label,
        help: describeOption(option).help,
        width: Math.max(84, describeOption(option).label.length * 7 + 24),
        text: (row) => optionText(option, value(option, row)),
        order: (row) => value(option, row),
      }),
    ),
    ...[...objectives, ...others].map(
      (name): TableColumn => ({
        key: name,
        title: describeFigure(name).label,
        help: describeFigure(name).help,
        width: Math.max(84, describeFigure(name).label.length * 7 + 24),
        text: (row) => figureText(name, value(name, row)),
        // Figures of a part of the trace are no rivals to those of the whole.
        order: (row) => (isPart(row) ? Number.NaN : value(name, row)),
        faded: (row) => isPart(row) || !objectives.includes(name),
      }),
    ),
    ...(spec.method.kind === 'halving'
      ? [
          {
            key: 'events',
            title: 'events',
            help: 'Events of the trace that were replayed: the figures are of these.',
            width: 92,
            text: (row: number) => formatCount(results[row]?.events ?? Number.NaN),
            order: (row: number) => results[row]?.events ?? 0,
            faded: isPart,
          },
        ]
      : []),
    {
      key: 'milliseconds',
      title: 'took',
      help: 'Time that the replay took.',
      width: 84,
      text: (row) => formatMilliseconds(results[row]?.milliseconds ?? Number.NaN),
      order: (row) => results[row]?.milliseconds ?? 0,
      faded: () => true,
    },
  ];
}

/** Rows before they are sorted. */
function rowsOf({ rows, status }: SweepRun['table'], onlyFront: boolean): readonly number[] {
  const shown: number[] = [];
  for (let row = 0; row < rows; row += 1)
    if (!onlyFront || ((status[row] ?? 0) & ROW_ON_FRONT) !== 0) shown.push(row);
  return shown;
}
