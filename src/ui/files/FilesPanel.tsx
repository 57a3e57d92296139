import { Plus } from 'lucide-react';
import { type ReactElement, useMemo, useState } from 'react';
import { formatCount } from '../../base/numbers.js';
import type { FileEntry } from '../../state/files.js';
import { hasSizes } from '../../state/sampling-source.js';
import { useApp, useFiles, useSampling, useView } from '../app-context.js';
import { FileButton } from './FileButton.js';
import { FileRow } from './FileRow.js';

/** A longer list is cut: a fleet's thousand rows would only slow the page down. */
const MOST_ROWS = 40;

/** What needs a look (failed, being read, selected), and the first of the others, in their order. */
function shortList(files: readonly FileEntry[], selected: string | null): readonly FileEntry[] {
  if (files.length <= MOST_ROWS) return files;
  const urgent = (file: FileEntry): boolean =>
    file.id === selected || file.status === 'failed' || file.status === 'reading';
  const chosen = new Set(
    [...files.filter(urgent), ...files.filter((file) => !urgent(file))].slice(0, MOST_ROWS),
  );
  return files.filter((file) => chosen.has(file));
}

/** The files of the shown bench; pressing one puts it there. */
export function FilesPanel(): ReactElement {
  const { opener } = useApp();
  const bench = useView((view) => view.bench);
  const all = useFiles((state) => state.files);
  const onBench = useFiles((state) => (bench === 'heap' ? state.profile : state.selected));
  const sampled = useSampling(({ source }) => (source.kind === 'file' ? source.file : null));
  const selected = bench === 'sampling' ? sampled : onBench;
  const files = useMemo(
    // Sizes can be sampled wherever they come from.
    () => all.filter((file) => file.bench === bench || (bench === 'sampling' && hasSizes(file))),
    [all, bench],
  );
  const [listed, setAll] = useState(false);
  const rows = useMemo(() => (listed ? files : shortList(files, selected)), [files, selected, listed]);
  const waiting = files.filter(({ status }) => status === 'waiting' || status === 'reading').length;
  return (
    <section className="ui-files" aria-labelledby="files-title">
      <div className="ui-panel-title">
        <h2 id="files-title">Files</h2>
        <FileButton className="ui-icon-button" label="Add files" onFiles={(chosen) => opener.open(chosen)}>
          <Plus size={15} aria-hidden />
        </FileButton>
      </div>
      {files.length === 0 ? (
        <p className="ui-files-none">None yet. Drop some anywhere on the page.</p>
      ) : (
        <>
          <ul className="ui-files-list">
            {rows.map((file) => (
              <FileRow key={file.id} file={file} selected={file.id === selected} />
            ))}
          </ul>
          {files.length > rows.length && (
            <p className="ui-files-none">
              and {formatCount(files.length - rows.length)} more
              {waiting > 0 ? `; ${formatCount(waiting)} not read yet` : ''}.{' '}
              <button type="button" className="ui-inline-button" onClick={() => setAll(true)}>
                List all
              </button>
            </p>
          )}
        </>
      )}
    </section>
  );
}
