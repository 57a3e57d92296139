import type { App } from '../../state/app.js';

declare global {
  interface Window {
    /** For tests in a browser: `idle` resolves when no job runs or waits and the charts have drawn. */
    __jelab?: { readonly idle: () => Promise<void> };
  }
}

/** React commits in one frame, the charts draw in the next one. */
const FRAMES = 3;

export function installIdleHook(app: App): void {
  // oxlint-disable-next-line no-underscore-dangle -- a name that no page script would use
  window.__jelab = {
    async idle() {
      await app.idle();
      for (let frame = 0; frame < FRAMES; frame += 1) {
        // oxlint-disable-next-line no-await-in-loop -- frames come one after the other
        await new Promise(requestAnimationFrame);
      }
      // A frame may have started a job, as a link's sample does.
      await app.idle();
    },
  };
}
