// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { formatBytes } from '../../base/numbers.js';
import type { Theme } from '../shared/palette.js';
import { elementsOf } from '../shared/svg-check.fixture.js';
import { BEST_RATES_WORDS, BestRates } from './best-rates/BestRates.js';
import { bestRatesFigure } from './best-rates/figure.js';
import { CounterTrick } from './counter-trick/CounterTrick.js';
import { counterTrickFigure } from './counter-trick/figure.js';
import { ErrorCost } from './error-cost/ErrorCost.js';
import { errorCostFigure } from './error-cost/figure.js';
import { Experiment } from './experiment/Experiment.js';
import { experimentFigure } from './experiment/figure.js';
import { type FigureModel, figureSvg } from './shared/figure-model.js';
import {
  bestRatesModel,
  counterTrickModel,
  errorCostModel,
  experimentModel,
  preset,
  summingOrderModel,
  varianceCurveModel,
  varianceSharesModel,
  writerStepsModel,
} from './shared/models.fixture.js';
import { createSizeLink, SizeLinkContext } from './shared/size-link.js';
import { SummingOrder } from './summing-order/SummingOrder.js';
import { summingOrderFigure } from './summing-order/figure.js';
import { VarianceCurve } from './variance-curve/VarianceCurve.js';
import { varianceCurveFigure } from './variance-curve/figure.js';
import { VarianceShares } from './variance-shares/VarianceShares.js';
import { varianceSharesFigure } from './variance-shares/figure.js';
import { writerStepsFigure } from './writer-steps/figure.js';
import { WriterTrick } from './writer-steps/WriterTrick.js';

afterEach(cleanup);

const MIXED = [
  { size: 16, samples: 3 },
  { size: 4096, samples: 7 },
  { size: 1_048_576, samples: 2 },
];

function modelsOf(id: string, lg: number, theme: Theme) {
  const workload = preset(id);
  return {
    curve: varianceCurveModel(workload, lg, 1000, theme),
    shares: varianceSharesModel(workload, lg, theme),
    cost: errorCostModel(workload, lg, theme),
    experiment: experimentModel(workload, lg, 60, 100, theme),
    order: summingOrderModel(theme),
    writer: writerStepsModel(MIXED, lg, theme),
    best: bestRatesModel(lg, id, theme),
  };
}
type Models = ReturnType<typeof modelsOf>;

function figuresOf(models: Models): FigureModel[] {
  return [
    varianceCurveFigure(models.curve),
    varianceSharesFigure(models.shares),
    errorCostFigure(models.cost),
    experimentFigure(models.experiment),
    summingOrderFigure(models.order),
    writerStepsFigure(models.writer),
    bestRatesFigure(models.best),
  ];
}

const SERVER = modelsOf('server', 19, 'light');
const COUNTER = counterTrickModel('light');
const ALL = [...figuresOf(SERVER), counterTrickFigure(COUNTER)];

describe.each(ALL.map((figure) => [figure.words.title, figure] as const))('%s', (_, figure) => {
  it('has a reading aid of two sentences', () => {
    expect(figure.words.aid.match(/\.(?= |$)/g)).toHaveLength(2);
    expect(figure.words.why.length).toBeGreaterThan(40);
  });

  it.each([320, 684, 1264, 1900])('fits in a width of %i pixels', (width) => {
    const layout = figure.layout(width);
    for (const shape of layout.shapes) {
      if (shape.kind !== 'text') {
        expect(shape.d).not.toMatch(/NaN|Infinity|undefined/);
        continue;
      }
      expect(Number.isFinite(shape.x) && Number.isFinite(shape.y)).toBe(true);
      expect(shape.x).toBeGreaterThanOrEqual(0);
      expect(shape.x).toBeLessThanOrEqual(width);
      expect(shape.y).toBeLessThanOrEqual(layout.height);
    }
  });

  it('keeps rows and columns of the readout in their places', () => {
    const layout = figure.layout(1200);
    expect(layout.stops).toBeGreaterThan(0);
    const shape = (stop: number): unknown => {
      const { columns, rows } = figure.read(stop);
      for (const { values } of rows) expect(values).toHaveLength(columns.length);
      return [columns, rows.map(({ key }) => key)];
    };
    for (let stop = 0; stop < layout.stops; stop += 1) {
      expect(shape(stop)).toEqual(shape(-1));
      for (const mark of layout.crosshair(stop)) expect(JSON.stringify(mark)).not.toMatch(/NaN|null/);
    }
  });
});

it.each(['document', 'server', 'one-size', 'heavy-tail'])('draws and exports %s at all rates', (id) => {
  for (const [lg, theme] of [
    [0, 'light'],
    [8, 'dark'],
    [30, 'light'],
  ] as const) {
    for (const figure of figuresOf(modelsOf(id, lg, theme))) {
      for (const width of [480, 1200]) {
        const svg = figureSvg(figure, { title: '</svg><script>', details: ['a & b'], width });
        expect(elementsOf(svg)).toContain('path');
        expect(svg).not.toMatch(/NaN|Infinity|undefined/);
      }
    }
  }
});

function page({ curve, shares, cost, experiment, order, writer, best }: Models): ReactElement {
  return (
    <>
      <VarianceCurve {...curve} />
      <VarianceShares {...shares} />
      <ErrorCost {...cost} />
      <Experiment {...experiment} />
      <SummingOrder {...order} />
      <CounterTrick {...COUNTER} />
      <WriterTrick {...writer} />
      <BestRates {...best} onSelect={() => undefined} />
    </>
  );
}

it('reads every picture by key, and says what it reads', () => {
  render(page(SERVER));
  const plots = screen.getAllByRole('group', { name: /arrow keys read values/ });
  expect(plots).toHaveLength(8);
  for (const plot of plots) {
    const section = plot.closest('section');
    const heading = (): string | null | undefined => section?.querySelector('thead th')?.textContent;
    const before = heading();
    for (const key of ['ArrowRight', 'ArrowDown']) fireEvent.keyDown(plot, { key });
    expect(heading()).not.toBe(before);
    expect(section?.querySelector('[aria-live]')?.textContent).toContain(heading() ?? 'a heading');
    fireEvent.keyDown(plot, { key: 'Escape' });
    expect(heading()).toBe(before);
  }
});

it('chooses the workload whose chances are drawn', () => {
  const chosen: string[] = [];
  render(<BestRates {...SERVER.best} onSelect={(key) => chosen.push(key)} />);
  expect(screen.getByRole('heading', { name: BEST_RATES_WORDS.title })).toBeTruthy();
  expect(screen.getByRole('button', { name: /^server/ }).getAttribute('aria-pressed')).toBe('true');
  fireEvent.click(screen.getByRole('button', { name: 'heavy tail' }));
  expect(chosen).toEqual(['heavy-tail']);
});

it('lays out all pictures of a slider step well within 50 ms', () => {
  const step = (): number => {
    const begin = performance.now();
    for (const figure of figuresOf(SERVER)) figure.layout(1264);
    return performance.now() - begin;
  };
  const times = Array.from({ length: 9 }, step).sort((a, b) => a - b);
  expect(times[4]).toBeLessThan(50);
});

it('pictures over sizes share one crosshair; others do not', () => {
  const link = createSizeLink();
  render(
    <SizeLinkContext value={link}>
      <VarianceCurve {...SERVER.curve} />
      <VarianceShares {...SERVER.shares} />
      <BestRates {...SERVER.best} onSelect={() => undefined} />
      <ErrorCost {...SERVER.cost} />
    </SizeLinkContext>,
  );
  const charts = screen.getAllByRole('group').filter((one) => one.classList.contains('jl-chart-plot'));
  const headings = (): string[] =>
    screen.getAllByRole('table').map((table) => table.querySelector('th')?.textContent ?? '');
  const before = headings();
  fireEvent.keyDown(charts[1] as HTMLElement, { key: 'End' });
  const last = formatBytes(SERVER.shares.sizes.at(-1) ?? 0);
  expect(
    headings()
      .slice(0, 3)
      .map((text) => text.includes(last)),
  ).toEqual([true, true, true]);
  expect(headings()[3]).toBe(before[3]);
  // A size far from any class of a workload stands nowhere in it.
  fireEvent.keyDown(charts[1] as HTMLElement, { key: 'Escape' });
  fireEvent.keyDown(charts[0] as HTMLElement, { key: 'End' });
  expect(headings().slice(1)).toEqual(before.slice(1));
  fireEvent.keyDown(charts[0] as HTMLElement, { key: 'Escape' });
  expect(headings()).toEqual(before);
  expect(link.size).toBeNull();
});
