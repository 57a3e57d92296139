import { type ReactElement, useMemo, useState } from 'react';
import { formatCount, formatPercent } from '../../../base/numbers.js';
import { formatValue, type HeapUnit } from '../../../charts/shared/unit.js';
import { selectName, unitOf } from '../../../state/heap-inputs.js';
import type { LookAnswer, LookRequest } from '../../../workers/heap.api.js';
import { useApp, useHeap } from '../../app-context.js';
import { sortedRows, type TableSort } from '../../controls/sorting.js';
import { DataTable, type TableColumn } from '../../controls/DataTable.js';
import { NameCell } from './NameCell.js';
import { errorText } from './words.js';

/** An estimate with an error of half its size or more tells little. */
const UNSURE = 0.5;

function unsure(value: number, variance: number): boolean {
  return !(Math.sqrt(variance) < UNSURE * Math.abs(value));
}

/** Share of the flat values of each row and all above it, by row. */
function runningShares(rows: readonly number[], flat: Float64Array, whole: number): Float64Array {
  const shares = new Float64Array(flat.length);
  let sum = 0;
  for (const row of rows) {
    sum += flat[row] ?? 0;
    shares[row] = sum / whole;
  }
  return shares;
}

function columnsOf(
  { top, tree }: LookAnswer,
  unit: HeapUnit,
  whole: number,
  running: () => Float64Array,
): readonly TableColumn[] {
  const at = (column: Float64Array, row: number): number => column[row] ?? Number.NaN;
  const name = (row: number): string => tree.names[top.name[row] ?? 0] ?? '';
  return [
    {
      key: 'flat',
      title: 'flat',
      help: 'Allocated by this one itself, callees left out.',
      width: 72,
      text: (row) => formatValue(at(top.flat, row), unit),
      order: (row) => at(top.flat, row),
      faded: (row) => at(top.flat, row) === 0,
    },
    {
      key: 'flat-error',
      title: '± flat',
      help: 'Standard error of flat: about two thirds of all dumps of this heap would be within it. Faded where it is half of the value or more.',
      width: 76,
      text: (row) => (at(top.flat, row) === 0 ? '' : errorText(at(top.flatVariance, row), unit)),
      order: (row) => at(top.flatVariance, row),
      faded: (row) => unsure(at(top.flat, row), at(top.flatVariance, row)),
    },
    {
      key: 'share',
      title: 'flat %',
      help: 'Share of flat in all that is shown.',
      width: 54,
      text: (row) => formatPercent(at(top.flat, row) / whole),
      faded: (row) => at(top.flat, row) === 0,
    },
    {
      key: 'sum',
      title: 'sum %',
      help: 'Flat % of this row and all rows above it.',
      width: 54,
      text: (row) => formatPercent(at(running(), row)),
      faded: (row) => at(top.flat, row) === 0,
    },
    {
      key: 'cum',
      title: 'cum',
      help: 'Allocated by this one and all it calls.',
      width: 72,
      text: (row) => formatValue(at(top.cum, row), unit),
      order: (row) => at(top.cum, row),
    },
    {
      key: 'cum-error',
      title: '± cum',
      help: 'Standard error of cum.',
      width: 76,
      text: (row) => errorText(at(top.cumVariance, row), unit),
      order: (row) => at(top.cumVariance, row),
      faded: (row) => unsure(at(top.cum, row), at(top.cumVariance, row)),
    },
    {
      key: 'cum-share',
      title: 'cum %',
      help: 'Share of cum in all that is shown.',
      width: 54,
      text: (row) => formatPercent(at(top.cum, row) / whole),
    },
    {
      key: 'samples',
      title: 'samples',
      help: 'Samples behind cum, about: the fewer, the less sure.',
      width: 60,
      text: (row) => formatCount(Math.round(at(top.samples, row))),
      order: (row) => at(top.samples, row),
    },
    {
      key: 'name',
      title: 'name',
      help: 'Function, line, file or address, as chosen above.',
      text: (row) => <NameCell name={name(row)} />,
      order: (row) => name(row),
      full: name,
    },
  ];
}

/** Rows that hold anything, those of most cum first, which decides among equals. */
function shownRows({ top }: LookAnswer): number[] {
  const rows = Array.from(top.name, (_, row) => row).filter(
    (row) => top.flat[row] !== 0 || top.cum[row] !== 0,
  );
  return rows.sort((a, b) => (top.cum[b] as number) - (top.cum[a] as number));
}

const BY_FLAT: TableSort = { key: 'flat', reversed: false };

/** All functions (lines, files, addresses) with what they hold; pressing one selects it in all views. */
export function TopTable({
  answer,
  request,
  filter,
}: {
  readonly answer: LookAnswer;
  readonly request: LookRequest;
  /** Only names that contain it, in any case. */
  readonly filter: string;
}): ReactElement {
  const { heap } = useApp();
  const selected = useHeap((state) => state.inputs.selected);
  const [sort, setSort] = useState<TableSort>(BY_FLAT);
  const unit = unitOf(request.measure);
  const { columns, all } = useMemo(() => {
    const { top } = answer;
    let running: Float64Array = new Float64Array(0);
    let whole = 0;
    for (const value of top.flat) whole += value;
    const columns = columnsOf(answer, unit, whole, () => running);
    const all = sortedRows(shownRows(answer), columns, sort);
    running = runningShares(all, top.flat, whole);
    return { columns, all };
  }, [answer, unit, sort]);
  const rows = useMemo(() => {
    if (filter === '') return all;
    const wanted = filter.toLowerCase();
    const { top, tree } = answer;
    return all.filter((row) => (tree.names[top.name[row] ?? 0] ?? '').toLowerCase().includes(wanted));
  }, [all, answer, filter]);
  const selectedRow = useMemo(() => {
    if (selected === null) return null;
    const name = answer.tree.names.indexOf(selected);
    const row = answer.top.name.indexOf(name);
    return row < 0 ? null : row;
  }, [answer, selected]);
  return (
    <DataTable
      label="Top table"
      columns={columns}
      rows={rows}
      sort={sort}
      onSort={setSort}
      selectedRow={selectedRow}
      onSelect={(row) => selectName(heap, answer.tree.names[answer.top.name[row] ?? 0] ?? null)}
      empty={filter === '' ? 'Nothing is left under these filters.' : 'No name contains the text looked for.'}
    />
  );
}
