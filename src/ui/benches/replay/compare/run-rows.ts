/** The rows of the table of runs: the current run and the pinned ones, with their figures. Pure. */
import type { Summary } from '../../../../engine/replay/summary.js';
import { CURRENT, type Pin, type Side } from '../../../../state/pins.js';
import type { Run } from '../../../../state/results.js';
import type { SortColumn, TableSort } from '../../../controls/sorting.js';
import { distinguishingLabels, runLabel, settingsLabel } from '../run-label.js';
import { SUMMARY_METRICS } from '../summary-metrics.js';

export interface RunRow {
  readonly side: Side;
  /** Null for the current run. */
  readonly pin: Pin | null;
  /** Null until it is there. */
  readonly run: Run | null;
  readonly name: string;
  /** All that is known of it, for where the name is cut. */
  readonly full: string;
  /** File or sample the run is of. */
  readonly trace: string;
  /** Null where there is nothing to sum up. */
  readonly summary: Summary | null;
}

/** The rows in the order of their numbers, the current run first. `sumUp` gives the figures of a run. */
export function runRows(
  current: Run | null,
  pins: readonly Pin[],
  sumUp: (run: Run | null) => Summary | null,
): readonly RunRow[] {
  const labels = distinguishingLabels([current?.inputs ?? null, ...pins.map(({ inputs }) => inputs)]);
  const mine: RunRow = {
    side: CURRENT,
    pin: null,
    run: current,
    name: current === null ? '' : (labels[0] ?? ''),
    full: current === null ? '' : runLabel(current),
    trace: current?.fileName ?? '',
    summary: sumUp(current),
  };
  const pinned = pins.map((pin, i): RunRow => {
    const settings = pin.inputs === null ? 'measured' : settingsLabel(pin.inputs);
    return {
      side: pin.id,
      pin,
      run: pin.run,
      name: pin.name === '' ? (labels[i + 1] ?? '') : pin.name,
      full: `${pin.name === '' ? '' : `${pin.name}; `}${pin.trace.name}: ${settings}`,
      trace: pin.trace.name,
      summary: sumUp(pin.run),
    };
  });
  return [mine, ...pinned];
}

/** How rows can be ordered, by the names that the address has for it. */
export function sortColumns(rows: readonly RunRow[]): readonly SortColumn[] {
  const at = (row: number): RunRow | undefined => rows[row];
  return [
    // Numbers fall of themselves; runs stand as they were pinned, the current one first.
    { key: 'number', order: (row) => -(at(row)?.pin?.number ?? 0) },
    { key: 'name', order: (row) => (at(row)?.name ?? '').toLowerCase() },
    ...SUMMARY_METRICS.map(({ key }) => ({
      key,
      order: (row: number) => Number(at(row)?.summary?.[key] ?? Number.NaN),
    })),
  ];
}

export function sortOf(text: string): TableSort {
  return text.startsWith('-') ? { key: text.slice(1), reversed: true } : { key: text, reversed: false };
}

export function sortText({ key, reversed }: TableSort): string {
  return reversed ? `-${key}` : key;
}
