import { Button, Menu } from '@mantine/core';
import { Download } from 'lucide-react';
import type { ReactElement } from 'react';
import { exportFlameSvg } from '../../../charts/flame/FlameGraph.js';
import { exportPng } from '../../../charts/shared/export-png.js';
import { heapBaseName } from '../../../state/heap-exports.js';
import type { HeapExportKind } from '../../../workers/heap.api.js';
import { saveDownload } from '../../controls/download.js';
import { useApp, useFiles, useHeapResults } from '../../app-context.js';
import { useFlameModel } from './GraphView.js';
import { shownName } from './NameCell.js';
import { type Picture, useShownPictures } from './pictures.js';
import { MEASURE_WORDS, NUMBER_WORDS } from './words.js';

const KINDS: readonly { readonly kind: HeapExportKind; readonly title: string; readonly help: string }[] = [
  { kind: 'pprof', title: 'pprof (.pb.gz)', help: 'All four measures; opens in pprof and speedscope' },
  {
    kind: 'pprof-threads',
    title: 'pprof with threads (.pb.gz)',
    help: 'Each sample labelled with its thread and the thread’s name',
  },
  { kind: 'folded', title: 'Folded stacks', help: 'One line a stack, for flame graph tools' },
  { kind: 'csv', title: 'Table as CSV', help: 'The top table with errors' },
  { kind: 'json', title: 'Table as JSON', help: 'The top table with errors' },
  { kind: 'text', title: 'Text as jeprof prints it', help: 'jeprof --text' },
  { kind: 'symbolised', title: 'Symbolised dump', help: 'The dump with its names; jeprof reads it' },
];

/** PNG pixels for each pixel of the picture. */
const PNG_SCALE = 2;

/** Everything that can be taken away: numbers, the flame graph, and what other pictures are shown. */
export function HeapExportMenu(): ReactElement {
  const { heapExports } = useApp();
  const ready = useHeapResults((results) => results.look.answer !== null);
  const several = useHeapResults((results) => (results.look.request?.profiles.length ?? 1) > 1);
  const savePicture = useSavePicture();
  const flame = useFlamePicture();
  const pictures = useShownPictures();
  const save = async (kind: HeapExportKind): Promise<void> => {
    const made = await heapExports.make(kind);
    if (made !== null) saveDownload(made);
  };
  return (
    <Menu
      position="bottom-end"
      shadow="md"
      width={300}
      transitionProps={{ duration: 0 }}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <Button
          size="compact-xs"
          variant="default"
          disabled={!ready}
          leftSection={<Download size={14} aria-hidden />}
        >
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {KINDS.map(({ kind, title, help }) => (
          <Menu.Item key={kind} disabled={kind === 'symbolised' && several} onClick={() => void save(kind)}>
            {title}
            <span className="ui-heap-menu-help">{help}</span>
          </Menu.Item>
        ))}
        {[...(flame === null ? [] : [flame]), ...pictures].map((picture) => (
          <PictureItems key={picture.file} picture={picture} onSave={savePicture} />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

type Ending = 'svg' | 'png' | 'csv';

function PictureItems({
  picture,
  onSave,
}: {
  readonly picture: Picture;
  readonly onSave: (picture: Picture, ending: Ending) => Promise<void>;
}): ReactElement {
  // The flame graph's numbers are the tables above.
  const endings: readonly Ending[] = picture.file === FLAME ? ['svg', 'png'] : ['svg', 'png', 'csv'];
  return (
    <>
      {endings.map((ending) => (
        <Menu.Item key={ending} onClick={() => void onSave(picture, ending)}>
          {picture.title} as {ending.toUpperCase()}
        </Menu.Item>
      ))}
    </>
  );
}

const FLAME = 'flame-graph';

function useFlamePicture(): Picture | null {
  const model = useFlameModel();
  return model === null
    ? null
    : {
        title: 'Flame graph',
        file: FLAME,
        svg: (title) => exportFlameSvg(model, { title, details: [] }),
        csv: () => '',
      };
}

function useSavePicture(): (picture: Picture, ending: Ending) => Promise<void> {
  const { jobs } = useApp();
  const request = useHeapResults((results) => results.look.request);
  const name = useFiles(({ files, profile }) => files.find(({ id }) => id === profile)?.name ?? 'heap');
  return async (picture, ending) => {
    if (request === null) return;
    try {
      const title = `${shownName(name)}: ${MEASURE_WORDS[request.measure]}, ${NUMBER_WORDS[request.number]}`;
      const stem = picture.file === FLAME ? heapBaseName(name) : `${heapBaseName(name)}.${picture.file}`;
      saveDownload({ name: `${stem}.${ending}`, blob: await blobOf(picture, title, ending) });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      jobs.notify('error', `The picture could not be made: ${reason}`);
    }
  };
}

async function blobOf(picture: Picture, title: string, ending: Ending): Promise<Blob> {
  if (ending === 'csv') return new Blob([picture.csv()], { type: 'text/csv' });
  const text = picture.svg(title);
  return ending === 'png' ? exportPng(text, PNG_SCALE) : new Blob([text], { type: 'image/svg+xml' });
}
