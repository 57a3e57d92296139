import { Plus } from 'lucide-react';
import { type ReactElement, useMemo } from 'react';
import { useApp, useFiles, useView } from '../app-context.js';
import { FileButton } from './FileButton.js';
import { FileRow } from './FileRow.js';

/** The files of the shown bench; pressing one puts it there. */
export function FilesPanel(): ReactElement {
  const { opener } = useApp();
  const bench = useView((view) => view.bench);
  const all = useFiles((state) => state.files);
  const selected = useFiles((state) => (bench === 'heap' ? state.profile : state.selected));
  const files = useMemo(() => all.filter((file) => file.bench === bench), [all, bench]);
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
        <ul className="ui-files-list">
          {files.map((file) => (
            <FileRow key={file.id} file={file} selected={file.id === selected} />
          ))}
        </ul>
      )}
    </section>
  );
}
