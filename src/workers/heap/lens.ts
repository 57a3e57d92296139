/** What a lens leaves of a subject: stacks under the filters, labels of their frames, and values of any measure. */
import { type EstimateKind, estimateRecords, type RecordEstimates } from '../../engine/profile/estimates.js';
import { type FilteredNodes, filterNodes, type StackFilter } from '../../engine/profile/filter.js';
import { buildLabels, CALLBACK, type Labels } from '../../engine/profile/labels.js';
import { type HeapProfile, type Measure, MERGED, type StackTree } from '../../engine/profile/profile.js';
import { AFTER, BEFORE, StackRows, type StackTable } from '../../engine/profile/stack-table.js';
import { writerKind, type WriterKind } from '../../engine/profile/writer-kind.js';
import type { Granularity, HeapLens } from '../heap.api.js';
import type { Holdings } from './holdings.js';
import { Memo } from './memo.js';
import { recordsOfSum } from './stream.js';
import { makeSubject, type Subject } from './subject.js';

export interface View {
  readonly subject: Subject;
  readonly left: FilteredNodes;
  readonly labels: Labels;
  readonly thread: bigint | null;
}

const PRUNINGS = { jeprof: 'jeprof-530', union: 'union', off: 'off' } as const;

/** A thread number that no profile has. */
const NO_THREAD = -2;

export class Lenses {
  private readonly subjects = new Memo<Subject>(4);
  private readonly filters = new Memo<FilteredNodes>(4);
  private readonly labels = new Memo<Labels>(4);
  private readonly estimates = new Memo<RecordEstimates>(12);
  private readonly writers = new Memo<WriterKind>(64);

  constructor(private readonly holdings: Holdings) {}

  /** Names or profiles changed. */
  clear(): void {
    for (const memo of [this.subjects, this.filters, this.labels, this.estimates, this.writers]) memo.clear();
  }

  view(ids: readonly string[], lens: HeapLens): View {
    const key = JSON.stringify(ids);
    const subject = this.subjects.get(key, () => makeSubject(this.holdings, ids));
    const { stacks, addresses, frames } = subject;
    const filterKey = JSON.stringify([key, lens.pruning, lens.focus, lens.ignore, lens.hide]);
    const left = this.filters.get(filterKey, () => filterNodes(stacks, addresses, frames, filterOf(lens)));
    const labelKey = JSON.stringify([key, lens.granularity]);
    const labels = this.labels.get(labelKey, () => makeLabels(subject, lens.granularity));
    return { subject, left, labels, thread: lens.thread === null ? null : BigInt(lens.thread) };
  }

  records(id: string, measure: Measure, kind: EstimateKind): RecordEstimates {
    return this.estimates.get(JSON.stringify([id, measure, kind]), () => {
      const sum = this.holdings.sum(id);
      if (sum !== null) return recordsOfSum(sum, measure, kind);
      return estimateRecords(this.holdings.profile(id), measure, kind, this.writer(id));
    });
  }

  /** The profile is a sum of dumps that were not kept: its numbers are not those of its counters. */
  isSum(id: string): boolean {
    return this.holdings.sum(id) !== null;
  }

  /** Rates of the dumps behind profiles, in bytes. */
  rates(ids: readonly string[]): readonly number[] {
    return [...new Set(ids.flatMap((id) => this.holdings.rates(id)))];
  }

  writer(id: string): WriterKind {
    return this.writers.get(id, () => writerKind(this.holdings.profile(id)));
  }

  /**
   * Values of the stacks that are left, and of all.
   * @param before index of the subject's profile that is the other side of a comparison
   */
  shown(view: View, measure: Measure, kind: EstimateKind, before = -1): Shown {
    return this.collect(view, view.subject.profiles.keys(), measure, kind, before);
  }

  /** Of one of the subject's profiles alone. */
  shownOf(view: View, index: number, measure: Measure, kind: EstimateKind): Shown {
    return this.collect(view, [index], measure, kind, -1);
  }

  private collect(
    { subject, left, thread }: View,
    indices: Iterable<number>,
    measure: Measure,
    kind: EstimateKind,
    before: number,
  ): Shown {
    const rows = new StackRows(left.stacks);
    const met = new Uint8Array(subject.stacks.length);
    let [total, variance, stacks] = [0, 0, 0];
    for (const i of indices) {
      const profile = subject.profiles[i];
      if (profile === undefined) continue;
      const { records } = profile;
      const nodes = subject.nodes[i] ?? null;
      const estimates = this.records(subject.ids[i] ?? '', measure, kind);
      const wanted = threadRow(profile, thread);
      const side = i === before ? BEFORE : AFTER;
      for (let record = 0; record < records.length; record++) {
        if (records.thread[record] !== wanted) continue;
        const own = records.stack[record] as number;
        const node = nodes === null ? own : (nodes[own] as number);
        const value = estimates.value[record] as number;
        const error = estimates.variance[record] as number;
        if (met[node] === 0) {
          met[node] = 1;
          stacks += 1;
        }
        total += value;
        variance += error;
        const kept = left.node[node] as number;
        if (kept < 0) continue;
        rows.addRecord(kept, estimates, record, side);
      }
    }
    return { table: rows.finish(), total, variance, stacks };
  }
}

/** Stacks under a lens, and what there is before its filters. */
export interface Shown {
  readonly table: StackTable;
  readonly total: number;
  readonly variance: number;
  readonly stacks: number;
}

/** Names for the page: what nobody names is called by its module and place in the file, which outlives the process. */
function makeLabels({ addresses, frames }: Subject, granularity: Granularity): Labels {
  const labels = buildLabels(addresses, frames, granularity);
  if (granularity === 'addresses') return labels;
  labels.address.forEach((address, label) => {
    const module = frames.modules[frames.module[address] as number];
    if (frames.known[address] === 1 || module === undefined) return;
    labels.texts[label] = `${module.name}+0x${(frames.offset[address] as number).toString(16)}`;
  });
  return labels;
}

export function threadRow(profile: HeapProfile, thread: bigint | null): number {
  if (thread === null) return MERGED;
  const row = profile.threads.findIndex(({ uid }) => uid === thread);
  return row < 0 ? NO_THREAD : row;
}

export function filterOf(lens: HeapLens): StackFilter {
  const pattern = (text: string): RegExp | null => (text === '' ? null : new RegExp(text));
  return {
    pruning: PRUNINGS[lens.pruning],
    focus: pattern(lens.focus),
    ignore: pattern(lens.ignore),
    retain: null,
    exclude: pattern(lens.hide),
  };
}

/** Labels of a stack, leaf first; inlined functions are callees of those they are inlined into. */
export function labelsOfStack({ subject, left, labels }: View, stack: number): number[] {
  const { frames } = subject;
  const { parent, address } = left.stacks;
  const found: number[] = [];
  let callee = -1;
  for (let node = stack; node > 0; node = parent[node] as number) {
    const row = address[node] as number;
    const first = frames.first[row] as number;
    for (let entry = (frames.first[row + 1] as number) - 1; entry >= first; entry--) {
      let label = labels.label[entry] as number;
      if (label === CALLBACK) label = labels.callback(entry, callee);
      if (label >= 0) found.push(label);
    }
    callee = row;
  }
  return found;
}

/** For each of the stacks that are left: 1 where it holds the label. */
export function nodesWith(view: View, label: number): Uint8Array {
  const { subject, left, labels } = view;
  const { frames } = subject;
  const { length, parent, address }: StackTree = left.stacks;
  const has = new Uint8Array(length);
  for (let node = 1; node < length; node++) {
    const above = parent[node] as number;
    if (has[above] === 1 || entriesHave(frames.first, labels, address[node] as number, -1, label)) {
      has[node] = 1;
    } else if (
      above > 0 &&
      entriesHave(frames.first, labels, address[above] as number, address[node] as number, label)
    ) {
      // A callback is named by its callee.
      has[node] = 1;
    }
  }
  return has;
}

function entriesHave(
  first: Int32Array,
  labels: Labels,
  address: number,
  callee: number,
  wanted: number,
): boolean {
  const end = first[address + 1] as number;
  for (let entry = first[address] as number; entry < end; entry++) {
    const label = labels.label[entry] as number;
    if (label === wanted) return true;
    if (label === CALLBACK && callee >= 0 && labels.callback(entry, callee) === wanted) return true;
  }
  return false;
}
