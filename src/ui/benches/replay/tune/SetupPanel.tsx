import { NativeSelect, NumberInput, SegmentedControl } from '@mantine/core';
import { Dices, PanelLeftClose } from 'lucide-react';
import { type ReactElement, useId } from 'react';
import { describeOption } from '../../../../engine/replay/options.js';
import { defaultAxis, TUNABLE } from '../../../../state/sweep-axes.js';
import {
  BASES,
  METHODS,
  MOST_AXES,
  MOST_SAMPLES,
  presetOfSweep,
  setAxis,
  SWEEP_PRESETS,
  type SweepBase,
} from '../../../../state/sweep-inputs.js';
import { useApp, useSweepHistory, useSweepInputs } from '../../../app-context.js';
import { UndoButtons } from '../../../controls/UndoButtons.js';
import { AimsTable } from './AimsTable.js';
import { AxisRow } from './AxisRow.js';
import { PlanLine } from './PlanLine.js';

const METHOD_LABELS = { grid: 'grid', 'latin-hypercube': 'random', halving: 'halving' } as const;
const METHOD_WORDS = {
  grid: 'Every combination of the values. Exact, and grows fast with each option.',
  'latin-hypercube':
    'A Latin hypercube: settings drawn so that each option’s range is covered evenly. For many options.',
  halving:
    'Many drawn settings on the trace’s first part, the best of them on longer parts, the last few on all of it.',
} as const;
const BASE_LABELS: Readonly<Record<SweepBase, string>> = {
  jemalloc: 'jemalloc’s defaults',
  microbench: 'the benchmark’s preset',
  sliders: 'the sliders’ values',
};

/** What to vary, how, and what to aim at. */
export function SetupPanel({ onHide }: { readonly onHide: () => void }): ReactElement {
  const { sweeps } = useApp();
  const preset = useSweepInputs(presetOfSweep);
  const axes = useSweepInputs((inputs) => inputs.axes);
  const base = useSweepInputs((inputs) => inputs.base);
  const left = TUNABLE.filter((name) => axes.every(({ option }) => option !== name));
  return (
    <section className="ui-tune-setup" aria-labelledby="tune-setup">
      <div className="ui-panel-title">
        <h2 id="tune-setup">What to try</h2>
        <SetupUndo />
        <button
          type="button"
          className="ui-icon-button"
          aria-label="Hide the setup"
          title="Hide the setup"
          onClick={onHide}
        >
          <PanelLeftClose size={15} aria-hidden />
        </button>
      </div>
      <div className="ui-tune-presets" role="group" aria-label="Questions">
        {SWEEP_PRESETS.map((one) => (
          <button
            key={one.id}
            type="button"
            className="ui-tune-preset"
            aria-pressed={one === preset}
            title={one.sentence}
            onClick={() => sweeps.inputs.setState({ axes: one.axes, objectives: one.objectives })}
          >
            {one.label}
          </button>
        ))}
      </div>
      <fieldset className="ui-group">
        <legend>Options to vary</legend>
        {axes.map((axis, i) => (
          <AxisRow key={axis.option} axis={axis} onChange={(changed) => setAxis(sweeps.inputs, i, changed)} />
        ))}
        <NativeSelect
          className="ui-tune-add"
          size="xs"
          aria-label="Add an option"
          disabled={left.length === 0 || axes.length >= MOST_AXES}
          data={[
            { value: '', label: 'Add an option…' },
            ...left.map((name) => ({ value: name, label: describeOption(name).label })),
          ]}
          value=""
          onChange={(event) => {
            const name = left.find((one) => one === event.currentTarget.value);
            if (name !== undefined) sweeps.inputs.setState({ axes: [...axes, defaultAxis(name)] });
          }}
        />
        <div className="ui-tune-rest">
          <span aria-hidden>all others from</span>
          <NativeSelect
            size="xs"
            aria-label="All other options from"
            data={BASES.map((value) => ({ value, label: BASE_LABELS[value] }))}
            value={base}
            onChange={(event) => {
              const chosen = BASES.find((one) => one === event.currentTarget.value);
              if (chosen !== undefined) sweeps.inputs.setState({ base: chosen });
            }}
          />
        </div>
      </fieldset>
      <MethodGroup />
      <fieldset className="ui-group">
        <legend>Aims and limits</legend>
        <AimsTable />
      </fieldset>
      <PlanLine />
    </section>
  );
}

function SetupUndo(): ReactElement {
  const { history } = useApp().sweeps;
  const canUndo = useSweepHistory(({ past }) => past.length > 0);
  const canRedo = useSweepHistory(({ future }) => future.length > 0);
  return (
    <UndoButtons
      canUndo={canUndo}
      canRedo={canRedo}
      onUndo={() => history.undo()}
      onRedo={() => history.redo()}
    />
  );
}

function MethodGroup(): ReactElement {
  const { sweeps } = useApp();
  const { method, samples, seed, eta } = useSweepInputs((inputs) => inputs);
  const id = useId();
  const set = sweeps.inputs.setState;
  return (
    <fieldset className="ui-group ui-tune-method">
      <legend>Method</legend>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label="Method"
        aria-describedby={id}
        data={METHODS.map((value) => ({ value, label: METHOD_LABELS[value] }))}
        value={method}
        onChange={(value) => {
          const chosen = METHODS.find((one) => one === value);
          if (chosen !== undefined) set({ method: chosen });
        }}
      />
      <p id={id}>{METHOD_WORDS[method]}</p>
      {method !== 'grid' && (
        <div className="ui-tune-drawn">
          <Small
            label="settings"
            value={samples}
            min={2}
            max={MOST_SAMPLES}
            onChange={(value) => set({ samples: value })}
          />
          {method === 'halving' && (
            <Small label="keep 1 in" value={eta} min={2} max={10} onChange={(value) => set({ eta: value })} />
          )}
          <Small label="seed" value={seed} min={1} max={2 ** 31} onChange={(value) => set({ seed: value })} />
          <button
            type="button"
            className="ui-icon-button"
            aria-label="Another seed"
            title="Another seed"
            onClick={() => set({ seed: (seed % 9999) + 1 })}
          >
            <Dices size={15} aria-hidden />
          </button>
        </div>
      )}
    </fieldset>
  );
}

interface SmallProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly onChange: (value: number) => void;
}

function Small({ label, value, min, max, onChange }: SmallProps): ReactElement {
  return (
    <label className="ui-tune-small">
      <span>{label}</span>
      <NumberInput
        size="xs"
        w={72}
        hideControls
        allowDecimal={false}
        allowNegative={false}
        clampBehavior="blur"
        min={min}
        max={max}
        value={value}
        onChange={(next) => {
          if (typeof next === 'number' && next >= min && next <= max) onChange(next);
        }}
      />
    </label>
  );
}
