/** Order of a table's rows by one of its columns. */

export interface SortColumn {
  readonly key: string;
  /** What rows are sorted by; numbers fall, text rises. Absent: the column cannot be sorted. */
  readonly order?: (row: number) => number | string;
}

export interface TableSort {
  readonly key: string;
  /** Turned round from the column's own way. */
  readonly reversed: boolean;
}

/** Rows sorted by a column: numbers fall, unknown ones last, text rises; rows that are equal keep their order. */
export function sortedRows(
  rows: readonly number[],
  columns: readonly SortColumn[],
  { key, reversed }: TableSort,
): readonly number[] {
  const order = columns.find((column) => column.key === key)?.order;
  if (order === undefined) return rows;
  const keys = rows.map(order);
  const places = Uint32Array.from(rows.keys());
  const turn = reversed ? -1 : 1;
  // Hundreds of thousands of rows may be sorted here: numbers are compared as numbers, without asking what they are.
  if (keys.every((value): value is number => typeof value === 'number')) {
    const numbers = Float64Array.from(keys, (value) => (Number.isNaN(value) ? turn * -Infinity : value));
    places.sort((a, b) => turn * ((numbers[b] as number) - (numbers[a] as number)) || a - b);
  } else {
    const texts = keys.map(String);
    places.sort((a, b) => turn * compareText(texts[a] as string, texts[b] as string) || a - b);
  }
  return Array.from(places, (place) => rows[place] as number);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** What `aria-sort` says of a column. @param falls the column's own way: numbers fall */
export function ariaSort(key: string, sort: TableSort, falls: boolean): 'descending' | 'ascending' | 'none' {
  if (sort.key !== key) return 'none';
  return falls === !sort.reversed ? 'descending' : 'ascending';
}

/** The sort after its column's head was pressed: the column's own way first, then the other. */
export function nextSort(key: string, sort: TableSort): TableSort {
  return { key, reversed: sort.key === key ? !sort.reversed : false };
}
