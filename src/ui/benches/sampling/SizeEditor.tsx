import { Plus, X } from 'lucide-react';
import { memo, type ReactElement, useCallback, useState } from 'react';
import { formatBytes, formatShortCount } from '../../../base/numbers.js';
import type { SizeCount } from '../../../engine/sampling/workload.js';
import { usableSize } from '../../../engine/sizes/size-classes.js';
import { LARGEST_COUNT, LARGEST_SIZE } from '../../../state/sampling-url.js';
import { useApp, useSampling } from '../../app-context.js';
import { NumberField } from '../../controls/NumberField.js';
import { parseBytes, parseCount } from '../../controls/number-text.js';
import { OptionSlider } from '../../controls/OptionSlider.js';
import type { SliderOption } from '../../controls/slider-scale.js';

/** Above this many sizes, bars would only slow the page down; files with more are better changed where they come from. */
const MOST_ROWS = 300;
const NEW_COUNT = 1000;

const parseObjects = (text: string) => parseCount(text, { min: 0, max: LARGEST_COUNT });
const parseSize = (text: string) => parseBytes(text, { min: 1, max: LARGEST_SIZE });

/** A bar and two numbers for each size; sizes can be added and taken away. */
export function SizeEditor(): ReactElement {
  const { inputs } = useApp().sampling;
  const rows = useSampling(({ workload }) => workload);
  const gesture = useCallback(
    (phase: 'begin' | 'end') => (phase === 'begin' ? inputs.beginGesture() : inputs.endGesture()),
    [inputs],
  );
  const change = useCallback(
    (size: number, next: Partial<SizeCount> | null) => {
      const before = inputs.present.workload;
      inputs.setRows(
        next === null
          ? before.filter((row) => row.size !== size)
          : before.map((row) => (row.size === size ? { ...row, ...next } : row)),
      );
    },
    [inputs],
  );
  return (
    <>
      {rows.length === 0 ? (
        <p className="ui-workload-none" role="status">
          No size is left. Add one, or choose a workload above.
        </p>
      ) : (
        <div className="ui-sizes" role="group" aria-label="Sizes">
          <div className="ui-size ui-size-head" aria-hidden>
            <span>size</span>
            <span>drag: allocated</span>
            <span>allocated</span>
            <span>live</span>
          </div>
          {rows.slice(0, MOST_ROWS).map((row) => (
            <SizeRow key={row.size} row={row} onChange={change} onGesture={gesture} />
          ))}
          {rows.length > MOST_ROWS && (
            <p className="ui-workload-none">and {rows.length - MOST_ROWS} larger sizes</p>
          )}
        </div>
      )}
      <AddSize />
    </>
  );
}

interface SizeRowProps {
  readonly row: SizeCount;
  /** Null takes the size away. */
  readonly onChange: (size: number, next: Partial<SizeCount> | null) => void;
  readonly onGesture: (phase: 'begin' | 'end') => void;
}

const SizeRow = memo(function SizeRow({ row, onChange, onGesture }: SizeRowProps): ReactElement {
  const { size, allocated, live } = row;
  const name = formatBytes(size);
  const option: SliderOption = {
    kind: 'count',
    label: `Allocated of ${name}`,
    min: 1,
    max: LARGEST_COUNT,
    sliderMax: 1e9,
    scale: 'log',
    step: 1,
  };
  /** The share that lives stays as it is. */
  const drag = (next: number): void =>
    onChange(size, {
      allocated: next,
      live: allocated > 0 ? Math.min(next, Math.round((live / allocated) * next)) : live,
    });
  return (
    <div className="ui-size">
      <span className="ui-size-name">{name}</span>
      <OptionSlider
        option={option}
        value={Math.max(1, Math.round(allocated))}
        standard={1}
        describedBy="workload-title"
        onChange={drag}
        onGesture={onGesture}
      />
      <NumberField
        label={`Objects of ${name} allocated`}
        value={allocated}
        format={formatShortCount}
        parse={parseObjects}
        onChange={(next) => onChange(size, { allocated: next, live: Math.min(live, next) })}
        onGesture={onGesture}
      />
      <NumberField
        label={`Objects of ${name} live`}
        value={live}
        format={formatShortCount}
        parse={parseObjects}
        onChange={(next) => onChange(size, { live: next, allocated: Math.max(allocated, next) })}
        onGesture={onGesture}
      />
      <button
        type="button"
        className="ui-icon-button"
        aria-label={`Remove ${name}`}
        title={`Remove ${name}`}
        onClick={() => onChange(size, null)}
      >
        <X size={13} aria-hidden />
      </button>
    </div>
  );
});

function AddSize(): ReactElement {
  const { inputs } = useApp().sampling;
  const [text, setText] = useState('');
  const [said, setSaid] = useState('');
  const add = (): void => {
    const parsed = parseSize(text);
    if (!parsed.ok) {
      setSaid(parsed.error);
      return;
    }
    const size = usableSize(parsed.value);
    if (inputs.present.workload.some((row) => row.size === size)) {
      setSaid(`${formatBytes(size)} is there already.`);
      return;
    }
    inputs.setRows([...inputs.present.workload, { size, allocated: NEW_COUNT, live: NEW_COUNT }]);
    setText('');
    setSaid(size === parsed.value ? '' : `Rounded up to the size class of ${formatBytes(size)}.`);
  };
  return (
    <form
      className="ui-size-add"
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <input
        className="ui-field"
        type="text"
        autoComplete="off"
        spellCheck={false}
        aria-label="Size to add"
        placeholder="8 MiB"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <button type="submit" className="ui-text-button">
        <Plus size={13} aria-hidden /> Add size class
      </button>
      <span role="status">{said}</span>
    </form>
  );
}
