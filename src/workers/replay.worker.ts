/** Thin entry: the work is in replay.service.ts. */
import { expose, transfer } from 'comlink';
import { Replay } from '../engine/replay/run.js';
import { writeReplayTrace } from '../formats/replay-trace.js';
import { writeStatistics } from '../formats/statistics.js';
import { createInspectService } from './inspect.service.js';
import { createReplayService } from './replay.service.js';
import { traceSampling, writeSamples } from './sampling/dump.js';
import { type SliceParts, selfMessages } from './slices.js';
import { createTraces } from './traces.js';

const CSV = { type: 'text/csv' };

const traces = createTraces();
const timing: SliceParts = { now: () => performance.now(), pause: selfMessages() };
const replays = createReplayService(
  {
    ...timing,
    start: (trace, options, mode, plan, scratch) => new Replay(trace, options, mode, plan, scratch),
    transfer: (part, buffers) => transfer(part, buffers),
    writeStatistics: (table) => new Blob([...writeStatistics(table)], CSV),
    writeTrace: (trace) => new Blob([...writeReplayTrace(trace)], CSV),
    startSampling: traceSampling,
    writeSamples,
  },
  traces,
);
const inspections = createInspectService(
  { ...timing, transfer: (value, buffers) => transfer(value, buffers) },
  traces,
);
expose({ ...replays, ...inspections });
