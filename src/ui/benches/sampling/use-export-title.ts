import { useCallback } from 'react';
import { formatBytes } from '../../../base/numbers.js';
import { WORKLOAD_PRESETS } from '../../../engine/sampling/workload-presets.js';
import { useApp } from '../../app-context.js';

/** Makes the first line of an exported picture: what was sampled, and how. May hold a file's name. */
export function useExportTitle(): () => string {
  const { inputs, results } = useApp().sampling;
  // Asked for when it is needed: a picture must not be drawn anew for the sake of its title.
  return useCallback(() => {
    const { source } = inputs.present;
    const rate = results.getState().theory.answer?.rate ?? Number.NaN;
    const what =
      source.kind === 'preset'
        ? (WORKLOAD_PRESETS.find(({ id }) => id === source.id)?.label ?? source.id)
        : source.kind === 'file'
          ? source.name
          : 'own sizes';
    return `${what}, R = ${formatBytes(rate)}`;
  }, [inputs, results]);
}
