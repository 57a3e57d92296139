import { Button, Menu } from '@mantine/core';
import { ChevronRight, Download } from 'lucide-react';
import { type ReactElement, type ReactNode, useId } from 'react';
import { exportPng } from '../../../charts/shared/export-png.js';
import { useApp } from '../../app-context.js';
import { saveDownload } from '../../controls/download.js';
import { FORMULAS } from './formulas.js';
import type { PictureId } from './pictures.js';

/** PNG pixels for each pixel of the picture: sharp in print and on dense screens. */
const PNG_SCALE = 2;

export interface PictureProps {
  readonly id: PictureId;
  readonly title: string;
  readonly why: string;
  readonly children: ReactNode;
  /** Makers of the files to take away; null while there is nothing to draw. */
  readonly files: { readonly svg: () => string; readonly csv: () => string } | null;
}

/** One picture with its formula, the reason it is here, and the way out. */
export function Picture({ id, title, why, children, files }: PictureProps): ReactElement {
  const { formula, where } = FORMULAS[id];
  const formulaId = useId();
  return (
    <article className="ui-picture" id={`picture-${id}`} data-picture={id}>
      {children}
      <div className="ui-picture-foot">
        {/* A long formula scrolls sideways, so keys must reach it. */}
        {/* oxlint-disable jsx-a11y/no-noninteractive-tabindex */}
        <div
          className="ui-picture-formula"
          id={formulaId}
          role="region"
          tabIndex={0}
          aria-label={`Formula: ${title}`}
        >
          {formula()}
        </div>
        {/* oxlint-enable */}
        <p className="ui-picture-where">{where}</p>
        <div className="ui-picture-actions">
          <details className="ui-picture-why">
            <summary>
              <ChevronRight size={14} aria-hidden /> Why does it matter?
            </summary>
            <p>{why}</p>
          </details>
          <ExportMenu id={id} title={title} files={files} />
        </div>
      </div>
    </article>
  );
}

function ExportMenu({ id, title, files }: Pick<PictureProps, 'id' | 'title' | 'files'>): ReactElement {
  const { jobs } = useApp();
  const save = async (ending: 'svg' | 'png' | 'csv'): Promise<void> => {
    if (files === null) return;
    try {
      const blob =
        ending === 'csv'
          ? new Blob([files.csv()], { type: 'text/csv' })
          : ending === 'svg'
            ? new Blob([files.svg()], { type: 'image/svg+xml' })
            : await exportPng(files.svg(), PNG_SCALE);
      saveDownload({ name: `sampling-${id}.${ending}`, blob });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      jobs.notify('error', `The picture could not be made: ${reason}`);
    }
  };
  return (
    <Menu position="bottom-end" shadow="md" transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <Button
          size="compact-xs"
          variant="default"
          disabled={files === null}
          aria-label={`Export: ${title}`}
          leftSection={<Download size={14} aria-hidden />}
        >
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void save('svg')}>Picture as SVG</Menu.Item>
        <Menu.Item onClick={() => void save('png')}>Picture as PNG</Menu.Item>
        <Menu.Item onClick={() => void save('csv')}>Numbers as CSV</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
