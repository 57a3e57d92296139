/** A row for each option, a column of bars for each figure. Pure. */
import { formatPercent, NO_NUMBER } from '../../../base/numbers.js';
import { LabelFitter } from '../../shared/label.js';
import { PALETTES } from '../../shared/palette.js';
import { box, segment, type Shape } from '../../shared/shapes.js';
import { roughWidth } from '../../shared/svg-text.js';
import type { PlotLayout } from '../shared/plot.js';
import type { EffectCell, SensitivityModel } from './props.js';

const ROOM = { top: 44, row: 30, bottom: 8, name: 168, right: 8, gap: 18, number: 52, least: 112 } as const;
const fitter = new LabelFitter((text) => roughWidth(text, 11));
/** Less than this explains nothing that one would see. */
export const SLIGHT = 0.005;

export function sensitivityHeight({ rows }: SensitivityModel): number {
  return ROOM.top + Math.max(1, rows.length) * ROOM.row + ROOM.bottom;
}

export interface SensitivityLayout extends PlotLayout {
  /** Figures that there is room for; a place is `option * columns + figure`. */
  readonly columns?: number;
}

export function layoutSensitivity(model: SensitivityModel, width: number): SensitivityLayout {
  const { rows, theme } = model;
  const palette = PALETTES[theme];
  const name = Math.min(ROOM.name, width * 0.3);
  // The first ones matter most; those without room for a bar are left to wider pictures.
  const figures = model.figures.slice(0, Math.max(1, Math.floor((width - name - ROOM.right) / ROOM.least)));
  const column = Math.max(56, (width - name - ROOM.right) / Math.max(1, figures.length));
  const height = sensitivityHeight(model);
  const shapes: Shape[] = [];
  figures.forEach(({ label }, j) => {
    const x = name + j * column;
    const [first, second] = twoLines(label, column - ROOM.gap);
    shapes.push({ kind: 'text', x, y: 12, text: first, title: label, fill: palette.ink });
    if (second !== '') shapes.push({ kind: 'text', x, y: 26, text: second, fill: palette.ink });
  });
  rows.forEach((row, i) => {
    const y = ROOM.top + (i + 0.5) * ROOM.row;
    shapes.push(
      { kind: 'path', d: segment(0, y - ROOM.row / 2, width, y - ROOM.row / 2), stroke: palette.grid },
      {
        kind: 'text',
        x: 8,
        y,
        text: fitter.fit(row.label, name - 16),
        title: row.label,
        fill: palette.ink,
      },
    );
    if (row.noEffect) {
      const text = row.reason === null ? 'no effect on this trace' : `no effect: ${row.reason}`;
      shapes.push({
        kind: 'text',
        x: name,
        y,
        text: fitter.fit(text, width - name - 8),
        title: text,
        fill: palette.dim,
      });
      return;
    }
    figures.forEach(({ key }, j) => {
      const cell = row.effects[key];
      if (cell !== undefined) shapes.push(...bar(cell, name + j * column, y, column - ROOM.gap, theme));
    });
  });
  const columns = figures.length;
  return {
    width,
    height,
    shapes,
    columns,
    stopAt(px, py) {
      const i = Math.floor((py - ROOM.top) / ROOM.row);
      const j = Math.floor((px - name) / column);
      return i < 0 || i >= rows.length || j >= columns || columns === 0 ? -1 : i * columns + Math.max(0, j);
    },
    step(stop, key) {
      if (rows.length === 0 || columns === 0) return null;
      if (stop < 0) return key.startsWith('Arrow') ? 0 : null;
      const [i, j] = [Math.floor(stop / columns), stop % columns];
      switch (key) {
        case 'ArrowRight':
          return i * columns + Math.min(columns - 1, j + 1);
        case 'ArrowLeft':
          return i * columns + Math.max(0, j - 1);
        case 'ArrowDown':
          return Math.min(rows.length - 1, i + 1) * columns + j;
        case 'ArrowUp':
          return Math.max(0, i - 1) * columns + j;
        default:
          return null;
      }
    },
    rowOf: () => -1,
    stopOf: () => -1,
    highlight(stop) {
      const [i, j] = [Math.floor(stop / columns), stop % columns];
      const y = ROOM.top + i * ROOM.row;
      return [
        { kind: 'path', d: box(name + j * column - 5, y + 2, column - 4, ROOM.row - 4), stroke: palette.ink },
      ];
    },
  };
}

function bar(
  cell: EffectCell,
  x: number,
  y: number,
  room: number,
  theme: SensitivityModel['theme'],
): Shape[] {
  const palette = PALETTES[theme];
  if (Number.isNaN(cell.share)) return [{ kind: 'text', x, y, text: NO_NUMBER, fill: palette.dim }];
  const length = Math.max(8, room - ROOM.number);
  const shapes: Shape[] = [{ kind: 'path', d: box(x, y - 5, length, 10), fill: palette.grid }];
  // What only shows together with other options: the pale part behind the bar.
  if (cell.total > cell.share)
    shapes.push({
      kind: 'path',
      d: box(x, y - 5, length * cell.total, 10),
      fill: palette.active,
      opacity: 0.35,
    });
  shapes.push({ kind: 'path', d: box(x, y - 5, Math.max(1, length * cell.share), 10), fill: palette.active });
  const text = cell.share < SLIGHT && !(cell.total >= SLIGHT) ? 'none' : shortPercent(cell.share);
  shapes.push({
    kind: 'text',
    x: x + length + 5,
    y,
    text: `${text}${arrow(cell)}`,
    fill: text === 'none' ? palette.dim : palette.ink,
  });
  return shapes;
}

function shortPercent(share: number): string {
  return share < 0.095 ? formatPercent(share) : `${Math.round(share * 100)}\u202f%`;
}

/** Which way the figure goes with the option. */
export function arrow({ correlation, share }: EffectCell): string {
  if (!(share >= SLIGHT) || !(Math.abs(correlation) >= 0.2)) return '';
  return correlation > 0 ? ' ↗' : ' ↘';
}

function twoLines(label: string, room: number): [string, string] {
  if (roughWidth(label, 11) <= room) return [label, ''];
  const middle = label.indexOf(' ', label.length / 2 - 4);
  const at = middle < 0 ? label.indexOf(' ') : middle;
  if (at < 0) return [fitter.fit(label, room), ''];
  return [fitter.fit(label.slice(0, at), room), fitter.fit(label.slice(at + 1), room)];
}
