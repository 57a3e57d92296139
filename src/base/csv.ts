/** Cells of CSV files (RFC 4180). */

/** Numbers that are none (NaN) are empty cells; infinite ones are spelled out. */
export function csvNumber(value: number): string {
  return Number.isNaN(value) ? '' : String(Object.is(value, -0) ? 0 : value);
}

/**
 * Spreadsheets take cells for formulas that begin with = + - @ (or their wide forms), also behind blanks and line
 * ends: an apostrophe in front makes them text.
 */
export function csvText(text: string): string {
  const safe = guarded(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The text that {@link csvText} made a cell of, where the cell is read without its quotes. */
export function csvPlain(cell: string): string {
  return cell.startsWith("'") && guarded(cell.slice(1)) ? cell.slice(1) : cell;
}

function guarded(text: string): boolean {
  return /^[\s\p{Cc}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u.test(text);
}

/** A whole table with a head line, LF line ends. */
export function csvTable(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [head, ...rows]
    .map(
      (cells) =>
        `${cells.map((cell) => (typeof cell === 'number' ? csvNumber(cell) : csvText(cell))).join(',')}\n`,
    )
    .join('');
}
