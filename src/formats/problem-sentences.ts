/** Words for the tables of problem kinds: how bad a kind is, and its sentence for a count of them. */
import type { Problem } from './format.js';

export interface ProblemDescription {
  readonly severity: Problem['severity'];
  readonly sentence: (count: number, detail: string) => string;
}

export const n = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
export const were = (count: number) => (count === 1 ? 'was' : 'were');
export const have = (count: number) => (count === 1 ? 'has' : 'have');

export function error(sentence: ProblemDescription['sentence']): ProblemDescription {
  return { severity: 'error', sentence };
}
export function warning(sentence: ProblemDescription['sentence']): ProblemDescription {
  return { severity: 'warning', sentence };
}
export function info(sentence: ProblemDescription['sentence']): ProblemDescription {
  return { severity: 'info', sentence };
}
