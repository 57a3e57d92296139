import { Button, SegmentedControl, Select } from '@mantine/core';
import { Download, Pin, PinOff, ZoomOut } from 'lucide-react';
import { type ReactElement, useMemo, useState } from 'react';
import { shortenMiddle } from '../../../base/numbers.js';
import { setAxis } from '../../../state/view.js';
import { useApp, useResults, useView } from '../../app-context.js';
import { ExportDialog } from './ExportDialog.js';
import { runLabel } from './run-label.js';

/** How the run is looked at: axis, shards, rates, zoom; pinning; the way out. */
export function ControlsRow(): ReactElement {
  const { view } = useApp();
  const axis = useView((state) => state.axis);
  const cumulative = useView((state) => state.cumulative);
  const zoomed = useView((state) => state.zoom !== null);
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label="Horizontal axis"
        data={[
          { value: 'time', label: 'time' },
          { value: 'event', label: 'events' },
        ]}
        value={axis}
        onChange={(value) => setAxis(view, value === 'event' ? 'event' : 'time')}
      />
      <ShardChoice />
      <SegmentedControl
        size="xs"
        aria-label="Calls"
        data={[
          { value: 'rate', label: 'rates' },
          { value: 'cumulative', label: 'cumulative' },
        ]}
        value={cumulative ? 'cumulative' : 'rate'}
        onChange={(value) => view.setState({ cumulative: value === 'cumulative' })}
      />
      <Button
        size="compact-xs"
        variant="subtle"
        leftSection={<ZoomOut size={14} aria-hidden />}
        disabled={!zoomed}
        onClick={() => view.setState({ zoom: null })}
      >
        Reset zoom
      </Button>
      <span className="ui-spacer" />
      <PinButton />
      <ExportButton />
    </>
  );
}

/** All shards in one picture, each in its own, or one alone: one choice, because they exclude each other. */
function ShardChoice(): ReactElement {
  const { view } = useApp();
  const merged = useView((state) => state.merged);
  const shard = useView((state) => state.shard);
  const shards = useResults((results) => results.run?.table.shards ?? 1);
  const choices = useMemo(
    () =>
      shards === 1
        ? [{ value: 'merged', label: '1 shard' }]
        : [
            { value: 'merged', label: `${shards} shards, merged` },
            { value: 'each', label: `${shards} shards, each` },
            ...Array.from({ length: shards }, (_, index) => ({
              value: String(index),
              label: `shard ${index} only`,
            })),
          ],
    [shards],
  );
  const one = shard !== null && shard < shards && shards > 1;
  return (
    <Select
      size="xs"
      w={152}
      aria-label="Shards"
      allowDeselect={false}
      disabled={shards === 1}
      data={choices}
      value={one ? String(shard) : merged || shards === 1 ? 'merged' : 'each'}
      onChange={(value) => {
        if (value === 'merged' || value === 'each')
          view.setState({ merged: value === 'merged', shard: null });
        else if (value !== null) view.setState({ shard: Number(value) });
      }}
    />
  );
}

function PinButton(): ReactElement {
  const app = useApp();
  const pinned = useResults((results) => results.pinned);
  const canPin = useResults((results) => results.run?.complete === true);
  if (pinned === null) {
    return (
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<Pin size={14} aria-hidden />}
        disabled={!canPin}
        onClick={() => app.pin()}
      >
        Pin this as A
      </Button>
    );
  }
  const label = runLabel(pinned);
  return (
    <span className="ui-pinned">
      <span className="ui-pinned-letter">A</span>
      <bdi className="ui-pinned-name" title={label}>
        {shortenMiddle(label, 60)}
      </bdi>
      <button
        type="button"
        className="ui-icon-button"
        aria-label="Pin this as A"
        title="Pin the shown run as A instead"
        disabled={!canPin}
        onClick={() => app.pin()}
      >
        <Pin size={14} aria-hidden />
      </button>
      <button
        type="button"
        className="ui-icon-button"
        aria-label="Unpin A"
        title="Unpin A"
        onClick={() => app.unpin()}
      >
        <PinOff size={14} aria-hidden />
      </button>
    </span>
  );
}

function ExportButton(): ReactElement {
  const [open, setOpen] = useState(false);
  const canExport = useResults((results) => results.run !== null);
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<Download size={14} aria-hidden />}
        disabled={!canExport}
        onClick={() => setOpen(true)}
      >
        Export
      </Button>
      {open && <ExportDialog onClose={() => setOpen(false)} />}
    </>
  );
}
