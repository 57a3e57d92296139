/**
 * A sweep as JSON, for files and for addresses. Reading is strict: what is not known, not allowed or not a number is a
 * sentence that names the place in the JSON and what may stand there; nothing is guessed.
 */
import type { OptionName, OptionValues, PresetName, ReplayMode } from '../replay/options.js';
import { OPTIONS, presetValues } from '../replay/options.js';
import { formatOption } from '../replay/option-text.js';
import { MAX_SHARDS } from '../units.js';
import { FIGURES, type FigureName } from './figures.js';
import { hashText } from './fingerprint.js';
import { jsonFault } from './json-fault.js';
import { planSize } from './points.js';
import { MOST_POINTS, readAxis } from './spec-axis.js';
import { SpecReader } from './spec-reader.js';
import type { Constraint, SweepAxis, SweepMethod, SweepSpec } from './sweep-types.js';

export const SPEC_VERSION = 1;
export const DEFAULT_SNAPSHOTS = 200;
export const DEFAULT_OBJECTIVES: readonly FigureName[] = [
  'mean_memory_bytes',
  'kernel_calls_per_second',
  'huge_coverage',
];

/** Settings that are drawn have their place on each axis in memory, and those of halving their figures. */
const MOST_SAMPLES = 1_000_000;
const MOST_SNAPSHOTS = 100_000;
const MOST_SEED = 0xffff_ffff;
const FIGURE_NAMES: readonly FigureName[] = FIGURES.map(({ name }) => name);
const OPTION_NAMES: readonly OptionName[] = OPTIONS.map(({ name }) => name);
const METHOD_FIELDS: Readonly<Record<SweepMethod['kind'], readonly string[]>> = {
  grid: [],
  'latin-hypercube': ['samples', 'seed'],
  halving: ['samples', 'seed', 'eta'],
};

export type ParsedSpec =
  | { readonly ok: true; readonly value: SweepSpec; readonly notes: readonly string[] }
  | { readonly ok: false; readonly errors: readonly string[] };

/** Reads the text of a spec file. */
export function parseSpecText(text: string): ParsedSpec {
  const json = text.replace(/^\uFEFF/, '');
  const fault = jsonFault(json);
  if (fault !== null) {
    const { line, column, what, isRepeatedKey } = fault;
    const sentence = `line ${line}, column ${column} ${plain(what)}.`;
    return { ok: false, errors: [isRepeatedKey ? `The spec's ${sentence}` : `This is no JSON: ${sentence}`] };
  }
  return parseSpec(JSON.parse(json));
}

/** Reads a spec from parsed JSON. All errors are told at once. */
export function parseSpec(json: unknown): ParsedSpec {
  const reader = new SpecReader();
  const spec = readSpec(reader, json);
  if (reader.errors.length > 0 || spec === null) return { ok: false, errors: reader.errors };
  return { ok: true, value: spec, notes: reader.notes };
}

function readSpec(reader: SpecReader, json: unknown): SweepSpec | null {
  const root = reader.object(json, '', [
    'version',
    'base',
    'mode',
    'axes',
    'method',
    'objectives',
    'constraints',
    'snapshots',
  ]);
  if (root === null) return null;
  const version = reader.wholeNumber(root['version'], 'version', SPEC_VERSION, SPEC_VERSION);
  if (version === null) return null;
  const method = readMethod(reader, root['method']);
  const axes = readAxes(reader, root['axes'], method);
  const base = readBase(reader, root['base'], axes);
  const spec: SweepSpec = {
    base,
    mode: readMode(reader, root['mode']),
    axes,
    method,
    objectives: readObjectives(reader, root['objectives']),
    constraints: readConstraints(reader, root['constraints']),
    snapshots: reader.wholeNumber(root['snapshots'], 'snapshots', 1, MOST_SNAPSHOTS, DEFAULT_SNAPSHOTS) ?? 1,
  };
  const size = planSize(spec);
  if (size > MOST_POINTS) {
    reader.error(
      'axes',
      `give a grid of ${size} settings, and ${MOST_POINTS} is the most`,
      'Fewer values, or method latin-hypercube or halving, try some of them.',
    );
  }
  if (spec.method.kind === 'halving' && spec.method.samples < spec.method.eta) {
    reader.error(
      'method.samples',
      `is ${spec.method.samples}, below eta ${spec.method.eta}: nothing would be halved`,
    );
  }
  return spec;
}

function readBase(reader: SpecReader, json: unknown, axes: readonly SweepAxis[]): OptionValues {
  const base = reader.object(json ?? {}, 'base', ['preset', 'options']);
  if (base === null) return presetValues('jemalloc');
  const preset = reader.word<PresetName>(
    base['preset'],
    'base.preset',
    ['jemalloc', 'microbench'],
    'jemalloc',
  );
  const values: Record<OptionName, number> = { ...presetValues(preset ?? 'jemalloc') };
  const options = reader.object(base['options'] ?? {}, 'base.options', OPTION_NAMES);
  for (const [name, value] of Object.entries(options ?? {})) {
    const option = OPTION_NAMES.find((one) => one === name);
    if (option === undefined) continue;
    const path = `base.options.${name}`;
    const read = reader.option(option, value, path);
    if (read !== null) values[option] = read;
    const axis = axes.findIndex((one) => one.option === option);
    if (axis >= 0)
      reader.error(path, `sets an option that axes[${axis}] varies`, 'Leave out one of the two.');
  }
  return values;
}

function readMode(reader: SpecReader, json: unknown): ReplayMode {
  const mode = reader.object(json ?? {}, 'mode', ['hpa_only', 'shards']);
  if (mode === null) return { hpaOnly: false, shards: null };
  const hpaOnly = reader.boolean(mode['hpa_only'], 'mode.hpa_only', false) ?? false;
  const own = mode['shards'] === undefined || mode['shards'] === null;
  return {
    hpaOnly,
    shards: own ? null : reader.wholeNumber(mode['shards'], 'mode.shards', 1, MAX_SHARDS),
  };
}

function readMethod(reader: SpecReader, json: unknown): SweepMethod {
  const fallback: SweepMethod = { kind: 'grid' };
  if (json === undefined) return fallback;
  const method = reader.object(json, 'method', ['kind', 'samples', 'seed', 'eta']);
  if (method === null) return fallback;
  const kind = reader.word(method['kind'], 'method.kind', ['grid', 'latin-hypercube', 'halving'] as const);
  if (kind === null) return fallback;
  const used = METHOD_FIELDS[kind];
  for (const name of Object.keys(method)) {
    if (name !== 'kind' && !used.includes(name)) {
      reader.error(
        `method.${name}`,
        `has no meaning with kind ${kind}`,
        used.length === 0 ? '' : `It knows ${used.join(', ')}.`,
      );
    }
  }
  if (kind === 'grid') return fallback;
  const samples = reader.wholeNumber(method['samples'], 'method.samples', 2, MOST_SAMPLES) ?? 2;
  const seed = reader.wholeNumber(method['seed'], 'method.seed', 0, MOST_SEED, 1) ?? 1;
  if (kind === 'latin-hypercube') return { kind, samples, seed };
  return { kind, samples, seed, eta: reader.wholeNumber(method['eta'], 'method.eta', 2, 100, 3) ?? 3 };
}

function readAxes(reader: SpecReader, json: unknown, method: SweepMethod): SweepAxis[] {
  const list = reader.list(json, 'axes', 1, OPTIONS.length);
  const axes: SweepAxis[] = [];
  list?.forEach((item, i) => {
    const path = `axes[${i}]`;
    const axis = readAxis(reader, item, path, method.kind === 'grid');
    if (axis === null) return;
    const first = axes.findIndex(({ option }) => option === axis.option);
    if (first >= 0) reader.error(`${path}.option`, `is ${axis.option} again, as in axes[${first}]`);
    else axes.push(axis);
  });
  return axes;
}

function readObjectives(reader: SpecReader, json: unknown): readonly FigureName[] {
  if (json === undefined) return DEFAULT_OBJECTIVES;
  const names: FigureName[] = [];
  reader.list(json, 'objectives', 1, FIGURES.length)?.forEach((item, i) => {
    const name = reader.word(item, `objectives[${i}]`, FIGURE_NAMES);
    if (name === null) return;
    if (names.includes(name)) reader.error(`objectives[${i}]`, `is ${name} again`);
    else names.push(name);
  });
  return names;
}

function readConstraints(reader: SpecReader, json: unknown): Constraint[] {
  if (json === undefined) return [];
  const found: Constraint[] = [];
  reader.list(json, 'constraints', 0, 100)?.forEach((item, i) => {
    const path = `constraints[${i}]`;
    const constraint = reader.object(item, path, ['figure', 'min', 'max']);
    if (constraint === null) return;
    const figure = reader.word(constraint['figure'], `${path}.figure`, FIGURE_NAMES);
    const limit = (name: 'min' | 'max'): { [key in typeof name]?: number } => {
      if (constraint[name] === undefined) return {};
      const value = reader.number(constraint[name], `${path}.${name}`);
      return value === null ? {} : { [name]: value };
    };
    const limits = { ...limit('min'), ...limit('max') };
    if (constraint['min'] === undefined && constraint['max'] === undefined) {
      reader.error(path, 'has neither min nor max');
    }
    if (limits.min !== undefined && limits.max !== undefined && limits.min > limits.max) {
      reader.error(path, `has min ${limits.min} above max ${limits.max}: no run could meet it`);
    }
    if (figure !== null) found.push({ figure, ...limits });
  });
  return found;
}

/** The spec as JSON that {@link parseSpec} reads back as the same spec. */
export function specToJson(spec: SweepSpec): unknown {
  const { base, mode, axes, method, objectives, constraints, snapshots } = spec;
  const preset = presetValues('jemalloc');
  const varied = new Set(axes.map(({ option }) => option));
  const text = (name: OptionName, value: number): string => formatOption(name, value);
  return {
    version: SPEC_VERSION,
    base: {
      preset: 'jemalloc',
      options: Object.fromEntries(
        OPTION_NAMES.filter((name) => base[name] !== preset[name] && !varied.has(name)).map((name) => [
          name,
          text(name, base[name]),
        ]),
      ),
    },
    mode: { hpa_only: mode.hpaOnly, shards: mode.shards },
    axes: axes.map(({ option, values }) => ({ option, values: values.map((value) => text(option, value)) })),
    method,
    objectives,
    constraints,
    snapshots,
  };
}

/** The text of a spec file. */
export function specText(spec: SweepSpec): string {
  return `${JSON.stringify(specToJson(spec), null, 2)}\n`;
}

/**
 * Names a spec: runs of specs with the same hash may lie in one file. What only judges runs afterwards (objectives,
 * constraints) counts for halving alone, where it decides what runs.
 */
export function specHash(spec: SweepSpec): string {
  const { axes, base, mode, method, snapshots, objectives, constraints } = spec;
  const names = new Set(axes.map(({ option }) => option));
  const fixed = OPTION_NAMES.filter((name) => !names.has(name)).map((name) => [name, base[name]]);
  const judged = method.kind === 'halving' ? { objectives, constraints } : null;
  const methodFields = Object.entries(method).sort(([a], [b]) => (a < b ? -1 : 1));
  return hashText(
    JSON.stringify([
      SPEC_VERSION,
      fixed,
      mode.hpaOnly,
      mode.shards,
      axes.map(({ option, values }) => [option, values]),
      methodFields,
      snapshots,
      judged,
    ]),
  );
}

function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '?').slice(0, 200);
}
