import type { ReactElement } from 'react';
import { formatCount, formatMilliseconds } from '../../../../base/numbers.js';
import { describeFigure } from '../../../../engine/tuning/figures.js';
import { useApp, useSweepInputs } from '../../../app-context.js';
import { usePlan } from './use-plan.js';

/** A longer sweep is worth a word before it starts. Milliseconds. */
const LONG = 10 * 60_000;

/** How many runs that is, how long they take, and what speaks against it. */
export function PlanLine(): ReactElement {
  const { sweeps } = useApp();
  const { runs, milliseconds, workers, refusal, noClock, spec } = usePlan();
  const objectives = useSweepInputs((inputs) => inputs.objectives);
  const rates = objectives.filter((name) => describeFigure(name).unit === 'per-second');
  const long = milliseconds !== null && milliseconds > LONG;
  return (
    <div className="ui-tune-plan">
      <p>
        <strong>{formatCount(runs)} runs</strong>
        {milliseconds === null ? '' : `, about ${formatMilliseconds(milliseconds)}`} on {workers}{' '}
        {workers === 1 ? 'core' : 'cores'}.{' '}
        {spec.method.kind === 'grid' && spec.axes.length > 0 && (
          <span>{spec.axes.map(({ values }) => values.length).join(' × ')} values and the default.</span>
        )}
      </p>
      {refusal !== null && (
        <p className="ui-tune-warning" role="status">
          {refusal}
        </p>
      )}
      {long && refusal === null && (
        <p className="ui-tune-warning" role="status">
          That is long for a page. Fewer values, “random” or “halving” try less; “jelab sweep” runs it on many
          machines.
        </p>
      )}
      {noClock && rates.length > 0 && (
        <p className="ui-tune-warning" role="status">
          This trace’s clock stands still, so there are no rates and{' '}
          {rates.map((name) => describeFigure(name).label).join(', ')} cannot be an aim.{' '}
          <button
            type="button"
            className="ui-inline-button"
            onClick={() => sweeps.inputs.setState({ objectives: ['mean_memory_bytes', 'huge_coverage'] })}
          >
            Aim at memory and huge coverage
          </button>
        </p>
      )}
    </div>
  );
}
