import { Redo2, Undo2 } from 'lucide-react';
import type { ReactElement } from 'react';

/** The two steps of a bench's history. The keys do the same wherever the focus is. */
export function UndoButtons({
  canUndo,
  canRedo,
  onUndo,
  onRedo,
}: {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
}): ReactElement {
  return (
    <>
      <button
        type="button"
        className="ui-icon-button"
        aria-label="Undo"
        title="Undo (Ctrl+Z)"
        disabled={!canUndo}
        onClick={onUndo}
      >
        <Undo2 size={15} aria-hidden />
      </button>
      <button
        type="button"
        className="ui-icon-button"
        aria-label="Redo"
        title="Redo (Ctrl+Shift+Z)"
        disabled={!canRedo}
        onClick={onRedo}
      >
        <Redo2 size={15} aria-hidden />
      </button>
    </>
  );
}
