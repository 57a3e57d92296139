/** The steps of the writer and the reader as rows with numbers. Pure. */
import type { WriterStepsModel } from './props.js';

export interface StepRow {
  readonly key: string;
  readonly name: string;
  /** What is done, as a formula. */
  readonly rule: string;
  /** The same in words. */
  readonly help: string;
  readonly bytes: number;
  readonly objects: number;
  /** Whole numbers in the file, with all digits. */
  readonly exact?: { readonly bytes: bigint; readonly objects: bigint };
  /** Not on the way from the samples to what jeprof prints, but beside it. */
  readonly aside?: boolean;
}

/** Bytes of the estimate that is right: every sample by its own chance. */
export function rightSums({ steps }: WriterStepsModel): { readonly bytes: number; readonly objects: number } {
  return { bytes: steps.unbiased.bytes, objects: steps.unbiased.count };
}

export function stepRows({ steps }: WriterStepsModel): StepRow[] {
  const { sampled, unbiased, kept, unrounded, written, overflow, factor, read, readPlain } = steps;
  return [
    {
      key: 'sampled',
      name: 'samples of the stack',
      rule: 'Σ Z · n, Σ n',
      help: 'What the sampler took, as it is. With prof_unbias:false the file holds these sums.',
      bytes: sampled.bytes,
      objects: sampled.count,
    },
    {
      key: 'unbiased',
      name: 'each sample scaled: right',
      rule: '÷ p(Z) of its own size',
      help: 'Each sample stands for 1 / p(Z) objects of its size. This is the unbiased estimate that all else is held against.',
      bytes: unbiased.bytes,
      objects: unbiased.count,
    },
    {
      key: 'kept',
      name: 'kept by jemalloc',
      rule: 'whole numbers; objects × 8',
      help: 'jemalloc adds up whole numbers from a table by size class; eighths of objects are kept to lose less by rounding.',
      bytes: kept.bytes,
      objects: kept.objectsTimes8 / 8,
    },
    {
      key: 'unrounded',
      name: 'shrunk for the reader',
      rule: '× p(x), x = bytes / objects',
      help: 'Both sums are shrunk by the chance of their mean size x, since jeprof will divide by it.',
      bytes: unrounded.bytes,
      objects: unrounded.count,
    },
    {
      key: 'written',
      name: 'written to the file',
      rule: overflow ? 'rounded; too large: 2⁶⁴ − 1' : 'rounded to whole numbers',
      help: overflow
        ? 'A value does not fit into 64 bits and is written as 2^64 - 1: nothing can be read from it.'
        : 'The file holds whole numbers. Few objects lose most; where one becomes zero, both are written as zero.',
      bytes: Number(written.bytes),
      objects: Number(written.objects),
      exact: { bytes: written.bytes, objects: written.objects },
    },
    {
      key: 'read',
      name: 'printed by jeprof',
      rule: `× ${Number(factor.toPrecision(6))} = 1 / p(x)`,
      help: 'jeprof multiplies both counters by 1 / p of their mean size. What is missing to the right value is lost by rounding.',
      bytes: read.bytes,
      objects: read.count,
    },
    {
      key: 'plain',
      name: 'without the trick',
      rule: 'prof_unbias:false: samples ÷ p(x)',
      help: 'What jeprof makes of the plain samples: right for one size, wrong for mixed sizes, as one mean size stands for all.',
      bytes: readPlain.bytes,
      objects: readPlain.count,
      aside: true,
    },
  ];
}

/** How far what jeprof prints is from right, as shares. */
export function roundingLoss(model: WriterStepsModel): { readonly bytes: number; readonly objects: number } {
  const right = rightSums(model);
  const { read } = model.steps;
  return { bytes: read.bytes / right.bytes - 1, objects: read.count / right.objects - 1 };
}
