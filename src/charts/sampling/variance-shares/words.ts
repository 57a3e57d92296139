import type { FigureWords } from '../shared/figure-model.js';

export const VARIANCE_SHARES_WORDS: FigureWords = {
  title: 'Where the variance comes from',
  aid: 'The first row is how the live bytes are spread over the sizes; below, a row for each strategy shows which sizes its variance comes from (filled) and where its samples go (outlined), each row on its own scale. Where filled bars stand far above the outlined ones, the strategy spends too few samples on that size.',
  why: 'A standard error is one number for the whole heap; here one sees which sizes make it. At the optimum, samples go where variance would come from, and a few large sizes no longer rule the error.',
};
