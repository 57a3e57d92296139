import {
  describeOption,
  type OptionName,
  OPTIONS,
  type OptionValues,
  presetValues,
} from '../../../engine/replay/options.js';
import type { Pin } from '../../../state/pins.js';
import { nearestPreset, presetOf, type ReplayInputs } from '../../../state/replay-inputs.js';
import type { Run } from '../../../state/results.js';
import { friendlyValue } from '../../controls/friendly-value.js';

/** Differing options that a label names; of more only the number is told. */
const NAMED = 3;

/** Options that are not as the nearest preset has them, and that preset where it is not the usual one. */
function optionParts(options: OptionValues, wanted: (name: OptionName) => boolean): string[] {
  const preset = presetOf(options);
  if (preset !== 'mine') return [preset];
  const nearest = nearestPreset(options);
  const base = presetValues(nearest);
  const own = OPTIONS.filter(({ name }) => options[name] !== base[name]);
  const told = own.some(({ name }) => wanted(name)) ? own.filter(({ name }) => wanted(name)) : own;
  const parts = told.map(
    ({ name, label }) => `${label} ${friendlyValue(describeOption(name), options[name])}`,
  );
  return nearest === 'jemalloc' ? ['jemalloc', ...parts] : parts;
}

/** What was asked for, in one line: preset or what differs from it, mode, shards. */
export function settingsLabel({ options, hpaOnly, shards }: ReplayInputs): string {
  const changes = optionParts(options, () => true);
  const settings = changes.slice(0, NAMED);
  if (changes.length > NAMED) settings.push(`${changes.length - NAMED} more`);
  if (hpaOnly) settings.push('HPA only');
  if (shards !== null) settings.push(`${shards} ${shards === 1 ? 'shard' : 'shards'}`);
  return settings.join(', ');
}

/**
 * What sets each of several settings apart: the values of the options that are neither as their preset has them
 * nor the same in all.
 */
export function distinguishingLabels(all: readonly (ReplayInputs | null)[]): readonly string[] {
  const known = all.flatMap((inputs) => inputs ?? []);
  const differs = (of: (inputs: ReplayInputs) => unknown): boolean => new Set(known.map(of)).size > 1;
  const differing = new Set(
    OPTIONS.map(({ name }) => name).filter((name) => differs(({ options }) => options[name])),
  );
  const [byMode, byShards] = [differs(({ hpaOnly }) => hpaOnly), differs(({ shards }) => shards)];
  return all.map((inputs) => {
    if (inputs === null) return 'measured';
    const parts = optionParts(inputs.options, (name) => differing.has(name));
    if (byMode) parts.push(inputs.hpaOnly ? 'HPA only' : 'HPA + SEC');
    if (byShards) parts.push(inputs.shards === null ? 'own shards' : `${inputs.shards} shards`);
    return parts.join(', ');
  });
}

/** What a run was made from, in one line: file, and settings. */
export function runLabel(run: Run): string {
  return run.inputs === null ? `${run.fileName} (measured)` : `${run.fileName}: ${settingsLabel(run.inputs)}`;
}

/** The name of a pinned run: the user's, or its settings. */
export function pinName({ name, inputs }: Pick<Pin, 'name' | 'inputs'>): string {
  if (name !== '') return name;
  return inputs === null ? 'measured' : settingsLabel(inputs);
}

/** Number, name and trace of a pinned run, in one line. */
export function pinLabel(pin: Pick<Pin, 'number' | 'name' | 'inputs' | 'trace'>): string {
  return `#${pin.number} ${pinName(pin)}, ${pin.trace.name}`;
}
