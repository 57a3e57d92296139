import { Button } from '@mantine/core';
import type { ReactElement } from 'react';
import { useApp, useInside, useResults } from '../../../app-context.js';

/** Opens and closes the part under the timelines. */
export function InsideButton(): ReactElement {
  const { inside } = useApp();
  const open = useInside((inputs) => inputs.open);
  const usable = useResults((results) => results.run?.source === 'replay');
  return (
    <Button
      size="compact-xs"
      variant={open ? 'light' : 'default'}
      aria-pressed={open}
      disabled={!open && !usable}
      onClick={() => inside.setState({ open: !open, playing: false })}
    >
      Look inside
    </Button>
  );
}
