import type { App } from '../../state/app.js';
import { whenIdle } from '../when-idle.js';

declare global {
  interface Window {
    /** For tests in a browser: `idle` resolves when no job runs or waits and the charts have drawn. */
    __jelab?: { readonly idle: () => Promise<void> };
  }
}

/** The shell stands and its bench is loaded. */
function isMounted(): boolean {
  return document.querySelector('.ui-shell') !== null && document.querySelector('.ui-bench-loading') === null;
}

/** React commits in one frame, the charts draw in the next one. */
const FRAMES = 3;

export function installIdleHook(app: App): void {
  // oxlint-disable-next-line no-underscore-dangle -- a name that no page script would use
  window.__jelab = {
    async idle() {
      while (!isMounted()) {
        // oxlint-disable-next-line no-await-in-loop -- until the bench's code is there
        await new Promise(requestAnimationFrame);
      }
      await app.idle();
      for (let frame = 0; frame < FRAMES; frame += 1) {
        // oxlint-disable-next-line no-await-in-loop -- frames come one after the other
        await new Promise(requestAnimationFrame);
      }
      // Pictures out of sight wait until there is time.
      await new Promise<void>(whenIdle);
      // A frame may have started a job, as a link's sample does.
      await app.idle();
    },
  };
}
