/** One row as the scanners leave it and the formats take it. */
import type { ProblemKind } from '../problem-kinds.js';
import { type ProblemLog, quoteText } from '../problem-log.js';
import type { ColumnSpec } from './columns.js';

/** Most slots a format may use. */
export const MAX_SLOTS = 24;

export const PROBE_NONE = 0;
export const PROBE_HPA_ALLOC = 1;
export const PROBE_HPA_DALLOC = 2;
export const PROBE_SEC_ALLOC = 3;
export const PROBE_SEC_DALLOC = 4;
export const PROBE_NAMES = ['', 'hpa_alloc', 'hpa_dalloc', 'sec_alloc', 'sec_dalloc'] as const;

/** Why a field that is not present cannot be used. */
export interface FieldTrouble {
  readonly kind: ProblemKind;
  readonly detail: string;
}

export class Row {
  /** 64-bit numbers: low word at 2 * slot, high word at 2 * slot + 1. Only those in `present` mean anything. */
  readonly words = new Uint32Array(2 * MAX_SLOTS);
  /** Bit per slot. */
  present = 0;
  probe: number = PROBE_NONE;
  /** Text of a probe that is none of the known; empty otherwise. */
  probeText = '';
  /** Fields in the line. */
  fields = 0;
  /** 1-based. */
  line = 0;
  /** By slot; only the slow path finds any. */
  readonly troubles = new Map<number, FieldTrouble>();

  constructor(readonly problems: ProblemLog) {}

  has(slot: number): boolean {
    return (this.present & (1 << slot)) !== 0;
  }

  /** A slot's number as a double: exact below 2^53. */
  number(slot: number): number {
    const at = 2 * slot;
    return (this.words[at + 1] as number) * 4_294_967_296 + (this.words[at] as number);
  }

  /** Tells why the row cannot be used without the number of `column`. */
  complain(column: ColumnSpec): void {
    const trouble = this.troubles.get(column.slot);
    const name = column.names[0] ?? '';
    if (trouble === undefined) this.problems.add('missing-field', this.line, `no ${name}`);
    else this.problems.add(trouble.kind, this.line, `${name} is ${trouble.detail}`);
  }

  /** Tells that a number of the row is out of range. */
  complainRange(column: ColumnSpec): void {
    const at = 2 * column.slot;
    const value = (BigInt(this.words[at + 1] as number) << 32n) | BigInt(this.words[at] as number);
    this.problems.add('too-large', this.line, `${column.names[0] ?? ''} is ${quoteText(String(value))}`);
  }
}

/** Takes rows. The row is valid during the call only. */
export interface RowSink {
  row(row: Row): void;
}
