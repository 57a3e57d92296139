/** The formula of each picture, written by hand, with its letters explained. */
import type { ReactElement, ReactNode } from 'react';
import { formula, frac, seq, sqrt, sub, sum, sup, words } from './mathml.js';
import type { PictureId } from './pictures.js';

const Z = 'Z';
const pZ = (): ReactElement => sub('p', seq(Z));
const gone = (): ReactElement => sup(seq('(', '1', '−', frac(seq('1'), seq('R')), ')'), seq(Z));
const decay = (x: ReactElement): ReactElement => sup('e', seq('−', x));
const overR = (top: ReactElement): ReactElement => frac(top, seq('R'));

const VARIANCE = (): ReactElement =>
  formula(
    words('per byte:\u2002'),
    sup(Z, seq('2')),
    frac(gone(), seq('1', '−', gone())),
    '≈',
    frac(sup(Z, seq('2')), seq(sup('e', overR(seq(Z))), '−', '1')),
    words(',\u2003per allocation:\u2002'),
    seq('(', 'N', '−', '1', ')'),
    sup(Z, seq('2')),
  );

const SHARES = (): ReactElement =>
  formula(
    words('Var[bytes]'),
    '=',
    sum(seq(Z)),
    sub('l', seq(Z)),
    sup(Z, seq('2')),
    frac(seq('1', '−', pZ()), pZ()),
    words(',\u2003samples'),
    '=',
    sum(seq(Z)),
    sub('a', seq(Z)),
    pZ(),
  );

const COST = (): ReactElement =>
  formula(
    words('relative standard error'),
    '=',
    frac(sqrt(seq(words('Var[bytes]'))), seq(sum(seq(Z)), sub('l', seq(Z)), Z)),
  );

const ESTIMATE = (): ReactElement =>
  formula(
    words('bytes'),
    '=',
    sum(words('samples i')),
    frac(sub('S', seq('i')), sub('p', seq('i'))),
    words(',\u2003its estimated variance'),
    '=',
    sum(words('samples i')),
    sup(sub('S', seq('i')), seq('2')),
    frac(seq('1', '−', sub('p', seq('i'))), sup(sub('p', seq('i')), seq('2'))),
  );

const SUMMING = (): ReactElement =>
  formula(
    words('right:\u2002'),
    sum(seq('i')),
    frac(sub('S', seq('i')), seq('1', '−', decay(overR(sub('S', seq('i')))))),
    words(',\u2003wrong:\u2002'),
    frac(
      seq(sum(seq('i')), sub('S', seq('i'))),
      seq('1', '−', decay(overR(seq(sum(seq('i')), sub('S', seq('i')))))),
    ),
  );

const WAIT = (): ReactElement =>
  formula(
    words('wait'),
    '=',
    seq(
      '⌊',
      frac(seq(words('log\u2009'), 'u'), seq(words('log'), '(', '1', '−', frac(seq('1'), seq('R')), ')')),
      '⌋',
    ),
    '+',
    '1',
    words('\u2002bytes,\u2003'),
    pZ(),
    '=',
    '1',
    '−',
    gone(),
  );

const WRITER = (): ReactElement =>
  formula(
    'x',
    '=',
    frac(sub('s', words('out')), sub('c', words('out'))),
    words(',\u2003'),
    sub('s', words('in')),
    '=',
    sub('s', words('out')),
    seq('(', '1', '−', decay(overR(seq('x'))), ')'),
    words(',\u2003'),
    sub('c', words('in')),
    '=',
    frac(sub('s', words('in')), seq('x')),
  );

const BEST = (): ReactElement =>
  formula(
    pZ(),
    '=',
    words('min'),
    seq('(', '1', ',', 'm', Z, sqrt(frac(sub('l', seq(Z)), sub('a', seq(Z)))), ')'),
    words(',\u2003m so that\u2002'),
    sum(seq(Z)),
    sub('a', seq(Z)),
    pZ(),
    '=',
    'P',
  );

interface Written {
  readonly formula: () => ReactElement;
  readonly where: ReactNode;
}

export const FORMULAS: Readonly<Record<PictureId, Written>> = {
  variance: {
    formula: VARIANCE,
    where:
      'Z: usable size of the allocation; R = 2^lg_prof_sample: mean bytes between samples. Far below R this is about R·Z; at Z = R ln 2 the chance is one half and the variance Z²; far above R it goes to 0.',
  },
  shares: {
    formula: SHARES,
    where:
      'l: objects of size Z that are live, a: all that were allocated, p: chance of one to be sampled. Only live objects make variance, but every sample costs.',
  },
  cost: {
    formula: COST,
    where: 'For a stack, l counts its own objects only; the cost is that of the whole program.',
  },
  experiment: {
    formula: ESTIMATE,
    where:
      'Each sample of size S stands for 1/p objects like it. That is right on average whatever the p, as long as no p is 0.',
  },
  summing: {
    formula: SUMMING,
    where:
      'The chance belongs to an object, so each sample must be scaled by its own size. Scaled as if it were one huge object, a sum is thought to have been seen whole.',
  },
  counter: {
    formula: WAIT,
    where:
      'u: a uniform random number. The wait has no memory, so counting it down by sizes decides each allocation by itself with the chance p, and one draw serves until the next sample.',
  },
  writer: {
    formula: WRITER,
    where:
      'c out, s out: sums over samples already scaled by their own sizes. c in, s in: what jemalloc writes, so that the old formula of jeprof, which scales by the mean size x, gives c out and s out back; both are rounded to whole numbers.',
  },
  best: {
    formula: BEST,
    where:
      'P: samples that may be taken. Large sizes come first, and sizes of which little stays alive get less; what hits 1 is always sampled.',
  },
};
