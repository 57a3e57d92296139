/** `jelab sweep`: a trace under many settings, on all cores; results as they come, to be gone on with after a kill. */
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { formatCount, formatMilliseconds } from '../base/numbers.js';
import { formatOption } from '../engine/replay/option-text.js';
import { shardCount } from '../engine/replay/run.js';
import { latestTime } from '../engine/replay/snapshot-schedule.js';
import type { TraceTable } from '../engine/replay/trace-table.js';
import { defaultSpec } from '../engine/tuning/default-spec.js';
import { hashTrace } from '../engine/tuning/fingerprint.js';
import { planPoints, planSize, sweepPlan } from '../engine/tuning/points.js';
import { parseSpecText, specHash, specText } from '../engine/tuning/spec.js';
import { isOfPart, partSize, SweepSchedule } from '../engine/tuning/sweep-schedule.js';
import type { SweepPoint, SweepResult, SweepSpec } from '../engine/tuning/sweep-types.js';
import {
  type SweepContext,
  type SweepRow,
  sweepContext,
  sweepLine,
  traceName,
} from '../formats/sweep-results.js';
import { CliFailure, plainText, reason, usageFailure } from './failure.js';
import { openInput, samePath } from './files.js';
import type { CliIo } from './io.js';
import { checkSize, readTrace } from './replay.js';
import { percent, Report } from './report.js';
import type { DefaultSpecArguments, SweepArguments } from './sweep-arguments.js';
import { SweepFile } from './sweep-file.js';
import { type SweepJob, SweepPool } from './sweep-pool.js';
import { makeFolder, missingStatistics, refuseSameStatistics, statisticsName } from './sweep-statistics.js';
import { shareTrace } from './sweep-thread.js';

const NS_PER_SECOND = 1e9;
/** Between two lines of progress where nobody watches a terminal: enough for a log. */
const LOG_EVERY_MS = 30_000;

export async function sweep(args: SweepArguments | DefaultSpecArguments, io: CliIo): Promise<void> {
  const report = new Report(io.stderr);
  if (args.kind === 'print-default') {
    const { trace } = await readTrace(args.trace, args, io, report);
    await report.clear();
    const facts = { events: trace.length, seconds: latestTime(trace) / NS_PER_SECOND };
    await io.stdout.write(specText(defaultSpec(facts)));
    return;
  }
  const spec = await readSpec(args.spec, report);
  if (spec.method.kind === 'halving' && args.part.of > 1) {
    throw usageFailure(
      'A sweep by halving cannot be split with --part: each round needs all results of the one before. Use method grid or latin-hypercube, or give each machine a trace of its own.',
    );
  }
  if (args.kind === 'dry-run') await listRuns(spec, args, io, report);
  else await runAll(spec, args, io, report);
}

async function readSpec(path: string, report: Report): Promise<SweepSpec> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new CliFailure(1, `${plainText(path)} cannot be read: ${reason(error)}.`);
  });
  const parsed = parseSpecText(text);
  if (!parsed.ok) {
    throw new CliFailure(
      2,
      `${plainText(path)} is no spec that can be run:\n  ${parsed.errors.join('\n  ')}`,
    );
  }
  for (const note of parsed.notes) await report.note(note);
  return parsed.value;
}

/** What a run changes, for people. */
function pointText(spec: SweepSpec, { id, options }: SweepPoint): string {
  const set = spec.axes.map(({ option }) => `${option}=${formatOption(option, options[option])}`);
  return `${id} ${set.join(' ')}\n`;
}

async function listRuns(spec: SweepSpec, args: SweepArguments, io: CliIo, report: Report): Promise<void> {
  let lines = '';
  let count = 0;
  for (const point of planPoints(sweepPlan(spec), args.part)) {
    lines += pointText(spec, point);
    count += 1;
    if (lines.length > 65_536) {
      await io.stdout.write(lines);
      lines = '';
    }
  }
  await io.stdout.write(lines);
  const halving = spec.method.kind === 'halving' ? ' in the first round' : '';
  const traces = args.traces.length < 2 ? '' : `, for each of ${args.traces.length} traces`;
  const settings = `${formatCount(count)} setting${count === 1 ? '' : 's'}${halving}`;
  await report.line(`${settings}, and jemalloc's defaults for comparison${traces}; spec ${specHash(spec)}`);
}

/** By the trace's name. */
type Finished = Map<string, SweepResult[]>;

async function runAll(spec: SweepSpec, args: SweepArguments, io: CliIo, report: Report): Promise<void> {
  const names = args.traces.map((path) => traceName(plainText(basename(path))));
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) {
    throw usageFailure(`Two traces are called ${twice}: the results could not be told apart. Rename one.`);
  }
  if (args.statistics !== null) refuseSameStatistics(names);
  const hash = specHash(spec);
  const output = args.output ?? '';
  if ([args.spec, ...args.traces].some((path) => path === output || samePath(path, output))) {
    throw usageFailure(`${plainText(output)} is an input too; give the output another name.`);
  }
  // Better now than after the first trace's hours.
  for (const path of args.traces) await openInput(path, io);
  const finished: Finished = new Map();
  const traceHashes = new Map<string, string>();
  const { file, earlier } = SweepFile.open(output, args.forceNew, (row) => {
    refuseOther(row, output, hash, names, traceHashes);
    const list = finished.get(row.context.trace) ?? [];
    list.push(
      spec.method.kind === 'halving' ? row.result : { ...row.result, ...forgotten(spec, row.result) },
    );
    finished.set(row.context.trace, list);
  });
  try {
    if (earlier.torn) await report.note(`${plainText(output)}: the last line was cut and is dropped.`);
    await report.badLines(plainText(output), earlier.problems);
    if (args.statistics !== null) makeFolder(args.statistics.folder);
    const sweepRun = new SweepRunAll(spec, args, io, report, file);
    await sweepRun.all(names, hash, finished, traceHashes);
  } finally {
    file.close();
  }
}

/** Of a grid's run only the id counts when it goes on: a million of them must not fill the memory. */
function forgotten(spec: SweepSpec, { point }: SweepResult): Pick<SweepResult, 'point' | 'figures'> {
  return { point: { id: point.id, options: spec.base }, figures: NO_FIGURES };
}
const NO_FIGURES = {} as SweepResult['figures'];

function refuseOther(
  { context }: SweepRow,
  output: string,
  hash: string,
  names: readonly string[],
  traceHashes: Map<string, string>,
): void {
  const where = plainText(output);
  const instead = 'Give another -o, or --force-new to write over it.';
  if (context.specHash !== hash) {
    throw usageFailure(
      `${where} holds runs of another spec (${context.specHash}; this one is ${hash}), so nothing was written. ${instead}`,
    );
  }
  if (!names.includes(context.trace)) {
    throw usageFailure(
      `${where} holds runs over ${plainText(context.trace)}, which is not among the traces given, so nothing was written. ${instead}`,
    );
  }
  traceHashes.set(context.trace, context.traceHash);
}

/** One command's work over all its traces. */
class SweepRunAll {
  readonly #spec: SweepSpec;
  readonly #args: SweepArguments;
  readonly #io: CliIo;
  readonly #report: Report;
  readonly #file: SweepFile;
  readonly #start = performance.now();
  #lastLog = performance.now();
  #made = 0;
  #failed = 0;

  constructor(spec: SweepSpec, args: SweepArguments, io: CliIo, report: Report, file: SweepFile) {
    this.#spec = spec;
    this.#args = args;
    this.#io = io;
    this.#report = report;
    this.#file = file;
  }

  async all(
    names: readonly string[],
    hash: string,
    finished: Finished,
    traceHashes: ReadonlyMap<string, string>,
  ): Promise<void> {
    const { traces } = this.#args;
    let before = 0;
    const threads = this.#threads(names, finished);
    // They start while the first trace is read.
    const pool = new SweepPool(threads, this.#io.startThread);
    try {
      for (const [i, path] of traces.entries()) {
        const name = names[i] ?? '';
        const { trace } = await readTrace(path, this.#args, this.#io, this.#report);
        const context = this.#contextOf(trace, name, hash, traceHashes.get(name));
        const earlier = finished.get(name) ?? [];
        finished.delete(name);
        const { part, statistics } = this.#args;
        const missing = statistics === null ? null : missingStatistics(statistics.folder, name, earlier);
        if (missing !== null) await this.#report.note(missing);
        const schedule = new SweepSchedule(this.#spec, trace.length, { part, finished: earlier });
        const label = traces.length > 1 ? `${name}, trace ${i + 1} of ${traces.length}: ` : '';
        before += await this.#one(pool, shareTrace(trace), schedule, context, label);
      }
    } finally {
      await pool.close();
      await this.#report.clear();
    }
    const ms = performance.now() - this.#start;
    const resumed = before > 0 ? ` (${formatCount(before)} more were there already)` : '';
    await this.#report.line(
      `${runsText(this.#made)}${resumed} in ${formatMilliseconds(ms)} on ${threads} thread${threads === 1 ? '' : 's'}, ${((this.#made / ms) * 1000).toPrecision(3)} runs/s; results in ${this.#args.output ?? ''}`,
    );
    if (this.#failed > 0) {
      throw new CliFailure(
        1,
        `${runsText(this.#failed)} failed (see above); the same command makes ${this.#failed === 1 ? 'it' : 'them'} again.`,
      );
    }
  }

  /** No more than the trace with the most runs can use. */
  #threads(names: readonly string[], finished: Finished): number {
    const { part, jobs } = this.#args;
    const isHalving = this.#spec.method.kind === 'halving';
    const all = partSize(planSize(this.#spec), part) + (part.index === 0 ? 1 : 0);
    const left = names.map((name) => {
      const ids = (finished.get(name) ?? []).map(({ point }) => point.id).filter((id) => isOfPart(id, part));
      return isHalving ? all : all - new Set(ids).size;
    });
    return Math.max(1, Math.min(jobs, Math.max(...left)));
  }

  #contextOf(trace: TraceTable, name: string, hash: string, known: string | undefined): SweepContext {
    const { mode } = this.#spec;
    checkSize(trace, shardCount(trace, mode), this.#args.statistics?.interval ?? 0);
    const traceHash = hashTrace(trace);
    if (known !== undefined && known !== traceHash) {
      throw usageFailure(
        `${plainText(this.#args.output ?? '')} holds runs over another ${name} (${known}; this one is ${traceHash}), so nothing was written. Give another -o, or --force-new to write over it.`,
      );
    }
    return sweepContext(this.#spec, hash, {
      trace: name,
      traceHash,
      traceEvents: trace.length,
      traceSeconds: latestTime(trace) / NS_PER_SECOND,
    });
  }

  /** Resolves with the number of runs that were there before. */
  async #one(
    pool: SweepPool,
    trace: TraceTable,
    schedule: SweepSchedule,
    context: SweepContext,
    label: string,
  ): Promise<number> {
    const { statistics, partText } = this.#args;
    const { mode, snapshots } = this.#spec;
    const begun = performance.now();
    let made = 0;
    let eventsMade = 0;
    const release = this.#io.onInterrupt(() => pool.interrupt(new CliFailure(130, this.#stopped())));
    const job: SweepJob = {
      trace,
      schedule,
      prepare: (task) => ({
        task,
        mode,
        snapshots,
        statistics:
          statistics === null
            ? null
            : {
                path: join(statistics.folder, statisticsName(context.trace, task.point.id)),
                interval: statistics.interval,
              },
      }),
      keep: (result) => {
        this.#file.write(sweepLine(context, partText, result));
        made += 1;
        eventsMade += result.events;
        this.#made += 1;
      },
      failed: (task, sentence) => {
        this.#failed += 1;
        void this.#report.line(`error: run ${task.point.id} failed: ${sentence}`);
      },
      progress: () => {
        const ms = performance.now() - begun;
        const text = (): string => {
          const left = ((schedule.events - schedule.eventsDone) * ms) / Math.max(1, eventsMade);
          const rate = ((made / ms) * 1000).toPrecision(3);
          return `${label}${formatCount(schedule.runsDone)} of ${formatCount(schedule.runs)} runs${percent(schedule.eventsDone, schedule.events)}, ${rate} runs/s, ${formatMilliseconds(left)} left`;
        };
        this.#report.progress(text);
        this.#log(text);
      },
    };
    try {
      await pool.run(job);
    } finally {
      release();
    }
    return schedule.resumed;
  }

  /** For a log file: now and then a line of its own. */
  #log(text: () => string): void {
    const now = performance.now();
    if (this.#io.stderr.isTerminal || now - this.#lastLog < LOG_EVERY_MS) return;
    this.#lastLog = now;
    void this.#report.line(text());
  }

  #stopped(): string {
    return `stopped after ${runsText(this.#made)}; what was made is in ${plainText(this.#args.output ?? '')}, and the same command goes on from there.`;
  }
}

function runsText(count: number): string {
  return `${formatCount(count)} run${count === 1 ? '' : 's'}`;
}
