import type { FigureWords } from '../shared/figure-model.js';

export const EXPERIMENT_WORDS: FigureWords = {
  title: 'Experiment: estimates of many trials',
  aid: 'On the left, bars count the trials by what they estimated, the full line is the truth, and the dashed curve is the normal curve of the mean and variance that theory expects. On the right, the mean of the trials so far with its 95 % band closes in on the truth, unless the strategy is biased.',
  why: 'An unbiased strategy is right on average and may still be far off in each single dump: the width of its bars is what a reader of one dump has to live with. A biased strategy stays off however long one waits.',
};
