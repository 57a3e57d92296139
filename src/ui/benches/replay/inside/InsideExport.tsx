import { Menu, useComputedColorScheme } from '@mantine/core';
import { Download } from 'lucide-react';
import type { ReactElement } from 'react';
import { sentenceOf } from '../../../../base/result.js';
import { exportLifelineSvg } from '../../../../charts/lifeline/LifelineChart.js';
import { exportMapSvg, MOST_EXPORTED } from '../../../../charts/pageslab-map/PageslabMap.js';
import { exportPng } from '../../../../charts/shared/export-png.js';
import { baseName } from '../../../../state/exports.js';
import { useApp, useInsideResults, useResults } from '../../../app-context.js';
import { saveDownload } from '../../../controls/download.js';
import { runLabel } from '../run-label.js';
import { useDrawnAxis } from '../use-drawn-axis.js';
import { useAxisDomain } from './use-axis-domain.js';

const PNG_SCALE = 2;

/** The map and the life line as files. */
export function InsideExport(): ReactElement {
  const { inside, insideResults, jobs, looking } = useApp();
  const theme = useComputedColorScheme('light');
  const axis = useDrawnAxis();
  const domain = useAxisDomain();
  const run = useResults((results) => results.run);
  const hasMoment = useInsideResults((results) => results.moment !== null);
  const hasLife = useInsideResults((results) => results.life !== null);
  const title = run === null ? 'jelab' : runLabel(run);

  const svgOf = async (what: 'map' | 'life'): Promise<string | null> => {
    const { moment: shown, life } = insideResults.getState();
    const { shape, size, slab } = inside.getState();
    if (what === 'map') {
      // All of them, not only those in sight.
      const moment = await looking.momentWith(0, MOST_EXPORTED);
      return exportMapSvg({ moment, layout: shape, size, theme, selected: slab }, { title });
    }
    if (life === null) return null;
    const cursor = shown === null ? null : axis === 'time' ? shown.furthestNs : shown.events;
    return exportLifelineSvg({ life, axis, domain, cursor, theme }, { title });
  };
  const save = async (what: 'map' | 'life', ending: 'svg' | 'png'): Promise<void> => {
    try {
      const svg = await svgOf(what);
      if (svg === null) return;
      const stem = `${baseName(run?.fileName ?? 'trace')}.${what === 'map' ? 'pageslabs' : 'life-line'}`;
      const blob =
        ending === 'png' ? await exportPng(svg, PNG_SCALE) : new Blob([svg], { type: 'image/svg+xml' });
      saveDownload({ name: `${stem}.${ending}`, blob });
    } catch (error) {
      jobs.notify('error', `The picture could not be made: ${sentenceOf(error)}`);
    }
  };
  return (
    <Menu position="bottom-end" shadow="md" width={230} transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <button
          type="button"
          className="ui-icon-button"
          aria-label="Export pictures of the inside"
          title="Export pictures"
          disabled={!hasMoment}
        >
          <Download size={14} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void save('map', 'svg')}>Pageslab map as SVG</Menu.Item>
        <Menu.Item onClick={() => void save('map', 'png')}>Pageslab map as PNG</Menu.Item>
        <Menu.Item disabled={!hasLife} onClick={() => void save('life', 'svg')}>
          Life line as SVG
        </Menu.Item>
        <Menu.Item disabled={!hasLife} onClick={() => void save('life', 'png')}>
          Life line as PNG
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
