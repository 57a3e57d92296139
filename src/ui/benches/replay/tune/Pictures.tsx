import { NativeSelect, SegmentedControl } from '@mantine/core';
import { type ReactElement, type ReactNode, useMemo, useState } from 'react';
import { exportHeatMapSvg, HeatMap, type HeatMapModel } from '../../../../charts/tuning/heat-map/HeatMap.js';
import {
  type Brushes,
  exportParallelSvg,
  ParallelCoordinates,
  type ParallelModel,
} from '../../../../charts/tuning/parallel-coordinates/ParallelCoordinates.js';
import {
  exportParetoFrontSvg,
  ParetoFront,
  type ParetoFrontModel,
} from '../../../../charts/tuning/pareto-front/ParetoFront.js';
import {
  exportSensitivitySvg,
  Sensitivity,
  type SensitivityModel,
} from '../../../../charts/tuning/sensitivity/Sensitivity.js';
import { describeOption, type OptionName, OPTIONS } from '../../../../engine/replay/options.js';
import { describeFigure, FIGURES, type FigureName } from '../../../../engine/tuning/figures.js';
import type { SweepRun } from '../../../../state/sweep-results.js';
import { axisDimension, figureDimension } from './dimensions.js';
import { useApp, useSweepPictures } from '../../../app-context.js';
import { SavePicture } from './SavePicture.js';
import { useLinks, useMarks, useObjectives, useSayRow, useTheme } from './use-sweep-model.js';

interface PictureProps {
  readonly run: SweepRun;
}

const FIGURE_CHOICES = FIGURES.map(({ name, label }) => ({ value: name, label }));

function isFigure(name: string): name is FigureName {
  return FIGURES.some((figure) => figure.name === name);
}

function optionNamed(text: string): OptionName | null {
  return OPTIONS.find(({ name }) => name === text)?.name ?? null;
}

function Choice({
  label,
  value,
  data,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly data: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
}): ReactElement {
  return (
    <label className="ui-tune-choice">
      <span>{label}</span>
      <NativeSelect
        size="xs"
        data={[...data]}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  );
}

function Controls({ children }: { readonly children: ReactNode }): ReactElement {
  return <div className="ui-tune-choices">{children}</div>;
}

export function FrontPicture({ run }: PictureProps): ReactElement {
  const objectives = useObjectives(run);
  const { sweeps } = useApp();
  const { frontX: x, frontY: y } = useSweepPictures((pictures) => pictures);
  const [
    first = 'mean_memory_bytes',
    second = first === 'mean_memory_bytes' ? 'kernel_calls_per_second' : 'mean_memory_bytes',
  ] = objectives;
  const [shownX, shownY] = [x ?? second, y ?? first];
  const theme = useTheme();
  const marks = useMarks(run);
  const sayRow = useSayRow(run);
  const links = useLinks();
  const model = useMemo<ParetoFrontModel>(
    () => ({
      table: run.table,
      x: figureDimension(shownX),
      y: figureDimension(shownY),
      marks,
      twoObjectives:
        objectives.length === 2 &&
        objectives.includes(shownX) &&
        objectives.includes(shownY) &&
        shownX !== shownY,
      theme,
      sayRow,
    }),
    [run.table, shownX, shownY, marks, objectives, theme, sayRow],
  );
  return (
    <ParetoFront
      model={model}
      {...links}
      controls={
        <Controls>
          <Choice
            label="up"
            value={shownY}
            data={FIGURE_CHOICES}
            onChange={(name) => isFigure(name) && sweeps.pictures.setState({ frontY: name })}
          />
          <Choice
            label="across"
            value={shownX}
            data={FIGURE_CHOICES}
            onChange={(name) => isFigure(name) && sweeps.pictures.setState({ frontX: name })}
          />
          <SavePicture name="pareto" run={run} svg={(options) => exportParetoFrontSvg(model, options)} />
        </Controls>
      }
    />
  );
}

export function HeatPicture({ run }: PictureProps): ReactElement | null {
  const objectives = useObjectives(run);
  const { axes } = run.spec;
  const { sweeps } = useApp();
  const { heatX: x, heatY: y, heatFigure: figure, gather } = useSweepPictures((pictures) => pictures);
  const theme = useTheme();
  const marks = useMarks(run);
  const sayRow = useSayRow(run);
  const links = useLinks();
  const axisY = axes.find(({ option }) => option === y) ?? axes[0];
  const axisX =
    axes.find(({ option }) => option === x && option !== axisY?.option) ??
    axes.find((axis) => axis !== axisY);
  const shown = figure ?? objectives[0] ?? 'mean_memory_bytes';
  const model = useMemo<HeatMapModel | null>(
    () =>
      axisX === undefined || axisY === undefined
        ? null
        : {
            table: run.table,
            x: axisDimension(axisX),
            y: axisDimension(axisY),
            figure: figureDimension(shown),
            gather,
            marks,
            theme,
            sayRow,
          },
    [run.table, axisX, axisY, shown, gather, marks, theme, sayRow],
  );
  if (model === null) return null;
  const options = axes.map(({ option }) => ({ value: option, label: describeOption(option).label }));
  return (
    <HeatMap
      model={model}
      {...links}
      controls={
        <Controls>
          <Choice
            label="colour"
            value={shown}
            data={FIGURE_CHOICES}
            onChange={(name) => isFigure(name) && sweeps.pictures.setState({ heatFigure: name })}
          />
          {axes.length > 2 && (
            <>
              <Choice
                label="up"
                value={model.y.key}
                data={options}
                onChange={(name) => sweeps.pictures.setState({ heatY: optionNamed(name) })}
              />
              <Choice
                label="across"
                value={model.x.key}
                data={options.filter(({ value }) => value !== model.y.key)}
                onChange={(name) => sweeps.pictures.setState({ heatX: optionNamed(name) })}
              />
              <SegmentedControl
                size="xs"
                aria-label="A cell of several runs shows"
                data={[
                  { value: 'best', label: 'best' },
                  { value: 'mean', label: 'mean' },
                ]}
                value={gather}
                onChange={(value) => sweeps.pictures.setState({ gather: value === 'mean' ? 'mean' : 'best' })}
              />
            </>
          )}
          <SavePicture name="heat-map" run={run} svg={(svgOptions) => exportHeatMapSvg(model, svgOptions)} />
        </Controls>
      }
    />
  );
}

/** The aims, and memory and kernel calls where no aim tells of them. */
function figuresBeside(objectives: readonly FigureName[]): readonly FigureName[] {
  const has = (unit: string): boolean => objectives.some((name) => describeFigure(name).unit === unit);
  return [
    ...objectives,
    ...(has('bytes') ? [] : (['mean_memory_bytes'] as const)),
    ...(has('per-second') ? [] : (['kernel_calls_per_second'] as const)),
  ];
}

export function ParallelPicture({ run }: PictureProps): ReactElement {
  const objectives = useObjectives(run);
  const { sweeps } = useApp();
  const colour = useSweepPictures(({ linesFigure }) => linesFigure);
  const [brushes, setBrushes] = useState<Brushes>({});
  const theme = useTheme();
  const marks = useMarks(run);
  const sayRow = useSayRow(run);
  const links = useLinks();
  const shown = colour ?? objectives[0] ?? 'mean_memory_bytes';
  const { axes } = run.spec;
  const dimensions = useMemo(
    () => [...axes.map(axisDimension), ...figuresBeside(objectives).map(figureDimension)],
    [axes, objectives],
  );
  const model = useMemo<ParallelModel>(
    () => ({
      table: run.table,
      axes: dimensions,
      colourBy: figureDimension(shown),
      brushes,
      marks,
      theme,
      sayRow,
    }),
    [run.table, dimensions, shown, brushes, marks, theme, sayRow],
  );
  const brushed = Object.keys(brushes).length;
  return (
    <ParallelCoordinates
      model={model}
      onBrush={setBrushes}
      {...links}
      controls={
        <Controls>
          <Choice
            label="colour"
            value={shown}
            data={FIGURE_CHOICES}
            onChange={(name) => isFigure(name) && sweeps.pictures.setState({ linesFigure: name })}
          />
          <button
            type="button"
            className="ui-text-button"
            disabled={brushed === 0}
            onClick={() => setBrushes({})}
          >
            Let all through
          </button>
          <SavePicture name="parallel" run={run} svg={(options) => exportParallelSvg(model, options)} />
        </Controls>
      }
    />
  );
}

export function SensitivityPicture({ run }: PictureProps): ReactElement {
  const objectives = useObjectives(run);
  const theme = useTheme();
  const { judgement, spec } = run;
  const model = useMemo<SensitivityModel>(() => {
    const names = [
      ...new Set<FigureName>([
        ...objectives,
        'mean_memory_bytes',
        'mean_dirty_bytes',
        'kernel_calls_per_second',
        'huge_coverage',
      ]),
    ].slice(0, 6);
    const sensitivity = judgement?.sensitivity;
    return {
      rows: (sensitivity?.options ?? []).map(({ option, effects, noEffect }, i) => ({
        key: option,
        label: describeOption(option).label,
        effects,
        noEffect,
        reason: judgement?.idle[i] ?? null,
      })),
      figures: names.map((name) => ({ key: name, label: describeFigure(name).label })),
      method: sensitivity?.method ?? 'sample',
      runs: spec.axes.length === 0 ? 0 : (sensitivity?.runs ?? 0),
      theme,
    };
  }, [judgement, objectives, spec, theme]);
  return (
    <Sensitivity
      model={model}
      controls={
        <Controls>
          <SavePicture name="sensitivity" run={run} svg={(options) => exportSensitivitySvg(model, options)} />
        </Controls>
      }
    />
  );
}
