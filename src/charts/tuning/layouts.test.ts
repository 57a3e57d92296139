import { describe, expect, it } from 'vitest';
import { contrast, PALETTES, type Theme } from '../shared/palette.js';
import type { Shape } from '../shared/shapes.js';
import { gatherCells } from './heat-map/cells.js';
import { layoutHeatMap } from './heat-map/layout.js';
import { HIDDEN, IN, layoutParallel, MISSES, OUT } from './parallel-coordinates/layout.js';
import { MISSES_LIMIT, PARTIAL } from './shared/table.js';
import { LinePainter } from './parallel-coordinates/paint.js';
import { layoutParetoFront } from './pareto-front/layout.js';
import { layoutSensitivity } from './sensitivity/layout.js';
import { rampColour, textOn } from './shared/colours.js';
import { type Dimension, formatDimension } from './shared/dimension.js';
import {
  CALLS,
  DIRTY,
  heatModel,
  MEMORY,
  parallelModel,
  paretoModel,
  sensitivityModel,
  STYLE,
  TABLE,
} from './shared/models.fixture.js';
import { dimensionScale, niceDomain } from './shared/scale.js';

const texts = (shapes: readonly Shape[]): string[] =>
  shapes.flatMap((shape) => (shape.kind === 'text' ? [shape.text] : []));

describe('scales', () => {
  it('of a figure end at round numbers and only grow while values come in', () => {
    const seen: number[] = [];
    let [low, high] = [Infinity, -Infinity];
    let before: readonly [number, number] = [Infinity, -Infinity];
    for (const value of [40, 41, 47, 39, 80, 120, 3, 119, 500]) {
      seen.push(value);
      low = Math.min(low, value);
      high = Math.max(high, value);
      const { domain, step } = niceDomain(CALLS, [low, high], 5);
      expect(domain[0]).toBeLessThanOrEqual(low);
      expect(domain[1]).toBeGreaterThanOrEqual(high);
      expect(
        Math.abs((domain[1] - domain[0]) / step - Math.round((domain[1] - domain[0]) / step)),
      ).toBeLessThan(1e-9);
      if (seen.length > 3) {
        expect(domain[1]).toBeGreaterThanOrEqual(before[1]);
        expect(domain[0]).toBeLessThanOrEqual(before[0]);
      }
      before = domain;
    }
  });

  it('of bytes have ticks at powers of two, shares stay within one', () => {
    const scale = dimensionScale(MEMORY, [40 * 2 ** 20, 70 * 2 ** 20], 0, 100, 4);
    expect(scale.ticks.map(({ text }) => text)).toEqual([
      '0\u202fB',
      '32\u202fMiB',
      '64\u202fMiB',
      '96\u202fMiB',
    ]);
    const share: Dimension = { key: 's', label: 's', unit: 'share', scale: 'linear', better: 'more' };
    expect(niceDomain(share, [0.1, 0.99], 5).domain).toEqual([0, 1]);
    expect(niceDomain(share, [0, 0], 5).domain[0]).toBe(0);
  });

  it('of an option put the special value behind the end, and invert what they place', () => {
    const scale = dimensionScale(DIRTY, null, 100, 0, 5);
    expect(scale.place(-1)).toBe(0);
    expect(scale.place(32_768)).toBeGreaterThan(0);
    expect(scale.place(0)).toBe(100);
    expect(scale.ticks.at(-1)?.text).toBe('off');
    for (const value of [0, 8000, 32_768]) expect(scale.invert(scale.place(value))).toBeCloseTo(value, 6);
    expect(scale.invert(0)).toBe(Infinity);
    const choice = dimensionScale(STYLE, null, 0, 100, 5);
    expect(choice.ticks.map(({ text }) => text)).toEqual(['none', 'lazy']);
    expect(choice.invert(choice.place(3))).toBeCloseTo(choice.order(3));
    expect(choice.place(2)).toBeNaN();
  });

  it('say values with their unit, and unknown ones with a dash', () => {
    expect(formatDimension(MEMORY, Number.NaN)).toBe('–');
    expect(formatDimension(CALLS, 1.234_56)).toBe('1.23\u202f/s');
    expect(formatDimension(DIRTY, -1)).toBe('off');
    expect(formatDimension(DIRTY, 32_768)).toBe('50.0\u202f%');
  });
});

describe('colours', () => {
  it.each<Theme>(['light', 'dark'])('are told from the surface and carry text, %s', (theme) => {
    for (let share = 0; share <= 1; share += 0.05) {
      const colour = rampColour(theme, share);
      expect(colour).toMatch(/^#[0-9a-f]{6}$/);
      expect(contrast(colour, textOn(colour))).toBeGreaterThan(4.5);
      expect(contrast(colour, PALETTES[theme].surface), `${share}`).toBeGreaterThan(1.4);
    }
  });
});

describe('the Pareto front', () => {
  const layout = layoutParetoFront(paretoModel(), 700, 320);

  it('has a place for each whole run with numbers, and finds it again', () => {
    for (const row of [0, 1, 2, 3, 5, 6]) {
      const [ring] = layout.highlight(row, 'hover');
      const match = /^M([\d.]+),([\d.]+)/.exec(ring?.kind === 'path' ? ring.d : '');
      expect(layout.stopAt(Number(match?.[1]) + 8, Number(match?.[2]))).toBe(row);
    }
    expect(layout.stopOf(4), 'no number').toBe(-1);
    expect(layout.stopOf(7), 'a part of the trace').toBe(-1);
    expect(layout.stopAt(-500, -500)).toBe(-1);
  });

  it('walks along the front with keys, and over all runs', () => {
    expect(layout.step(-1, 'ArrowRight')).toBe(0);
    expect(layout.step(0, 'ArrowRight')).toBe(2);
    expect(layout.step(2, 'ArrowRight')).toBe(1);
    expect(layout.step(1, 'ArrowRight')).toBe(1);
    expect(layout.step(1, 'Home')).toBe(0);
    const all = new Set<number>();
    let stop: number | null = -1;
    for (let i = 0; i < 10 && stop !== null; i += 1) {
      stop = layout.step(stop, 'ArrowDown');
      if (stop !== null) all.add(stop);
    }
    expect([...all].toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 5, 6]);
    expect(layout.step(0, 'x')).toBeNull();
  });

  it('names the marks that have figures, and no others', () => {
    const words = texts(layout.shapes);
    expect(words).toContain('jemalloc’s default');
    expect(words).toContain('jemalloc’s default');
    expect(words).not.toContain('the current setting');
    expect(words.some((text) => text.includes('less is better'))).toBe(true);
  });
});

describe('the heat map', () => {
  it('has a cell for each pair of values to be tried, told apart by kind', () => {
    const { x, y, cells, extent } = gatherCells(heatModel());
    expect(x.labels).toEqual(['none', 'lazy']);
    expect(y.labels, 'off is more than any number; the default makes no row').toEqual([
      '0.0\u202f%',
      '50.0\u202f%',
      'off',
    ]);
    expect(cells.map(({ kind }) => kind)).toEqual(['value', 'missing', 'value', 'value', 'value', 'value']);
    expect(cells.map(({ misses }) => misses)).toEqual([false, false, false, true, false, false]);
    expect(cells.map(({ row }) => row)).toEqual([1, 4, 2, 5, 0, 3]);
    expect(extent).toEqual([40 * 2 ** 20, 70 * 2 ** 20]);
    expect(y.placeOf(16_384), 'between two').toBe(0.5);
    expect(y.placeOf(40_000), 'off is more than any number').toBe(1.5);
    expect(y.placeOf(-5)).toBeNaN();
  });

  it('shows the best of several runs, or their mean; those within the limits first', () => {
    const table = {
      rows: 3,
      columns: {
        dirty_mult: Float64Array.of(0, 0, 0),
        style: Float64Array.of(1, 1, 1),
        memory: Float64Array.of(30, 10, 1),
      },
      status: Uint8Array.of(0, 0, 2),
    };
    const best = gatherCells({ ...heatModel(), table }).cells[0];
    expect(best).toMatchObject({ value: 10, row: 1, runs: 3, misses: false });
    expect(gatherCells({ ...heatModel('light', 'mean'), table }).cells[0]).toMatchObject({
      value: 20,
      runs: 3,
    });
    expect(gatherCells({ ...heatModel(), table }).cells[1]?.kind).toBe('empty');
  });

  it('gathers many values in ranges', () => {
    const rows = 200;
    const values = Float64Array.from({ length: rows }, (_, i) => i * 320);
    const table = {
      rows,
      columns: { dirty_mult: values, style: new Float64Array(rows).fill(1), memory: values },
      status: new Uint8Array(rows),
    };
    const { y, cells } = gatherCells({ ...heatModel(), table, y: { ...DIRTY, values: [0, 64_000] } });
    expect(y.labels).toHaveLength(12);
    expect(cells.reduce((sum, { runs }) => sum + runs, 0)).toBe(rows);
  });

  it('moves over its cells with keys and finds them under the pointer', () => {
    const model = heatModel();
    const layout = layoutHeatMap(model, gatherCells(model), 600, 340);
    expect(layout.step(-1, 'ArrowUp')).toBe(0);
    expect(layout.step(0, 'ArrowUp')).toBe(2);
    expect(layout.step(2, 'ArrowRight')).toBe(3);
    expect(layout.step(3, 'ArrowRight')).toBe(3);
    expect(layout.rowOf(3)).toBe(5);
    expect(layout.stopOf(5)).toBe(3);
    expect(layout.stopOf(6), 'the default lies between two rows').toBe(-1);
    const [ring] = layout.highlight(3, 'hover');
    const match = /^M([\d.]+),([\d.]+)/.exec(ring?.kind === 'path' ? ring.d : '');
    expect(layout.stopAt(Number(match?.[1]) + 5, Number(match?.[2]) + 5)).toBe(3);
    expect(layout.stopAt(2, 2)).toBe(-1);
  });
});

describe('parallel coordinates', () => {
  it('brushes keep the runs that pass through all of them', () => {
    const model = parallelModel();
    expect(Array.from(layoutParallel(model, 0, 700, 300).looks)).toEqual([
      IN,
      IN,
      IN,
      IN,
      IN,
      MISSES,
      IN,
      HIDDEN,
    ]);
    const brushes = { dirty_mult: { from: 10_000, to: Infinity }, calls: { from: 0, to: 5 } };
    const { looks } = layoutParallel({ ...model, brushes }, 0, 700, 300);
    expect(Array.from(looks)).toEqual([IN, OUT, IN, IN, OUT, OUT, OUT, HIDDEN]);
  });

  it('paint no line of a part of the trace, and paint anew when a limit changes', () => {
    const model = parallelModel();
    const painter = new LinePainter();
    const starts: number[] = [];
    const ignore = (): void => undefined;
    const context = {
      beginPath: ignore,
      stroke: ignore,
      setLineDash: ignore,
      lineTo: ignore,
      moveTo: () => starts.push(1),
    } as unknown as CanvasRenderingContext2D;
    const layout = layoutParallel(model, 0, 700, 300);
    expect(painter.plan(layout)).toBe(true);
    expect(painter.paint(context, layout, 'light', 1e9)).toBe(true);
    const whole = Array.from({ length: model.table.rows }, (_, row) => row).filter(
      (row) => (model.table.status[row]! & PARTIAL) === 0,
    );
    const gaps = (row: number): number =>
      layout.ys.filter((ys, i) => !Number.isNaN(ys[row]) && (i === 0 || Number.isNaN(layout.ys[i - 1]![row])))
        .length;
    expect(starts).toHaveLength(whole.reduce((sum, row) => sum + gaps(row), 0));
    expect(painter.plan(layoutParallel(model, 0, 700, 300))).toBe(false);
    const status = model.table.status.map((bits) => bits | MISSES_LIMIT);
    const limited = { ...model, table: { ...model.table, status } };
    expect(painter.plan(layoutParallel(limited, 0, 700, 300))).toBe(true);
  });

  it('walks along the chosen axis, past what is brushed out', () => {
    const layout = layoutParallel(
      { ...parallelModel(), brushes: { style: { from: 0, to: 0 } } },
      2,
      700,
      300,
    );
    expect(layout.step(-1, 'ArrowUp')).toBe(1);
    expect(layout.step(1, 'ArrowUp')).toBe(2);
    expect(layout.step(2, 'ArrowUp')).toBe(0);
    expect(layout.step(0, 'ArrowUp')).toBe(0);
    expect(layout.step(0, 'ArrowDown')).toBe(2);
    expect(layout.stopAt(layout.xs[2] as number, layout.ys[2]?.[2] as number)).toBe(2);
  });

  it('keeps its geometry while runs come in within the domain, and paints only the new ones', () => {
    const model = parallelModel();
    const first = layoutParallel({ ...model, table: { ...TABLE, rows: 4 } }, 0, 700, 300);
    const more = layoutParallel({ ...model, table: { ...TABLE, rows: 6 } }, 0, 700, 300);
    expect(more.geometry).toBe(first.geometry);
    const strokes: number[] = [];
    let lines = 0;
    const context = {
      beginPath: () => undefined,
      moveTo: () => {
        lines += 1;
      },
      lineTo: () => undefined,
      stroke: () => strokes.push(0),
      setLineDash: () => undefined,
    } as unknown as CanvasRenderingContext2D;
    const painter = new LinePainter();
    expect(painter.plan(first)).toBe(true);
    expect(painter.paint(context, first, 'light', 1000)).toBe(true);
    expect(lines).toBe(4);
    expect(painter.plan(more)).toBe(false);
    painter.paint(context, more, 'light', 1000);
    expect(lines).toBe(6);
    const other = layoutParallel({ ...model, brushes: { style: { from: 0, to: 0 } } }, 0, 700, 300);
    expect(painter.plan(other)).toBe(true);
  });

  it('stops painting when its time is over, and goes on later', () => {
    const rows = 5000;
    const column = (): Float64Array => Float64Array.from({ length: rows }, (_, i) => (i * 7919) % 32_768);
    const table = {
      rows,
      columns: { dirty_mult: column(), memory: column() },
      status: new Uint8Array(rows),
    };
    const layout = layoutParallel({ ...parallelModel(), table, axes: [DIRTY, MEMORY] }, 0, 700, 300);
    let clock = 0;
    let lines = 0;
    const context = {
      beginPath: () => undefined,
      moveTo: () => {
        lines += 1;
        clock += 0.01;
      },
      lineTo: () => undefined,
      stroke: () => undefined,
      setLineDash: () => undefined,
    } as unknown as CanvasRenderingContext2D;
    const painter = new LinePainter();
    painter.plan(layout);
    let frames = 1;
    while (!painter.paint(context, layout, 'dark', 10, () => clock)) frames += 1;
    expect(lines).toBe(rows);
    expect(frames).toBeGreaterThan(3);
  });
});

describe('sensitivity', () => {
  it('draws shares as bars and says "no effect" in words', () => {
    const layout = layoutSensitivity(sensitivityModel(), 700);
    const words = texts(layout.shapes);
    expect(words).toContain('no effect: the SEC is off');
    expect(words).toContain('70\u202f% ↗');
    expect(words).toContain('none');
    expect(layout.step(-1, 'ArrowDown')).toBe(0);
    expect(layout.step(0, 'ArrowRight')).toBe(1);
    expect(layout.step(1, 'ArrowDown')).toBe(3);
    expect(layout.step(3, 'ArrowDown')).toBe(3);
  });

  it('leaves columns without room to wider pictures', () => {
    expect(layoutSensitivity(sensitivityModel(), 300).columns).toBe(1);
    expect(layoutSensitivity(sensitivityModel(), 700).columns).toBe(2);
  });
});
