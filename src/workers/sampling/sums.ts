/** Orders of summing, and what the writer does to sums. */
import { unbiasTable } from '../../engine/profile/written.js';
import {
  expectedRecord,
  type RecordGroup,
  type SizeObjects,
  type SizeSamples,
  sumByRules,
  TWO_STACKS,
} from '../../engine/sampling/summing-rules.js';
import type { Workload } from '../../engine/sampling/workload.js';
import { writerSteps } from '../../engine/sampling/writer-steps.js';
import type { RuleCurves, TheoryAnswer } from '../sampling.api.js';

/** 1 to a million, three a decade. */
const MACHINES = Float64Array.from({ length: 19 }, (_, i) => Math.round(10 ** (i / 3)));

export function ruleCurves(workload: Workload, rate: number): Pick<TheoryAnswer, 'machines' | 'rules'> {
  const own: SizeObjects[] = Array.from({ length: workload.length }, (_, i) => ({
    size: workload.size[i] as number,
    objects: workload.live[i] as number,
  })).filter(({ objects }) => objects > 0);
  const stacks: readonly { readonly label: string; readonly stacks: readonly (readonly SizeObjects[])[] }[] =
    [
      ...TWO_STACKS.map(({ label, objects }) => ({ label, stacks: [objects] })),
      { label: 'A and B together', stacks: TWO_STACKS.map(({ objects }) => objects) },
      { label: 'this workload, as one stack', stacks: [own] },
    ];
  return {
    machines: MACHINES.slice(),
    rules: stacks
      .filter((row) => row.stacks.every((objects) => objects.length > 0))
      .map((row) => curvesOf(row, rate)),
  };
}

function curvesOf(
  { label, stacks }: { readonly label: string; readonly stacks: readonly (readonly SizeObjects[])[] },
  rate: number,
): RuleCurves {
  const records = stacks.map((objects) => expectedRecord(objects, rate));
  const each = stacks.flat().reduce((sum, { size, objects }) => sum + size * objects, 0);
  const column = (): Float64Array<ArrayBuffer> => new Float64Array(MACHINES.length);
  const curves = { samples: column(), records: column(), pooled: column(), whole: column() };
  MACHINES.forEach((machines, i) => {
    const groups: RecordGroup[] = records.map((record) => ({ record, machines }));
    const sums = sumByRules(groups, rate);
    for (const rule of ['samples', 'records', 'pooled', 'whole'] as const) curves[rule][i] = sums[rule].bytes;
  });
  return { label, truth: MACHINES.map((machines) => machines * each), ...curves };
}

export function writerAnswer(
  rows: readonly SizeSamples[],
  rate: number,
): Pick<TheoryAnswer, 'writer' | 'writerAlone'> {
  const table = unbiasTable(rate);
  return {
    writer: writerSteps(rows, table),
    writerAlone: rows.map((row) => ({ ...row, steps: writerSteps([row], table) })),
  };
}
