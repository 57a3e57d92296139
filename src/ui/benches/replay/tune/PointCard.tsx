import { Button } from '@mantine/core';
import { ArrowRight, Pin, X } from 'lucide-react';
import { type ReactElement, useEffect, useRef } from 'react';
import { describeOption } from '../../../../engine/replay/options.js';
import { mallocConfLine } from '../../../../engine/replay/option-export.js';
import { describeFigure, FIGURES } from '../../../../engine/tuning/figures.js';
import type { SweepResult } from '../../../../engine/tuning/sweep-types.js';
import type { SweepRun } from '../../../../state/sweep-results.js';
import { useApp, useSweepResults } from '../../../app-context.js';
import { CopyButton } from '../../../controls/CopyButton.js';
import { figureChange, figureText, optionsOfRun, optionText, runName } from './words.js';

/** The run that was picked in a picture or the table: its settings, its figures against the default, and ways on. */
export function PointCard({ run }: { readonly run: SweepRun }): ReactElement | null {
  const { sweeps } = useApp();
  const selected = useSweepResults((results) => results.selected);
  const result = selected === null ? undefined : run.results[selected];
  if (result === undefined) return null;
  return <Card run={run} result={result} onClose={() => sweeps.results.setState({ selected: null })} />;
}

function Card({
  run,
  result,
  onClose,
}: {
  readonly run: SweepRun;
  readonly result: SweepResult;
  readonly onClose: () => void;
}): ReactElement {
  const { sweeps } = useApp();
  const root = useRef<HTMLElement>(null);
  const before = useRef<Element | null>(null);
  useEffect(() => {
    before.current = document.activeElement;
  }, []);
  const close = (): void => {
    const hadFocus = root.current?.contains(document.activeElement) === true;
    onClose();
    if (hadFocus && before.current instanceof HTMLElement) before.current.focus();
  };
  const reference = run.judgement?.advice.reference ?? null;
  const { options } = result.point;
  const names = optionsOfRun(result, run.spec);
  return (
    // Escape closes it wherever the focus is in it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={root}
      className="ui-tune-card"
      aria-label="Picked setting"
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
      }}
    >
      <header>
        <h3>{runName(result)}</h3>
        {!result.whole && <span>on {result.events.toLocaleString('en-US')} events only</span>}
        <button type="button" className="ui-icon-button" aria-label="Close" title="Close" onClick={close}>
          <X size={14} aria-hidden />
        </button>
      </header>
      <div className="ui-tune-card-scroll">
        <table>
          <tbody>
            {names.map((name) => (
              <tr key={name}>
                <th scope="row">{describeOption(name).label}</th>
                <td>{optionText(name, options[name])}</td>
                <td className="ui-tune-dim">
                  default {optionText(name, describeOption(name).presets.jemalloc)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <table>
          <thead>
            <tr>
              <th scope="col">figure</th>
              <th scope="col">this</th>
              <th scope="col">against the default</th>
            </tr>
          </thead>
          <tbody>
            {FIGURES.map(({ name, label }) => (
              <tr key={name} data-aimed={run.spec.objectives.includes(name)}>
                <th scope="row">{label}</th>
                <td>{figureText(name, result.figures[name])}</td>
                <td data-good={judgeChange(name, result, reference)}>
                  {reference === null || !result.whole
                    ? '–'
                    : figureChange(name, result.figures[name], reference.figures[name])}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <footer>
        <Button
          size="compact-xs"
          leftSection={<ArrowRight size={14} aria-hidden />}
          disabled={run.traceId === null}
          title={
            run.traceId === null
              ? 'These results came from a file; put their trace on the bench to replay it.'
              : undefined
          }
          onClick={() => sweeps.load(result)}
        >
          Load in the bench
        </Button>
        <PinRun run={run} result={result} />
        <CopyButton
          size="compact-xs"
          text={mallocConfLine(options, run.spec.mode).line}
          label="Copy this setting’s MALLOC_CONF line"
        />
      </footer>
    </section>
  );
}

function judgeChange(
  name: (typeof FIGURES)[number]['name'],
  { figures }: SweepResult,
  reference: SweepResult | null,
): 'better' | 'worse' | 'same' {
  const change = reference === null ? 0 : figures[name] - reference.figures[name];
  if (!(Math.abs(change) > 0)) return 'same';
  return change < 0 === (describeFigure(name).better === 'less') ? 'better' : 'worse';
}

/** Keeps the run to be compared; it is replayed in the background. */
function PinRun({ run, result }: { readonly run: SweepRun; readonly result: SweepResult }): ReactElement {
  const { sweeps, jobs } = useApp();
  return (
    <Button
      size="compact-xs"
      variant="default"
      leftSection={<Pin size={14} aria-hidden />}
      disabled={run.traceId === null}
      onClick={() => {
        if (sweeps.pin(result)) jobs.notify('info', 'Pinned: see Compare.');
      }}
    >
      Pin
    </Button>
  );
}
