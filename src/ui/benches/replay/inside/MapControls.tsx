import { NativeSelect, SegmentedControl } from '@mantine/core';
import { Minus, Plus } from 'lucide-react';
import { memo, type ReactElement } from 'react';
import { PAGESLAB_ORDERS } from '../../../../engine/inspect/moment.js';
import { MAP_SIZE_COUNT } from '../../../../state/inside-inputs.js';
import { useApp, useInside, useInsideResults } from '../../../app-context.js';

const ORDER_LABELS: Readonly<Record<(typeof PAGESLAB_ORDERS)[number], string>> = {
  index: 'by creation',
  age: 'oldest first',
  active: 'most active',
  dirty: 'most dirty',
  'longest-free-run': 'longest run',
};

/** Which pageslabs the map shows, in which order and how large. */
export const MapControls = memo(function MapControls(): ReactElement {
  const { inside } = useApp();
  // One by one: the cursor, which moves with every frame, is none of them.
  const order = useInside((inputs) => inputs.order);
  const shape = useInside((inputs) => inputs.shape);
  const size = useInside((inputs) => inputs.size);
  const shard = useInside((inputs) => inputs.shard);
  const chase = useInside((inputs) => inputs.chase);
  const shards = useInsideResults((results) => results.shards);
  return (
    <div className="ui-map-controls" role="group" aria-label="Pageslab map">
      {shards > 1 && (
        <NativeSelect
          size="xs"
          w={92}
          aria-label="Shard of the map"
          data={Array.from({ length: shards }, (_, i) => ({ value: String(i), label: `shard ${i}` }))}
          value={String(Math.min(shard, shards - 1))}
          onChange={(event) => inside.setState({ shard: Number(event.currentTarget.value), slab: null })}
        />
      )}
      <NativeSelect
        size="xs"
        w={132}
        aria-label="Order of the pageslabs"
        data={PAGESLAB_ORDERS.map((value) => ({ value, label: ORDER_LABELS[value] }))}
        value={order}
        onChange={(event) => {
          const found = PAGESLAB_ORDERS.find((one) => one === event.currentTarget.value);
          if (found !== undefined) inside.setState({ order: found });
        }}
      />
      <SegmentedControl
        size="xs"
        aria-label="Shape of the pageslabs"
        data={[
          { value: 'rows', label: 'rows' },
          { value: 'tiles', label: 'tiles' },
        ]}
        value={shape}
        onChange={(value) => inside.setState({ shape: value === 'tiles' ? 'tiles' : 'rows' })}
      />
      <button
        type="button"
        className="ui-icon-button"
        aria-label="Smaller pageslabs"
        title="Smaller pageslabs"
        disabled={size === 0}
        onClick={() => inside.setState({ size: size - 1 })}
      >
        <Minus size={14} aria-hidden />
      </button>
      <button
        type="button"
        className="ui-icon-button"
        aria-label="Larger pageslabs"
        title="Larger pageslabs"
        disabled={size === MAP_SIZE_COUNT - 1}
        onClick={() => inside.setState({ size: size + 1 })}
      >
        <Plus size={14} aria-hidden />
      </button>
      <label className="ui-map-chase" title="Scroll the map to what a step has changed">
        <input
          type="checkbox"
          checked={chase}
          onChange={(event) => inside.setState({ chase: event.currentTarget.checked })}
        />
        follow
      </label>
    </div>
  );
});
