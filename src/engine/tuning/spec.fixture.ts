/** Specs for tests: read from JSON, or what is wrong with them. */
import { parseSpec } from './spec.js';
import type { SweepSpec } from './sweep-types.js';

export const AXIS = { option: 'dirty_mult', values: ['0.1', '0.25'] };

export function parsed(json: unknown): SweepSpec {
  const outcome = parseSpec(json);
  if (!outcome.ok) throw new Error(outcome.errors.join('\n'));
  return outcome.value;
}

export function errors(json: unknown): readonly string[] {
  const outcome = parseSpec(json);
  return outcome.ok ? [] : outcome.errors;
}
