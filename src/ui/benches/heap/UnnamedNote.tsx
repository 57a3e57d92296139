import { FolderOpen } from 'lucide-react';
import type { ReactElement } from 'react';
import { formatCount } from '../../../base/numbers.js';
import type { LookAnswer } from '../../../workers/heap.api.js';
import { useApp } from '../../app-context.js';
import { FileButton } from '../../files/FileButton.js';
import { shownName } from './NameCell.js';
import { plural } from './words.js';

const MOST_MODULES = 3;

/** Frames without names: says which files would bring them. */
export function UnnamedNote({ answer }: { readonly answer: LookAnswer }): ReactElement | null {
  const app = useApp();
  const { unnamed } = answer;
  const frames = unnamed.reduce((sum, entry) => sum + entry.frames, 0);
  if (frames === 0) return null;
  const named = unnamed.filter(({ module }) => module !== '');
  const listed = named.slice(0, MOST_MODULES);
  return (
    <p className="ui-heap-note">
      {plural(frames, 'frame')} {frames === 1 ? 'has' : 'have'} no name.{' '}
      {listed.length > 0 && (
        <>
          Drop the files that ran:{' '}
          {listed.map(({ module, frames: count }, index) => (
            <span key={module}>
              {index > 0 && ', '}
              <bdi title={shownName(module)}>{shownName(module.slice(module.lastIndexOf('/') + 1))}</bdi> (
              {formatCount(count)})
            </span>
          ))}
          {named.length > listed.length && ` and ${named.length - listed.length} more`}
          {'; '}
        </>
      )}
      <FileButton
        className="ui-inline-button"
        label="choose binaries"
        onFiles={(files) => void app.opener.open(files)}
      >
        <FolderOpen size={13} aria-hidden /> choose binaries
      </FileButton>
      , or a symbolised dump.
    </p>
  );
}
