import { describe, expect, it } from 'vitest';
import type { Decision, Explanation } from '../../../../engine/inspect/explanation.js';
import { headline, type Part, plainText, sentencesOf, touchedExtents } from './explain.js';
import { GLOSSARY } from './glossary.js';

const plain = (parts: readonly Part[]): string => plainText(parts).replaceAll('\u202f', ' ');

function explained(...decisions: Decision[]): Explanation {
  return {
    event: 41_999,
    operation: 'alloc',
    shard: 2,
    pages: 3,
    frequent: true,
    allocation: 777,
    decisions,
  };
}
const only = (decision: Decision): string => plain(sentencesOf(explained(decision))[0]?.parts ?? []);

const check = {
  kind: 'purge-check',
  sinceLastPurgeNs: 7.25e9,
  minIntervalNs: 5e9,
  intervalPassed: true,
  anyPurgable: true,
  ndirty: 1200,
  dirtyMax: 1000,
  hugifyNeeds: null,
  verdict: 'too-dirty',
} as const satisfies Decision;

describe('the headline', () => {
  it('names the event from 1, as the cursor counts', () => {
    expect(plain(headline(explained()))).toBe(
      'Event 42 000: allocate 3 pages (12 KiB), shard 2, allocation 777, frequent',
    );
    expect(plain(headline({ ...explained(), operation: 'dalloc', frequent: false }))).toBe(
      'Event 42 000: free 3 pages (12 KiB), shard 2, allocation 777',
    );
    expect(plain(headline({ ...explained(), pages: null }))).toBe('Event 42 000: a free in shard 2');
  });
});

describe('choosing a pageslab', () => {
  const pick = {
    kind: 'pick',
    pages: 3,
    wantedBucket: 3,
    bucket: 5,
    candidates: 4,
    slab: 12,
    age: 7,
    longestFreeRun: 6,
  } as const satisfies Decision;

  it('tells the bucket, the candidates, and why the oldest', () => {
    expect(only(pick)).toBe(
      '3 pages fit from bucket 3 on. The first with pageslabs is bucket 5: there lie 4 pageslabs; the oldest is taken: #12 (age 7, longest free run 6).',
    );
    expect(only({ ...pick, bucket: 3, candidates: 1 })).toContain('There lies one pageslab: #12');
  });

  it('tells an empty one, and none at all', () => {
    expect(only({ ...pick, bucket: null, candidates: 2, longestFreeRun: 512 })).toContain(
      'Of 2 empty ones the last one emptied is taken: #12',
    );
    expect(only({ ...pick, bucket: null, slab: null, age: null, longestFreeRun: null })).toContain(
      'none is empty',
    );
  });

  it('names the pages', () => {
    expect(only({ kind: 'place', slab: 12, begin: 40, pages: 3, count: 1 })).toBe(
      'First fit: pages 40 to 42 of #12.',
    );
    expect(only({ kind: 'place', slab: 12, begin: 40, pages: 3, count: 2 })).toBe(
      'First fit: 2 extents of 3 pages side by side, pages 40 to 45 of #12.',
    );
    expect(only({ kind: 'grow', slab: 13, huge: true })).toContain('#13. It starts huge');
  });
});

describe('purging', () => {
  it('gives the numbers of each verdict', () => {
    expect(only(check)).toBe(
      'A purge is due: 1 200 dirty of 1 000 allowed pages, and the last pass was 7.25 s ago (at least 5 s).',
    );
    expect(only({ ...check, sinceLastPurgeNs: 1.5e9, verdict: 'interval' })).toContain(
      'the last pass was 1.50 s ago, min_purge_interval_ms asks for 5 s; 3.50 s left',
    );
    expect(only({ ...check, ndirty: 900, verdict: 'within-limit', hugifyNeeds: 950 })).toContain(
      '900 dirty of 1 000 allowed pages, and the next hugify candidate would make it 950',
    );
    expect(only({ ...check, ndirty: 900, verdict: 'makes-room-to-hugify', hugifyNeeds: 1100 })).toContain(
      'would make it 1 100',
    );
    expect(only({ ...check, verdict: 'delayed' })).toContain('min_purge_delay_ms');
    expect(only({ ...check, verdict: 'no-room' })).toContain('experimental_max_purge_nhp is 0');
    expect(only({ ...check, verdict: 'nothing-purgable', anyPurgable: false })).toContain('purge_threshold');
    expect(only({ ...check, dirtyMax: Number.POSITIVE_INFINITY, verdict: 'within-limit' })).toContain(
      'of any number of allowed pages',
    );
  });

  it('tells what was purged, from which list, and what was split for it', () => {
    const purge = {
      kind: 'purge',
      slab: 9,
      dirty: 300,
      ranges: 4,
      purgeList: 56,
      huge: true,
      empty: false,
      dehugify: true,
    } as const satisfies Decision;
    expect(only(purge)).toBe(
      '#9 is purged: 300 dirty pages go back to the kernel in 4 ranges. It was first on purge list 56 (in use, huge). Its huge page is split first, since it is in use.',
    );
    const end = { kind: 'purge-end', pageslabs: 1, ndirty: 800, dirtyMax: 1000, hugifyNeeds: null } as const;
    expect(only({ ...end, verdict: 'within-limit' })).toBe(
      'The pass ends after 1 pageslab: 800 dirty of 1 000 allowed pages.',
    );
    for (const verdict of ['limit', 'nothing-purgable', 'delayed'] as const) {
      expect(only({ ...end, verdict })).toContain('The pass ends after 1 pageslab: ');
    }
  });
});

describe('hugifying', () => {
  const hugify = {
    kind: 'hugify-check',
    slab: 4,
    needs: 1100,
    dirtyMax: 1000,
    waitedNs: 2e9,
    delayNs: 10e9,
    verdict: 'too-early',
  } as const satisfies Decision;

  it('gives the numbers of each verdict', () => {
    expect(only(hugify)).toBe('#4 is not hugified yet: a candidate for 2 s, hugify_delay_ms asks for 10 s.');
    expect(only({ ...hugify, verdict: 'blocked-by-dirty' })).toContain('1 100 dirty pages of 1 000 allowed');
    expect(only({ ...hugify, verdict: 'hugify', waitedNs: 12e9, needs: 600 })).toContain('600 dirty pages');
    expect(only({ ...hugify, verdict: 'no-candidate', slab: null, needs: null })).toContain(
      'no pageslab is a candidate',
    );
  });

  it('tells a call, none, and a refusal', () => {
    const done = { kind: 'hugify', slab: 4, retained: 72, counted: true, refused: false } as const;
    expect(only(done)).toBe('#4 becomes huge: 72 pages without memory get some and count as dirty.');
    expect(only({ ...done, counted: false })).toContain('no call is counted');
    expect(only({ ...done, refused: true })).toContain('refuses');
  });
});

describe('the SEC, the PAC, and frees', () => {
  const extent = { slab: 1, begin: 10, pages: 1 };

  it('says what it kept, gave, filled and flushed', () => {
    expect(only({ kind: 'sec-hit', extent, binCount: 1, binBytes: 4096 })).toContain(
      'page 10 of #1, the last one put into its bin. 1 extent (4 KiB) stays there',
    );
    expect(only({ kind: 'sec-miss', min: 2, max: 8 })).toContain('2 to 8 extents');
    expect(only({ kind: 'sec-fill', cached: 3, refused: 1, binBytes: 12_288 })).toContain('1 did not fit');
    expect(only({ kind: 'sec-fill', cached: 1, refused: 0, binBytes: 4096 })).toBe(
      '1 spare extent goes into the bin, which now holds 4 KiB.',
    );
    expect(only({ kind: 'sec-keep', extent, binBytes: 8192, maxBytes: 262_144 })).toContain(
      'its bin holds 8 KiB of max_bytes 256 KiB',
    );
    expect(
      only({ kind: 'sec-flush', extent, extents: 5, bytes: 20_480, binBytes: 196_608, maxBytes: 262_144 }),
    ).toContain('its 5 oldest extents (20 KiB) go back to the HPA, 192 KiB stay');
  });

  it('says what the HPA has nothing to do with', () => {
    expect(only({ kind: 'pac', pages: 40, slabMaxAllocPages: 16 })).toContain(
      '40 pages are more than slab_max_alloc (16)',
    );
    expect(only({ kind: 'ignored-free', allocation: null, reason: 'unknown' })).toContain('no allocation');
    expect(only({ kind: 'ignored-free', allocation: 5, reason: 'dead' })).toContain('Allocation 5');
    expect(only({ kind: 'ignored-free', allocation: 5, reason: 'other-shard' })).toContain('another shard');
    expect(only({ kind: 'deferred' })).toContain('deferral_allowed');
  });

  it('says what a free leaves', () => {
    expect(only({ kind: 'free', extent, nactive: 100, dirty: 20 })).toBe(
      'page 10 of #1 is free again: the pageslab has 100 active and 20 dirty pages left.',
    );
    expect(only({ kind: 'assume-huge', slab: 3 })).toContain('#3 was huge and empty');
  });
});

it('keeps the order of the decisions, and marks what held and what failed', () => {
  const sentences = sentencesOf(explained({ ...check, verdict: 'interval' }, check, { kind: 'deferred' }));
  expect(sentences.map(({ kind, tone }) => `${kind} ${tone}`)).toEqual([
    'purge-check no',
    'purge-check yes',
    'deferred no',
  ]);
});

it('sums up many frees in a row, and keeps each', () => {
  const free = (slab: number): Decision => ({
    kind: 'free',
    extent: { slab, begin: 8, pages: 2 },
    nactive: 1,
    dirty: 2,
  });
  const few = sentencesOf(explained(free(1), free(2), free(3), check));
  expect(few.map(({ details }) => details.length)).toEqual([0, 0, 0, 0]);
  const steps = sentencesOf(explained(check, free(1), free(2), free(1), free(3), check));
  expect(steps.map(({ kind, details }) => `${kind} ${details.length}`)).toEqual([
    'purge-check 0',
    'free 4',
    'purge-check 0',
  ]);
  expect(plain(steps[1]?.parts ?? [])).toBe('4 extents, 8 pages, are free again in #1, #2, #3.');
  const many = sentencesOf(explained(...[1, 2, 3, 4, 5, 6, 7].map(free)));
  expect(plain(many[0]?.parts ?? [])).toContain('#5 and 2 more pageslabs.');
});

it('frames the pages that were placed, freed and kept', () => {
  const extent = { slab: 1, begin: 10, pages: 4 };
  expect(
    touchedExtents(
      explained(
        { kind: 'place', slab: 2, begin: 8, pages: 3, count: 2 },
        { kind: 'free', extent, nactive: 0, dirty: 4 },
        check,
      ),
    ),
  ).toEqual([{ slab: 2, begin: 8, pages: 6 }, extent]);
});

it('explains each term it links, in a sentence', () => {
  for (const text of Object.values(GLOSSARY)) expect(text).toMatch(/^[A-Za-z].{20,}\.$/);
});
