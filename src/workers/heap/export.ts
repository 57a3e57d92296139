/** Files to take away: the stacks that are shown, under the same filters and in the same reading. */
import type { EstimateTable } from '../../engine/profile/aggregate-estimates.js';
import { jeprofReport, type ReportOptions } from '../../engine/profile/jeprof.js';
import { MEASURES } from '../../engine/profile/profile.js';
import { buildTopTable, jeprofOrder } from '../../engine/profile/top-table.js';
import { writeFolded } from '../../formats/heap/writers/folded.js';
import { gzipChunks } from '../../formats/heap/writers/gzip.js';
import { writeSymbolised } from '../../formats/heap/writers/heap-dump.js';
import { writePprof } from '../../formats/heap/writers/pprof.js';
import { type TableColumn, writeCsv, writeJson } from '../../formats/heap/writers/table.js';
import type { ExportRequest } from '../heap.api.js';
import type { Holdings } from './holdings.js';
import { filterOf, type Lenses, type View } from './lens.js';

export async function exportHeap(holdings: Holdings, lenses: Lenses, request: ExportRequest): Promise<Blob> {
  const view = lenses.view(request.profiles, request);
  const { addresses, frames } = view.subject;
  switch (request.kind) {
    case 'pprof':
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
      return new Blob([...report(view, request)], { type: 'text/plain' });
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

/** All four measures of the stacks that are shown. */
function pprof(lenses: Lenses, view: View, request: ExportRequest): Iterable<Uint8Array<ArrayBuffer>> {
  const { profiles, addresses, frames, mappings } = view.subject;
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
  const rates = [...new Set(profiles.map(({ rate }) => rate.bytes))];
  const table: EstimateTable = {
    length,
    stack: first?.stack ?? new Int32Array(0),
    values,
    variances,
    samples: new Float64Array(2 * length),
    notes: { dumps: profiles.length, rates, writers: [], overflows: 0 },
  };
  return writePprof({
    addresses,
    stacks: view.left.stacks,
    frames,
    mappings,
    parts: [{ thread: null, table }],
    rate: rates.length === 1 ? (rates[0] ?? 0) : 0,
    program: profiles[0]?.symbols?.program ?? '',
    buildIds: new Map(),
    measure: request.measure,
    comments: [`jelab: ${NUMBERS[request.number]}`],
  });
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

function report({ subject, thread }: View, request: ExportRequest): Iterable<string> {
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
  return jeprofReport({ profiles: subject.profiles, base: [] }, subject, subject.frames, options);
}
