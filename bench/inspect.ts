/** Looking inside a replay: what the first pass costs, what its checkpoints take, and how fast seeks are. */
import { Inspector } from '../src/engine/inspect/inspector.js';
import { PAGESLAB_ORDERS } from '../src/engine/inspect/moment.js';
import { presetValues } from '../src/engine/replay/options.js';
import { generateTrace } from './generate.js';
import { median, peakMemory, rateLine, time } from './measure.js';
import { randomSource } from './random.js';

const SEED = 42;
const SEEKS = 400;
/** Pageslabs in the window of a moment: as many rows as a screen has. */
const WINDOW = 400;
/** A pixel of a timeline 1000 wide is this part of the trace. */
const PIXEL = 1 / 1000;
const MODE = { hpaOnly: true, shards: null };

const TRACES = [
  { name: 'few pageslabs, 8 shards', shards: 8, livePerShard: 600 },
  { name: 'many pageslabs, 8 shards', shards: 8, livePerShard: 75_000 },
  { name: 'many pageslabs, one shard', shards: 1, livePerShard: 600_000 },
] as const;

type Print = (line: string) => void;

export async function benchInspect(print: Print, events: number): Promise<void> {
  print(
    `\nLook inside: ${events} events, seed ${SEED}, -p, jemalloc's defaults, ${SEEKS} seeks of each kind`,
  );
  for (const { name, ...shape } of TRACES) {
    const trace = generateTrace({ ...shape, events, seed: SEED });
    const options = presetValues('jemalloc');
    let inspector = new Inspector(trace, options, MODE);
    const pass = (): void => {
      inspector = new Inspector(trace, options, MODE);
      inspector.advance(Infinity);
    };
    // oxlint-disable-next-line no-await-in-loop -- one after the other: two at once would measure each other
    print(`\n${rateLine(name, 'events', events, await time(3, pass))}`);
    const { checkpoints, bytes } = inspector;
    const slabs = Array.from(
      { length: shape.shards },
      (_, shard) => inspector.stateAt(events, shard).pa.hpa.set.slabs,
    );
    const megabytes = (bytes / 2 ** 20).toFixed(0);
    print(
      `  ${slabs.reduce((sum, n) => sum + n, 0)} pageslabs, ${checkpoints} checkpoints, ${megabytes} MiB`,
    );
    measureSeeks(print, inspector, events, shape.shards);
    const start = performance.now();
    const life = inspector.lifeline(0, 0, 2000);
    life.advance(Infinity);
    print(
      `  life of one pageslab         ${(performance.now() - start).toFixed(0)} ms, ${life.lifeline().changes} changes`,
    );
  }
  print(`\nPeak memory of the whole run: ${peakMemory()}`);
}

function measureSeeks(print: Print, inspector: Inspector, events: number, shards: number): void {
  const random = randomSource(SEED);
  const jump = (): number => Math.floor(random() * events);
  const from = (share: number, step: number, i: number): number =>
    Math.floor(share * events) + Math.round(step * i);
  const kinds: readonly (readonly [name: string, at: (i: number) => number])[] = [
    ['random', jump],
    ['forward, a pixel each', (i) => from(0.1, events * PIXEL, i)],
    ['back, a pixel each', (i) => from(0.9, -events * PIXEL, i)],
    ['forward, an event each', (i) => from(0.7, 1, i)],
    ['back, an event each', (i) => from(0.7, -1, i)],
  ];
  for (const [name, at] of kinds) {
    const moments = measure((i) => {
      const order = PAGESLAB_ORDERS[i % PAGESLAB_ORDERS.length] ?? 'index';
      inspector.moment({ events: at(i), shard: i % shards, order, from: 0, count: WINDOW });
    });
    print(`  moment, ${name.padEnd(23)} ${spread(moments)}`);
  }
  print(`  explanation, random             ${spread(measure(() => inspector.explain(jump())))}`);
}

function measure(call: (i: number) => unknown): number[] {
  return Array.from({ length: SEEKS }, (_, i) => {
    const start = performance.now();
    call(i);
    return performance.now() - start;
  });
}

function spread(milliseconds: readonly number[]): string {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const p95 = sorted[Math.floor(0.95 * sorted.length)] ?? Number.NaN;
  const most = sorted.at(-1) ?? Number.NaN;
  const figures = [median(sorted), p95, most].map((ms) => ms.toFixed(1).padStart(6));
  return `median ${figures[0]}   p95 ${figures[1]}   max ${figures[2]} ms`;
}
