/** Sentences about a dump's numbers. Pure. */
import { formatBytes, formatCount, formatPercent } from '../../../base/numbers.js';
import type { FactsAnswer } from '../../../workers/heap.api.js';
import { plural } from './words.js';

export interface FactWarning {
  readonly severity: 'warning' | 'info';
  readonly sentence: string;
}

/** Fewer samples than this say little about parts of the heap. */
const FEW_SAMPLES = 100;
/** A share of the heap in thinly sampled stacks worth a word. */
const MUCH_THIN = 0.2;
/** An error of the total worth a word. */
const LARGE_ERROR = 0.1;

export function writerWords({ writer, source, dumps }: FactsAnswer): string {
  if (dumps > 1) return 'added up.';
  if (source === 'prof_log' || source === 'prof_recent') return 'sample by sample';
  if (writer === 'plain') return 'plain samples';
  return writer === 'unbiased' ? 'transformed (prof_unbias)' : 'cannot tell how';
}

export function sampleSentence({ samples, rate, scaled }: FactsAnswer): string {
  if (rate === 1) return `${plural(Math.round(samples), 'object')}, all of them recorded`;
  if (!scaled) return `${formatCount(Math.round(samples))}, not scaled`;
  const count = Math.round(samples);
  return `about ${plural(count, 'live sample')} ${count === 1 ? 'stands' : 'stand'} for all the rest`;
}

export function factWarnings(answer: FactsAnswer): readonly FactWarning[] {
  const warnings: FactWarning[] = [];
  const warn = (sentence: string): void => void warnings.push({ severity: 'warning', sentence });
  const note = (sentence: string): void => void warnings.push({ severity: 'info', sentence });
  const { source, rate, scaled, samples, thinShare, thinStacks, stacks } = answer;
  if (source === 'prof_log') {
    warn(
      'A prof_log holds only sampled objects that were freed while it ran. It says nothing about what is alive.',
    );
  } else if (source === 'prof_recent') {
    warn('prof_recent holds only the newest samples. They are not the whole heap.');
  } else if (!scaled) {
    warn('The file gives no sampling rate to scale by: numbers stand as written.');
  } else if (rate === 1) {
    note(
      'Rate 1: every allocation was recorded. There is hardly any sampling error; counters are still transformed and rounded.',
    );
  } else if (samples < FEW_SAMPLES) {
    warn(
      `Only about ${plural(Math.round(samples), 'sample')}: totals are rough, single functions rougher. A lower lg_prof_sample would help.`,
    );
  }
  const bytes = answer.measures.find(({ measure }) => measure === 'inuse_space');
  if (bytes !== undefined && bytes.best > 0 && bytes.error / bytes.best > LARGE_ERROR) {
    warn(
      `Another dump of the same heap would differ by about ${formatPercent(bytes.error / bytes.best)} in its total (one standard error, ${formatBytes(bytes.error)}).`,
    );
  }
  if (scaled && rate > 1 && thinShare > MUCH_THIN) {
    note(
      `${formatPercent(thinShare)} of the bytes lie in stacks of fewer than ten samples (${formatCount(thinStacks)} of ${formatCount(stacks)}): look at their errors before you trust them.`,
    );
  }
  if (scaled && !answer.accumulates && source === 'heap_v2') {
    note('No accumulated counters: the program ran without prof_accum:true.');
  }
  return warnings;
}
