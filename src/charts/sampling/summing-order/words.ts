import type { FigureWords } from '../shared/figure-model.js';

export const SUMMING_ORDER_WORDS: FigureWords = {
  title: 'The order of summing over machines',
  aid: 'Each line is one rule of putting the dumps of many machines together; it shows what the rule reports over what is true, so the right rule lies at 1 for any number of machines. The more is added up before it is scaled, the larger the sum looks beside R, and the less is corrected.',
  why: 'Adding up the dumps of a fleet first and scaling the sum looks harmless and is what simple scripts do. In the example it reports a millionth part of the memory that small objects hold.',
};
