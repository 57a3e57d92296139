// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Theme } from '../shared/palette.js';
import { elementsOf } from '../shared/svg-check.fixture.js';
import { exportHeatMapSvg, HeatMap } from './heat-map/HeatMap.js';
import {
  type Brushes,
  exportParallelSvg,
  ParallelCoordinates,
} from './parallel-coordinates/ParallelCoordinates.js';
import { exportParetoFrontSvg, ParetoFront } from './pareto-front/ParetoFront.js';
import { exportSensitivitySvg, Sensitivity } from './sensitivity/Sensitivity.js';
import { heatModel, parallelModel, paretoModel, sensitivityModel } from './shared/models.fixture.js';

afterEach(cleanup);

const HOSTILE = '"><script>alert(1)</script>\u202e';

describe('exports', () => {
  it.each<Theme>(['light', 'dark'])('are whole SVG files, %s', (theme) => {
    const options = { title: HOSTILE, details: [HOSTILE] };
    const files = [
      exportParetoFrontSvg(paretoModel(theme), options),
      exportHeatMapSvg(heatModel(theme), options),
      exportParallelSvg(parallelModel(theme), options),
      exportSensitivitySvg(sensitivityModel(theme), options),
    ];
    for (const svg of files) expect(elementsOf(svg)[0]).toBe('svg');
  });

  it('hold the lines, which the page has on canvas', () => {
    const lines = (svg: string): number => [...svg.matchAll(/<path /g)].length;
    const all = exportParallelSvg(parallelModel(), { title: '' });
    const none = exportParallelSvg(
      { ...parallelModel(), table: { ...parallelModel().table, rows: 0 } },
      { title: '' },
    );
    expect(lines(all)).toBeGreaterThan(lines(none) + 3);
  });
});

function links() {
  return {
    selected: null as number | null,
    hovered: null as number | null,
    onHover: vi.fn<(row: number | null) => void>(),
    onSelect: vi.fn<(row: number, byKey: boolean) => void>(),
  };
}

describe('pictures', () => {
  it('the front is read with keys and opened with Enter', () => {
    const shared = links();
    const { rerender } = render(<ParetoFront model={paretoModel()} {...shared} />);
    const plot = screen.getByRole('group', { name: /Pareto front/ });
    expect(plot.getAttribute('aria-describedby')).not.toBeNull();
    expect(screen.getByText(/7 runs by kernel calls and mean memory; 3 on the front, 1 miss/)).toBeTruthy();
    fireEvent.keyDown(plot, { key: 'ArrowRight' });
    expect(shared.onHover).toHaveBeenLastCalledWith(0);
    rerender(<ParetoFront model={paretoModel()} {...shared} hovered={0} />);
    expect(screen.getAllByText('run 0 <b>').length).toBe(2);
    fireEvent.keyDown(plot, { key: 'Enter' });
    expect(shared.onSelect).toHaveBeenCalledWith(0, true);
    fireEvent.keyDown(plot, { key: 'Escape' });
    expect(shared.onHover).toHaveBeenLastCalledWith(null);
  });

  it('a run singled out elsewhere is singled out here', () => {
    const before = render(<ParetoFront model={paretoModel()} {...links()} />).container.innerHTML;
    cleanup();
    const after = render(<ParetoFront model={paretoModel()} {...links()} selected={2} />).container.innerHTML;
    expect(after).not.toBe(before);
    expect(after).toContain('run 2');
  });

  it('the heat map says what a cell is', () => {
    const shared = links();
    render(<HeatMap model={heatModel()} {...shared} />);
    const plot = screen.getByRole('group', { name: /Two options/ });
    fireEvent.keyDown(plot, { key: 'ArrowRight' });
    expect(shared.onHover).toHaveBeenLastCalledWith(1);
    fireEvent.keyDown(plot, { key: 'Enter' });
    expect(screen.getByText(/hugify_style none, dirty_mult 0.0/)).toBeTruthy();
    expect(screen.getByText('no number')).toBeTruthy();
    expect(screen.getByText('misses a limit')).toBeTruthy();
  });

  it('parallel coordinates are brushed with keys', () => {
    const shared = links();
    const onBrush = vi.fn<(brushes: Brushes) => void>();
    const { rerender } = render(
      <ParallelCoordinates model={parallelModel()} onBrush={onBrush} {...shared} hovered={2} />,
    );
    const plot = screen.getByRole('group', { name: /All options/ });
    fireEvent.keyDown(plot, { key: '[' });
    expect(onBrush).toHaveBeenLastCalledWith({ dirty_mult: { from: 32_768, to: Infinity } });
    fireEvent.keyDown(plot, { key: ']' });
    expect(onBrush).toHaveBeenLastCalledWith({ dirty_mult: { from: -Infinity, to: 32_768 } });
    const model = { ...parallelModel(), brushes: { dirty_mult: { from: 0, to: 1 } } };
    rerender(<ParallelCoordinates model={model} onBrush={onBrush} {...shared} />);
    expect(screen.getByText('Limited by dirty_mult.')).toBeTruthy();
    fireEvent.keyDown(plot, { key: 'Backspace' });
    expect(onBrush).toHaveBeenLastCalledWith({});
    fireEvent.keyDown(plot, { key: 'ArrowRight' });
    fireEvent.keyDown(plot, { key: 'ArrowUp' });
    expect(shared.onHover).toHaveBeenCalled();
  });

  it('sensitivity reads in sentences', () => {
    render(<Sensitivity model={sensitivityModel()} />);
    const plot = screen.getByRole('group', { name: /Which option/ });
    expect(screen.getByText('Exact for the 6 runs of this grid.')).toBeTruthy();
    fireEvent.keyDown(plot, { key: 'ArrowDown' });
    expect(
      screen.getAllByText(
        'dirty_mult explains 70.0 % of the spread of mean memory, 80.0 % together with other options; mean memory grows as dirty_mult grows.',
      ).length,
    ).toBe(2);
    fireEvent.keyDown(plot, { key: 'ArrowDown' });
    expect(screen.getAllByText('SEC nshards has no effect on this trace: the SEC is off.').length).toBe(2);
  });

  it('say what is missing where there is nothing to draw', () => {
    const table = { rows: 0, columns: {}, status: new Uint8Array(0) };
    render(<ParetoFront model={{ ...paretoModel(), table, marks: [] }} {...links()} />);
    expect(screen.getByText('No run of the whole trace has ended yet.')).toBeTruthy();
    const unknown = {
      ...paretoModel().table,
      columns: { memory: new Float64Array(8), calls: new Float64Array(8).fill(Number.NaN) },
    };
    render(<ParetoFront model={{ ...paretoModel(), table: unknown }} {...links()} />);
    expect(screen.getByText(/No run has a number for both mean memory and kernel calls/)).toBeTruthy();
    render(<Sensitivity model={{ ...sensitivityModel(), runs: 0, rows: [] }} />);
    expect(screen.getByText('It takes some runs to tell.')).toBeTruthy();
  });
});
