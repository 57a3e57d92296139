import { type ReactElement, useEffect, useState } from 'react';
import { useApp } from '../app-context.js';
import { droppedFiles, MOST_FILES } from './dropped-files.js';

/** Files may be dropped anywhere; while they are over the page, it says so. */
export function DropZone(): ReactElement | null {
  const { opener, jobs } = useApp();
  const [over, setOver] = useState(false);
  useEffect(() => {
    const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true;
    const onOver = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'copy';
      setOver(true);
    };
    const onLeave = (event: DragEvent): void => {
      // Between two elements of the page there is a related target; outside of the window there is none.
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent): void => {
      if (!hasFiles(event) || event.dataTransfer === null) return;
      event.preventDefault();
      setOver(false);
      droppedFiles(event.dataTransfer)
        .then((files) => {
          if (files.length >= MOST_FILES) {
            jobs.notify(
              'error',
              `Only the first ${MOST_FILES.toLocaleString('en-US')} files of the drop were taken.`,
            );
          }
          if (files.length > 0) opener.open(files);
          else jobs.notify('error', 'What was dropped holds no files.');
        })
        .catch((error: unknown) => jobs.notify('error', `The drop could not be read: ${String(error)}`));
    };
    window.addEventListener('dragover', onOver);
    window.addEventListener('dragleave', onLeave);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragover', onOver);
      window.removeEventListener('dragleave', onLeave);
      window.removeEventListener('drop', onDrop);
    };
  }, [opener, jobs]);
  if (!over) return null;
  return (
    <div className="ui-drop" aria-hidden>
      <div>
        <strong>Drop to open</strong>
        <span>
          traces, heap dumps, programs with their symbols, folders; plain, .gz or .zst. They stay on this
          machine.
        </span>
      </div>
    </div>
  );
}
