import type { FigureWords } from '../shared/figure-model.js';

export const ERROR_COST_WORDS: FigureWords = {
  title: 'Error against cost',
  aid: 'Each curve is one strategy at all rates: to the right more samples are taken, and further down the standard error is smaller; both axes are logarithmic. At the same cost the lower curve is the better strategy; the dots mark rates of sampling per byte.',
  why: 'Four times the samples halve the error, whatever the strategy. A better strategy gives the same error for fewer samples, and a small stack always has a larger relative error than the whole heap.',
};
