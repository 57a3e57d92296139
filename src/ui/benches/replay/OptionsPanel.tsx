import { UndoButtons } from '../../controls/UndoButtons.js';
import { NumberInput, SegmentedControl, Select } from '@mantine/core';
import { memo, type ReactElement, useCallback, useState } from 'react';
import {
  describeOption,
  type OptionName,
  type OptionValues,
  presetValues,
} from '../../../engine/replay/options.js';
import { MAX_SHARDS } from '../../../engine/units.js';
import { LARGEST_POINTS, presetOf, SMALLEST_POINTS } from '../../../state/replay-inputs.js';
import { useApp, useFiles, useInputs, useInputsState } from '../../app-context.js';
import { friendlyValue } from '../../controls/friendly-value.js';
import { OptionRow } from '../../controls/OptionRow.js';
import { withoutEffect } from './effects.js';
import { OPTION_GROUPS } from './option-groups.js';

const PRESETS = [
  { value: 'microbench', label: 'microbench' },
  { value: 'jemalloc', label: 'jemalloc' },
  { value: 'mine', label: 'mine' },
];

/** All inputs of a replay: presets, mode, options, plan; with undo. */
export function OptionsPanel(): ReactElement {
  const { inputs } = useApp();
  const [attention, setAttention] = useState<OptionName | null>(null);
  const options = useInputs(({ options }) => options);
  const hpaOnly = useInputs(({ hpaOnly }) => hpaOnly);
  const standard = presetValues(useStandard(options));
  const setOption = useCallback((name: OptionName, value: number) => inputs.setOption(name, value), [inputs]);
  const gesture = useCallback(
    (phase: 'begin' | 'end') => (phase === 'begin' ? inputs.beginGesture() : inputs.endGesture()),
    [inputs],
  );
  return (
    <section className="ui-options" aria-labelledby="options-title">
      <OptionsHead options={options} />
      <MeasuredNote />
      <div className="ui-options-scroll">
        {OPTION_GROUPS.map(({ title, names }) => (
          <fieldset key={title} className="ui-group">
            <legend>{title}</legend>
            {names.map((name) => (
              <OptionRow
                key={name}
                name={name}
                option={describeOption(name)}
                value={options[name]}
                standard={standard[name]}
                idle={withoutEffect(name, options, hpaOnly)}
                onChange={setOption}
                onGesture={gesture}
                onAttention={setAttention}
              />
            ))}
          </fieldset>
        ))}
        <PlanGroup />
      </div>
      <HelpLine name={attention} options={options} hpaOnly={hpaOnly} />
    </section>
  );
}

/** The preset that marks and resets refer to: the one chosen last; own sets keep the one they came from. */
function useStandard(options: OptionValues): 'microbench' | 'jemalloc' {
  const preset = presetOf(options);
  const [last, setLast] = useState<'microbench' | 'jemalloc'>(
    preset === 'jemalloc' ? 'jemalloc' : 'microbench',
  );
  if (preset !== 'mine' && preset !== last) setLast(preset);
  return preset === 'mine' ? last : preset;
}

const OptionsHead = memo(function OptionsHead({ options }: { readonly options: OptionValues }): ReactElement {
  const { inputs } = useApp();
  const canUndo = useInputsState(({ history }) => history.past.length > 0);
  const canRedo = useInputsState(({ history }) => history.future.length > 0);
  const hasMine = useInputsState(({ mine }) => mine !== null);
  const hpaOnly = useInputs((present) => present.hpaOnly);
  return (
    <div className="ui-options-head">
      <div className="ui-panel-title">
        <h2 id="options-title">Options</h2>
        <UndoButtons
          canUndo={canUndo}
          canRedo={canRedo}
          onUndo={() => inputs.undo()}
          onRedo={() => inputs.redo()}
        />
      </div>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label="Preset"
        data={PRESETS.map((preset) => ({ ...preset, disabled: preset.value === 'mine' && !hasMine }))}
        value={presetOf(options)}
        onChange={(preset) =>
          inputs.applyPreset(preset === 'jemalloc' ? 'jemalloc' : preset === 'mine' ? 'mine' : 'microbench')
        }
      />
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label="Mode"
        data={[
          { value: 'sec', label: 'HPA + SEC' },
          { value: 'hpa', label: 'HPA only' },
        ]}
        value={hpaOnly ? 'hpa' : 'sec'}
        onChange={(mode) => inputs.set({ hpaOnly: mode === 'hpa' })}
      />
    </div>
  );
});

/** A measured run cannot be replayed: say so where the user would try. */
function MeasuredNote(): ReactElement | null {
  const measured = useFiles(({ files, selected }) =>
    files.some((file) => file.id === selected && file.content?.kind === 'statistics'),
  );
  if (!measured) return null;
  return (
    <p className="ui-options-note">
      A measured run is on the bench, and options cannot change it. Put a trace there and lay this run over it
      as B to compare.
    </p>
  );
}

/** Shards and snapshots: settings of the replay that are not jemalloc's. */
const PlanGroup = memo(function PlanGroup(): ReactElement {
  const { inputs } = useApp();
  const shards = useInputs((present) => present.shards);
  const points = useInputs((present) => present.points);
  const spread = useInputs((present) => present.spread);
  return (
    <fieldset className="ui-group ui-plan">
      <legend>Replay</legend>
      <NumberInput
        size="xs"
        label="Shards"
        description="Fold the trace's arenas onto so many shards. Empty: as the trace."
        placeholder="as the trace"
        min={1}
        max={MAX_SHARDS}
        allowDecimal={false}
        allowNegative={false}
        clampBehavior="strict"
        value={shards ?? ''}
        onChange={(value) => inputs.set({ shards: typeof value === 'number' && value >= 1 ? value : null })}
      />
      <NumberInput
        size="xs"
        label="Snapshots"
        description={`Points in each chart, ${SMALLEST_POINTS} to ${LARGEST_POINTS}.`}
        min={SMALLEST_POINTS}
        max={LARGEST_POINTS}
        step={100}
        allowDecimal={false}
        allowNegative={false}
        clampBehavior="blur"
        value={points}
        onChange={(value) => {
          if (typeof value === 'number' && value >= SMALLEST_POINTS && value <= LARGEST_POINTS) {
            inputs.set({ points: value });
          }
        }}
      />
      <Select
        size="xs"
        label="Snapshots are spread evenly over"
        allowDeselect={false}
        data={[
          { value: 'axis', label: 'the axis shown' },
          { value: 'time', label: 'the trace time' },
          { value: 'event', label: 'the events' },
        ]}
        value={spread}
        onChange={(value) => {
          if (value === 'axis' || value === 'time' || value === 'event') inputs.set({ spread: value });
        }}
      />
    </fieldset>
  );
});

interface HelpLineProps {
  readonly name: OptionName | null;
  readonly options: OptionValues;
  readonly hpaOnly: boolean;
}

/** The help of the option under the pointer or the focus, always in the same place; screen readers have it in the row. */
function HelpLine({ name, options, hpaOnly }: HelpLineProps): ReactElement {
  if (name === null) {
    return (
      <div className="ui-help" aria-hidden>
        Point at an option to see what it does. The tick under a slider is the preset’s value; arrow keys move
        in small steps.
      </div>
    );
  }
  const option = describeOption(name);
  const idle = withoutEffect(name, options, hpaOnly);
  return (
    <div className="ui-help" aria-hidden>
      <strong>{option.mallocConf ?? option.label}</strong> {option.help}{' '}
      {idle === null ? null : <em>No effect now: {idle} </em>}
      <span className="ui-help-presets">
        microbench {friendlyValue(option, option.presets.microbench)} · jemalloc{' '}
        {friendlyValue(option, option.presets.jemalloc)}
      </span>
    </div>
  );
}
