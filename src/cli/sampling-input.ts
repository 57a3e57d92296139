/** What `jelab sample` and `jelab variance` read: a workload, however it comes. */
import type { TraceTable } from '../engine/replay/trace-table.js';
import { workloadOfProfile } from '../engine/sampling/profile-sizes.js';
import { workloadOfTrace } from '../engine/sampling/trace-sizes.js';
import { toSizeClasses, type Workload } from '../engine/sampling/workload.js';
import { WORKLOAD_PRESETS } from '../engine/sampling/workload-presets.js';
import { formatPercent } from '../base/numbers.js';
import type { OpenOutcome } from '../formats/format.js';
import { openFile } from '../formats/open.js';
import { CliFailure, plainText, usageFailure } from './failure.js';
import { openInput } from './files.js';
import type { CliIo } from './io.js';
import { readOptions } from './reading.js';
import type { Report } from './report.js';
import type { SamplingArguments } from './sampling-arguments.js';

export interface SamplingInput {
  readonly workload: Workload;
  /** The sequence itself, where the input is one. */
  readonly trace: TraceTable | null;
}

const PRESET = 'preset:';

export async function readSamplingInput(
  args: SamplingArguments,
  io: CliIo,
  report: Report,
): Promise<SamplingInput> {
  const { workload, trace } = await read(args, io, report);
  if (workload.length === 0) throw new CliFailure(1, 'The input has no allocations.');
  return args.roundUp ? { workload: toSizeClasses(workload), trace: null } : { workload, trace };
}

async function read(args: SamplingArguments, io: CliIo, report: Report): Promise<SamplingInput> {
  if (args.input.startsWith(PRESET))
    return { workload: preset(args.input.slice(PRESET.length)), trace: null };
  const source = await openInput(args.input, io);
  const outcome = await openFile(source, readOptions(args, source, report));
  await report.problems(source.name, outcome.problems);
  return inputOf(outcome, source.name, report);
}

async function inputOf(outcome: OpenOutcome, name: string, report: Report): Promise<SamplingInput> {
  switch (outcome.kind) {
    case 'workload':
      return { workload: outcome.workload, trace: null };
    case 'trace':
      await report.note(`${name} holds extents of a page allocator; they are taken for the allocations.`);
      return { workload: workloadOfTrace(outcome.trace), trace: outcome.trace };
    case 'profile': {
      const { workload, hasAllocated, mixedShare } = workloadOfProfile(outcome.profile);
      const allocated = hasAllocated
        ? ''
        : ' It does not say what was allocated; that is taken to be what is live.';
      const mixed =
        mixedShare > 0
          ? ` ${formatPercent(mixedShare)} of the bytes are in stacks of several sizes; their mean was taken.`
          : '';
      await report.note(`${name} is a heap dump: its estimates are taken for the truth.${allocated}${mixed}`);
      return { workload, trace: null };
    }
    case 'sweep':
      throw new CliFailure(1, `${name} holds the results of a sweep, no sizes of objects.`);
    case 'statistics':
    case 'symbols':
      throw new CliFailure(1, `${name} has no sizes of allocations.`);
    case 'unusable':
      throw new CliFailure(1, `${name}: ${outcome.sentence}`);
  }
}

function preset(id: string): Workload {
  const found = WORKLOAD_PRESETS.find((candidate) => candidate.id === id);
  if (found === undefined) {
    const names = WORKLOAD_PRESETS.map((candidate) => candidate.id).join(', ');
    throw usageFailure(`There is no preset ${plainText(id)}; there are ${names}.`);
  }
  return found.create();
}
