import { Button } from '@mantine/core';
import type { ReactElement } from 'react';
import { SWEEP_PRESETS } from '../../../../state/sweep-inputs.js';
import { useApp } from '../../../app-context.js';
import { usePlan } from './use-plan.js';

/** Before the first sweep: what it is, and questions to press. */
export function EmptyTune(): ReactElement {
  const { sweeps } = useApp();
  const { refusal } = usePlan();
  return (
    <div className="ui-tune-empty">
      <h2>Which setting should this program run?</h2>
      <p>
        A sweep replays the trace once for each of many settings, on all cores, and lays their figures side by
        side: which settings nothing beats, which option matters at all, and what the way from jemalloc’s
        default to a better one costs. Two or three are recommended, with reasons and a MALLOC_CONF line.
      </p>
      <h3>Begin with a question</h3>
      <div className="ui-empty-samples">
        {SWEEP_PRESETS.map((preset, i) => (
          <div key={preset.id} className="ui-empty-sample">
            <Button
              size="xs"
              variant={i === 0 ? 'filled' : 'default'}
              disabled={refusal !== null && refusal.startsWith('Put a trace')}
              onClick={() => {
                sweeps.inputs.setState({ axes: preset.axes, objectives: preset.objectives, method: 'grid' });
                sweeps.runner.start();
              }}
            >
              {preset.label}
            </Button>
            <span>{preset.sentence}</span>
          </div>
        ))}
      </div>
      <p>
        Or choose options, ranges, aims and limits yourself under “What to try”, and press Start. Aims and
        limits can be changed afterwards: the runs are judged anew. Results of <code>jelab sweep</code> can be
        dropped on the page.
      </p>
    </div>
  );
}
