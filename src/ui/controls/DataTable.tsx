import {
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useMemo,
  useRef,
} from 'react';
import { SortButton } from './SortButton.js';
import { ariaSort, type TableSort } from './sorting.js';
import { pageOfRows, rowAfter, rowBox, useTableRows } from './table-rows.js';

export interface TableColumn {
  readonly key: string;
  readonly title: string;
  /** What the numbers are, in a sentence. */
  readonly help: string;
  /** Width in CSS pixels; the column without one takes the rest. */
  readonly width?: number;
  readonly text: (row: number) => ReactNode;
  /** What rows are sorted by; numbers fall, text rises. Absent: the column cannot be sorted. */
  readonly order?: (row: number) => number | string;
  /** Numbers faded where they mean little. */
  readonly faded?: (row: number) => boolean;
  /** Full text, where the cell may cut it. */
  readonly full?: (row: number) => string;
}

export interface DataTableProps {
  readonly label: string;
  readonly columns: readonly TableColumn[];
  /** Rows in the order shown. */
  readonly rows: readonly number[] | Int32Array;
  readonly sort: TableSort;
  readonly onSort: (sort: TableSort) => void;
  readonly selectedRow: number | null;
  readonly onSelect: (row: number) => void;
  /** What to say where there are no rows. */
  readonly empty: string;
  /** Enter or a second press on the selected row. */
  readonly onOpen?: (row: number) => void;
}

const NAME_WIDTH = 160;

/** A table of any length: only the rows in sight are in the page. One stop for Tab; keys move the selected row. */
export function DataTable(props: DataTableProps): ReactElement {
  const { label, columns, rows, sort, onSort, selectedRow, onSelect, onOpen } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const place = useMemo(
    () => (selectedRow === null ? -1 : (rows as readonly number[]).indexOf(selectedRow)),
    [rows, selectedRow],
  );
  const virtual = useTableRows(scroller, rows.length);
  // A row that was selected elsewhere comes into sight.
  useEffect(() => {
    if (place >= 0) virtual.scrollToIndex(place, { align: 'auto' });
  }, [place, virtual]);

  const template = columns
    .map(({ width }) => (width === undefined ? `minmax(${NAME_WIDTH}px, 1fr)` : `${width}px`))
    .join(' ');
  const minWidth = columns.reduce((sum, { width }) => sum + (width ?? NAME_WIDTH), 0);
  const go = (to: number): void => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, to))];
    if (row !== undefined) onSelect(row);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const to = rowAfter(event.key, place, rows.length, pageOfRows(scroller.current));
    if (to !== null) go(to);
    else if (event.key === 'Enter' && selectedRow !== null) onOpen?.(selectedRow);
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={scroller}
      className="ui-table"
      role="grid"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length}
      aria-activedescendant={place >= 0 ? `${id}-${place}` : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div
        className="ui-table-head"
        role="row"
        aria-rowindex={1}
        style={{ gridTemplateColumns: template, minWidth }}
      >
        {columns.map((column) => (
          <HeadCell key={column.key} column={column} sort={sort} onSort={onSort} />
        ))}
      </div>
      {rows.length === 0 && <p className="ui-table-empty">{props.empty}</p>}
      <div className="ui-table-body" role="rowgroup" style={{ height: virtual.getTotalSize(), minWidth }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index] ?? 0;
          const selected = index === place;
          return (
            // Keys are handled by the grid, which has the focus.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
            <div
              key={row}
              id={`${id}-${index}`}
              className="ui-table-row"
              role="row"
              aria-rowindex={index + 2}
              aria-selected={selected}
              style={{ gridTemplateColumns: template, ...rowBox(start) }}
              onClick={() => (selected ? onOpen?.(row) : onSelect(row))}
            >
              {columns.map(({ key, width, text, faded, full }) => (
                <span
                  key={key}
                  role="gridcell"
                  className={width === undefined ? 'ui-table-name' : 'ui-table-number'}
                  data-faded={faded?.(row) === true ? 'true' : undefined}
                  title={full?.(row)}
                >
                  {text(row)}
                </span>
              ))}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function HeadCell({
  column,
  sort,
  onSort,
}: {
  readonly column: TableColumn;
  readonly sort: TableSort;
  readonly onSort: (sort: TableSort) => void;
}): ReactElement {
  const { key, title, help, width, order } = column;
  const className = width === undefined ? 'ui-table-name' : 'ui-table-number';
  const falls = width !== undefined;
  if (order === undefined) {
    return (
      <span role="columnheader" className={className} title={help}>
        {title}
      </span>
    );
  }
  return (
    <span role="columnheader" className={className} aria-sort={ariaSort(key, sort, falls)}>
      <SortButton column={key} title={title} help={help} falls={falls} sort={sort} onSort={onSort} />
    </span>
  );
}
