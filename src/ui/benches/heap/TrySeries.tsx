import { Button } from '@mantine/core';
import type { ReactElement } from 'react';
import { HEAP_SAMPLES } from '../../../state/heap-samples.js';
import { useApp } from '../../app-context.js';

const SERIES = HEAP_SAMPLES.find(({ group }) => group === 'series');

/** Several dumps at the press of a button, for the views that need them. */
export function TrySeries(): ReactElement | null {
  const app = useApp();
  if (SERIES === undefined) return null;
  return (
    <div className="ui-empty-sample">
      <Button size="xs" variant="default" onClick={() => void app.openSample(SERIES.name)}>
        sample: {SERIES.name}
      </Button>
      <span>{SERIES.sentence}</span>
    </div>
  );
}
