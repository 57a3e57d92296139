/** `jelab recommend`: two or three settings to run, from the results of a sweep. */
import { formatCount, formatMilliseconds } from '../base/numbers.js';
import { formatOption } from '../engine/replay/option-text.js';
import { OPTIONS } from '../engine/replay/options.js';
import { ReplayScratch } from '../engine/replay/scratch.js';
import { describeFigure, FIGURES } from '../engine/tuning/figures.js';
import { hashTrace } from '../engine/tuning/fingerprint.js';
import {
  type Advice,
  missingRuns,
  recommend,
  type Recommendation,
  type RecommendationInput,
} from '../engine/tuning/recommend.js';
import { figureValueText } from '../engine/tuning/reasons.js';
import { runPoint } from '../engine/tuning/run-point.js';
import type { SweepResult } from '../engine/tuning/sweep-types.js';
import { openInput } from '../formats/input/expand.js';
import { ProblemLog } from '../formats/problem-log.js';
import { type SweepContext, SweepResultsReader } from '../formats/sweep-results.js';
import { CliFailure, plainText, usageFailure } from './failure.js';
import { openInput as openSource } from './files.js';
import type { CliIo } from './io.js';
import { readOptions } from './reading.js';
import { readTrace } from './replay.js';
import { Report } from './report.js';
import type { RecommendArguments } from './sweep-arguments.js';
import { type Cell, tableText } from './text-table.js';

interface TraceRuns {
  /** The last line's: a sweep may have gone on with other objectives. */
  context: SweepContext;
  readonly results: SweepResult[];
}

export async function recommendFrom(args: RecommendArguments, io: CliIo): Promise<void> {
  const report = new Report(io.stderr);
  let traces = await readResults(args, io, report);
  if (args.trace !== null) traces = [await completed(traces, args.trace, args, io, report)];
  const advised = traces.map((runs) => {
    const input = inputOf(runs, args);
    return { runs, input, advice: recommend(input) };
  });
  await report.clear();
  const text = args.json
    ? `${JSON.stringify(
        advised.map(({ runs, input, advice }) => jsonOf(runs, input, advice)),
        null,
        2,
      )}\n`
    : advised.map(({ runs, input, advice }) => adviceText(runs, input, advice)).join('\n');
  await io.stdout.write(text);
  if (advised.every(({ advice }) => advice.recommendations.length === 0)) {
    throw new CliFailure(1, 'There is nothing to recommend.');
  }
}

async function readResults(args: RecommendArguments, io: CliIo, report: Report): Promise<TraceRuns[]> {
  const source = await openSource(args.results, io);
  const { name } = source;
  const traces = new Map<string, TraceRuns>();
  const specs = new Set<string>();
  const reader = new SweepResultsReader(({ context, result }) => {
    specs.add(context.specHash);
    const runs = traces.get(context.traceHash);
    if (runs === undefined) traces.set(context.traceHash, { context, results: [result] });
    else {
      runs.context = context;
      runs.results.push(result);
    }
  });
  const decoder = new TextDecoder();
  const problems = new ProblemLog();
  const input = await openInput(source, readOptions(args, source, report), problems);
  for await (const chunk of input.chunks()) reader.add(decoder.decode(chunk, { stream: true }));
  await report.problems(name, problems.list());
  await report.badLines(name, reader.problems);
  if (reader.torn) await report.note(`${name}: the last line has no end and is not read.`);
  if (reader.repeated > 0) await report.note(`${name}: ${reader.repeated} runs are there twice.`);
  if (traces.size === 0) throw new CliFailure(1, `${name} holds no results of a sweep.`);
  if (specs.size > 1) {
    throw usageFailure(
      `${name} holds runs of ${specs.size} specs (${[...specs].slice(0, 4).join(', ')}), which cannot be compared; keep the lines of one.`,
    );
  }
  return [...traces.values()];
}

/** The runs over this trace, with those that were missing. */
async function completed(
  traces: readonly TraceRuns[],
  path: string,
  args: RecommendArguments,
  io: CliIo,
  report: Report,
): Promise<TraceRuns> {
  const { trace } = await readTrace(path, args, io, report);
  const hash = hashTrace(trace);
  const found = traces.find(({ context }) => context.traceHash === hash);
  if (found === undefined) {
    throw usageFailure(
      `The results are of other traces (${traces.map(({ context }) => plainText(context.trace)).join(', ')}), not of ${plainText(path)} (${hash}).`,
    );
  }
  const { mode, snapshots } = found.context;
  const scratch = new ReplayScratch();
  const results = [...found.results];
  for (const point of missingRuns(inputOf(found, args))) {
    report.progress(() => `replaying ${formatCount(trace.length)} events`);
    results.push(runPoint(trace, { point, mode, snapshots, events: null }, () => performance.now(), scratch));
  }
  return { context: found.context, results };
}

function inputOf({ context, results }: TraceRuns, args: RecommendArguments): RecommendationInput {
  const own = results.filter(({ point }) => point.id >= 0);
  const first = (own[0] ?? results[0])!.point.options;
  return {
    spec: {
      base: first,
      mode: context.mode,
      objectives: args.objectives ?? context.objectives,
      constraints: args.constraints ?? context.constraints,
      axes: OPTIONS.filter(({ name }) => own.some(({ point }) => point.options[name] !== first[name])).map(
        ({ name }) => ({ option: name }),
      ),
    },
    results,
    trace: { events: context.traceEvents, seconds: context.traceSeconds },
  };
}

/** NaN is no JSON: null stands for it. */
function jsonOf({ context }: TraceRuns, { spec }: RecommendationInput, advice: Advice): unknown {
  const run = ({ point, figures }: SweepResult): unknown => ({
    id: point.id,
    options: Object.fromEntries(OPTIONS.map(({ name }) => [name, formatOption(name, point.options[name])])),
    figures,
  });
  return {
    trace: context.trace,
    trace_hash: context.traceHash,
    objectives: spec.objectives,
    constraints: spec.constraints,
    settings_on_the_front: advice.frontSize,
    verdict: advice.verdict,
    jemalloc_default: advice.reference === null ? null : run(advice.reference),
    recommendations: advice.recommendations.map((one) => ({
      role: one.role,
      title: one.title,
      is_default: one.isDefault,
      reasons: one.reasons,
      malloc_conf: one.mallocConf.line,
      notes: one.mallocConf.notes,
      warnings: one.warnings,
      ...(run(one.result) as object),
    })),
    warnings: advice.warnings,
    limits: advice.limits,
  };
}

function adviceText({ context, results }: TraceRuns, { spec }: RecommendationInput, advice: Advice): string {
  const whole = results.filter((result) => result.whole).length;
  const labels = spec.objectives.map((name) => describeFigure(name).label).join(', ');
  const seconds = formatMilliseconds(context.traceSeconds * 1000);
  const head = `${plainText(context.trace)}: ${formatCount(whole)} runs over ${formatCount(context.traceEvents)} events (${seconds}), judged by ${labels}.\n`;
  const parts = advice.recommendations.map((one, i) => recommendationText(one, i + 1));
  const verdict = advice.verdict === null ? '' : `${advice.verdict}\n`;
  const ending = [
    ...advice.warnings.map((sentence) => `Warning: ${sentence}\n`),
    ...(advice.recommendations.length === 0 ? [] : advice.limits.map((sentence) => `Limit: ${sentence}\n`)),
  ];
  const table = advice.recommendations.length === 0 ? '' : `\n${figureTable(advice)}`;
  return `${head}${verdict}${parts.map((part) => `\n${part}`).join('')}${table}\n${ending.join('')}`;
}

function recommendationText(
  { title, result, reasons, changed, mallocConf, warnings, isDefault }: Recommendation,
  number: number,
): string {
  const changes = changed.map(
    ({ option, value, standard }) =>
      `${option} ${formatOption(option, value)} (default ${formatOption(option, standard)})`,
  );
  const lines = [
    ...reasons,
    ...(isDefault ? [] : [`Changes: ${changes.length === 0 ? 'none' : changes.join(', ')}.`]),
    ...mallocConf.notes.map((note) => `Note: ${note}`),
    ...warnings.map((warning) => `Warning: ${warning}`),
    `MALLOC_CONF="${mallocConf.line}"`,
  ];
  return `${number}. ${title} (run ${result.point.id < 0 ? 'beside the sweep' : result.point.id})\n${lines.map((line) => `   ${line}\n`).join('')}`;
}

/** The figures side by side. */
function figureTable({ reference, recommendations }: Advice): string {
  const columns: readonly (SweepResult | null)[] = [
    reference,
    ...recommendations.map(({ result }) => result),
  ];
  const head: Cell[] = ['', 'default', ...recommendations.map((_, i) => `setting ${i + 1}`)];
  const rows = FIGURES.map(({ name, label }): Cell[] => [
    label,
    ...columns.map((result) => (result === null ? '–' : figureValueText(name, result.figures[name]))),
  ]);
  return tableText([head, ...rows]);
}
