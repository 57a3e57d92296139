import type { FigureWords } from '../shared/figure-model.js';

export const VARIANCE_CURVE_WORDS: FigureWords = {
  title: 'Variance of one allocation against its size',
  aid: 'Each curve says how much one allocation of a size adds to the variance of the estimated bytes; lower is better, and both axes are logarithmic. Sampling per allocation rises with the square of the size, sampling per byte only in proportion up to about R, and falls towards nothing above it.',
  why: 'A program’s few large allocations hold much of its memory. Sampling per allocation nearly always misses them, and when it hits one, the estimate jumps by N times its size; sampling per byte is sure to see them.',
};
