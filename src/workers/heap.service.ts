/** What the heap worker does, without the worker: it holds profiles and names, and answers questions about them. */
import { transfer } from 'comlink';
import { workloadOfProfile } from '../engine/sampling/profile-sizes.js';
import { type HeapProfile, MERGED } from '../engine/profile/profile.js';
import type { ExportRequest, HeapApi, HeapQueries, HeapQuestion, StreamSummary } from './heap.api.js';
import { detail } from './heap/detail.js';
import { diff } from './heap/diff.js';
import { exportHeap } from './heap/export.js';
import { facts } from './heap/facts.js';
import { growth } from './heap/growth.js';
import { Holdings } from './heap/holdings.js';
import { Lenses } from './heap/lens.js';
import { look } from './heap/look.js';
import { rules } from './heap/rules.js';
import { makeStream, type Stream } from './heap/stream.js';
import { threads } from './heap/threads.js';

/** @param now milliseconds from any start */
export function createHeapService(now: () => number): HeapApi {
  const holdings = new Holdings();
  const lenses = new Lenses(holdings);
  const change = (make: () => void): Promise<void> => {
    make();
    lenses.clear();
    return Promise.resolve();
  };
  const streams = new Map<string, Stream>();
  const streamOf = (id: string): Stream => {
    const stream = streams.get(id);
    if (stream === undefined) throw new Error('the heap worker was started again meanwhile.');
    return stream;
  };
  return {
    addProfile: (id, profile) => change(() => holdings.addProfile(id, profile)),
    removeProfile: (id) => change(() => holdings.removeProfile(id)),
    addSymbols: (id, symbols) => change(() => holdings.addSymbols(id, symbols)),
    removeSymbols: (id) => change(() => holdings.removeSymbols(id)),
    addNames: (id, names) => change(() => holdings.addNames(id, names)),
    workload: (id) => Promise.resolve().then(() => workloadOfProfile(holdings.profile(id))),
    places(id) {
      const { addresses, mappings } = holdings.profile(id);
      return Promise.resolve({ words: addresses.words.slice(), mappings });
    },
    look: (request) =>
      answer<'look'>(() => {
        const begun = now();
        const answered = look(lenses, request);
        const mixedRates = lenses.rates(request.profiles).length > 1;
        return { ...answered, mixedRates, milliseconds: now() - begun };
      }),
    facts: ({ profile }) => answer<'facts'>(() => facts(holdings, lenses, profile)),
    detail: (request) => answer<'detail'>(() => detail(lenses, request)),
    threads: (request) => answer<'threads'>(() => threads(lenses, request)),
    rules: (request) => answer<'rules'>(() => rules(lenses, request)),
    growth: (request) => answer<'growth'>(() => growth(holdings, lenses, request)),
    diff: (request) => answer<'diff'>(() => diff(lenses, request)),
    export: (request: ExportRequest) => exportHeap(holdings, lenses, request),
    beginStream: (id, request) => Promise.resolve().then(() => void streams.set(id, makeStream(request))),
    addToStream: (id, profile) => Promise.resolve().then(() => streamOf(id).add(profile)),
    endStream: (id) =>
      Promise.resolve().then(() => {
        const streamed = streamOf(id).finish();
        streams.delete(id);
        holdings.addStreamed(id, streamed);
        lenses.clear();
        return summaryOf(streamed.profile, holdings.rates(id));
      }),
    dropStream: (id) => Promise.resolve().then(() => void streams.delete(id)),
  };
}

function summaryOf(profile: HeapProfile, rates: readonly number[]): StreamSummary {
  const { records, threads, addresses, symbols, source } = profile;
  return {
    source,
    rates,
    stacks: records.thread.reduce((sum, thread) => sum + (thread === MERGED ? 1 : 0), 0),
    threads: threads.map(({ uid, name }) => ({ uid: String(uid), name })),
    frames: addresses.length,
    named: symbols !== null && symbols.length > 0,
  };
}

/** Computes at once; what is thrown becomes a rejection, the answer's arrays are handed over. */
async function answer<K extends HeapQuestion>(
  compute: () => HeapQueries[K]['answer'],
): Promise<HeapQueries[K]['answer']> {
  const value = await Promise.resolve().then(compute);
  return transfer(value, [...buffersOf(value)]);
}

/** All buffers of typed arrays within an answer; one that is shared counts once. */
function buffersOf(value: unknown, found = new Set<ArrayBuffer>()): Set<ArrayBuffer> {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) found.add(value.buffer);
  } else if (typeof value === 'object' && value !== null && !isStrings(value)) {
    for (const part of Object.values(value)) buffersOf(part, found);
  }
  return found;
}

/** Long lists of names hold no buffers. */
function isStrings(value: object): boolean {
  return Array.isArray(value) && (value.length === 0 || typeof value[0] === 'string');
}
