/**
 * How fast the page feels, in figures: `npm run bench:felt`. It prints and asserts only that something was measured; a
 * machine that does other things at the same time gives other figures.
 */
import { loadavg } from 'node:os';
import { expect, test } from './fixtures.js';
import { type Answer, Probe } from './probe.js';
import { type BigTrace, bigTrace } from './traces.js';

const STEPS = 30;
const STEPS_OF_A_LARGE_TRACE = 10;
const SCRUB_MS = 6000;

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

function milliseconds(values: readonly number[]): string {
  const [median, p95, worst] = [0.5, 0.95, 1].map((share) => quantile(values, share).toFixed(0));
  return `median ${median} ms, p95 ${p95} ms, worst ${worst} ms`;
}

function print(line: string): void {
  process.stdout.write(`    ${line}\n`);
}

/** Steps of a slider by key, one after the other; each changes the run. */
async function keySteps(probe: Probe, count: number): Promise<Answer[]> {
  const { jelab } = probe;
  const answers: Answer[] = [];
  await jelab.slider('min_purge_interval_ms').focus();
  for (let n = 0; n < count; n += 1) {
    const key = n % 20 < 10 ? 'ArrowLeft' : 'ArrowRight';
    // oxlint-disable-next-line no-await-in-loop -- one step after the other
    answers.push(await probe.measure(() => jelab.page.keyboard.press(key)));
  }
  for (const { first, all } of answers) {
    expect(first).toBeGreaterThan(0);
    expect(all).toBeGreaterThanOrEqual(first);
  }
  return answers;
}

/** Drags the slider over its whole way and back, as fast as a hand does; the page's thread is watched meanwhile. */
async function dragReport(probe: Probe, name: string): Promise<void> {
  const { page, slider } = { page: probe.jelab.page, slider: probe.jelab.slider('min_purge_interval_ms') };
  const box = await slider.boundingBox();
  if (box === null) throw new Error('the slider is not on the screen');
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width / 2, y);
  await page.mouse.down();
  await probe.reset();
  for (let n = 0; n < 3; n += 1) {
    // oxlint-disable-next-line no-await-in-loop -- a hand moves one way at a time
    await page.mouse.move(box.x + box.width - 8, y, { steps: 40 });
    // oxlint-disable-next-line no-await-in-loop
    await page.mouse.move(box.x + 8, y, { steps: 40 });
  }
  const { longTasks, frames, drawn } = await probe.read();
  await page.mouse.up();
  await probe.jelab.idle();
  expect(drawn.length, 'pictures while dragging').toBeGreaterThan(3);
  const seconds = frames.reduce((sum, length) => sum + length, 0) / 1000;
  print(
    `${name}: dragging ${seconds.toFixed(1)} s: ${longTasks.length} tasks above 50 ms` +
      `${longTasks.length > 0 ? ` (longest ${Math.max(...longTasks).toFixed(0)} ms)` : ''}, ` +
      `frames ${milliseconds(frames)}, ${(drawn.length / seconds).toFixed(0)} pictures/s`,
  );
}

test('redis-server sample: slider steps', async ({ jelab }) => {
  const probe = new Probe(jelab);
  await probe.install();
  await jelab.open('#v=1&sample=redis-server&purge_threshold=4096');
  await keySteps(probe, 3);
  const answers = await keySteps(probe, STEPS);
  print(`redis-server: slider step to new picture: ${milliseconds(answers.map(({ first }) => first))}`);
  print(`redis-server: of that, until painting began: ${milliseconds(answers.map(({ drawn }) => drawn))}`);
  await dragReport(probe, 'redis-server');
});

test.describe('a trace of a million events', () => {
  let big: BigTrace;
  test.beforeAll(() => {
    big = bigTrace(1_000_000);
  });
  test.afterAll(() => big.remove());

  test('first part and all', async ({ jelab }) => {
    const probe = new Probe(jelab);
    await probe.install();
    await jelab.open('#v=1&purge_threshold=4096');
    const { first, all } = await probe.measure(() => jelab.startDrop([{ path: big.path }]));
    const { input, ready } = await probe.read();
    print(`1 M events: drop to file read ${(ready - input).toFixed(0)} ms`);
    print(
      `1 M events: drop to first picture ${first.toFixed(0)} ms, to all ${all.toFixed(0)} ms (with reading)`,
    );
    const answers = await keySteps(probe, STEPS_OF_A_LARGE_TRACE);
    print(`1 M events: slider step to first picture: ${milliseconds(answers.map(({ first }) => first))}`);
    print(`1 M events: slider step to all: ${milliseconds(answers.map(({ all }) => all))}`);
    await dragReport(probe, '1 M events');
  });
});

test.describe('a trace of five million rows', () => {
  const ROWS = 5_000_000;
  let big: BigTrace;
  test.beforeAll(() => {
    test.setTimeout(120_000);
    big = bigTrace(ROWS);
  });
  test.afterAll(() => big.remove());

  test('reading', async ({ jelab }) => {
    test.setTimeout(120_000);
    const probe = new Probe(jelab);
    await probe.install();
    for (let n = 0; n < 3; n += 1) {
      // oxlint-disable-next-line no-await-in-loop
      await jelab.open();
      // oxlint-disable-next-line no-await-in-loop
      await jelab.dropFiles([{ path: big.path }]);
      // oxlint-disable-next-line no-await-in-loop
      const { input, ready, longTasks } = await probe.read();
      expect(ready).toBeGreaterThan(input);
      const rate = ROWS / (ready - input) / 1000;
      print(
        `5 M rows: read in ${(ready - input).toFixed(0)} ms, ${rate.toFixed(2)} M rows/s; ` +
          `${longTasks.length} tasks above 50 ms on the page's thread`,
      );
    }
  });

  test('looking inside: dragging the time cursor', async ({ jelab, page }) => {
    test.setTimeout(120_000);
    const probe = new Probe(jelab);
    await probe.install();
    await jelab.open();
    await jelab.dropFiles([{ path: big.path }]);
    await jelab.press('Look inside');
    const track = await page.locator('.jl-cursor-track').first().boundingBox();
    if (track === null) throw new Error('the axis is not on the screen');
    await page.mouse.move(track.x + track.width / 2, track.y + 8);
    await page.mouse.down();
    await probe.reset();
    // One move a frame, from the page itself: moves from outside come too slowly to tell what the page can do.
    await page.evaluate(
      ({ x, y, width, lasting }) =>
        new Promise<void>((resolve) => {
          const [element, begin] = [document.querySelector('.jl-cursor-track'), performance.now()];
          const move = (): void => {
            const share = ((performance.now() - begin) / lasting) * 3;
            if (share >= 3) {
              resolve();
              return;
            }
            const place = Math.floor(share) % 2 === 0 ? share % 1 : 1 - (share % 1);
            const clientX = x + place * width;
            element?.dispatchEvent(
              new PointerEvent('pointermove', { pointerId: 1, bubbles: true, clientX, clientY: y }),
            );
            requestAnimationFrame(move);
          };
          move();
        }),
      { x: track.x, y: track.y + 8, width: track.width, lasting: SCRUB_MS },
    );
    const { drawn, frames, longTasks } = await probe.read();
    await page.mouse.up();
    await jelab.idle();
    expect(drawn.length, 'maps drawn while dragging').toBeGreaterThan(3);
    print(
      `5 M events: scrubbing: ${((drawn.length / SCRUB_MS) * 1000).toFixed(0)} maps/s, frames ${milliseconds(frames)}, ` +
        `${longTasks.length} tasks above 50 ms, load ${loadavg()[0]?.toFixed(1)}`,
    );
  });
});
