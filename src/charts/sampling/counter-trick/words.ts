import type { FigureWords } from '../shared/figure-model.js';

export const COUNTER_TRICK_WORDS: FigureWords = {
  title: 'The counter trick',
  aid: 'Bars count trials that draw one wait for each sample and count bytes down; the outline counts trials that toss a coin for each allocation. The two have the same distribution, but the counter needs only as many random numbers as there are samples.',
  why: 'An allocator cannot afford a random number for each allocation. Counting down costs one subtraction and a branch that is nearly always the same, so profiling can stay on in production.',
};
