import { Button } from '@mantine/core';
import { Pin } from 'lucide-react';
import type { ReactElement } from 'react';
import { presetValues } from '../../../../engine/replay/options.js';
import { findFile } from '../../../../state/files.js';
import { presetOf } from '../../../../state/replay-inputs.js';
import { useApp, useFiles, useInputs, usePins, useResults } from '../../../app-context.js';
import { UnpinUndo } from './UnpinUndo.js';

/** Before the first pin: what comparing is, and two ways to begin. */
export function NoPins(): ReactElement {
  const app = useApp();
  const run = useResults((results) => results.run);
  const inputs = useInputs((present) => present);
  const sample = useFiles((files) => (run === null ? null : (findFile(files, run.fileId)?.sample ?? null)));
  const canUndo = usePins(({ removed }) => removed !== null);
  const other = presetOf(inputs.options) === 'jemalloc' ? 'microbench' : 'jemalloc';
  const pinPreset = (): void => {
    if (run === null) return;
    app.pins.add({
      name: '',
      trace: { sample, fileId: run.fileId, name: run.fileName },
      inputs: { ...inputs, options: presetValues(other) },
      axis: run.axis,
    });
  };
  return (
    <section className="ui-no-pins" aria-label="How to compare">
      <h2>Compare runs</h2>
      <ol>
        <li>
          <strong>Pin</strong> the run you see: it is kept as it is, with its settings.
        </li>
        <li>
          <strong>Move an option</strong>, or put another trace or a measured run on the bench.
        </li>
        <li>
          Any two runs lie over each other here: <b className="ui-letter ui-letter-a">A</b> whole,{' '}
          <b className="ui-letter ui-letter-b">B</b> as a thin line, and stripes between them show which one
          is higher. A table tells the figures of all.
        </li>
      </ol>
      <div className="ui-no-pins-actions">
        <Button
          size="compact-sm"
          leftSection={<Pin size={14} aria-hidden />}
          disabled={run?.complete !== true}
          onClick={() => app.pin()}
        >
          Pin this run
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          disabled={run === null || run.source === 'measured'}
          onClick={pinPreset}
        >
          Compare with the preset {other}
        </Button>
        {canUndo && <UnpinUndo />}
      </div>
    </section>
  );
}
