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
    <div className="ui-controls" role="toolbar" aria-label="View">
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
    </div>
  );
}

function ShardChoice(): ReactElement {
  const { view } = useApp();
  const merged = useView((state) => state.merged);
  const shard = useView((state) => state.shard);
  const shards = useResults((results) => results.run?.table.shards ?? 1);
  const choices = useMemo(
    () => [
      { value: 'all', label: shards === 1 ? '1 shard' : `all ${shards} shards` },
      ...(shards === 1
        ? []
        : Array.from({ length: shards }, (_, index) => ({ value: String(index), label: `shard ${index}` }))),
    ],
    [shards],
  );
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label="Shards in one picture"
        disabled={shards === 1}
        data={[
          { value: 'merged', label: 'merged' },
          { value: 'each', label: 'per shard' },
        ]}
        value={merged ? 'merged' : 'each'}
        onChange={(value) => view.setState({ merged: value === 'merged' })}
      />
      <Select
        size="xs"
        w={118}
        aria-label="Shards shown"
        allowDeselect={false}
        disabled={shards === 1}
        data={choices}
        value={shard === null || shard >= shards ? 'all' : String(shard)}
        onChange={(value) =>
          view.setState({ shard: value === null || value === 'all' ? null : Number(value) })
        }
      />
    </>
  );
}

function PinButton(): ReactElement {
  const app = useApp();
  const pinned = useResults((results) => results.pinned);
  const canPin = useResults((results) => results.run?.complete === true);
  return (
    <>
      {pinned !== null && (
        <span className="ui-pinned" title={runLabel(pinned)}>
          <span className="ui-pinned-letter">A</span>
          <bdi>{shortenMiddle(runLabel(pinned), 40)}</bdi>
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
      )}
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<Pin size={14} aria-hidden />}
        disabled={!canPin}
        onClick={() => app.pin()}
      >
        {pinned === null ? 'Pin this as A' : 'Pin anew'}
      </Button>
    </>
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
