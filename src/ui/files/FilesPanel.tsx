import { Plus } from 'lucide-react';
import type { ReactElement } from 'react';
import { useApp, useFiles } from '../app-context.js';
import { FileButton } from './FileButton.js';
import { FileRow } from './FileRow.js';

/** The files that are open; pressing one puts it on the bench. */
export function FilesPanel(): ReactElement {
  const { opener } = useApp();
  const files = useFiles((state) => state.files);
  const selected = useFiles((state) => state.selected);
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
