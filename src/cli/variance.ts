/** `jelab variance`: ways to sample, compared at equal cost. */
import { formatBytes, formatCount } from '../base/numbers.js';
import {
  allocationsPerSample,
  byteSamples,
  familyRateForSamples,
  rateForError,
  rateForSamples,
  scaledTo,
} from '../engine/sampling/budget.js';
import { Experiment } from '../engine/sampling/experiment.js';
import { optimalRates } from '../engine/sampling/optimal-rates.js';
import {
  evenOdd,
  perAllocation,
  perByte,
  startUp,
  type Strategy,
  threadPriority,
} from '../engine/sampling/strategies.js';
import { summarise } from '../engine/sampling/trial-statistics.js';
import { strategyErrors } from '../engine/sampling/variance.js';
import { type Workload, workloadTotals } from '../engine/sampling/workload.js';
import { openOutput } from './files.js';
import type { CliIo } from './io.js';
import { percent, Report } from './report.js';
import type { VarianceArguments } from './sampling-arguments.js';
import { readSamplingInput } from './sampling-input.js';
import { type Cell, csvText, tableText } from './text-table.js';

/** Draws between two looks at the clock. */
const SLICE = 1_000_000;

interface Choice {
  readonly strategy: Strategy;
  /** The setting that makes the cost, in words. */
  readonly setting: string;
}

export async function variance(args: VarianceArguments, io: CliIo): Promise<void> {
  const report = new Report(io.stderr);
  const output = await openOutput(args.output, args.input, io);
  const { workload } = await readSamplingInput(args, io, report);
  await report.clear();
  const samples = Math.min(
    args.samples ?? byteSamples(workload, 2 ** args.lgSample),
    workloadTotals(workload).allocations,
  );
  const choices = await chooseAtCost(workload, samples, report);
  const rows = args.sizes ? sizeRows(workload, choices) : await strategyRows(args, workload, choices, report);
  await report.clear();
  if (args.csv) await output.write(csvText(rows));
  else await output.write(heading(workload, samples) + tableText(rows) + answer(args, workload));
  if (args.csv && args.error !== null) await report.note(answer(args, workload).trim());
  await output.close();
}

async function chooseAtCost(workload: Workload, samples: number, report: Report): Promise<Choice[]> {
  const rate = rateForSamples(workload, samples);
  const n = Math.max(1, allocationsPerSample(workload, samples));
  const family = (create: (rate: number) => Strategy): Choice => {
    const own = familyRateForSamples(workload, create, samples);
    return { strategy: create(own), setting: `R ${formatBytes(own)}` };
  };
  const best = optimalRates(workload, samples);
  if (!best.ok) await report.note(`No optimum: ${best.error}`);
  return [
    { strategy: perAllocation(n), setting: `1 in ${formatCount(n)}` },
    { strategy: perByte(rate), setting: `R ${formatBytes(rate)}` },
    family((r) => startUp(0.1, r / 8, r)),
    family((r) => evenOdd(r, 4 * r)),
    family((r) => threadPriority(8, 1, r / 8, r)),
    ...(best.ok ? [{ strategy: best.value.strategy, setting: '' }] : []),
  ];
}

function heading(workload: Workload, samples: number): string {
  const totals = workloadTotals(workload);
  return (
    `${workload.length} sizes, ${formatCount(totals.allocations)} allocations (${formatBytes(totals.allocatedBytes)}), ` +
    `${formatCount(totals.liveObjects)} live (${formatBytes(totals.liveBytes)}); cost ${formatCount(samples)} samples\n\n`
  );
}

async function strategyRows(
  args: VarianceArguments,
  workload: Workload,
  choices: readonly Choice[],
  report: Report,
): Promise<Cell[][]> {
  const { liveBytes, liveObjects } = workloadTotals(workload);
  const head: Cell[] = [
    'strategy',
    'setting',
    'samples',
    'error of bytes %',
    'error of objects %',
    'variance / least',
  ];
  if (args.trials > 0) head.push('trials', 'mean bytes / true', 'deviation of bytes %');
  const rows = [head];
  const errors = choices.map(({ strategy }) => strategyErrors(workload, strategy));
  const least = choices.at(-1)?.strategy.id === 'optimal' ? (errors.at(-1)?.varianceBytes ?? 0) : Number.NaN;
  for (const [i, { strategy, setting }] of choices.entries()) {
    const { samples, varianceBytes, varianceCount } = errors[i] as (typeof errors)[number];
    const row: Cell[] = [
      strategy.label,
      setting,
      samples,
      (100 * Math.sqrt(varianceBytes)) / liveBytes,
      (100 * Math.sqrt(varianceCount)) / liveObjects,
      least > 0 ? varianceBytes / least : Number.NaN,
    ];
    if (args.trials > 0) row.push(...(await trialCells(args, workload, strategy, report)));
    rows.push(row);
  }
  return rows;
}

async function trialCells(
  { trials, engine, seed }: VarianceArguments,
  workload: Workload,
  strategy: Strategy,
  report: Report,
): Promise<Cell[]> {
  const experiment = new Experiment({ workload, strategy, engine, trials, seed });
  while (!experiment.advance(SLICE)) {
    report.progress(() => `${strategy.label}:${percent(experiment.trials.length, trials)}`);
    // Lets the progress line out.
    await new Promise(setImmediate);
  }
  const { mean, variance } = summarise(experiment.trials.bytes, trials);
  const { bytes } = experiment.expected;
  return [trials, mean / bytes, (100 * Math.sqrt(variance)) / bytes];
}

function sizeRows(workload: Workload, choices: readonly Choice[]): Cell[][] {
  const shown = choices.filter(({ strategy }) =>
    ['per-allocation', 'per-byte', 'optimal'].includes(strategy.id),
  );
  const errors = shown.map(({ strategy }) => strategyErrors(workload, strategy));
  const labels = shown.map(({ strategy }) => strategy.label);
  const head: Cell[] = [
    'size',
    'allocated',
    'live',
    ...labels.map((label) => `chance ${label}`),
    ...labels.map((label) => `% of variance ${label}`),
  ];
  const rows = Array.from({ length: workload.length }, (_, i): Cell[] => {
    const size = workload.size[i] as number;
    return [
      size,
      workload.allocated[i] as number,
      workload.live[i] as number,
      ...shown.map(({ strategy }) => strategy.chance(size, 0, 0, 0)),
      ...errors.map(
        ({ bySize, varianceBytes }) => (100 * (bySize.varianceBytes[i] as number)) / varianceBytes,
      ),
    ];
  });
  return [head, ...rows];
}

function answer({ error, stackBytes }: VarianceArguments, workload: Workload): string {
  if (error === null) return '';
  const { liveBytes } = workloadTotals(workload);
  const part = stackBytes === null ? workload : scaledTo(workload, stackBytes);
  const lg = Math.floor(Math.log2(rateForError(part, error)) + 1e-9);
  const what = formatBytes(stackBytes ?? liveBytes);
  return `\nlg_prof_sample ${lg} is the highest that gives ${what} with a standard error of at most ${Number((100 * error).toPrecision(3))} %.\n`;
}
