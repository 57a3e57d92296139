import { Button, SegmentedControl, Select } from '@mantine/core';
import { Download, Pin, ZoomOut } from 'lucide-react';
import { type ReactElement, useMemo, useState } from 'react';
import { pinOf } from '../../../state/pins.js';
import { setAxis } from '../../../state/view.js';
import { useApp, usePins, useResults, useView } from '../../app-context.js';
import { ExportDialog } from './ExportDialog.js';
import { InsideButton } from './inside/InsideButton.js';
import { pinLabel } from './run-label.js';
import { usePair } from './use-pair.js';

/** The controls of the timelines. */
export function ControlsRow(): ReactElement {
  return <ChartControls overlay />;
}

/** How runs are looked at: axis, shards, rates, zoom; pinning; the way out. */
export function ChartControls({ overlay }: { readonly overlay: boolean }): ReactElement {
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
      <button
        type="button"
        className="ui-icon-button"
        disabled={!zoomed}
        onClick={() => view.setState({ zoom: null })}
        aria-label="Reset zoom"
        title="Reset zoom: show all of the axis"
      >
        <ZoomOut size={15} aria-hidden />
      </button>
      {overlay && <InsideButton />}
      <span className="ui-spacer" />
      {overlay && <OverlayChoice />}
      <PinButton />
      <ExportButton />
    </>
  );
}

/** All shards in one picture, each in its own, or one alone: one choice, because they exclude each other. None with one shard. */
function ShardChoice(): ReactElement | null {
  const { view } = useApp();
  const merged = useView((state) => state.merged);
  const shard = useView((state) => state.shard);
  const { a, b } = usePair();
  const shards = Math.max(a.run?.table.shards ?? 1, b?.run?.table.shards ?? 1);
  const choices = useMemo(
    () => [
      { value: 'merged', label: `${shards} shards, merged` },
      { value: 'each', label: `${shards} shards, each` },
      ...Array.from({ length: shards }, (_, index) => ({
        value: String(index),
        label: `shard ${index} only`,
      })),
    ],
    [shards],
  );
  if (shards === 1) return null;
  const one = shard !== null && shard < shards;
  return (
    <Select
      size="xs"
      w={148}
      className="ui-controls-shards"
      aria-label="Shards"
      allowDeselect={false}
      data={choices}
      value={one ? String(shard) : merged ? 'merged' : 'each'}
      onChange={(value) => {
        if (value === 'merged' || value === 'each')
          view.setState({ merged: value === 'merged', shard: null });
        else if (value !== null) view.setState({ shard: Number(value) });
      }}
    />
  );
}

/** Keeps the current run. Its width never changes: what is pinned is told where it is chosen. */
function PinButton(): ReactElement {
  const app = useApp();
  const run = useResults((results) => (results.run?.complete === true ? results.run : null));
  const pin = usePins((pins) => pinOf(pins, run));
  return (
    <Button
      size="compact-xs"
      variant="default"
      leftSection={<Pin size={14} aria-hidden />}
      disabled={run === null || pin !== null}
      title={
        pin === null
          ? 'Keep this run, to lay it over others and to compare their figures'
          : `This run is pinned already, as #${pin.number}`
      }
      onClick={() => app.pin()}
    >
      <span className="ui-controls-word">Pin</span>
    </Button>
  );
}

const NOTHING = 'nothing';

/** Which pinned run lies over the current one. */
function OverlayChoice(): ReactElement | null {
  const { pins: store } = useApp();
  const pins = usePins((state) => state.pins);
  const { b } = usePair();
  if (pins.length === 0) return null;
  return (
    <Select
      size="xs"
      w={78}
      className="ui-controls-overlay"
      aria-label="Run laid over, B"
      allowDeselect={false}
      leftSection={<span className="ui-letter ui-letter-b">B</span>}
      leftSectionWidth={26}
      comboboxProps={{ width: 340, position: 'bottom-end' }}
      data={[
        { value: NOTHING, label: 'none' },
        ...pins.map((pin) => ({ value: pin.id, label: `#${pin.number}` })),
      ]}
      renderOption={({ option }) => {
        const pin = pins.find(({ id }) => id === option.value);
        return <bdi className="ui-option">{pin === undefined ? 'nothing laid over' : pinLabel(pin)}</bdi>;
      }}
      value={b?.side ?? NOTHING}
      onChange={(value) => {
        if (value !== null) store.choose('b', value === NOTHING ? null : value);
      }}
    />
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
        <span className="ui-controls-word">Export</span>
      </Button>
      {open && <ExportDialog onClose={() => setOpen(false)} />}
    </>
  );
}
