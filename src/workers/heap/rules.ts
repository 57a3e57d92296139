/** The four orders of summing and unbiasing, for stacks, leaf functions, modules, or the whole; the largest rows first. */
import { sumByRules } from '../../engine/profile/summing.js';
import type { RulesAnswer, RulesRequest } from '../heap.api.js';
import type { Lenses } from './lens.js';

/** Names of stacks are long, and nobody reads so many. */
const MOST_ROWS = 5000;

export function rules(lenses: Lenses, request: RulesRequest): RulesAnswer {
  if (request.profiles.some((id) => lenses.isSum(id))) {
    throw new Error(
      'These dumps were added up while they were read, and their counters were not kept. To compare the orders of summing, open fewer of them, one by one.',
    );
  }
  const { subject, left, labels } = lenses.view(request.profiles, request);
  const { profiles, frames } = subject;
  const table = sumByRules(profiles, subject, left, frames, labels, request.measure, request.kind);
  const rows = Int32Array.from(table.stacks.keys())
    .sort((a, b) => (table.stacks[b] as number) - (table.stacks[a] as number))
    .subarray(0, MOST_ROWS);
  const column = (from: Float64Array) => Float64Array.from(rows, (row) => from[row] as number);
  return {
    kind: request.kind,
    names: Array.from(rows, (row) => table.nameOf(row)),
    samples: column(table.samples),
    stacks: column(table.stacks),
    pooled: column(table.pooled),
    whole: column(table.whole),
    variance: column(table.variance),
  };
}
