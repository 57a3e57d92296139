/** Thin entry: the work is in sweep.service.ts. */
import { expose } from 'comlink';
import { ReplayScratch } from '../engine/replay/scratch.js';
import { runPoint } from '../engine/tuning/run-point.js';
import { createSweepService } from './sweep.service.js';

const scratch = new ReplayScratch();

expose(createSweepService((trace, request) => runPoint(trace, request, () => performance.now(), scratch)));
