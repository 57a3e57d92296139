import { describeOption, OPTIONS, presetValues } from '../../../engine/replay/options.js';
import type { Pin } from '../../../state/pins.js';
import { presetOf, type ReplayInputs } from '../../../state/replay-inputs.js';
import type { Run } from '../../../state/results.js';
import { friendlyValue } from '../../controls/friendly-value.js';

/** Differing options that a label names; of more only the number is told. */
const NAMED = 3;

/** What was asked for, in one line: preset or what differs from it, mode, shards. */
export function settingsLabel({ options, hpaOnly, shards }: ReplayInputs): string {
  const preset = presetOf(options);
  const base = presetValues('microbench');
  const changes =
    preset === 'mine'
      ? OPTIONS.filter(({ name }) => options[name] !== base[name]).map(
          ({ name, label }) => `${label} ${friendlyValue(describeOption(name), options[name])}`,
        )
      : [];
  const settings: string[] = preset === 'mine' ? changes.slice(0, NAMED) : [preset];
  if (changes.length > NAMED) settings.push(`${changes.length - NAMED} more`);
  if (hpaOnly) settings.push('HPA only');
  if (shards !== null) settings.push(`${shards} ${shards === 1 ? 'shard' : 'shards'}`);
  return settings.join(', ');
}

/**
 * What sets each of several settings apart: the values of the options that are not the same in all of them. Where
 * nothing differs, their usual labels.
 */
export function distinguishingLabels(all: readonly (ReplayInputs | null)[]): readonly string[] {
  const known = all.flatMap((inputs) => inputs ?? []);
  const differs = <T>(of: (inputs: ReplayInputs) => T): boolean => new Set(known.map(of)).size > 1;
  const names = OPTIONS.filter(({ name }) => differs(({ options }) => options[name]));
  const [byMode, byShards] = [differs(({ hpaOnly }) => hpaOnly), differs(({ shards }) => shards)];
  return all.map((inputs) => {
    if (inputs === null) return 'measured';
    const preset = presetOf(inputs.options);
    const parts =
      preset === 'mine'
        ? names.map(
            ({ name, label }) => `${label} ${friendlyValue(describeOption(name), inputs.options[name])}`,
          )
        : [preset];
    if (byMode) parts.push(inputs.hpaOnly ? 'HPA only' : 'HPA + SEC');
    if (byShards) parts.push(inputs.shards === null ? 'own shards' : `${inputs.shards} shards`);
    return parts.length === 0 ? settingsLabel(inputs) : parts.join(', ');
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
