import { SegmentedControl } from '@mantine/core';
import { type ReactElement, useCallback } from 'react';
import { formatBytes, formatShortCount } from '../../../base/numbers.js';
import { SAMPLING_OPTIONS, type SamplingOptionName } from '../../../state/sampling-options.js';
import { useApp, useSampling, useSamplingResults } from '../../app-context.js';
import { rateText, SamplingSlider } from './SamplingSlider.js';

/** How it is sampled, and how the experiment is made. */
export function RatePanel(): ReactElement {
  return (
    <section className="ui-rate" aria-labelledby="rate-title">
      <div className="ui-panel-title">
        <h2 id="rate-title">Sampling</h2>
      </div>
      <Rate />
      <Cost />
      <fieldset className="ui-rate-group">
        <legend>Experiment</legend>
        <Plain name="trials" />
        <Plain name="seed" />
        <Engine />
      </fieldset>
    </section>
  );
}

function useGesture(): (phase: 'begin' | 'end') => void {
  const { inputs } = useApp().sampling;
  return useCallback(
    (phase: 'begin' | 'end') => (phase === 'begin' ? inputs.beginGesture() : inputs.endGesture()),
    [inputs],
  );
}

/** Two handles of one rate: jemalloc's own in powers of two, and a budget of samples. */
function Rate(): ReactElement {
  const { inputs } = useApp().sampling;
  const lg = useSampling((state) => state.lg);
  const budget = useSampling((state) => state.budget);
  const samples = useSamplingResults(({ theory }) => theory.answer?.samples ?? null);
  const rate = useSamplingResults(({ theory }) => theory.answer?.rate ?? null);
  const gesture = useGesture();
  const setLg = useCallback((next: number) => inputs.set({ lg: next, budget: null }), [inputs]);
  const setBudget = useCallback((next: number) => inputs.set({ budget: next }), [inputs]);
  const standard = SAMPLING_OPTIONS.lg.standard;
  const shown = budget ?? Math.max(1, Math.round(samples ?? 1));
  return (
    <>
      <SamplingSlider
        option={SAMPLING_OPTIONS.lg}
        value={lg}
        meaning={budget === null ? `R = ${rateText(lg)}` : 'set by the budget'}
        idle={budget === null ? null : 'the budget sets the rate; move this to set it here again.'}
        onReset={lg === standard && budget === null ? null : () => setLg(standard)}
        resetTo={String(standard)}
        onChange={setLg}
        onGesture={gesture}
      />
      <SamplingSlider
        option={SAMPLING_OPTIONS.budget}
        value={shown}
        standard={shown}
        meaning={budget === null ? 'samples' : `samples, R = ${formatBytes(rate ?? Number.NaN)}`}
        idle={null}
        onReset={budget === null ? null : () => inputs.set({ budget: null })}
        resetTo={`what lg_prof_sample ${lg} costs`}
        onChange={setBudget}
        onGesture={gesture}
      />
    </>
  );
}

/** How one in N compares: at the cost of sampling by bytes, or as typed. */
function Cost(): ReactElement {
  const { inputs } = useApp().sampling;
  const cost = useSampling((state) => state.cost);
  return (
    <fieldset className="ui-rate-group">
      <legend>
        Per allocation, one in <EqualN />
      </legend>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label="Cost of sampling per allocation"
        data={COST_CHOICES}
        value={cost}
        onChange={(value) => inputs.set({ cost: value === 'typed' ? 'typed' : 'equal' })}
      />
      <Plain
        name="n"
        idle={
          cost === 'equal' ? 'at equal cost only the dashed curve of the first picture follows it.' : null
        }
      />
    </fieldset>
  );
}

const COST_CHOICES = [
  { value: 'equal', label: 'at equal cost' },
  { value: 'typed', label: 'N as typed' },
];

/** Apart from the choice, which is slow to draw. */
function EqualN(): ReactElement {
  const equal = useSamplingResults(({ theory }) => theory.answer?.nEqual ?? Number.NaN);
  const typed = useSampling(({ cost, n }) => (cost === 'typed' ? n : null));
  return <>{formatShortCount(typed ?? equal)}</>;
}

const MEANING: Readonly<Partial<Record<SamplingOptionName, string>>> = { n: 'allocations' };

function Plain({
  name,
  idle = null,
}: {
  readonly name: 'n' | 'trials' | 'seed';
  readonly idle?: string | null;
}): ReactElement {
  const { inputs } = useApp().sampling;
  const value = useSampling((state) => state[name]);
  const gesture = useGesture();
  const option = SAMPLING_OPTIONS[name];
  const set = useCallback((next: number) => inputs.set({ [name]: next }), [inputs, name]);
  return (
    <SamplingSlider
      option={option}
      value={value}
      meaning={MEANING[name] ?? ''}
      idle={idle}
      onReset={value === option.standard ? null : () => set(option.standard)}
      resetTo={formatShortCount(option.standard)}
      onChange={set}
      onGesture={gesture}
    />
  );
}

function Engine(): ReactElement {
  const { inputs } = useApp().sampling;
  const engine = useSampling((state) => state.engine);
  return (
    <SegmentedControl
      size="xs"
      fullWidth
      aria-label="Engine of the experiment"
      data={[
        { value: 'binomial', label: 'by size (fast)' },
        { value: 'walk', label: 'jemalloc’s walk' },
      ]}
      value={engine}
      onChange={(value) => inputs.set({ engine: value === 'walk' ? 'walk' : 'binomial' })}
    />
  );
}
