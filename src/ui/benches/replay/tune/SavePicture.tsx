import type { ReactElement } from 'react';
import { sentenceOf } from '../../../../base/result.js';
import type { ExportOptions } from '../../../../charts/shared/export-options.js';
import { exportPng } from '../../../../charts/shared/export-png.js';
import { baseName } from '../../../../state/exports.js';
import type { SweepRun } from '../../../../state/sweep-results.js';
import { useApp } from '../../../app-context.js';
import { saveDownload } from '../../../controls/download.js';

/** PNG pixels for each pixel of the picture: sharp in print and on dense screens. */
const PNG_SCALE = 2;

export interface SavePictureProps {
  readonly name: string;
  readonly run: SweepRun;
  readonly svg: (options: ExportOptions) => string;
}

/** Takes a picture away as a file. */
export function SavePicture({ name, run, svg }: SavePictureProps): ReactElement {
  const { jobs } = useApp();
  const save = async (ending: 'svg' | 'png'): Promise<void> => {
    try {
      const details = [`${run.results.length.toLocaleString('en-US')} runs`];
      const text = svg({ title: run.fileName, details });
      const blob =
        ending === 'png' ? await exportPng(text, PNG_SCALE) : new Blob([text], { type: 'image/svg+xml' });
      saveDownload({ name: `${baseName(run.fileName)}.${name}.${ending}`, blob });
    } catch (error) {
      jobs.notify('error', `The picture could not be made: ${sentenceOf(error)}`);
    }
  };
  return (
    <span className="ui-tune-save">
      {(['svg', 'png'] as const).map((ending) => (
        <button
          key={ending}
          type="button"
          className="ui-text-button"
          aria-label={`Save ${name} as ${ending.toUpperCase()}`}
          onClick={() => void save(ending)}
        >
          {ending.toUpperCase()}
        </button>
      ))}
    </span>
  );
}
