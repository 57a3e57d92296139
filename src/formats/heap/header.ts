/** The first line of a dump: what family it is of, and at what rate it was sampled. */
import type { Counters, ProfileSource, Scaling } from '../../engine/profile/profile.js';
import { type ProblemLog, quoteText } from '../problem-log.js';
import { parsePairs } from './counters.js';

export interface DumpHeader {
  readonly source: ProfileSource & ('heap_v2' | 'heap-profile');
  readonly scaling: Scaling;
  readonly rateText: string;
  readonly rateBytes: number;
  /** Totals on the header line (old family). */
  readonly totals: Counters | null;
}

const THREADED = /^\s*heap_v(\d*)\/?(\S*)\s*$/;
const OLD = /^\s*heap profile:\s*(.*?)\s*(?:@\s*([^/\s]*)\s*(?:\/\s*(\S*))?\s*)?$/;
/** Rate of the old family where the file gives none. */
const DEFAULT_RATE = 131_072;

export function looksLikeHeader(line: string): boolean {
  return /^\s*(heap_v\d*(\/|\s*$)|heap profile:)/.test(line);
}

/** The header on a line for which {@link looksLikeHeader} holds. */
export function parseHeader(text: string, line: number, problems: ProblemLog): DumpHeader {
  const threaded = THREADED.exec(text);
  if (threaded !== null) return threadedHeader(threaded, text, line, problems);
  const [, counts = '', kind = '', rate = ''] = OLD.exec(text) ?? [];
  const totals = parsePairs(counts, line, problems)?.counters ?? null;
  return oldHeader(kind, rate, totals, line, problems);
}

function threadedHeader(
  match: RegExpExecArray,
  text: string,
  line: number,
  problems: ProblemLog,
): DumpHeader {
  const [, version = '', written = ''] = match;
  if (version !== '2') problems.add('unknown-version', line, quoteText(text.trim()));
  const rateText = /^\d+/.exec(written)?.[0] ?? '';
  const rateBytes = usableRate(rateText, line, problems);
  if (rateText === '') {
    if (written === '') problems.add('rate-missing', line);
    else problems.add('rate-unusable', line, quoteText(written));
  } else if (Number(rateText) === 0) problems.add('rate-zero', line);
  const scaling = rateBytes > 0 ? 'mean-size' : 'none';
  return { source: 'heap_v2', scaling, rateText, rateBytes, totals: null };
}

/** A rate to compute with, 0 for none. */
function usableRate(text: string, line: number, problems: ProblemLog): number {
  const rate = text === '' ? 0 : Number(text);
  if (!Number.isFinite(rate)) {
    problems.add('rate-unusable', line, quoteText(text));
    return 0;
  }
  if (rate > 0 && !Number.isInteger(Math.log2(rate))) problems.add('rate-odd', line, quoteText(text));
  return rate;
}

function oldHeader(
  kind: string,
  written: string,
  totals: Counters | null,
  line: number,
  problems: ProblemLog,
): DumpHeader {
  const scaling = oldScaling(kind, totals);
  const rateText = /^\d+/.exec(written)?.[0] ?? '';
  let rateBytes = rateText === '' ? 0 : Number(rateText);
  if (!Number.isFinite(rateBytes)) {
    problems.add('rate-unusable', line, quoteText(written));
    rateBytes = 0;
  }
  if (scaling === 'halved-rate') rateBytes /= 2;
  if (scaling !== 'none' && rateBytes === 0) {
    problems.add('rate-assumed', line);
    rateBytes = DEFAULT_RATE;
  }
  if (totals === null) problems.add('no-header-totals', line);
  return { source: 'heap-profile', scaling, rateText, rateBytes, totals };
}

/** jeprof's rules (ReadHeapProfile): by the kind; a header without one is told by totals that are equal. */
function oldScaling(kind: string, totals: Counters | null): Scaling {
  if (kind === '') {
    const equal = totals !== null && totals[0] === totals[2] && totals[1] === totals[3];
    return equal ? 'halved-rate' : 'none';
  }
  if (kind === 'heapprofile' || !kind.includes('heap')) return 'none';
  return kind.includes('_v2') ? 'mean-size' : 'halved-rate';
}
