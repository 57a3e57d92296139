/** Everything about one name: in every reading, by thread, by size, its callers and callees, its stacks. */
import { SIZE_CLASSES, sizeClassIndex } from '../../engine/sizes/size-classes.js';
import { estimateRecords } from '../../engine/profile/estimates.js';
import { type HeapProfile, type Measure, MERGED, type RecordTable } from '../../engine/profile/profile.js';
import { type StackTable, totalOf } from '../../engine/profile/stack-table.js';
import type { DetailAnswer, DetailMeasure, DetailRequest, NamedValue, SizeColumns } from '../heap.api.js';
import { labelsOfStack, type Lenses, nodesWith, threadRow, type View } from './lens.js';

/** Bytes before objects, as people ask. */
const SHOWN: readonly Measure[] = ['inuse_space', 'inuse_objects', 'alloc_space', 'alloc_objects'];
const MOST_STACKS = 5;
const MOST_RELATIONS = 200;

export function detail(lenses: Lenses, request: DetailRequest): DetailAnswer {
  const view = lenses.view(request.profiles, request);
  const label = view.labels.texts.indexOf(request.name);
  const { table } = lenses.shown(view, request.measure, request.number);
  const has = label < 0 ? null : nodesWith(view, label);
  const rows = has === null ? [] : rowsWith(table, has);
  if (has === null || rows.length === 0) return nothing(request.name);
  const { frames } = view.subject;
  const module = frames.modules[frames.module[view.labels.address[label] as number] as number];
  const relations = relationsOf(view, table, rows, label);
  return {
    found: true,
    name: request.name,
    module: module?.path ?? '',
    flat: relations.flat.value,
    flatVariance: relations.flat.variance,
    cum: sum(rows, table.value),
    cumVariance: sum(rows, table.variance),
    measures: readings(lenses, view, has),
    threads: threadsOf(lenses, view, request, has),
    sizes: sizesOf(lenses, view, request, has),
    callers: relations.callers,
    callees: relations.callees,
    stacks: largestStacks(view, table, rows),
    stackCount: rows.length,
  };
}

function rowsWith({ stack, length }: StackTable, has: Uint8Array): number[] {
  const rows: number[] = [];
  for (let row = 0; row < length; row++) if (has[stack[row] as number] === 1) rows.push(row);
  return rows;
}

function sum(rows: readonly number[], values: Float64Array): number {
  let total = 0;
  for (const row of rows) total += values[row] as number;
  return total;
}

/** Sums of the four counters over the records that hold the name, in every reading. */
function readings(lenses: Lenses, view: View, has: Uint8Array): DetailMeasure[] {
  const sums = SHOWN.map((measure) => ({ measure, written: 0, jeprof: 0, best: 0, variance: 0, samples: 0 }));
  view.subject.profiles.forEach((profile, i) => {
    const id = view.subject.ids[i] ?? '';
    const rows = recordsWith(profile, view, i, has);
    if (lenses.isSum(id)) {
      // Its numbers are sums already.
      const of = (column: Float64Array): number => sum(rows, column);
      for (const reading of sums) {
        const best = lenses.records(id, reading.measure, 'best');
        reading.written += of(lenses.records(id, reading.measure, 'written').value);
        reading.jeprof += of(lenses.records(id, reading.measure, 'jeprof').value);
        reading.best += of(best.value);
        reading.variance += of(best.variance);
        reading.samples += of(best.samples);
      }
      return;
    }
    const part = { ...profile, records: pickRecords(profile, rows) };
    const writer = lenses.writer(id);
    for (const sum of sums) {
      const best = estimateRecords(part, sum.measure, 'best', writer);
      sum.written += totalOf(estimateRecords(part, sum.measure, 'written', writer).value);
      sum.jeprof += totalOf(estimateRecords(part, sum.measure, 'jeprof', writer).value);
      sum.best += totalOf(best.value);
      sum.variance += totalOf(best.variance);
      sum.samples += totalOf(best.samples);
    }
  });
  return sums.map(({ variance, ...sum }) => ({ ...sum, error: Math.sqrt(variance) }));
}

/** The records of the view's thread (or of all together) whose stacks hold the name. */
function recordsWith(
  { records, ...profile }: HeapProfile,
  { subject, left, thread }: View,
  index: number,
  has: Uint8Array,
): number[] {
  const wanted = threadRow({ records, ...profile }, thread);
  const nodes = subject.nodes[index] ?? null;
  const rows: number[] = [];
  for (let record = 0; record < records.length; record++) {
    if (records.thread[record] !== wanted) continue;
    const own = records.stack[record] as number;
    const node = left.node[nodes === null ? own : (nodes[own] as number)] as number;
    if (node >= 0 && has[node] === 1) rows.push(record);
  }
  return rows;
}

function pickRecords({ records }: HeapProfile, rows: readonly number[]): RecordTable {
  const counters = new BigUint64Array(4 * rows.length);
  rows.forEach((record, row) => {
    counters.set(records.counters.subarray(4 * record, 4 * record + 4), 4 * row);
  });
  return {
    length: rows.length,
    stack: Int32Array.from(rows, (record) => records.stack[record] as number),
    thread: Int32Array.from(rows, (record) => records.thread[record] as number),
    counters,
  };
}

interface Sums {
  value: number;
  variance: number;
}

/** A stack counts once for each caller and each callee; the name itself (recursion) is neither. */
function relationsOf(view: View, table: StackTable, rows: readonly number[], label: number) {
  const callers = new Map<number, Sums>();
  const callees = new Map<number, Sums>();
  const flat: Sums = { value: 0, variance: 0 };
  const add = (sums: Sums, row: number): void => {
    sums.value += table.value[row] as number;
    sums.variance += table.variance[row] as number;
  };
  const count = (map: Map<number, Sums>, labels: ReadonlySet<number>, row: number): void => {
    for (const one of labels) {
      let sums = map.get(one);
      if (sums === undefined) map.set(one, (sums = { value: 0, variance: 0 }));
      add(sums, row);
    }
  };
  for (const row of rows) {
    const path = labelsOfStack(view, table.stack[row] as number);
    const above = new Set<number>();
    const below = new Set<number>();
    path.forEach((one, at) => {
      if (one !== label) return;
      const caller = path[at + 1];
      const callee = path[at - 1];
      if (caller !== undefined && caller !== label) above.add(caller);
      if (callee !== undefined && callee !== label) below.add(callee);
    });
    if (path[0] === label) add(flat, row);
    count(callers, above, row);
    count(callees, below, row);
  }
  const list = (map: Map<number, Sums>): NamedValue[] =>
    [...map]
      .map(([one, sums]) => ({ name: view.labels.texts[one] ?? '', ...sums }))
      .sort((a, b) => b.value - a.value)
      .slice(0, MOST_RELATIONS);
  return { flat, callers: list(callers), callees: list(callees) };
}

function threadsOf(lenses: Lenses, view: View, request: DetailRequest, has: Uint8Array): NamedValue[] {
  const threads = new Map<string, Sums>();
  view.subject.profiles.forEach((profile, i) => {
    const { records } = profile;
    const nodes = view.subject.nodes[i] ?? null;
    const estimates = lenses.records(view.subject.ids[i] ?? '', request.measure, request.number);
    for (let record = 0; record < records.length; record++) {
      const thread = records.thread[record] as number;
      if (thread === MERGED) continue;
      const own = records.stack[record] as number;
      const left = view.left.node[nodes === null ? own : (nodes[own] as number)] as number;
      if (left < 0 || has[left] !== 1) continue;
      const named = profile.threads[thread];
      const name = named === undefined ? '' : threadTitle(named.uid, named.name);
      const sums = threads.get(name) ?? { value: 0, variance: 0 };
      sums.value += estimates.value[record] as number;
      sums.variance += estimates.variance[record] as number;
      threads.set(name, sums);
    }
  });
  return [...threads]
    .map(([name, sums]) => ({ name, ...sums }))
    .sort((a, b) => b.value - a.value)
    .slice(0, MOST_RELATIONS);
}

export function threadTitle(uid: bigint, name: string | null): string {
  return name === null ? `thread ${uid}` : `thread ${uid}: ${name}`;
}

/** Bytes and objects by the class of each stack's mean size. */
function sizesOf(lenses: Lenses, view: View, request: DetailRequest, has: Uint8Array): SizeColumns {
  const accumulated = request.measure.startsWith('alloc');
  // As written, counters are no sizes of anything: the estimates are.
  const kind = request.number === 'jeprof' ? 'jeprof' : 'best';
  const bytes = lenses.shown(view, accumulated ? 'alloc_space' : 'inuse_space', kind).table;
  const objects = lenses.shown(view, accumulated ? 'alloc_objects' : 'inuse_objects', kind).table;
  const classes = new Map<number, [number, number, number, number]>();
  for (let row = 0; row < bytes.length; row++) {
    if (has[bytes.stack[row] as number] !== 1) continue;
    const [b, n] = [bytes.value[row] as number, objects.value[row] as number];
    if (!(b > 0) || !(n > 0)) continue;
    // A mean computed from rounded counts may lie a hair above its class.
    const size = sizeClassIndex((b / n) * (1 - 1e-6));
    const sums = classes.get(size) ?? [0, 0, 0, 0];
    sums[0] += b;
    sums[1] += n;
    sums[2] += bytes.variance[row] as number;
    sums[3] += objects.variance[row] as number;
    classes.set(size, sums);
  }
  const indices = [...classes.keys()].sort((a, b) => a - b);
  const column = (at: number) => Float64Array.from(indices, (index) => classes.get(index)?.[at] ?? 0);
  return {
    sizes: Float64Array.from(indices, (index) => SIZE_CLASSES[index] ?? 0),
    below: Float64Array.from(indices, (index) => SIZE_CLASSES[index - 1] ?? 0),
    bytes: column(0),
    objects: column(1),
    bytesVariance: column(2),
    objectsVariance: column(3),
  };
}

function largestStacks(view: View, table: StackTable, rows: readonly number[]): DetailAnswer['stacks'] {
  return rows
    .toSorted((a, b) => (table.value[b] as number) - (table.value[a] as number))
    .slice(0, MOST_STACKS)
    .map((row) => ({
      frames: labelsOfStack(view, table.stack[row] as number).map((label) => view.labels.texts[label] ?? ''),
      value: table.value[row] as number,
    }));
}

function nothing(name: string): DetailAnswer {
  const none = new Float64Array(0);
  return {
    found: false,
    name,
    module: '',
    flat: 0,
    flatVariance: 0,
    cum: 0,
    cumVariance: 0,
    measures: [],
    threads: [],
    sizes: {
      sizes: none,
      below: none,
      bytes: none,
      objects: none,
      bytesVariance: none,
      objectsVariance: none,
    },
    callers: [],
    callees: [],
    stacks: [],
    stackCount: 0,
  };
}
