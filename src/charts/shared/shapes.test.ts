import fc from 'fast-check';
import { expect, it } from 'vitest';
import { frameQueue } from './frame-queue.js';
import { spread } from './spread.js';
import { type PathSink, traceArea, traceLine } from './step-path.js';
import { rasterLine } from './step-raster.js';
import { element, escapeXml, textElement } from './svg-text.js';

function record(trace: (sink: PathSink) => void): string {
  const out: string[] = [];
  trace({
    moveTo: (x, y) => out.push(`M${x},${y}`),
    lineTo: (x, y) => out.push(`L${x},${y}`),
    closePath: () => out.push('Z'),
  });
  return out.join(' ');
}

const curve = (x: number[], y: number[], end: number) => ({
  x: Float64Array.from(x),
  y: Float64Array.from(y),
  end,
});

it('holds a level to the next point and the last to the end', () => {
  expect(record((sink) => traceLine(sink, curve([0, 10, 20], [5, 7, 7], 30)))).toBe('M0,5 L10,5 L10,7 L30,7');
  expect(record((sink) => traceArea(sink, curve([0, 10], [5, 7], 30), 9))).toBe(
    'M0,9 L0,5 L10,5 L10,7 L30,7 L30,9 Z',
  );
});

it('breaks at a gap', () => {
  expect(record((sink) => traceLine(sink, curve([0, 10, 20], [5, Number.NaN, 7], 30)))).toBe(
    'M0,5 L10,5 M20,7 L30,7',
  );
});

it('shows a lone last snapshot', () => {
  expect(record((sink) => traceLine(sink, curve([30], [5], 30)))).toBe('M28,5 L30,5');
  expect(record((sink) => traceLine(sink, curve([], [], 30)))).toBe('');
});

const rectangles = (line: ReturnType<typeof curve>, width: number): number[][] => {
  const out: number[][] = [];
  rasterLine(line, width, 2, (...rectangle) => out.push(rectangle));
  return out;
};

it('rasters a line to upright rectangles, neighbours joined', () => {
  expect(rectangles(curve([0, 4], [10, 30], 8), 8)).toEqual([
    [0, 9, 4, 2],
    [4, 9, 1, 22],
    [5, 29, 3, 2],
  ]);
});

it('rasters a spike narrower than a pixel, a lone last point, and leaves gaps', () => {
  expect(rectangles(curve([0, 2.2, 2.3], [10, 50, 10], 5), 5)).toEqual([
    [0, 9, 2, 2],
    [2, 9, 1, 42],
    [3, 9, 2, 2],
  ]);
  expect(rectangles(curve([5], [7], 5), 5)).toEqual([[4, 6, 1, 2]]);
  expect(rectangles(curve([0, 1, 2], [7, Number.NaN, 9], 3), 3)).toEqual([
    [0, 6, 1, 2],
    [2, 8, 1, 2],
  ]);
});

it('covers every point of any line', () => {
  const points = fc.array(
    fc.tuple(fc.double({ min: 0, max: 19.9, noNaN: true }), fc.integer({ min: 0, max: 99 })),
    {
      minLength: 1,
      maxLength: 60,
    },
  );
  fc.assert(
    fc.property(points, (list) => {
      const sorted = [...list].sort((a, b) => a[0] - b[0]);
      const line = curve(
        sorted.map(([x]) => x),
        sorted.map(([, y]) => y),
        20,
      );
      const found = rectangles(line, 20);
      for (const [x, y] of sorted) {
        const column = Math.floor(x);
        const covers = ([left = 0, top = 0, width = 0, height = 0]: number[]): boolean =>
          left <= column && column < left + width && top <= y && y <= top + height;
        expect(found.some(covers)).toBe(true);
      }
    }),
  );
});

it('moves labels apart and keeps them inside', () => {
  expect(spread([50, 50, 50], 10, 0, 100)).toEqual([50, 60, 70]);
  expect(spread([95, 99], 10, 0, 100)).toEqual([90, 100]);
  fc.assert(
    fc.property(fc.array(fc.double({ min: -50, max: 200, noNaN: true }), { maxLength: 9 }), (wishes) => {
      const sorted = wishes.sort((a, b) => a - b);
      const places = spread(sorted, 12, 0, 100);
      places.forEach((place, i) => {
        expect(place).toBeGreaterThanOrEqual(-1e-9);
        expect(place).toBeLessThanOrEqual(100 + 1e-9);
        if (i > 0) expect(place - (places[i - 1] ?? 0)).toBeGreaterThanOrEqual(12 - 1e-9);
      });
    }),
  );
});

it('draws each key once a frame, the latest job', () => {
  const frames: (() => void)[] = [];
  const queue = frameQueue<string>((run) => frames.push(run));
  const done: string[] = [];
  queue.schedule('a', () => done.push('a1'));
  queue.schedule('a', () => done.push('a2'));
  queue.schedule('b', () => done.push('b'));
  queue.schedule('c', () => done.push('c'));
  queue.cancel('c');
  expect(frames).toHaveLength(1);
  frames[0]?.();
  expect(done).toEqual(['a2', 'b']);
  queue.schedule('a', () => done.push('a3'));
  frames[1]?.();
  expect(done).toEqual(['a2', 'b', 'a3']);
});

it('lets text into SVG as text only', () => {
  expect(escapeXml(`<script>&"'`)).toBe('&lt;script&gt;&amp;&quot;&#39;');
  expect(escapeXml('a\u0000b\ud800c\u001b')).toBe('a\ufffdb\ufffdc\ufffd');
  expect(escapeXml('日本 🦀')).toBe('日本 🦀');
  expect(textElement(1.005, 2, '</text>')).toBe('<text x="1" y="2">&lt;/text&gt;</text>');
  expect(element('g', { id: '"><x' })).toBe('<g id="&quot;&gt;&lt;x"/>');
});
