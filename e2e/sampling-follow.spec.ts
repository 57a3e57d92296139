/** Pictures of the Sampling bench follow the sliders: those in sight at once, the others when there is time or they are looked at. */
import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.js';
import { type PictureId, SamplingPage } from './sampling-page.js';

const THEORY: readonly PictureId[] = ['variance', 'shares', 'cost', 'summing', 'writer', 'best'];

/** A short mark of what a picture shows: equal pictures have equal marks, however they came about. */
async function markOf(sampling: SamplingPage, id: PictureId): Promise<string> {
  const shown = await sampling
    .picture(id)
    .locator('.jl-chart')
    .evaluate((chart) =>
      [...chart.querySelectorAll('.jl-chart-plot svg *, td, th')].map((element) => [
        element.tagName,
        // An element that was changed may have its attributes in another order than a new one.
        [...element.attributes].map(({ name, value }) => `${name}=${value}`).sort(),
        element.childElementCount === 0 ? element.textContent : '',
      ]),
    );
  return createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 16);
}

async function theory(sampling: SamplingPage): Promise<Partial<Record<PictureId, string>>> {
  const marks: Partial<Record<PictureId, string>> = {};
  // oxlint-disable-next-line no-await-in-loop -- one page
  for (const id of THEORY) marks[id] = await markOf(sampling, id);
  return marks;
}

/** What a page draws that is opened at a setting. */
async function opened(sampling: SamplingPage, hash: string): Promise<Partial<Record<PictureId, string>>> {
  // Another document: only the hash would change otherwise.
  await sampling.page.goto('about:blank');
  await sampling.jelab.open(hash);
  return theory(sampling);
}

/** The browser claims to be busy until it is told otherwise. */
async function neverIdle(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const original = window.requestIdleCallback.bind(window);
    const held: IdleRequestCallback[] = [];
    window.requestIdleCallback = (call) => held.push(call);
    window.addEventListener(
      'idle-again',
      () => {
        window.requestIdleCallback = original;
        for (const call of held) original(call);
      },
      { once: true },
    );
  });
  return () => page.evaluate(() => void window.dispatchEvent(new Event('idle-again')));
}

test('pictures out of sight hold nothing up, and are current when they come into sight', async ({
  jelab,
}) => {
  const sampling = new SamplingPage(jelab);
  const wanted = await opened(sampling, '#v=1&bench=sampling&lg=18');
  const before = await opened(sampling, '#v=1&bench=sampling&lg=19');
  for (const id of THEORY) expect(before[id], id).not.toBe(wanted[id]);

  const idleAgain = await neverIdle(jelab.page);
  await sampling.slider('lg_prof_sample').press('ArrowLeft');
  await expect.poll(() => markOf(sampling, 'variance')).toBe(wanted.variance);
  expect(await markOf(sampling, 'best')).toBe(before.best);
  await sampling.picture('best').scrollIntoViewIfNeeded();
  await expect.poll(() => markOf(sampling, 'best')).toBe(wanted.best);
  expect(await markOf(sampling, 'summing')).toBe(before.summing);

  await idleAgain();
  await jelab.idle();
  expect(await theory(sampling)).toEqual(wanted);
});

test('after dragging to and fro, no picture is left behind', async ({ jelab }) => {
  const sampling = new SamplingPage(jelab);
  await sampling.open();
  const slider = sampling.slider('lg_prof_sample');
  const box = await slider.boundingBox();
  if (box === null) throw new Error('the slider is not on the screen');
  const y = box.y + box.height / 2;
  await jelab.page.mouse.move(box.x + box.width / 2, y);
  await jelab.page.mouse.down();
  await jelab.page.mouse.move(box.x + box.width * 0.9, y, { steps: 12 });
  await sampling.picture('cost').evaluate((picture) => picture.scrollIntoView());
  await jelab.page.mouse.move(box.x + box.width * 0.3, y, { steps: 12 });
  await jelab.page.mouse.up();
  await jelab.idle();
  const lg = await slider.inputValue();
  expect(lg).not.toBe('19');
  const drawn = await theory(sampling);
  expect(drawn).toEqual(await opened(sampling, `#v=1&bench=sampling&lg=${lg}`));
});
