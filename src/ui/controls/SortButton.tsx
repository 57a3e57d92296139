import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactElement } from 'react';
import { ariaSort, nextSort, type TableSort } from './sorting.js';

/** The head of a column that can be sorted; stands in the cell that has `aria-sort`. */
export function SortButton({
  column,
  title,
  help,
  falls,
  sort,
  onSort,
}: {
  readonly column: string;
  readonly title: string;
  readonly help: string;
  /** The column's own way: numbers fall. */
  readonly falls: boolean;
  readonly sort: TableSort;
  readonly onSort: (sort: TableSort) => void;
}): ReactElement {
  const sorted = ariaSort(column, sort, falls);
  const Arrow = sorted === 'descending' ? ArrowDown : ArrowUp;
  return (
    <button type="button" title={help} onClick={() => onSort(nextSort(column, sort))}>
      {sorted !== 'none' && <Arrow size={11} aria-hidden />}
      {title}
    </button>
  );
}
