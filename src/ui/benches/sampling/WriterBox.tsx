import { Plus, X } from 'lucide-react';
import { memo, type ReactElement, useCallback } from 'react';
import { formatBytes, formatCount } from '../../../base/numbers.js';
import { ok } from '../../../base/result.js';
import type { SizeSamples } from '../../../engine/sampling/summing-rules.js';
import { usableSize } from '../../../engine/sizes/size-classes.js';
import { LARGEST_COUNT, LARGEST_SIZE, MOST_WRITER_ROWS } from '../../../state/sampling-url.js';
import { useApp, useSampling } from '../../app-context.js';
import { NumberField } from '../../controls/NumberField.js';
import { parseBytes, parseCount } from '../../controls/number-text.js';

/** The sampler sees usable sizes only. */
const parseSize = (text: string) => {
  const parsed = parseBytes(text, { min: 1, max: LARGEST_SIZE });
  return parsed.ok ? ok(usableSize(parsed.value)) : parsed;
};
const parseSamples = (text: string) => parseCount(text, { min: 0, max: LARGEST_COUNT });

/** The samples of one stack, typed in. */
export const WriterBox = memo(function WriterBox(): ReactElement {
  const { inputs } = useApp().sampling;
  const rows = useSampling((state) => state.writer);
  const gesture = useCallback(
    (phase: 'begin' | 'end') => (phase === 'begin' ? inputs.beginGesture() : inputs.endGesture()),
    [inputs],
  );
  const set = (at: number, change: Partial<SizeSamples>): void =>
    inputs.set({ writer: rows.map((row, i) => (i === at ? { ...row, ...change } : row)) });
  return (
    <div className="ui-question" role="group" aria-label="Samples of one stack">
      <span>A stack with</span>
      {rows.map((row, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- rows have no other identity: sizes may be equal
        <span key={at} className="ui-writer-row">
          <NumberField
            label={`Samples, row ${at + 1}`}
            value={row.samples}
            format={formatCount}
            parse={parseSamples}
            onChange={(samples) => set(at, { samples })}
            onGesture={gesture}
          />
          <span>samples of</span>
          <NumberField
            label={`Size, row ${at + 1}`}
            value={row.size}
            format={formatBytes}
            parse={parseSize}
            onChange={(size) => set(at, { size })}
            onGesture={gesture}
          />
          {rows.length > 1 && (
            <button
              type="button"
              className="ui-icon-button"
              aria-label={`Remove row ${at + 1}`}
              onClick={() => inputs.set({ writer: rows.filter((_, i) => i !== at) })}
            >
              <X size={13} aria-hidden />
            </button>
          )}
        </span>
      ))}
      <button
        type="button"
        className="ui-text-button"
        disabled={rows.length >= MOST_WRITER_ROWS}
        onClick={() => inputs.set({ writer: [...rows, { size: 1024, samples: 10 }] })}
      >
        <Plus size={13} aria-hidden /> Add a size
      </button>
    </div>
  );
});
