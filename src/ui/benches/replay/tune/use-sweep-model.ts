/** The sweep as the pictures take it. */
import { useComputedColorScheme } from '@mantine/core';
import { useCallback, useDeferredValue, useMemo } from 'react';
import type { Theme } from '../../../../charts/shared/palette.js';
import type { PlotLinks } from '../../../../charts/tuning/shared/PlotFrame.js';
import type { TuningMark } from '../../../../charts/tuning/shared/table.js';
import { OPTIONS } from '../../../../engine/replay/options.js';
import type { FigureName } from '../../../../engine/tuning/figures.js';
import type { SweepResult } from '../../../../engine/tuning/sweep-types.js';
import type { SweepRun } from '../../../../state/sweep-results.js';
import { useApp, useInputs, useSweepInputs, useSweepResults } from '../../../app-context.js';
import { runLine } from './words.js';

/** All numbers of a setting and its run, by name; figures are NaN where it was not run. */
function valuesOf(result: SweepResult): Readonly<Record<string, number>> {
  return { ...result.point.options, ...result.figures };
}

export function useTheme(): Theme {
  return useComputedColorScheme('light');
}

/** The default, the bench's present setting, and what is recommended. */
export function useMarks(run: SweepRun): readonly TuningMark[] {
  // What comes from a store holds the page up until all that shows it is drawn; marks can wait for a free moment.
  const current = useDeferredValue(useSweepResults((sweep) => sweep.current));
  const options = useDeferredValue(useInputs((inputs) => inputs.options));
  const { judgement, results } = run;
  return useMemo(() => {
    const marks: TuningMark[] = [];
    const rowOf = (result: SweepResult): number =>
      results.findIndex(({ point, whole }) => whole && point.id === result.point.id);
    const reference = judgement?.advice.reference ?? null;
    if (reference !== null)
      marks.push({
        key: 'default',
        kind: 'default',
        label: 'default',
        row: rowOf(reference),
        values: valuesOf(reference),
      });
    // On an option's axis the sliders have a place also before their run is there.
    const isCurrent =
      current !== null && OPTIONS.every(({ name }) => current.point.options[name] === options[name]);
    marks.push({
      key: 'current',
      kind: 'current',
      label: 'now',
      row: -1,
      values: isCurrent ? valuesOf(current) : options,
    });
    judgement?.advice.recommendations.forEach(({ result }, i) => {
      marks.push({
        key: `recommended ${i}`,
        kind: 'recommended',
        label: String(i + 1),
        row: rowOf(result),
        values: valuesOf(result),
      });
    });
    return marks;
  }, [judgement, current, options, results]);
}

/** What singles a run out, the same for all pictures and the table. */
export function useLinks(): PlotLinks {
  const { sweeps } = useApp();
  const selected = useSweepResults((results) => results.selected);
  const hovered = useSweepResults((results) => results.hovered);
  const onHover = useCallback(
    (row: number | null) => {
      if (sweeps.results.getState().hovered !== row) sweeps.results.setState({ hovered: row });
    },
    [sweeps],
  );
  const onSelect = useCallback(
    (row: number, byKey: boolean) => {
      sweeps.results.setState({ selected: row });
      if (byKey) requestAnimationFrame(() => document.querySelector<HTMLElement>('.ui-tune-card')?.focus());
    },
    [sweeps],
  );
  return useMemo(() => ({ selected, hovered, onHover, onSelect }), [selected, hovered, onHover, onSelect]);
}

/** Objectives the results are judged by. */
export function useObjectives(run: SweepRun): readonly FigureName[] {
  const wanted = useSweepInputs((inputs) => inputs.objectives);
  return run.spec.method.kind === 'halving' || wanted.length === 0 ? run.spec.objectives : wanted;
}

export function useSayRow(run: SweepRun): (row: number) => string {
  const objectives = useObjectives(run);
  const { results, spec } = run;
  return useCallback(
    (row: number) => {
      const result = results[row];
      return result === undefined ? '' : runLine(result, spec, objectives);
    },
    [results, spec, objectives],
  );
}
