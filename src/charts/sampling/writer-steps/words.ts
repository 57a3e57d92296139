import type { FigureWords } from '../shared/figure-model.js';

export const WRITER_STEPS_WORDS: FigureWords = {
  title: 'The writer’s trick',
  aid: 'From top to bottom the sums of one stack pass from the samples through jemalloc and its file to what jeprof prints; the two lines show bytes and objects against their right values at 1. jemalloc scales each sample by its own size, then shrinks the sums just so that jeprof’s old formula, applied to them, ends where they should.',
  why: 'Old readers scale a stack by its mean size, which is wrong where sizes are mixed. jemalloc repairs that in the file; so the counters in the file are no longer the samples that were taken, and only the scaled values mean anything.',
};
