import { SegmentedControl } from '@mantine/core';
import type { ReactElement } from 'react';
import { useApp, usePins, useView } from '../../app-context.js';
import { SHOWN_VIEWS, shownView } from './views.js';

/** The names of the views; nothing where there is only one. */
export function ViewSwitch(): ReactElement | null {
  const { view } = useApp();
  const shown = useView(({ replayView }) => shownView(replayView).id);
  const pinned = usePins(({ pins }) => pins.length);
  const labelOf = (id: string, label: string): string =>
    id === 'compare' && pinned > 0 ? `${label} (${pinned})` : label;
  if (SHOWN_VIEWS.length < 2) return null;
  return (
    <SegmentedControl
      size="xs"
      aria-label="Replay view"
      data={SHOWN_VIEWS.map(({ id, label }) => ({ value: id, label: labelOf(id, label) }))}
      value={shown}
      onChange={(value) => view.setState({ replayView: shownView(value).id })}
    />
  );
}
