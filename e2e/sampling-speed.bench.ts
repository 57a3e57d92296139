/**
 * How fast the pictures of the Sampling bench follow a slider: `npm run bench:felt`. For each slider, workload and size of
 * the screen: from the key to the frame in which all visible pictures of closed forms show the new setting, and to the
 * first part of the experiment. It prints, and asserts only that something was measured.
 */
import { loadavg } from 'node:os';
import { expect, test } from './fixtures.js';
import { PictureProbe, type PictureTimes } from './picture-probe.js';
import { type PictureId, SamplingPage } from './sampling-page.js';

const SCREENS = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
] as const;
const WORKLOADS = ['server', 'document', 'one-size', 'heavy-tail'] as const;
/** Each with the setting in which it has a say; trials leave the closed forms as they are. */
const SLIDERS = [
  { label: 'lg_prof_sample', setting: '' },
  { label: 'N', setting: '&cost=typed' },
  { label: 'Budget', setting: '' },
  { label: 'Trials', setting: '' },
] as const;
/** Steps there, and as many back. */
const STEPS = 8;
const WARMING = 3;
const EMPTY_FRAMES = 30;

const THEORY: readonly PictureId[] = ['variance', 'shares', 'cost', 'summing', 'writer', 'best'];

/** The latest of the visible ones that changed; NaN where none did. */
function theoryTime({ latest, visible }: PictureTimes): number {
  const times = THEORY.filter((id) => visible.includes(id)).flatMap((id) => latest[id] ?? []);
  return times.length === 0 ? Number.NaN : Math.max(...times);
}

function figures(values: readonly number[]): string {
  const sorted = values.filter((value) => !Number.isNaN(value)).toSorted((a, b) => a - b);
  if (sorted.length === 0) return 'no change'.padEnd(38);
  const at = (share: number): string =>
    (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN)
      .toFixed(0)
      .padStart(3);
  return `median ${at(0.5)}, p95 ${at(0.95)}, max ${at(1)} ms, n ${String(sorted.length).padStart(3)}`;
}

function print(line: string): void {
  process.stdout.write(`    ${line}\n`);
}

/** How busy the machine is: what all other figures hold, however little the page does. */
async function reportMachine(probe: PictureProbe): Promise<void> {
  const empty: number[] = [];
  // oxlint-disable-next-line no-await-in-loop -- one frame after the other
  for (let n = 0; n < EMPTY_FRAMES; n += 1) empty.push(await probe.emptyFrame());
  const load = loadavg()
    .map((one) => one.toFixed(1))
    .join(' ');
  print(`load ${load}; a key that changes nothing, to its frame: ${figures(empty)}`);
  print('from the key to the frame with all visible closed forms | with the first trials');
}

async function steps(
  sampling: SamplingPage,
  probe: PictureProbe,
  label: string,
  count: number,
): Promise<PictureTimes[]> {
  const times: PictureTimes[] = [];
  await sampling.slider(label).focus();
  for (let n = 0; n < 2 * count; n += 1) {
    const key = n < count ? 'ArrowLeft' : 'ArrowRight';
    // oxlint-disable-next-line no-await-in-loop -- one step after the other
    times.push(await probe.measure(() => sampling.page.keyboard.press(key)));
  }
  return times;
}

function report(name: string, times: readonly PictureTimes[]): void {
  const long = times.flatMap(({ longTasks }) => longTasks).length;
  print(
    `${name.padEnd(44)} ${figures(times.map(theoryTime))} | experiment ${figures(
      times.map(({ first }) => first['experiment'] ?? Number.NaN),
    )}${long > 0 ? ` | ${long} tasks above 50 ms` : ''}`,
  );
}

for (const viewport of SCREENS) {
  test.describe(`${viewport.width} × ${viewport.height}`, () => {
    test.use({ viewport });
    test.setTimeout(300_000);

    test('slider steps, at the first pictures', async ({ jelab }) => {
      const sampling = new SamplingPage(jelab);
      const probe = new PictureProbe(jelab.page);
      await probe.install();
      await sampling.open();
      await reportMachine(probe);
      const all: PictureTimes[] = [];
      for (const workload of WORKLOADS) {
        for (const { label, setting } of SLIDERS) {
          // Another document each time: only the hash would change otherwise.
          await jelab.page.goto('about:blank');
          await sampling.open(`&workload=${workload}${setting}`);
          await steps(sampling, probe, label, WARMING);
          const times = await steps(sampling, probe, label, STEPS);
          report(`${workload}, ${label}`, times);
          expect(Math.min(...times.map(({ first }) => first['experiment'] ?? 1))).toBeGreaterThan(0);
          if (label !== 'Trials') {
            expect(times.map(theoryTime).filter((time) => time > 0).length).toBeGreaterThan(STEPS);
            all.push(...times);
          }
        }
      }
      report('ALL', all);
    });

    test('slider steps, at each picture', async ({ jelab }) => {
      const sampling = new SamplingPage(jelab);
      const probe = new PictureProbe(jelab.page);
      await probe.install();
      await sampling.open();
      await reportMachine(probe);
      const all: PictureTimes[] = [];
      for (const id of THEORY) {
        await sampling.picture(id).evaluate((picture) => picture.scrollIntoView());
        await steps(sampling, probe, 'lg_prof_sample', WARMING);
        const times = await steps(sampling, probe, 'lg_prof_sample', STEPS);
        report(`server, lg_prof_sample, at ${id}`, times);
        expect(times.map(theoryTime).filter((time) => time > 0).length).toBeGreaterThan(STEPS);
        all.push(...times);
      }
      report('ALL', all);
    });
  });
}
