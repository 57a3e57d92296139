import { X } from 'lucide-react';
import { type ReactElement, useMemo } from 'react';
import { useComputedColorScheme } from '@mantine/core';
import { formatCount, formatPercent } from '../../../base/numbers.js';
import { exportSizesSvg, SizeDistribution } from '../../../charts/size-distribution/SizeDistribution.js';
import { formatValue, type HeapUnit } from '../../../charts/shared/unit.js';
import { selectName, unitOf } from '../../../state/heap-inputs.js';
import type { DetailAnswer, DetailMeasure, NamedValue } from '../../../workers/heap.api.js';
import { CopyButton } from '../../controls/CopyButton.js';
import { useApp, useHeap, useHeapResults } from '../../app-context.js';
import { NameCell, shownName } from './NameCell.js';
import { type Picture, usePicture } from './pictures.js';
import { sizesCsv } from './table-csv.js';
import { errorText, MEASURE_WORDS, plural } from './words.js';

/** Everything about the selected name; or, without one, how to select. */
export function DetailsPanel(): ReactElement {
  const { heap } = useApp();
  const selected = useHeap((state) => state.inputs.selected);
  const answer = useHeapResults((results) => results.detail.answer);
  const request = useHeapResults((results) => results.detail.request);
  const error = useHeapResults((results) => results.detail.error);
  const total = useHeapResults((results) => results.look.answer?.total ?? Number.NaN);
  const ready = answer !== null && request !== null && selected !== null && answer.name === selected;
  return (
    <aside className="ui-heap-details" aria-label="Details of the selection">
      <div className="ui-panel-title">
        <h2>Selection</h2>
        {selected !== null && (
          <button
            type="button"
            className="ui-icon-button"
            aria-label="Clear the selection"
            title="Clear the selection"
            onClick={() => selectName(heap, null)}
          >
            <X size={14} aria-hidden />
          </button>
        )}
      </div>
      {selected === null ? (
        <p className="ui-heap-hint">
          Press a frame of the graph or a row of a table. Its numbers in every reading, its threads, sizes,
          callers and callees then stand here.
        </p>
      ) : error !== null ? (
        <p className="ui-heap-error" role="alert">
          {error}
        </p>
      ) : (
        <>
          <p className="ui-heap-selected" title={shownName(selected)}>
            <NameCell name={selected} />
          </p>
          {ready &&
            (answer.found ? (
              <Details answer={answer} unit={unitOf(request.measure)} total={total} />
            ) : (
              <p className="ui-heap-hint">
                Nothing of this name under the present filters, allocator list and naming.
              </p>
            ))}
        </>
      )}
    </aside>
  );
}

function Details({
  answer,
  unit,
  total,
}: {
  readonly answer: DetailAnswer;
  readonly unit: HeapUnit;
  readonly total: number;
}): ReactElement {
  const theme = useComputedColorScheme('light');
  const { sizes, name } = answer;
  const picture = useMemo<Picture | null>(
    () =>
      sizes.sizes.length === 0
        ? null
        : {
            title: 'Sizes of the selection',
            file: 'sizes',
            svg: (title) =>
              exportSizesSvg({ table: sizes, theme }, { title, details: [`Sizes of ${shownName(name)}`] }),
            csv: () => sizesCsv(sizes),
          },
    [sizes, name, theme],
  );
  usePicture(picture);
  return (
    <>
      {answer.module !== '' && (
        <p className="ui-heap-module" title={shownName(answer.module)}>
          <bdi>{shownName(answer.module)}</bdi>
        </p>
      )}
      <dl className="ui-heap-facts">
        <dt title="Allocated by it and all it calls">cum</dt>
        <dd>
          {formatValue(answer.cum, unit)} <em>{errorText(answer.cumVariance, unit)}</em>
        </dd>
        <dt title="Allocated by it itself">flat</dt>
        <dd>
          {formatValue(answer.flat, unit)} <em>{errorText(answer.flatVariance, unit)}</em>
        </dd>
        <dt>of the total</dt>
        <dd>{formatPercent(answer.cum / total)}</dd>
      </dl>
      <Readings measures={answer.measures} />
      <Relations
        title="Callers"
        help="cum, by who called it"
        values={answer.callers}
        whole={answer.cum}
        unit={unit}
      />
      <Relations
        title="Callees"
        help="cum, by what it called"
        values={answer.callees}
        whole={answer.cum}
        unit={unit}
      />
      {answer.threads.length > 1 && <Threads values={answer.threads} unit={unit} whole={answer.cum} />}
      {answer.sizes.sizes.length > 0 && (
        <section>
          <h3 title="Bytes and objects in use, by the mean size of each stack, put into jemalloc’s size classes">
            Sizes
          </h3>
          <SizeDistribution table={answer.sizes} theme={theme} label="Sizes of the selection" height={64} />
        </section>
      )}
      <Stacks answer={answer} unit={unit} />
    </>
  );
}

/** The four counters in every reading; only those that are not all zero. */
function Readings({ measures }: { readonly measures: readonly DetailMeasure[] }): ReactElement {
  const used = measures.filter(({ written, best }) => written !== 0 || best !== 0);
  return (
    <section>
      <h3 title="Of all stacks that hold it">In every reading</h3>
      <table className="ui-heap-readings">
        <thead>
          <tr>
            <th scope="col" aria-label="Measure" />
            <th scope="col">written</th>
            <th scope="col">jeprof</th>
            <th scope="col">best</th>
          </tr>
        </thead>
        <tbody>
          {used.map((row) => {
            const unit = unitOf(row.measure);
            return (
              <tr key={row.measure}>
                <th scope="row">{MEASURE_WORDS[row.measure]}</th>
                <td title="As it stands in the file: samples, transformed">
                  {formatValue(row.written, unit)}
                </td>
                <td>{formatValue(row.jeprof, unit)}</td>
                <td title={`About ${formatCount(Math.round(row.samples))} samples`}>
                  {formatValue(row.best, unit)}
                  <em>{errorText(row.error * row.error, unit)}</em>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {used[0] !== undefined && (
        <p className="ui-heap-hint">About {plural(Math.round(used[0].samples), 'sample')} behind it.</p>
      )}
    </section>
  );
}

const MOST_RELATIONS = 8;

function Relations({
  title,
  help,
  values,
  whole,
  unit,
}: {
  readonly title: string;
  readonly help: string;
  readonly values: readonly NamedValue[];
  readonly whole: number;
  readonly unit: HeapUnit;
}): ReactElement | null {
  const { heap } = useApp();
  if (values.length === 0) return null;
  const shown = values.slice(0, MOST_RELATIONS);
  return (
    <section>
      <h3 title={help}>{title}</h3>
      <ul className="ui-heap-relations">
        {shown.map(({ name, value, variance }) => (
          <li key={name}>
            <button type="button" title={shownName(name)} onClick={() => selectName(heap, name)}>
              <Share share={value / whole} />
              <NameCell name={name} />
            </button>
            <span title={errorText(variance, unit)}>{formatValue(value, unit)}</span>
          </li>
        ))}
      </ul>
      {values.length > shown.length && (
        <p className="ui-heap-hint">and {values.length - shown.length} more</p>
      )}
    </section>
  );
}

function Share({ share }: { readonly share: number }): ReactElement {
  const width = Number.isFinite(share) ? Math.max(0, Math.min(1, share)) : 0;
  return <i className="ui-heap-share" style={{ width: `${100 * width}%` }} aria-hidden />;
}

function Threads({
  values,
  whole,
  unit,
}: {
  readonly values: readonly NamedValue[];
  readonly whole: number;
  readonly unit: HeapUnit;
}): ReactElement {
  return (
    <section>
      <h3>Threads</h3>
      <ul className="ui-heap-relations">
        {values.slice(0, MOST_RELATIONS).map(({ name, value, variance }) => (
          <li key={name}>
            <span className="ui-heap-relation">
              <Share share={value / whole} />
              <NameCell name={name} />
            </span>
            <span title={errorText(variance, unit)}>{formatValue(value, unit)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The largest stacks through it, to read and to copy. */
function Stacks({
  answer,
  unit,
}: {
  readonly answer: DetailAnswer;
  readonly unit: HeapUnit;
}): ReactElement | null {
  if (answer.stacks.length === 0) return null;
  return (
    <section>
      <h3>
        Stacks{' '}
        <span className="ui-heap-dim">
          {answer.stackCount > answer.stacks.length
            ? `the largest ${answer.stacks.length} of ${formatCount(answer.stackCount)}`
            : formatCount(answer.stackCount)}
        </span>
      </h3>
      {answer.stacks.map(({ frames, value }, index) => (
        // Stacks may have equal frames; their place is what identifies them.
        // oxlint-disable-next-line react/no-array-index-key
        <details key={index} className="ui-heap-stack">
          <summary>
            {formatValue(value, unit)} · {plural(frames.length, 'frame')}
          </summary>
          <CopyButton
            label="Copy this stack as text"
            text={`${formatValue(value, unit)}\n${frames.map((name) => `  ${shownName(name)}`).join('\n')}\n`}
          />
          <ol>
            {frames.map((name, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- a name may stand twice in a stack
              <li key={at} data-same={name === answer.name ? 'true' : undefined}>
                <NameCell name={name} />
              </li>
            ))}
          </ol>
        </details>
      ))}
    </section>
  );
}
