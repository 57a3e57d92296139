/** `jelab replay`: a trace through the page allocator, statistics out (test/stress/pa/pa_microbench.c). */
import { formatBytes, formatCount } from '../base/numbers.js';
import { Replay, shardCount } from '../engine/replay/run.js';
import { COLUMNS } from '../engine/replay/statistics.js';
import type { TraceTable } from '../engine/replay/trace-table.js';
import { MAX_SHARDS } from '../engine/units.js';
import type { OpenedTrace } from '../formats/format.js';
import { openFile } from '../formats/open.js';
import { writeStatistics } from '../formats/statistics.js';
import type { ReadArguments, ReplayArguments } from './arguments.js';
import { CliFailure } from './failure.js';
import { openInput, openOutput } from './files.js';
import type { CliIo } from './io.js';
import { memoryBudget, readOptions } from './reading.js';
import { percent, Report } from './report.js';

/** Events between two looks at the clock. */
const SLICE = 200_000;

export async function readTrace(
  path: string,
  args: ReadArguments,
  io: CliIo,
  report: Report,
): Promise<OpenedTrace> {
  const source = await openInput(path, io);
  const outcome = await openFile(source, readOptions(args, source, report));
  await report.problems(source.name, outcome.problems);
  switch (outcome.kind) {
    case 'trace':
      return outcome;
    case 'statistics':
      throw new CliFailure(1, `${source.name} holds the statistics of a replay, not a trace to replay.`);
    case 'profile':
    case 'symbols':
      throw new CliFailure(
        1,
        `${source.name} is a heap profile, not a trace to replay: see jelab heap --help.`,
      );
    case 'sweep':
      throw new CliFailure(1, `${source.name} holds the results of a sweep, not a trace to replay.`);
    case 'workload':
      throw new CliFailure(
        1,
        `${source.name} holds sizes of objects, not a trace to replay: see jelab variance --help.`,
      );
    case 'unusable':
      throw new CliFailure(1, `${source.name}: ${outcome.sentence}`);
  }
}

/** Refuses what the original tool refuses, and snapshots that would not fit the memory. */
export function checkSize(trace: TraceTable, shards: number, interval: number): void {
  if (shards > MAX_SHARDS) {
    throw new CliFailure(
      1,
      `The trace has ${shards} shards, and a replay takes at most ${MAX_SHARDS}: fold them with -n, for example -n ${MAX_SHARDS}.`,
    );
  }
  const snapshots = 1 + (interval > 0 ? Math.floor(trace.length / interval) : 0);
  const bytes = snapshots * shards * COLUMNS.length * Float64Array.BYTES_PER_ELEMENT;
  const budget = memoryBudget();
  if (bytes > budget) {
    throw new CliFailure(
      1,
      `A row every ${interval} events needs ${formatBytes(bytes)} of memory and ${formatBytes(budget)} may be used: give a larger interval, for example -i ${Math.ceil((interval * bytes) / budget) * 2}.`,
    );
  }
}

export async function replay(args: ReplayArguments, io: CliIo): Promise<void> {
  const report = new Report(io.stderr);
  for (const note of args.notes) await report.note(note);
  const output = await openOutput(args.output, args.trace, io);
  const { trace } = await readTrace(args.trace, args, io, report);
  checkSize(trace, shardCount(trace, args.mode), args.interval);

  const run = new Replay(trace, args.options, args.mode, { kind: 'interval', events: args.interval });
  const start = performance.now();
  while (!run.advance(SLICE)) {
    report.progress(() => {
      const perSecond = (run.eventsDone / (performance.now() - start)) * 1000;
      return `replaying:${percent(run.eventsDone, trace.length)} ${formatCount(run.eventsDone)} events, ${formatCount(Math.round(perSecond))} events/s`;
    });
  }
  await report.clear();
  for (const chunk of writeStatistics(run.statistics)) await output.write(chunk);
  await output.close();
}
