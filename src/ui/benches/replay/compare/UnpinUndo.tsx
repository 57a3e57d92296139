import { Button } from '@mantine/core';
import { Undo2 } from 'lucide-react';
import type { ReactElement } from 'react';
import { useApp, usePins } from '../../../app-context.js';

/** Brings back what was unpinned last. */
export function UnpinUndo(): ReactElement {
  const { pins } = useApp();
  const count = usePins(({ removed }) => removed?.pins.length ?? 0);
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      leftSection={<Undo2 size={13} aria-hidden />}
      disabled={count === 0}
      onClick={() => pins.undoUnpin()}
    >
      Undo unpin{count > 1 ? ` (${count})` : ''}
    </Button>
  );
}
