/** Measures in the page, on the Sampling bench: when input came, and in which frame each picture showed what it led to. */
import type { Page } from '@playwright/test';

interface PictureProbeState {
  /** When a key last went down. Milliseconds on the page's clock. */
  input: number;
  /** For each picture, when the frame of its first and of its latest change had been handed over. */
  first: Record<string, number>;
  latest: Record<string, number>;
  /** Tasks above 50 ms: their lengths. */
  longTasks: number[];
  /** When the frame after a key that changed nothing had been handed over. */
  empty: number;
}

declare global {
  interface Window {
    __pictures?: PictureProbeState;
  }
}

export interface PictureTimes {
  /** Milliseconds from the key to the frame of a picture's first and latest change; those that did not change are left out. */
  readonly first: Readonly<Record<string, number>>;
  readonly latest: Readonly<Record<string, number>>;
  /** Pictures that were on the screen when the key went down. */
  readonly visible: readonly string[];
  readonly longTasks: readonly number[];
}

export class PictureProbe {
  constructor(readonly page: Page) {}

  /** Before the page is opened. */
  async install(): Promise<void> {
    await this.page.addInitScript(installPictureProbe);
  }

  /** Milliseconds from a key that changes nothing to the end of the next frame: the least that any answer takes. */
  async emptyFrame(): Promise<number> {
    await this.page.evaluate(() => {
      const { __pictures: probe } = window;
      if (probe === undefined) throw new Error('no probe');
      Object.assign(probe, { input: 0, empty: 0 });
      const listener = (): void => {
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener('message', () => {
            probe.empty = performance.now();
            port1.close();
          });
          port1.start();
          port2.postMessage(null);
        });
      };
      window.addEventListener('keydown', listener, { capture: true, once: true });
    });
    await this.page.keyboard.press('Shift');
    await this.page.waitForFunction(() => (window.__pictures?.empty ?? 0) > 0);
    return this.page.evaluate(() => (window.__pictures?.empty ?? 0) - (window.__pictures?.input ?? 0));
  }

  /** Does something that changes pictures, waits until nothing changes any more, and says when each did. */
  async measure(act: () => Promise<void>): Promise<PictureTimes> {
    const visible = await this.page.evaluate(() => {
      const { __pictures: probe } = window;
      if (probe === undefined) throw new Error('no probe');
      Object.assign(probe, { input: 0, first: {}, latest: {}, longTasks: [] });
      const frame = document.querySelector('.ui-pictures')?.getBoundingClientRect();
      if (frame === undefined) throw new Error('no pictures');
      return [...document.querySelectorAll<HTMLElement>('[data-picture]')].flatMap((picture) => {
        const plot = picture.querySelector('.jl-chart')?.getBoundingClientRect();
        const seen = plot !== undefined && plot.bottom > frame.top && plot.top < frame.bottom;
        return seen ? [picture.dataset['picture'] ?? ''] : [];
      });
    });
    await act();
    return this.page.evaluate(async (ids) => {
      await window.__jelab?.idle();
      // What was put off until later, and the frame that shows it.
      await new Promise((resolve) => {
        requestIdleCallback(() => requestAnimationFrame(() => setTimeout(resolve)));
      });
      const { __pictures: probe } = window;
      if (probe === undefined || probe.input === 0) throw new Error('no key came');
      const since = (times: Record<string, number>): Record<string, number> =>
        Object.fromEntries(Object.entries(times).map(([id, time]) => [id, time - probe.input]));
      return {
        first: since(probe.first),
        latest: since(probe.latest),
        visible: ids,
        longTasks: probe.longTasks,
      };
    }, visible);
  }
}

/** Runs in the page, before its scripts. */
function installPictureProbe(): void {
  const probe: PictureProbeState = { input: 0, first: {}, latest: {}, longTasks: [], empty: 0 };
  window.__pictures = probe;
  const changed = new Set<string>();
  let inFrame: string[] = [];
  const channel = new MessageChannel();
  channel.port1.addEventListener('message', () => {
    const now = performance.now();
    for (const id of inFrame) {
      probe.first[id] ??= now;
      probe.latest[id] = now;
    }
    inFrame = [];
  });
  channel.port1.start();
  const frame = (): void => {
    inFrame.push(...changed);
    changed.clear();
    // A message sent in a frame is taken after the frame has been handed over.
    channel.port2.postMessage(null);
  };
  new MutationObserver((records) => {
    for (const { target } of records) {
      const element = target instanceof Element ? target : target.parentElement;
      // The marks and the values; progress of the experiment does not count.
      const id = element?.closest('.jl-chart-plot, table')?.closest<HTMLElement>('[data-picture]')?.dataset[
        'picture'
      ];
      if (id === undefined) continue;
      if (changed.size === 0) requestAnimationFrame(frame);
      changed.add(id);
    }
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  window.addEventListener(
    'keydown',
    ({ timeStamp }) => {
      probe.input = timeStamp;
    },
    { capture: true },
  );
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) probe.longTasks.push(duration);
  }).observe({ type: 'longtask' });
}
