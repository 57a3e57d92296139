/**
 * Raw probe rows to replay events (`process_trace_file`, test/stress/pa/pa_data_preprocessor.cpp): pairs each free with
 * the allocation its address holds. Where the events go is the output's business: a table, or text.
 */
import { MAX_SHARD_INDEX, NO_ALLOCATION } from '../engine/replay/trace-table.js';
import type { ColumnSpec } from './csv/columns.js';
import {
  PROBE_HPA_ALLOC,
  PROBE_HPA_DALLOC,
  PROBE_NONE,
  PROBE_SEC_ALLOC,
  PROBE_SEC_DALLOC,
  type Row,
  type RowSink,
} from './csv/row.js';
import { quoteText } from './problem-log.js';
import { AddressMap, FREED, LIVE, NEVER_SEEN } from './trace/address-map.js';
import { ClockCheck } from './trace/clock.js';
import { ADDRESS, FREQUENT, NSECS, RAW_COLUMNS, SEC_POINTER, SHARD, SIZE } from './trace/raw-columns.js';

/** Takes the events in order. Sizes and clocks are in the row's words. */
export interface PairedOutput {
  /** @returns the number by which {@link PairedOutput.dalloc} shall name this allocation. */
  alloc(row: Row, shard: number, frequent: boolean): number;
  dalloc(row: Row, shard: number, frequent: boolean, number: number): void;
}

export class Preprocessor implements RowSink {
  unmatchedFrees = 0;
  pairs = 0;
  allocations = 0;
  private readonly addresses = new AddressMap();
  private readonly secs = new AddressMap();
  private nextSec = 0;
  private readonly clock = new ClockCheck();

  constructor(
    private readonly format: 'hpa' | 'sec',
    private readonly output: PairedOutput,
    private readonly dropSecMisses: boolean,
  ) {}

  row(row: Row): void {
    const { words } = row;
    const sec = this.format === 'sec';
    // A SEC takes its shard number even when the rest of its row is no good, as in the tool.
    const shard = sec ? this.secShard(row) : this.hpaShard(row);
    if (shard < 0) return;
    const { probe } = row;
    if (probe === PROBE_NONE) {
      if (row.probeText === '') row.problems.add('missing-field', row.line, 'no probe');
      else row.problems.add('unknown-probe', row.line, quoteText(row.probeText));
      return;
    }
    if (!row.has(NSECS)) return row.complain(RAW_COLUMNS.nsecs);
    if (!row.has(ADDRESS) && !(sec && this.emptyIsZero(row, ADDRESS, RAW_COLUMNS.extent, 8))) return;
    const free = probe === PROBE_HPA_DALLOC || probe === PROBE_SEC_DALLOC;
    let frequent = true;
    if (sec) {
      if (!row.has(FREQUENT) && !free) return row.complain(RAW_COLUMNS.frequent);
      frequent = row.has(FREQUENT) && (words[2 * FREQUENT] !== 0 || words[2 * FREQUENT + 1] !== 0);
    }
    if (free) this.dalloc(row, shard, frequent);
    else if (probe === PROBE_HPA_ALLOC || probe === PROBE_SEC_ALLOC) this.alloc(row, shard, frequent);
  }

  private alloc(row: Row, shard: number, frequent: boolean): void {
    const { words } = row;
    if (!row.has(SIZE)) {
      if (this.format === 'hpa') return row.complain(RAW_COLUMNS.size);
      if (!this.emptyIsZero(row, SIZE, RAW_COLUMNS.size, 9)) return;
    }
    const low = words[2 * ADDRESS] as number;
    const high = words[2 * ADDRESS + 1] as number;
    const miss = this.format === 'sec' && low === 0 && high === 0;
    if (miss) {
      row.problems.add(this.dropSecMisses ? 'sec-miss-dropped' : 'sec-miss', row.line);
      if (this.dropSecMisses) return;
    }
    this.clock.check(row, NSECS);
    const number = this.output.alloc(row, shard, frequent);
    this.allocations++;
    if (this.addresses.find(low, high) === LIVE && !miss) row.problems.add('allocated-twice', row.line);
    this.addresses.set(low, high, number, shard);
  }

  private dalloc(row: Row, shard: number, frequent: boolean): void {
    const { addresses } = this;
    const state = addresses.find(row.words[2 * ADDRESS] as number, row.words[2 * ADDRESS + 1] as number);
    if (state !== LIVE) {
      this.unmatchedFrees++;
      row.problems.add(state === FREED ? 'double-free' : 'unmatched-free', row.line);
      if (addresses.forgot && row.problems.count('freed-forgotten') === 0)
        row.problems.add('freed-forgotten', row.line);
      return;
    }
    this.clock.check(row, NSECS);
    const { number } = addresses;
    if (addresses.shard !== shard && number !== NO_ALLOCATION) row.problems.add('free-other-shard', row.line);
    addresses.free();
    this.output.dalloc(row, shard, frequent, number);
    this.pairs++;
  }

  /** The row's shard, or -1 when it has none that can be used. */
  private hpaShard(row: Row): number {
    if (!row.has(SHARD)) {
      row.complain(RAW_COLUMNS.shard);
      return -1;
    }
    return checkedShard(row, SHARD, RAW_COLUMNS.shard);
  }

  /** Shards are numbered as their SECs first appear; no SEC is shard 0, and takes no number. */
  private secShard(row: Row): number {
    const low = row.words[2 * SEC_POINTER] as number;
    const high = row.words[2 * SEC_POINTER + 1] as number;
    if (!row.has(SEC_POINTER)) {
      if (!row.troubles.has(SEC_POINTER)) return 0;
      row.complain(RAW_COLUMNS.secPointer);
      return -1;
    }
    if (low === 0 && high === 0) return 0;
    if (this.secs.find(low, high) === NEVER_SEEN) {
      this.secs.set(low, high, this.nextSec, 0);
      return this.nextSec++;
    }
    return this.secs.number;
  }

  /** An empty column of a `sec` row counts as 0, as in the tool; one that is not there makes the row unusable. */
  private emptyIsZero(row: Row, slot: number, column: ColumnSpec, fields: number): boolean {
    if (row.troubles.has(slot) || row.fields < fields) {
      row.complain(column);
      return false;
    }
    row.words[2 * slot] = 0;
    row.words[2 * slot + 1] = 0;
    return true;
  }
}

/** A shard index that fits the event table, or -1 after telling so. */
export function checkedShard(row: Row, slot: number, column: ColumnSpec): number {
  const shard = row.words[2 * slot] as number;
  if (row.words[2 * slot + 1] === 0 && shard <= MAX_SHARD_INDEX) return shard;
  row.complainRange(column);
  return -1;
}
