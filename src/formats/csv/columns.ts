/** Which columns a format has, how a header names them, and the plan a row is read by. */

/** A whole number, a probe name, or nothing we need. */
export const FIELD_SKIP = 0;
export const FIELD_NUMBER = 1;
export const FIELD_PROBE = 2;

export interface ColumnSpec {
  /** Names a header may use, in lower case; the first is the usual one. */
  readonly names: readonly string[];
  readonly kind: typeof FIELD_SKIP | typeof FIELD_NUMBER | typeof FIELD_PROBE;
  /** Where a number goes: words 2 * slot (low) and 2 * slot + 1 (high). */
  readonly slot: number;
  /** A header without this column is not this format's. */
  readonly required: boolean;
  /** May hold hexadecimal digits without 0x. */
  readonly address?: boolean;
}

export interface TableSpec {
  /** How sentences call the format. */
  readonly label: string;
  /** In the usual order. */
  readonly columns: readonly ColumnSpec[];
  /** True for a row without header that can be nothing but this format's. Fields are trimmed. */
  readonly looksLikeRow: (fields: readonly string[]) => boolean;
}

/** How to read a row: column by column. `columns[i]` is undefined where the header has a name we do not know. */
export interface RowPlan {
  readonly columns: readonly (ColumnSpec | undefined)[];
  readonly kinds: Uint8Array;
  readonly slots: Uint8Array;
  /** Unknown header names. */
  readonly unknown: readonly string[];
  readonly usualOrder: boolean;
}

export function usualPlan(spec: TableSpec): RowPlan {
  return makePlan(spec, spec.columns, []);
}

/** The plan a header line asks for, or null when it is not a header of this format. */
export function planOfHeader(spec: TableSpec, fields: readonly string[]): RowPlan | null {
  const names = fields.map((field) => field.toLowerCase());
  const unknown: string[] = [];
  const taken = new Set<ColumnSpec>();
  const columns = names.map((name, i) => {
    const column = spec.columns.find((c) => c.names.includes(name) && !taken.has(c));
    if (column === undefined) unknown.push(fields[i] ?? '');
    else taken.add(column);
    return column;
  });
  if (spec.columns.some((column) => column.required && !taken.has(column))) return null;
  // A header that stops early does not hide the columns that rows may have after it.
  if (columns.length < spec.columns.length && columns.every((column, i) => column === spec.columns[i]))
    return usualPlan(spec);
  return makePlan(spec, columns, unknown);
}

/** A row's fields as they would stand under the usual header. */
export function fieldsInUsualOrder(spec: TableSpec, plan: RowPlan, fields: readonly string[]): string[] {
  return spec.columns
    .map((column) => plan.columns.indexOf(column))
    .filter((at) => at >= 0)
    .map((at) => fields[at] ?? '');
}

function makePlan(
  spec: TableSpec,
  columns: readonly (ColumnSpec | undefined)[],
  unknown: readonly string[],
): RowPlan {
  return {
    columns,
    kinds: Uint8Array.from(columns, (column) => column?.kind ?? FIELD_SKIP),
    slots: Uint8Array.from(columns, (column) => column?.slot ?? 0),
    unknown,
    usualOrder: columns.every((column, i) => column === spec.columns[i]),
  };
}
