/** Rows as a table for people, or as CSV for programs. */

export type Cell = string | number;

/** Six digits, right-aligned numbers, left-aligned words; a dash for what is not a number. */
export function tableText(rows: readonly (readonly Cell[])[]): string {
  const texts = rows.map((row) => row.map(cellText));
  const widths = (texts[0] ?? []).map((_, column) =>
    Math.max(...texts.map((row) => (row[column] ?? '').length)),
  );
  const numeric = widths.map((_, column) => rows.slice(1).every((row) => typeof row[column] === 'number'));
  return texts
    .map((row) =>
      row
        .map((text, column) => {
          const width = widths[column] ?? 0;
          return numeric[column] === true ? text.padStart(width) : text.padEnd(width);
        })
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('');
}

function cellText(cell: Cell): string {
  if (typeof cell === 'string') return cell;
  if (!Number.isFinite(cell)) return '-';
  return Number.isSafeInteger(cell) ? String(cell) : String(Number(cell.toPrecision(6)));
}

/** All digits. Words here are our own and hold neither commas nor quotes, but are quoted where they would. */
export function csvText(rows: readonly (readonly Cell[])[]): string {
  const text = (cell: Cell): string => {
    if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : '';
    return /[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  };
  return rows.map((row) => `${row.map(text).join(',')}\n`).join('');
}
