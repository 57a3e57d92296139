import { formatBytes } from '../../../base/numbers.js';
import { WORKLOAD_PRESETS } from '../../../engine/sampling/workload-presets.js';
import { useSampling, useSamplingResults } from '../../app-context.js';

/** First line of an exported picture: what was sampled, and how. May hold a file's name. */
export function useExportTitle(): string {
  const source = useSampling((inputs) => inputs.source);
  const rate = useSamplingResults(({ theory }) => theory.answer?.rate ?? Number.NaN);
  const what =
    source.kind === 'preset'
      ? (WORKLOAD_PRESETS.find(({ id }) => id === source.id)?.label ?? source.id)
      : source.kind === 'file'
        ? source.name
        : 'own sizes';
  return `${what}, R = ${formatBytes(rate)}`;
}
