import { type ReactElement, type ReactNode, useRef } from 'react';
import type { NamedBlob } from '../../state/open-files.js';

export interface FileButtonProps {
  readonly label: string;
  readonly className: string;
  readonly onFiles: (files: readonly NamedBlob[]) => void;
  readonly children: ReactNode;
}

/** A button that opens the browser's file dialog; the input behind it is reachable by label for tests and scripts. */
export function FileButton({ label, className, onFiles, children }: FileButtonProps): ReactElement {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" className={className} aria-label={label} onClick={() => input.current?.click()}>
        {children}
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={`${label}: choose`}
        onChange={(event) => {
          const chosen = Array.from(event.currentTarget.files ?? [], (file) => ({
            blob: file,
            name: file.name,
          }));
          // The same file may be chosen again at once.
          event.currentTarget.value = '';
          if (chosen.length > 0) onFiles(chosen);
        }}
      />
    </>
  );
}
