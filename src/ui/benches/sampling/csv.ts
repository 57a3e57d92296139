/** Each picture's numbers as a table to take away. Pure. */
import type {
  CounterAnswer,
  ExperimentPart,
  TheoryAnswer,
  TheoryRequest,
} from '../../../workers/sampling.api.js';

type Cell = string | number | bigint;

/** Names may hold commas; nothing in them may be taken for a formula by a spreadsheet. */
function cell(value: Cell): string {
  if (typeof value !== 'string') return Number.isNaN(value) ? '' : String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function table(head: readonly string[], rows: Iterable<readonly Cell[]>): string {
  return `${[head, ...rows].map((cells) => cells.map(cell).join(',')).join('\n')}\n`;
}

function* indices(length: number): Iterable<number> {
  for (let i = 0; i < length; i++) yield i;
}

/** Rows by index over columns of one length. */
function columns(named: Readonly<Record<string, ArrayLike<number>>>): string {
  const heads = Object.keys(named);
  const all = Object.values(named);
  const rows = [...indices(all[0]?.length ?? 0)].map((i) => all.map((column) => column[i] ?? Number.NaN));
  return table(heads, rows);
}

export function varianceCsv({ variance }: TheoryAnswer): string {
  return columns({
    size: variance.size,
    per_byte: variance.perByte,
    per_byte_approximate: variance.perByteApproximate,
    per_allocation_equal_cost: variance.perAllocationEqual,
    per_allocation_typed_n: variance.perAllocationTyped,
    optimal: variance.optimal,
  });
}

export function sharesCsv({ size, live, strategies }: TheoryAnswer): string {
  const named: Record<string, ArrayLike<number>> = { size, live };
  for (const { id, bySize } of strategies) {
    named[`variance_bytes_${id}`] = bySize.varianceBytes;
    named[`samples_${id}`] = bySize.samples;
  }
  return columns(named);
}

export function costCsv({ costs, lgs }: TheoryAnswer): string {
  return table(
    ['strategy', 'lg_prof_sample', 'samples_per_gib', 'error_all_bytes', 'error_stack'],
    costs.flatMap(({ id, samplesPerGib, errorWhole, errorStack }) =>
      [...indices(lgs.length)].map((i) => [
        id,
        lgs[i] as number,
        samplesPerGib[i] as number,
        errorWhole[i] as number,
        errorStack[i] as number,
      ]),
    ),
  );
}

export function experimentCsv({ strategies }: ExperimentPart): string {
  return table(
    [
      'strategy',
      'trials',
      'true_bytes',
      'expected_mean',
      'expected_variance',
      'mean',
      'mean_low',
      'mean_high',
      'variance',
      'variance_low',
      'variance_high',
      'mean_samples',
      'from_bytes',
      'to_bytes',
      'trials_there',
    ],
    strategies.flatMap(({ id, trials, expected, summary, samples, counts, domain }) =>
      [...indices(counts.length)].map((i) => {
        const width = (domain.high - domain.low) / counts.length;
        return [
          id,
          trials,
          expected.bytes,
          expected.meanBytes,
          expected.varianceBytes,
          summary.mean,
          summary.meanInterval.low,
          summary.meanInterval.high,
          summary.variance,
          summary.varianceInterval.low,
          summary.varianceInterval.high,
          samples,
          domain.low + i * width,
          domain.low + (i + 1) * width,
          counts[i] as number,
        ];
      }),
    ),
  );
}

export function summingCsv({ machines, rules }: TheoryAnswer): string {
  return table(
    ['stack', 'machines', 'true_bytes', 'each_sample', 'each_record', 'pooled', 'whole'],
    rules.flatMap(({ label, truth, samples, records, pooled, whole }) =>
      [...indices(machines.length)].map((i) => [
        label,
        machines[i] as number,
        truth[i] as number,
        samples[i] as number,
        records[i] as number,
        pooled[i] as number,
        whole[i] as number,
      ]),
    ),
  );
}

export function counterCsv({ counter, coins, low, high, allocations }: CounterAnswer): string {
  return table(
    [
      'way',
      'trials',
      'allocations',
      'draws',
      'samples',
      'nanoseconds',
      'from_samples',
      'to_samples',
      'trials_there',
    ],
    Object.entries({ counter, coins }).flatMap(([way, run]) =>
      [...indices(run.counts.length)].map((i) => {
        const width = (high - low) / run.counts.length;
        return [
          way,
          run.trials,
          allocations * run.trials,
          run.draws,
          run.samples,
          Math.round(run.nanoseconds),
          low + i * width,
          low + (i + 1) * width,
          run.counts[i] as number,
        ];
      }),
    ),
  );
}

export function writerCsv({ writer, writerAlone }: TheoryAnswer, rows: TheoryRequest['writer']): string {
  const line = (name: string, steps: TheoryAnswer['writer']): readonly Cell[] => [
    name,
    steps.sampled.count,
    steps.sampled.bytes,
    steps.unbiased.count,
    steps.unbiased.bytes,
    steps.kept.objectsTimes8,
    steps.kept.bytes,
    steps.written.objects,
    steps.written.bytes,
    steps.factor,
    steps.read.count,
    steps.read.bytes,
    steps.readPlain.count,
    steps.readPlain.bytes,
  ];
  return table(
    [
      'stack',
      'sampled_objects',
      'sampled_bytes',
      'true_objects',
      'true_bytes',
      'kept_objects_times_8',
      'kept_bytes',
      'written_objects',
      'written_bytes',
      'jeprof_factor',
      'jeprof_objects',
      'jeprof_bytes',
      'plain_jeprof_objects',
      'plain_jeprof_bytes',
    ],
    [
      line('all together', writer),
      ...writerAlone.map(({ size, samples, steps }) => line(`${samples} of ${size} B alone`, steps)),
    ].slice(0, rows.length + 1),
  );
}

export function bestCsv({ best }: TheoryAnswer): string {
  return table(
    [
      'workload',
      'size',
      'live_share',
      'chance_today',
      'chance_optimal',
      'variance_ratio',
      'variance_ratio_per_allocation',
    ],
    best.flatMap(({ id, size, liveShare, today, optimal, perByte, perAllocation }) =>
      [...indices(size.length)].map((i) => [
        id,
        size[i] as number,
        liveShare[i] as number,
        today[i] as number,
        optimal[i] as number,
        perByte,
        perAllocation,
      ]),
    ),
  );
}
