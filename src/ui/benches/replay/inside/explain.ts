/** Plain sentences for the decisions of one event. Pure: one row of {@link SENTENCES} for each kind of decision. */
import { formatBytes, formatCount, formatNanoseconds } from '../../../../base/numbers.js';
import type { Decision, Explanation, ExtentPlace } from '../../../../engine/inspect/explanation.js';
import type { Term } from './glossary.js';

const PAGE_BYTES = 4096;

export type Part =
  | string
  | { readonly term: Term; readonly text: string }
  /** A pageslab, or some pages of it. */
  | { readonly slab: number; readonly text: string };

/** `did`: something happened; `yes` and `no`: a condition held or failed; `note`: what it means. */
export type Tone = 'did' | 'yes' | 'no' | 'note';

export interface Sentence {
  readonly kind: Decision['kind'];
  readonly tone: Tone;
  readonly parts: readonly Part[];
}

type Row<Kind extends Decision['kind']> = (
  decision: Extract<Decision, { kind: Kind }>,
) => Omit<Sentence, 'kind'>;

function say(tone: Tone) {
  return (
    texts: TemplateStringsArray,
    ...values: readonly (Part | readonly Part[])[]
  ): Omit<Sentence, 'kind'> => ({
    tone,
    parts: texts
      .flatMap((text, i): readonly Part[] => {
        const value = values[i];
        return value === undefined
          ? [text]
          : [text, ...(Array.isArray(value) ? (value as Part[]) : [value as Part])];
      })
      .filter((part) => part !== ''),
  });
}
const did = say('did');
const yes = say('yes');
const no = say('no');

const term = (name: Term, text: string): Part => ({ term: name, text });
const slabPart = (slab: number): Part => ({ slab, text: `#${slab}` });
const pageCount = (pages: number): string => `${formatCount(pages)} ${pages === 1 ? 'page' : 'pages'}`;
const times = (count: number, one: string, more: string): string =>
  `${formatCount(count)} ${count === 1 ? one : more}`;

function pagesPart({ slab, begin, pages }: ExtentPlace): Part {
  return {
    slab,
    text: pages === 1 ? `page ${begin} of #${slab}` : `pages ${begin} to ${begin + pages - 1} of #${slab}`,
  };
}

/** "dirty 120 of at most 100 (dirty_max)". */
function dirtyOf(ndirty: number, dirtyMax: number): readonly Part[] {
  const limit = Number.isFinite(dirtyMax) ? formatCount(dirtyMax) : 'any number of';
  return [
    `${formatCount(ndirty)} `,
    term('dirty', 'dirty'),
    ` of ${limit} `,
    term('dirty-max', 'allowed'),
    ' pages',
  ];
}

const SENTENCES: { readonly [Kind in Decision['kind']]: Row<Kind> } = {
  pac: ({ pages, slabMaxAllocPages }) =>
    did`${pageCount(pages)} are more than ${term('slab-max-alloc', 'slab_max_alloc')} (${formatCount(slabMaxAllocPages)}) and not ${term('frequent', 'frequent')}, or more than a ${term('pageslab', 'pageslab')}: the ${term('pac', 'PAC')} has them. No pageslab changes.`,
  'ignored-free': ({ allocation, reason }) =>
    reason === 'unknown'
      ? no`This free names no allocation made so far: it is ignored, as jemalloc’s benchmark does.`
      : reason === 'dead'
        ? no`Allocation ${formatCount(allocation ?? 0)} has been freed before: this free is ignored, as jemalloc’s benchmark does.`
        : no`Allocation ${formatCount(allocation ?? 0)} belongs to another shard: this free is ignored, as jemalloc’s benchmark does.`,
  'sec-hit': ({ extent, binCount, binBytes }) =>
    did`The ${term('sec', 'SEC')} has one ready: ${pagesPart(extent)}, the last one put into its ${term('bin', 'bin')}. ${times(binCount, 'extent', 'extents')} (${formatBytes(binBytes)}) ${binCount === 1 ? 'stays' : 'stay'} there. The ${term('hpa', 'HPA')} is not asked.`,
  'sec-miss': ({ min, max }) =>
    no`The ${term('sec', 'SEC')}’s ${term('bin', 'bin')} for this size is empty. It asks the ${term('hpa', 'HPA')} for ${min === max ? formatCount(min) : `${formatCount(min)} to ${formatCount(max)}`} ${term('extent', 'extents')} at once, to have some for later.`,
  'sec-fill': ({ cached, refused, binBytes }) =>
    refused === 0
      ? did`${times(cached, 'spare extent goes', 'spare extents go')} into the ${term('bin', 'bin')}, which now holds ${formatBytes(binBytes)}.`
      : did`${times(cached, 'spare extent goes', 'spare extents go')} into the ${term('bin', 'bin')}, which now holds ${formatBytes(binBytes)}; ${formatCount(refused)} did not fit and go back to the HPA.`,
  'sec-keep': ({ extent, binBytes, maxBytes }) =>
    did`The ${term('sec', 'SEC')} keeps ${pagesPart(extent)} for the next request: its bin holds ${formatBytes(binBytes)} of ${term('max-bytes', 'max_bytes')} ${formatBytes(maxBytes)}. The pages stay ${term('active', 'active')}.`,
  'sec-flush': ({ extent, extents, bytes, binBytes, maxBytes }) =>
    did`${pagesPart(extent)} ${extent.pages === 1 ? 'goes' : 'go'} into the ${term('sec', 'SEC')}’s ${term('bin', 'bin')}, which is over ${term('max-bytes', 'max_bytes')} (${formatBytes(maxBytes)}) then: its ${extents === 1 ? 'oldest extent' : `${formatCount(extents)} oldest extents`} (${formatBytes(bytes)}) ${extents === 1 ? 'goes' : 'go'} back to the HPA, ${formatBytes(binBytes)} stay.`,
  pick: ({ pages, wantedBucket, bucket, candidates, slab, age, longestFreeRun }) => {
    const asked: readonly Part[] = [
      `${pageCount(pages)} fit from `,
      term('bucket', `bucket ${wantedBucket}`),
      ' on. ',
    ];
    if (slab === null) return no`${asked}No pageslab lies there or higher, and none is empty.`;
    const found: readonly Part[] = [
      slabPart(slab),
      ' (',
      term('age', `age ${formatCount(age ?? 0)}`),
      ', ',
      term('longest-free-run', 'longest free run'),
      ` ${formatCount(longestFreeRun ?? 0)})`,
    ];
    if (bucket === null)
      return yes`${asked}No used pageslab has room. Of ${times(candidates, 'empty one', 'empty ones')} the last one emptied is taken: ${found}.`;
    const where = bucket === wantedBucket ? 'There' : `The first with pageslabs is bucket ${bucket}: there`;
    return candidates === 1
      ? yes`${asked}${where} lies one pageslab: ${found}.`
      : yes`${asked}${where} lie ${formatCount(candidates)} pageslabs; the oldest is taken: ${found}.`;
  },
  grow: ({ slab, huge }) =>
    huge
      ? did`A new ${term('pageslab', 'pageslab')} is taken from the system: ${slabPart(slab)}. It starts ${term('huge', 'huge')}, so its free pages count as dirty at once.`
      : did`A new ${term('pageslab', 'pageslab')} is taken from the system: ${slabPart(slab)}. It starts ${term('retained', 'retained')}, without memory behind it.`,
  place: ({ slab, begin, pages, count }) =>
    count === 1
      ? did`${term('first-fit', 'First fit')}: ${pagesPart({ slab, begin, pages })}.`
      : did`${term('first-fit', 'First fit')}: ${formatCount(count)} extents of ${pageCount(pages)} side by side, ${pagesPart({ slab, begin, pages: pages * count })}.`,
  free: ({ extent, nactive, dirty }) =>
    did`${pagesPart(extent)} ${extent.pages === 1 ? 'is' : 'are'} free again: the pageslab has ${formatCount(nactive)} ${term('active', 'active')} and ${formatCount(dirty)} ${term('dirty', 'dirty')} pages left.`,
  'assume-huge': ({ slab }) =>
    did`${slabPart(slab)} was ${term('huge', 'huge')} and empty when it was purged, so it counts as huge again at first use: all its pages have memory. No call is counted.`,
  deferred: () =>
    no`Nothing is purged or hugified: ${term('deferral', 'deferral_allowed')} leaves that to a background thread, which a replay does not have.`,
  'purge-check': (check) => {
    const { sinceLastPurgeNs, minIntervalNs, ndirty, dirtyMax, hugifyNeeds, verdict } = check;
    const dirt = dirtyOf(ndirty, dirtyMax);
    switch (verdict) {
      case 'interval': {
        const left = formatNanoseconds(Math.max(0, minIntervalNs - sinceLastPurgeNs));
        return no`No ${term('purge', 'purge')}: the last pass was ${formatNanoseconds(sinceLastPurgeNs)} ago, ${term('interval', 'min_purge_interval_ms')} asks for ${formatNanoseconds(minIntervalNs)}; ${left} left. (${dirt})`;
      }
      case 'nothing-purgable':
        return no`The ${term('purge-pass', 'purge pass')} finds nothing: no pageslab may be purged. None is empty with dirty pages, none in use has ${term('threshold', 'purge_threshold')} dirty. (${dirt})`;
      case 'within-limit':
        return no`The ${term('purge-pass', 'purge pass')} has nothing to do: ${dirt}${hugifyNeeds === null ? '' : `, and the next hugify candidate would make it ${formatCount(hugifyNeeds)}, which is allowed too`}.`;
      case 'no-room':
        return no`A ${term('purge-pass', 'purge pass')} may purge no pageslab at all: experimental_max_purge_nhp is 0. (${dirt})`;
      case 'delayed':
        return no`A ${term('purge', 'purge')} is wanted (${dirt}), but the pageslabs that would be next have yet to wait for ${term('delay', 'min_purge_delay_ms')}.`;
      case 'too-dirty':
        return yes`A ${term('purge', 'purge')} is due: ${dirt}, and the last pass was ${formatNanoseconds(sinceLastPurgeNs)} ago (at least ${formatNanoseconds(minIntervalNs)}).`;
      case 'makes-room-to-hugify':
        return yes`A ${term('purge', 'purge')} makes room: ${dirt}, but the next ${term('candidate', 'hugify candidate')} would make it ${formatCount(hugifyNeeds ?? 0)}.`;
    }
  },
  purge: ({ slab, dirty, ranges, purgeList, huge, empty, dehugify }) => {
    const state = empty ? (huge ? 'empty, huge' : 'empty') : huge ? 'in use, huge' : 'in use, not huge';
    const split: readonly Part[] = dehugify
      ? [' Its huge page is ', term('dehugify', 'split'), ' first, since it is in use.']
      : [];
    return did`${slabPart(slab)} is ${term('purge', 'purged')}: ${formatCount(dirty)} dirty ${dirty === 1 ? 'page goes' : 'pages go'} back to the kernel in ${times(ranges, 'range', 'ranges')}. It was first on ${term('purge-list', `purge list ${purgeList}`)} (${state}).${split}`;
  },
  'purge-end': ({ pageslabs, ndirty, dirtyMax, hugifyNeeds, verdict }) => {
    const done = `The pass ends after ${times(pageslabs, 'pageslab', 'pageslabs')}: `;
    const dirt = dirtyOf(ndirty, dirtyMax);
    switch (verdict) {
      case 'limit':
        return no`${done}one ${term('purge-pass', 'pass')} may not purge more. (${dirt})`;
      case 'nothing-purgable':
        return no`${done}no other pageslab may be purged. (${dirt})`;
      case 'within-limit':
        return yes`${done}${dirt}${hugifyNeeds === null ? '' : `, ${formatCount(hugifyNeeds)} with the next hugify candidate`}.`;
      case 'delayed':
        return no`${done}the next ones have yet to wait for ${term('delay', 'min_purge_delay_ms')}. (${dirt})`;
    }
  },
  'hugify-check': ({ slab, needs, dirtyMax, waitedNs, delayNs, verdict }) => {
    const who: readonly Part[] = slab === null ? [] : [slabPart(slab)];
    const limit = Number.isFinite(dirtyMax) ? formatCount(dirtyMax) : 'any number';
    switch (verdict) {
      case 'no-candidate':
        return no`Nothing to ${term('hugify', 'hugify')}: no pageslab is a ${term('candidate', 'candidate')}.`;
      case 'blocked-by-dirty':
        return no`${who} is not ${term('hugify', 'hugified')}: its retained pages would become dirty, ${formatCount(needs ?? 0)} dirty pages of ${limit} ${term('dirty-max', 'allowed')}.`;
      case 'too-early':
        return no`${who} is not ${term('hugify', 'hugified')} yet: a candidate for ${formatNanoseconds(waitedNs ?? 0)}, ${term('hugify-delay', 'hugify_delay_ms')} asks for ${formatNanoseconds(delayNs)}.`;
      case 'hugify':
        return yes`${who} may be ${term('hugify', 'hugified')}: a candidate for ${formatNanoseconds(waitedNs ?? 0)} (at least ${formatNanoseconds(delayNs)}), and ${formatCount(needs ?? 0)} dirty pages of ${limit} ${term('dirty-max', 'allowed')}.`;
    }
  },
  hugify: ({ slab, retained, counted, refused }) =>
    refused
      ? no`The kernel refuses a huge page for ${slabPart(slab)} (hugify_refused); jemalloc counts the failure and treats it as ${term('huge', 'huge')} all the same.`
      : did`${slabPart(slab)} becomes ${term('huge', 'huge')}: ${pageCount(retained)} without memory get some and count as dirty.${counted ? '' : ' This style asks the kernel for nothing, so no call is counted.'}`,
};

/** One sentence, or several of a kind that one sums up. */
export interface Step extends Sentence {
  /** What it sums up; empty for a single sentence. */
  readonly details: readonly Sentence[];
}

/** So many frees in a row are summed up: a flush of the SEC gives back dozens of extents. */
const SUMMED_FROM = 4;

/** The sentences in the order the decisions were taken. */
export function sentencesOf(explanation: Explanation): readonly Step[] {
  const steps: Step[] = [];
  let frees: Extract<Decision, { kind: 'free' }>[] = [];
  const single = (decision: Decision): Step => ({ ...sentenceFor(decision), details: [] });
  const endFrees = (): void => {
    if (frees.length < SUMMED_FROM) steps.push(...frees.map(single));
    else steps.push({ kind: 'free', ...freesSummed(frees), details: frees.map(single) });
    frees = [];
  };
  for (const decision of explanation.decisions) {
    if (decision.kind === 'free') frees.push(decision);
    else {
      endFrees();
      steps.push(single(decision));
    }
  }
  endFrees();
  return steps;
}

/** Pageslabs named in a sum; more would be a list to read, not a sentence. */
const MOST_NAMED = 5;

function freesSummed(frees: readonly Extract<Decision, { kind: 'free' }>[]): Omit<Sentence, 'kind'> {
  const pages = frees.reduce((sum, { extent }) => sum + extent.pages, 0);
  const slabs = [...new Set(frees.map(({ extent }) => extent.slab))];
  const named: Part[] = slabs
    .slice(0, MOST_NAMED)
    .flatMap((slab, i): Part[] => (i === 0 ? [slabPart(slab)] : [', ', slabPart(slab)]));
  if (slabs.length > MOST_NAMED) named.push(` and ${formatCount(slabs.length - MOST_NAMED)} more pageslabs`);
  return did`${formatCount(frees.length)} extents, ${pageCount(pages)}, are free again in ${named}.`;
}

function sentenceFor<Kind extends Decision['kind']>(decision: Extract<Decision, { kind: Kind }>): Sentence {
  const kind: Kind = decision.kind;
  const row: Row<Kind> = SENTENCES[kind];
  return { kind, ...row(decision) };
}

/** What the event asked for. */
export function headline({
  event,
  operation,
  pages,
  frequent,
  allocation,
  shard,
}: Explanation): readonly Part[] {
  const number = `Event ${formatCount(event + 1)}: `;
  if (pages === null) return [`${number}a free in shard ${shard}`];
  const size = `${pageCount(pages)} (${formatBytes(pages * PAGE_BYTES)})`;
  const named = allocation === null ? '' : `, allocation ${formatCount(allocation)}`;
  const what = `${number}${operation === 'alloc' ? 'allocate' : 'free'} ${size}, shard ${shard}${named}`;
  return operation === 'alloc' && frequent ? [what, ', ', term('frequent', 'frequent')] : [what];
}

export function plainText(parts: readonly Part[]): string {
  return parts.map((part) => (typeof part === 'string' ? part : part.text)).join('');
}

/** The pages an event took, gave or moved between the program and the SEC: what the map frames. */
export function touchedExtents({ decisions }: Explanation): readonly ExtentPlace[] {
  return decisions.flatMap((decision): ExtentPlace[] => {
    switch (decision.kind) {
      case 'sec-hit':
      case 'sec-keep':
      case 'sec-flush':
      case 'free':
        return [decision.extent];
      case 'place':
        return [{ slab: decision.slab, begin: decision.begin, pages: decision.pages * decision.count }];
      default:
        return [];
    }
  });
}
