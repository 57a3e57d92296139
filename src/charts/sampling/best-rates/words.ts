import type { FigureWords } from '../shared/figure-model.js';

export const BEST_RATES_WORDS: FigureWords = {
  title: 'How far from the best',
  aid: 'For each workload, the first plot says how many times the variance of the best strategy of the same cost today’s sampling per byte has: at 1 nothing could be gained. The second shows why: the chance of each size today, and in the optimum.',
  why: 'The optimum needs to know how many objects of each size stay alive, which an allocator does not know beforehand. The distance says whether it would be worth trying.',
};
