/** Measures in the page: when input came, when pictures were drawn and shown, how long the page's thread was held. */
import type { JelabPage } from './jelab-page.js';

interface ProbeState {
  /** Times of frames in which a canvas was painted, after the frame was handed over. Milliseconds on the page's clock. */
  shown: number[];
  /** The same frames, when their painting began. */
  drawn: number[];
  /** Times at which the summary was that of a whole run. */
  complete: number[];
  /** Tasks above 50 ms: their lengths. */
  longTasks: number[];
  /** Lengths of frames of the page. */
  frames: number[];
  /** When input last came: key, pointer, drop. */
  input: number;
  /** When a file of the panel was first ready, and when the summary first had numbers (-1: it had them already). */
  ready: number;
  landed: number;
}

declare global {
  interface Window {
    __probe?: ProbeState;
  }
}

export interface Answer {
  /** Milliseconds from the input to the first new picture's painting, to its being shown, and to the whole run's. */
  readonly drawn: number;
  readonly first: number;
  readonly all: number;
}

export class Probe {
  constructor(readonly jelab: JelabPage) {}

  /** Before the page is opened. */
  async install(): Promise<void> {
    await this.jelab.page.addInitScript(installProbe);
  }

  async reset(): Promise<void> {
    await this.jelab.page.evaluate(() => {
      const { __probe: probe } = window;
      if (probe === undefined) return;
      for (const times of [probe.shown, probe.drawn, probe.complete, probe.longTasks, probe.frames])
        times.length = 0;
      probe.input = 0;
      probe.ready = 0;
      probe.landed = document.querySelector('.ui-summary tbody tr[data-empty="false"]') === null ? 0 : -1;
    });
  }

  read(): Promise<ProbeState> {
    return this.jelab.page.evaluate(() => {
      const { __probe: probe } = window;
      if (probe === undefined) throw new Error('no probe');
      return probe;
    });
  }

  /** Does something that ends in a new picture of a whole run, and says how long each stage took. */
  async measure(act: () => Promise<void>): Promise<Answer> {
    await this.jelab.idle();
    await this.reset();
    await act();
    await this.jelab.idle();
    const { input, landed, drawn, shown, complete } = await this.read();
    // Before there is a run, the empty frame is painted too.
    const from = Math.max(input, landed);
    const whole = complete.find((time) => time > input) ?? Number.NaN;
    return {
      drawn: (drawn.find((time) => time > from) ?? Number.NaN) - input,
      first: (shown.find((time) => time > from) ?? Number.NaN) - input,
      all: (shown.find((time) => time >= whole) ?? Number.NaN) - input,
    };
  }
}

/** Runs in the page, before its scripts. */
function installProbe(): void {
  const probe: ProbeState = {
    shown: [],
    drawn: [],
    complete: [],
    longTasks: [],
    frames: [],
    input: 0,
    ready: 0,
    landed: 0,
  };
  window.__probe = probe;
  const channel = new MessageChannel();
  let painted = false;
  // oxlint-disable-next-line typescript/unbound-method -- called with its own `this` below
  const { clearRect } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.clearRect = function (...box) {
    if (!painted && this.canvas.isConnected) {
      painted = true;
      probe.drawn.push(performance.now());
      // A message sent in a frame is taken after the frame has been handed over.
      channel.port2.postMessage(null);
    }
    clearRect.apply(this, box);
  };
  channel.port1.addEventListener('message', () => {
    painted = false;
    probe.shown.push(performance.now());
  });
  channel.port1.start();
  for (const kind of ['keydown', 'pointermove', 'drop']) {
    window.addEventListener(
      kind,
      ({ timeStamp }) => {
        probe.input = timeStamp;
      },
      { capture: true },
    );
  }
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) probe.longTasks.push(duration);
  }).observe({ type: 'longtask' });
  let last = 0;
  const frame = (now: number): void => {
    if (last > 0) probe.frames.push(now - last);
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  new MutationObserver(() => {
    const now = performance.now();
    const landed = document.querySelector('.ui-summary tbody tr[data-empty="false"]') !== null;
    if (landed && probe.landed === 0) probe.landed = now;
    const summary = document.querySelector('.ui-summary');
    if (landed && summary?.getAttribute('data-stale') === 'false') probe.complete.push(now);
    if (probe.ready === 0 && document.querySelector('.ui-file[data-status="ready"]') !== null)
      probe.ready = now;
  }).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['data-stale', 'data-status', 'data-empty'],
  });
}
