import { Pencil, Pin as PinIcon, SlidersHorizontal, X } from 'lucide-react';
import { memo, type ReactElement, useState } from 'react';
import { NO_NUMBER } from '../../../../base/numbers.js';
import type { Summary } from '../../../../engine/replay/summary.js';
import { CURRENT, LONGEST_NAME, type Pin, pinOf } from '../../../../state/pins.js';
import { isStale } from '../../../../state/results.js';
import { traceOfPin } from '../../../../state/run-pins.js';
import { SAMPLES } from '../../../../state/samples.js';
import { useApp, useFiles, usePins, useResults } from '../../../app-context.js';
import { SUMMARY_METRICS } from '../summary-metrics.js';
import type { RunRow } from './run-rows.js';

export interface RunLineProps {
  readonly row: RunRow;
  /** The side this run is on, if any. */
  readonly sides: 'a' | 'b' | null;
  /** Figures of B; null where there is none, or this is it. */
  readonly reference: Summary | null;
  readonly zoomed: boolean;
  /** The runs are of different traces: each names its own. */
  readonly traces: boolean;
}

/** One run: sides, name, figures, actions. */
export const RunLine = memo(function RunLine({
  row,
  sides,
  reference,
  zoomed,
  traces,
}: RunLineProps): ReactElement {
  const { pin, run } = row;
  const stale = useResults(
    (results) => pin === null && (isStale(results) || results.run?.complete === false),
  );
  return (
    <tr data-side={sides ?? undefined} data-stale={stale}>
      <td className="ui-runs-sides">
        <SideButton row={row} letter="a" on={sides === 'a'} />
        <SideButton row={row} letter="b" on={sides === 'b'} />
      </td>
      <td className="ui-runs-number">{pin === null ? '' : pin.number}</td>
      <NameCell row={row} traces={traces} />
      {run === null && pin !== null ? (
        <Waiting pin={pin} />
      ) : (
        SUMMARY_METRICS.map(({ key, format, compare }) => {
          const value = Number(row.summary?.[key] ?? Number.NaN);
          return (
            <td
              key={key}
              title={row.summary === null && zoomed ? 'Nothing of this run is in the range.' : undefined}
            >
              <span className="ui-runs-value">{row.summary === null ? NO_NUMBER : format(value)}</span>
              <span className="ui-runs-change">
                {reference === null || row.summary === null ? '' : compare(value, Number(reference[key]))}
              </span>
            </td>
          );
        })
      )}
      <Actions row={row} />
    </tr>
  );
});

function SideButton({
  row,
  letter,
  on,
}: {
  readonly row: RunRow;
  readonly letter: 'a' | 'b';
  readonly on: boolean;
}): ReactElement {
  const { pins } = useApp();
  const name = row.pin === null ? 'the current run' : `#${row.pin.number}`;
  const big = letter.toUpperCase();
  return (
    <button
      type="button"
      className={`ui-side-button ui-letter-${letter}`}
      aria-pressed={on}
      aria-label={`Show ${name} as ${big}`}
      title={letter === 'a' ? 'Draw as A, whole' : on ? 'Take B off' : 'Lay over as B; differences are to it'}
      onClick={() => {
        if (!on) pins.choose(letter, row.side);
        else if (letter === 'b') pins.choose('b', null);
      }}
    >
      {big}
    </button>
  );
}

/** The name, which can be changed in place, over the trace. */
function NameCell({ row, traces }: Pick<RunLineProps, 'row' | 'traces'>): ReactElement {
  const { pin, run } = row;
  const same = usePins((pins) => (pin === null ? pinOf(pins, run) : null));
  const { pins } = useApp();
  const [editing, setEditing] = useState(false);
  if (pin !== null && editing) {
    const end = (text: string | null): void => {
      if (text !== null) pins.rename(pin.id, text);
      setEditing(false);
    };
    return (
      <td className="ui-runs-name">
        <input
          className="ui-runs-rename"
          aria-label={`Name of #${pin.number}`}
          defaultValue={pin.name}
          placeholder={row.name}
          maxLength={LONGEST_NAME}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was asked for
          autoFocus
          onBlur={(event) => end(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') end(event.currentTarget.value);
            else if (event.key === 'Escape') end(null);
          }}
        />
      </td>
    );
  }
  return (
    <td className="ui-runs-name">
      <span className="ui-runs-title" data-lines={traces || same !== null ? 1 : 2}>
        <bdi title={row.full}>
          {row.side === CURRENT && <b>current</b>} {row.name}
        </bdi>
        {pin !== null && (
          <button
            type="button"
            className="ui-icon-button"
            aria-label={`Rename #${pin.number}`}
            title="Rename"
            onClick={() => setEditing(true)}
          >
            <Pencil size={12} aria-hidden />
          </button>
        )}
      </span>
      {(traces || same !== null) && (
        <span className="ui-runs-trace" title={row.trace}>
          {same !== null && `same as #${same.number}${traces ? ' · ' : ''}`}
          {traces && <bdi>{row.trace}</bdi>}
        </span>
      )}
    </td>
  );
}

/** Why there are no figures yet, and what can be done about it. */
function Waiting({ pin }: { readonly pin: Pin }): ReactElement {
  const app = useApp();
  const open = useFiles((files) => traceOfPin(files, pin) !== null);
  const { sample } = pin.trace;
  const known = SAMPLES.some(({ name }) => name === sample);
  return (
    <td className="ui-runs-waiting" colSpan={SUMMARY_METRICS.length}>
      {pin.error !== null ? (
        <>
          {pin.error}{' '}
          <button type="button" className="ui-text-button" onClick={() => app.pins.fail(pin.id, null)}>
            Replay it
          </button>
        </>
      ) : open ? (
        'Is replayed: pinned runs one after the other, behind the current one.'
      ) : known && sample !== null ? (
        <>
          Its trace is not open.{' '}
          <button type="button" className="ui-text-button" onClick={() => void app.openSample(sample)}>
            Open the sample {sample}
          </button>
        </>
      ) : (
        'Waits for its trace: links hold settings, not files. Open the trace to replay it.'
      )}
    </td>
  );
}

function Actions({ row: { pin, run } }: { readonly row: RunRow }): ReactElement {
  const app = useApp();
  const pinned = usePins((pins) => pinOf(pins, run) !== null);
  if (pin === null) {
    return (
      <td className="ui-runs-actions">
        <button
          type="button"
          className="ui-icon-button"
          aria-label="Pin the current run"
          title={pinned ? 'Pinned already' : 'Pin'}
          disabled={pinned || run?.complete !== true}
          onClick={() => app.pin()}
        >
          <PinIcon size={14} aria-hidden />
        </button>
      </td>
    );
  }
  return (
    <td className="ui-runs-actions">
      <button
        type="button"
        className="ui-icon-button"
        aria-label={`Load the settings of #${pin.number}`}
        title={pin.inputs === null ? 'A measured run has no settings' : 'Move the sliders to these settings'}
        disabled={pin.inputs === null}
        onClick={() => app.loadPin(pin.id)}
      >
        <SlidersHorizontal size={14} aria-hidden />
      </button>
      <button
        type="button"
        className="ui-icon-button"
        aria-label={`Unpin #${pin.number}`}
        title="Unpin"
        onClick={() => app.pins.unpin(pin.id)}
      >
        <X size={14} aria-hidden />
      </button>
    </td>
  );
}
