/**
 * The results of sweeps as CSV: one line a finished run, with everything that was set and measured, the spec's hash and
 * the trace's. Every line stands for itself, so that files of several machines are joined by `cat`; numbers read back
 * as the same numbers. A line without its line end was cut while it was written and is never trusted.
 */
import { csvNumber, csvPlain, csvText } from '../base/csv.js';
import { FIGURES, type FigureName } from '../engine/tuning/figures.js';
import type {
  Constraint,
  Figures,
  SweepMethod,
  SweepResult,
  SweepSpec,
} from '../engine/tuning/sweep-types.js';
import { OPTIONS, type OptionName, type OptionValues, type ReplayMode } from '../engine/replay/options.js';
import { formatOption, parseOption } from '../engine/replay/option-text.js';
import { splitFields } from './csv/slow-line.js';
import { quoteText } from './problem-log.js';

/** What the lines of one sweep over one trace have in common. */
export interface SweepContext {
  readonly specHash: string;
  /** A name for people; `traceHash` is what counts. */
  readonly trace: string;
  readonly traceHash: string;
  readonly traceEvents: number;
  /** Seconds of the trace's clock. */
  readonly traceSeconds: number;
  readonly method: SweepMethod['kind'];
  readonly objectives: readonly FigureName[];
  readonly constraints: readonly Constraint[];
  readonly mode: ReplayMode;
  readonly snapshots: number;
}

export interface SweepRow {
  readonly context: SweepContext;
  /** The slice that made the run, such as 1/4. */
  readonly part: string;
  readonly result: SweepResult;
}

export interface SweepResultsProblem {
  readonly line: number;
  readonly sentence: string;
}

export interface SweepResultsFile {
  /** One of each run; a run met again is left out. */
  readonly rows: readonly SweepRow[];
  readonly problems: readonly SweepResultsProblem[];
  /** Runs that were met again. */
  readonly repeated: number;
  /** True when the last line has no end: it was being written when its writer died. */
  readonly torn: boolean;
}

const CONTEXT_COLUMNS = [
  'spec',
  'trace',
  'trace_hash',
  'trace_events',
  'trace_seconds',
  'method',
  'objectives',
  'constraints',
  'hpa_only',
  'shards',
  'snapshots',
] as const;
const RUN_COLUMNS = ['id', 'part', 'events', 'whole', 'milliseconds'] as const;
const FIGURE_COLUMNS = FIGURES.map(({ name }) => name);
const OPTION_COLUMNS = OPTIONS.map(({ name }) => name);

export const SWEEP_COLUMNS: readonly string[] = [
  ...CONTEXT_COLUMNS,
  ...RUN_COLUMNS,
  ...OPTION_COLUMNS,
  ...FIGURE_COLUMNS,
];
export const SWEEP_HEADER = SWEEP_COLUMNS.join(',');

/** A line with these is a header, whatever the order. */
const HEADER_MARKS: readonly string[] = ['spec', 'trace_hash', 'id', 'events', 'whole'];

const METHODS: readonly SweepMethod['kind'][] = ['grid', 'latin-hypercube', 'halving'];

/** Lines of this spec over this trace carry this. */
export function sweepContext(
  spec: SweepSpec,
  specHash: string,
  trace: Pick<SweepContext, 'trace' | 'traceHash' | 'traceEvents' | 'traceSeconds'>,
): SweepContext {
  const { method, objectives, constraints, mode, snapshots } = spec;
  return { specHash, ...trace, method: method.kind, objectives, constraints, mode, snapshots };
}

/** A trace's name as its lines give it back: without blanks and quotes around it. */
export function traceName(name: string): string {
  return csvPlain(splitFields(`${csvText(name)},`)[0] ?? '');
}

/** One line with its end. */
export function sweepLine(context: SweepContext, part: string, result: SweepResult): string {
  const { mode } = context;
  const { point, events, whole, milliseconds, figures } = result;
  const cells: (string | number)[] = [
    context.specHash,
    context.trace,
    context.traceHash,
    context.traceEvents,
    context.traceSeconds,
    context.method,
    context.objectives.join(' '),
    context.constraints.map(constraintText).join(' '),
    mode.hpaOnly ? 1 : 0,
    mode.shards ?? '',
    context.snapshots,
    point.id,
    part,
    events,
    whole ? 1 : 0,
    milliseconds,
    // Not as text: an apostrophe before -1 would keep spreadsheets from reading the number.
    ...OPTIONS.map(({ name, kind }) => {
      const text = formatOption(name, point.options[name]);
      return kind === 'boolean' || kind === 'choice' ? text : Number(text);
    }),
    ...FIGURE_COLUMNS.map((name) => figures[name]),
  ];
  return `${cells.map((cell) => (typeof cell === 'number' ? csvNumber(cell) : csvText(cell))).join(',')}\n`;
}

function constraintText({ figure, min, max }: Constraint): string {
  const limits = [
    ...(min === undefined ? [] : [`${figure}>=${min}`]),
    ...(max === undefined ? [] : [`${figure}<=${max}`]),
  ];
  return limits.join(' ');
}

/** Null when a word of the text is none. */
function parseConstraints(text: string): Constraint[] | null {
  const found: Constraint[] = [];
  for (const word of text.split(' ').filter((one) => one !== '')) {
    const match = /^([a-z_]+)(>=|<=)(.+)$/.exec(word);
    const figure = FIGURE_COLUMNS.find((name) => name === match?.[1]);
    const limit = Number(match?.[3]);
    if (figure === undefined || !Number.isFinite(limit)) return null;
    found.push(match?.[2] === '>=' ? { figure, min: limit } : { figure, max: limit });
  }
  return found;
}

/** Reads what {@link sweepLine} wrote, also several files after one another, text by text. */
export class SweepResultsReader {
  readonly problems: SweepResultsProblem[] = [];
  /** Runs that were met again and left out. */
  repeated = 0;
  /** Lines seen, header and empty ones too. */
  lines = 0;
  readonly #onRow: (row: SweepRow) => void;
  readonly #seen = new Set<string>();
  readonly #contexts = new Map<string, SweepContext>();
  #columns: ReadonlyMap<string, number> | null = null;
  #headerMissed = false;
  #rest = '';

  constructor(onRow: (row: SweepRow) => void) {
    this.#onRow = onRow;
  }

  add(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#line(line);
  }

  /** True when what is left has no line end: it was being written when its writer died, and is not read. */
  get torn(): boolean {
    return this.#rest !== '';
  }

  #line(raw: string): void {
    this.lines += 1;
    const line = (this.lines === 1 ? raw.replace(/^\uFEFF/, '') : raw).replace(/\r$/, '');
    if (line === '') return;
    const fields = splitFields(line);
    if (HEADER_MARKS.every((name) => fields.includes(name))) {
      this.#header(fields);
    } else if (this.#columns === null) {
      if (!this.#headerMissed) this.#complain('There is no header of sweep results before this line.');
      this.#headerMissed = true;
    } else {
      this.#row(fields, this.#columns);
    }
  }

  #header(fields: readonly string[]): void {
    const missing = SWEEP_COLUMNS.filter((name) => !fields.includes(name));
    this.#columns = missing.length > 0 ? null : new Map(fields.map((name, at) => [name, at]));
    this.#headerMissed = missing.length > 0;
    if (missing.length > 0) this.#complain(`The header lacks ${missing.slice(0, 5).join(', ')}.`);
  }

  #row(fields: readonly string[], columns: ReadonlyMap<string, number>): void {
    const read = readRow(fields, columns, this.#contexts);
    if (typeof read === 'string') {
      this.#complain(read);
      return;
    }
    const { context, result } = read;
    const key = `${context.specHash} ${context.traceHash} ${result.point.id} ${result.events}`;
    if (this.#seen.has(key)) this.repeated += 1;
    else this.#onRow(read);
    this.#seen.add(key);
  }

  #complain(sentence: string): void {
    this.problems.push({ line: this.lines, sentence });
  }
}

/** The same for a text as a whole. */
export function readSweepResults(text: string): SweepResultsFile {
  const rows: SweepRow[] = [];
  const reader = new SweepResultsReader((row) => rows.push(row));
  reader.add(text);
  const { problems, repeated, torn } = reader;
  return { rows, problems, repeated, torn };
}

/** A row, or what is wrong with it. */
function readRow(
  fields: readonly string[],
  columns: ReadonlyMap<string, number>,
  contexts: Map<string, SweepContext>,
): SweepRow | string {
  if (fields.length !== columns.size) return `${fields.length} fields and not ${columns.size}: left out.`;
  const cell = (name: string): string => fields[columns.get(name)!] ?? '';
  const bad = (name: string): string => `${name} is ${quoteText(cell(name))}, so the run is left out.`;
  const whole = (name: string, min: number): number | null => {
    const value = Number(cell(name));
    return cell(name) !== '' && Number.isSafeInteger(value) && value >= min ? value : null;
  };

  const options = {} as Record<OptionName, number>;
  for (const name of OPTION_COLUMNS) {
    const parsed = parseOption(name, cell(name));
    if (!parsed.ok) return bad(name);
    options[name] = parsed.value;
  }
  const figures = {} as Record<FigureName, number>;
  for (const name of FIGURE_COLUMNS) {
    figures[name] = cell(name) === '' ? Number.NaN : Number(cell(name));
    if (Number.isNaN(figures[name]) && cell(name) !== '') return bad(name);
  }
  const id = whole('id', Number.MIN_SAFE_INTEGER);
  if (id === null) return bad('id');
  const events = whole('events', 0);
  if (events === null) return bad('events');
  if (!['0', '1'].includes(cell('whole'))) return bad('whole');
  const milliseconds = Number(cell('milliseconds'));
  if (!Number.isFinite(milliseconds)) return bad('milliseconds');

  const shared = CONTEXT_COLUMNS.map(cell);
  const key = shared.join('\n');
  const context = contexts.get(key) ?? readContext(cell);
  if (typeof context === 'string') return bad(context);
  contexts.set(key, context);
  const result: SweepResult = {
    point: { id, options: options satisfies OptionValues },
    events,
    whole: cell('whole') === '1',
    figures: figures satisfies Figures,
    milliseconds,
  };
  return { context, part: cell('part'), result };
}

/** The context, or the name of the column that cannot be used. */
function readContext(cell: (name: string) => string): SweepContext | string {
  const objectives: FigureName[] = [];
  for (const word of cell('objectives').split(' ')) {
    const name = FIGURE_COLUMNS.find((one) => one === word);
    if (name === undefined) return 'objectives';
    objectives.push(name);
  }
  const constraints = parseConstraints(cell('constraints'));
  if (constraints === null) return 'constraints';
  const method = METHODS.find((one) => one === cell('method'));
  if (method === undefined) return 'method';
  const shards = cell('shards') === '' ? null : Number(cell('shards'));
  if (shards !== null && !(Number.isInteger(shards) && shards > 0)) return 'shards';
  const snapshots = Number(cell('snapshots'));
  if (!Number.isInteger(snapshots) || snapshots < 1) return 'snapshots';
  const traceEvents = Number(cell('trace_events'));
  if (!Number.isInteger(traceEvents) || traceEvents < 0) return 'trace_events';
  for (const hash of ['spec', 'trace_hash']) if (!/^[0-9a-f]{16}$/.test(cell(hash))) return hash;
  if (!['0', '1'].includes(cell('hpa_only'))) return 'hpa_only';
  return {
    specHash: cell('spec'),
    trace: csvPlain(cell('trace')),
    traceHash: cell('trace_hash'),
    traceEvents,
    traceSeconds: cell('trace_seconds') === '' ? Number.NaN : Number(cell('trace_seconds')),
    method,
    objectives,
    constraints,
    mode: { hpaOnly: cell('hpa_only') === '1', shards },
    snapshots,
  };
}
