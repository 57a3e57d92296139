/** Thin entry: the work is in tuning.service.ts. */
import { expose } from 'comlink';
import { createTuningService } from './tuning.service.js';

expose(createTuningService());
