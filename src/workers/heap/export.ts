/** Files to take away: the stacks that are shown, under the same filters and in the same reading. */
import type { EstimateTable } from '../../engine/profile/aggregate-estimates.js';
import { threadsWithRecords } from '../../engine/profile/build-stack-table.js';
import { jeprofReport, type ReportOptions } from '../../engine/profile/jeprof.js';
import { type HeapProfile, MEASURES } from '../../engine/profile/profile.js';
import { buildTopTable, jeprofOrder } from '../../engine/profile/top-table.js';
import { writeFolded } from '../../formats/heap/writers/folded.js';
import { gzipChunks } from '../../formats/heap/writers/gzip.js';
import { writeSymbolised } from '../../formats/heap/writers/heap-dump.js';
import { type ExportPart, writePprof } from '../../formats/heap/writers/pprof.js';
import { type TableColumn, writeCsv, writeJson } from '../../formats/heap/writers/table.js';
import type { ExportRequest } from '../heap.api.js';
import type { Holdings } from './holdings.js';
import { filterOf, type Lenses, type View } from './lens.js';
import { profileOfSum } from './stream.js';

export async function exportHeap(holdings: Holdings, lenses: Lenses, request: ExportRequest): Promise<Blob> {
  const view = lenses.view(request.profiles, request);
  const { addresses, frames } = view.subject;
  switch (request.kind) {
    case 'pprof':
    case 'pprof-threads':
      return new Response(gzipChunks(pprof(lenses, view, request))).blob();
    case 'folded':
      return blobOf(writeFolded(shown(lenses, view, request), addresses, frames), 'text/plain');
    case 'csv': {
      const { columns, rows } = topColumns(lenses, view, request);
      return blobOf(writeCsv(columns, rows), 'text/csv');
    }
    case 'json': {
      const { columns, rows } = topColumns(lenses, view, request);
      return blobOf(writeJson(columns, rows), 'application/json');
    }
    case 'text':
      return new Blob([...report(holdings, view, request)], { type: 'text/plain' });
    case 'symbolised': {
      const [id = ''] = request.profiles;
      const profile = holdings.profile(id);
      const program = profile.symbols?.program ?? profile.mappings[0]?.path ?? '';
      return blobOf(writeSymbolised(profile, holdings.frames(id), program), 'text/plain');
    }
  }
}

function blobOf(chunks: Iterable<Uint8Array<ArrayBuffer>>, type: string): Blob {
  return new Blob([...chunks], { type });
}

function shown(lenses: Lenses, view: View, { measure, number }: ExportRequest) {
  return lenses.shown(view, measure, number).table;
}

function pprof(lenses: Lenses, view: View, request: ExportRequest): Iterable<Uint8Array<ArrayBuffer>> {
  const { profiles, addresses, frames, mappings } = view.subject;
  const rates = lenses.rates(request.profiles);
  return writePprof({
    addresses,
    stacks: view.left.stacks,
    frames,
    mappings,
    parts: partsOf(lenses, view, request),
    rate: rates.length === 1 ? (rates[0] ?? 0) : 0,
    program: profiles[0]?.symbols?.program ?? '',
    buildIds: new Map(request.buildIds),
    measure: request.measure,
    comments: [`jelab: ${NUMBERS[request.number]}`],
  });
}

/** One part for each thread where they are asked for, or where one is shown alone; else one without a label. */
function partsOf(lenses: Lenses, view: View, request: ExportRequest): ExportPart[] {
  const [profile, ...others] = view.subject.profiles;
  const wanted =
    profile === undefined || others.length > 0
      ? []
      : request.kind === 'pprof-threads'
        ? threadsWithRecords(profile).filter((uid) => view.thread === null || uid === view.thread)
        : view.thread === null
          ? []
          : [view.thread];
  if (profile === undefined || wanted.length === 0) {
    return [{ thread: null, table: estimates(lenses, view, request) }];
  }
  return wanted.map((uid) => ({
    thread: { uid, name: nameOf(profile, uid) },
    table: estimates(lenses, { ...view, thread: uid }, request),
  }));
}

function nameOf({ threads }: HeapProfile, wanted: bigint): string | null {
  return threads.find(({ uid }) => uid === wanted)?.name ?? null;
}

/** All four measures of the stacks that are shown. */
function estimates(lenses: Lenses, view: View, request: ExportRequest): EstimateTable {
  const tables = MEASURES.map((measure) => lenses.shown(view, measure, request.number).table);
  const [first] = tables;
  const length = first?.length ?? 0;
  const width = MEASURES.length;
  const values = new Float64Array(width * length);
  const variances = new Float64Array(width * length);
  // Rows come in the order of the records, which is the same for every measure.
  tables.forEach((table, m) => {
    for (let row = 0; row < length; row++) {
      values[width * row + m] = table.value[row] as number;
      variances[width * row + m] = table.variance[row] as number;
    }
  });
  return {
    length,
    stack: first?.stack ?? new Int32Array(0),
    values,
    variances,
    samples: new Float64Array(2 * length),
    notes: {
      dumps: view.subject.profiles.length,
      rates: lenses.rates(request.profiles),
      writers: [],
      overflows: 0,
    },
  };
}

const NUMBERS = { best: 'best estimates', jeprof: 'as jeprof says', written: 'counters as written' } as const;

function topColumns(
  lenses: Lenses,
  view: View,
  request: ExportRequest,
): { readonly columns: readonly TableColumn[]; readonly rows: number } {
  const top = buildTopTable(shown(lenses, view, request), view.subject.frames, view.labels);
  const order = jeprofOrder(top, 'flat').filter((row) => top.flat[row] !== 0 || top.cum[row] !== 0);
  const unit = request.measure.endsWith('space') ? 'bytes' : 'objects';
  const number = (name: string, of: (row: number) => number): TableColumn => ({
    name,
    kind: 'number',
    at: (row) => of(order[row] as number),
  });
  const modules = view.subject.frames.modules;
  return {
    rows: order.length,
    columns: [
      number(`flat_${unit}`, (row) => top.flat[row] as number),
      number(`flat_error_${unit}`, (row) => Math.sqrt(top.flatVariance[row] as number)),
      number(`cum_${unit}`, (row) => top.cum[row] as number),
      number(`cum_error_${unit}`, (row) => Math.sqrt(top.cumVariance[row] as number)),
      number('samples', (row) => top.cumSamples[row] as number),
      { name: 'name', kind: 'text', at: (row) => top.names[order[row] as number] as string },
      {
        name: 'module',
        kind: 'text',
        at: (row) => modules[top.module[order[row] as number] as number]?.path ?? '',
      },
    ],
  };
}

function report(holdings: Holdings, { subject, thread }: View, request: ExportRequest): Iterable<string> {
  // Sums have counters for the reading that is asked for.
  const profiles = subject.profiles.map((profile, i) => {
    const sum = holdings.sum(subject.ids[i] ?? '');
    return sum === null ? profile : profileOfSum(sum, request.number);
  });
  const options: ReportOptions = {
    output: 'text',
    measure: request.measure,
    estimate: request.number,
    filter: filterOf(request),
    granularity: request.granularity,
    order: 'flat',
    showBytes: true,
    dropNegative: false,
    thread,
  };
  return jeprofReport({ profiles, base: [] }, subject, subject.frames, options);
}
