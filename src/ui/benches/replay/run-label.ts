import { describeOption, OPTIONS, presetValues } from '../../../engine/replay/options.js';
import { presetOf } from '../../../state/replay-inputs.js';
import type { Run } from '../../../state/results.js';
import { friendlyValue } from '../../controls/friendly-value.js';

/** What a run was made from, in one line: file, preset, and what differs from it. */
export function runLabel(run: Run): string {
  if (run.inputs === null) return `${run.fileName} (measured)`;
  const { options, hpaOnly, shards } = run.inputs;
  const preset = presetOf(options);
  const base = presetValues('microbench');
  const changes =
    preset === 'mine'
      ? OPTIONS.filter(({ name }) => options[name] !== base[name]).map(
          ({ name, label }) => `${label} ${friendlyValue(describeOption(name), options[name])}`,
        )
      : [];
  const settings = preset === 'mine' ? changes.slice(0, 3) : [preset];
  if (changes.length > 3) settings.push(`${changes.length - 3} more`);
  if (hpaOnly) settings.push('HPA only');
  if (shards !== null) settings.push(`${shards} shards`);
  return `${run.fileName}: ${settings.join(', ')}`;
}
