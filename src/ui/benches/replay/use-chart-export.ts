import { exportPng } from '../../../charts/shared/export-png.js';
import { exportSvg } from '../../../charts/timelines/export-svg.js';
import { runLabel } from './run-label.js';
import { usePair } from './use-pair.js';
import { useTimelinesModel } from './use-timelines-model.js';

/** PNG pixels for each pixel of the picture: sharp in print and on dense screens. */
const PNG_SCALE = 2;

/** Makes a picture of the charts as they are shown. */
export function useChartExport(): (ending: 'svg' | 'png') => Promise<Blob> {
  const model = useTimelinesModel();
  const { run } = usePair().a;
  return (ending) => {
    const text = exportSvg(model, { title: run === null ? 'jelab' : runLabel(run) });
    return ending === 'png'
      ? exportPng(text, PNG_SCALE)
      : Promise.resolve(new Blob([text], { type: 'image/svg+xml' }));
  };
}
