import { Button, Menu } from '@mantine/core';
import { ChevronRight, Download } from 'lucide-react';
import { memo, type ReactElement, type ReactNode, useCallback, useLayoutEffect, useRef } from 'react';
import { exportPng } from '../../../charts/shared/export-png.js';
import { useApp } from '../../app-context.js';
import { saveDownload } from '../../controls/download.js';
import { FORMULAS } from './formulas.js';
import type { PictureId } from './pictures.js';

/** PNG pixels for each pixel of the picture: sharp in print and on dense screens. */
const PNG_SCALE = 2;

/** Makers of the files to take away. */
export interface PictureFiles {
  readonly svg: () => string;
  readonly csv: () => string;
}

export interface PictureProps {
  readonly id: PictureId;
  readonly title: string;
  readonly why: string;
  readonly children: ReactNode;
  /** Null while there is nothing to draw. */
  readonly files: PictureFiles | null;
}

/** One picture with its formula, the reason it is here, and the way out. */
export function Picture({ id, title, why, children, files }: PictureProps): ReactElement {
  const latest = useRef(files);
  useLayoutEffect(() => {
    latest.current = files;
  }, [files]);
  const take = useCallback(() => latest.current, []);
  return (
    <article className="ui-picture" id={`picture-${id}`} data-picture={id}>
      {children}
      <Foot id={id} title={title} why={why} ready={files !== null} take={take} />
    </article>
  );
}

interface FootProps extends Pick<PictureProps, 'id' | 'title' | 'why'> {
  readonly ready: boolean;
  readonly take: () => PictureFiles | null;
}

/** Stays as it is while the picture changes: menus are slow to draw. */
const Foot = memo(function Foot({ id, title, why, ready, take }: FootProps): ReactElement {
  const { formula, where } = FORMULAS[id];
  return (
    <div className="ui-picture-foot">
      {/* A long formula scrolls sideways, so keys must reach it. */}
      {/* oxlint-disable jsx-a11y/no-noninteractive-tabindex */}
      <div className="ui-picture-formula" role="region" tabIndex={0} aria-label={`Formula: ${title}`}>
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
        <ExportMenu id={id} title={title} ready={ready} take={take} />
      </div>
    </div>
  );
});

function ExportMenu({ id, title, ready, take }: Omit<FootProps, 'why'>): ReactElement {
  const { jobs } = useApp();
  const save = async (ending: 'svg' | 'png' | 'csv'): Promise<void> => {
    const files = take();
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
          disabled={!ready}
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
