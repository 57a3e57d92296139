import { describe, expect, it } from 'vitest';
import { openBytes, readProfile } from './profile-text.fixture.js';

const LOG = JSON.stringify({
  info: { duration: 8, version: '5.3.0', lg_sample_rate: 12, prof_time_resolution: 'default', pid: 7 },
  threads: [
    { thr_uid: 0, thr_name: 'main' },
    { thr_uid: 3, thr_name: '' },
  ],
  stack_traces: [['0x1000', '0x2001'], ['0x7f0012345678']],
  allocations: [
    {
      alloc_thread: 0,
      free_thread: 1,
      alloc_trace: 0,
      free_trace: 1,
      alloc_timestamp: 1,
      free_timestamp: 2,
      usize: 16,
    },
    {
      alloc_thread: 0,
      free_thread: 0,
      alloc_trace: 0,
      free_trace: 1,
      alloc_timestamp: 1,
      free_timestamp: 2,
      usize: 16,
    },
    {
      alloc_thread: 1,
      free_thread: 0,
      alloc_trace: 0,
      free_trace: 1,
      alloc_timestamp: 1,
      free_timestamp: 2,
      usize: 1024,
    },
  ],
});

describe('prof_log', () => {
  it('gathers samples by stack, thread and size', async () => {
    const { profile, records, counts } = await readProfile(LOG);
    expect(profile).toMatchObject({
      source: 'prof_log',
      scaling: 'mean-size',
      oneSizeRecords: true,
      rate: { bytes: 4096 },
    });
    expect(profile.threads).toEqual([
      { uid: 0n, name: 'main', header: null },
      { uid: 3n, name: null, header: null },
    ]);
    expect(records).toEqual([
      '0x1000 0x2001 t* 0 0 [2 32]',
      '0x1000 0x2001 t0 0 0 [2 32]',
      '0x1000 0x2001 t* 0 0 [1 1024]',
      '0x1000 0x2001 t3 0 0 [1 1024]',
    ]);
    expect(counts).toEqual({ 'log-freed-only': 1 });
  });

  it('does not mind the order of its parts, blanks, or where chunks end', async () => {
    const { info, ...rest } = JSON.parse(LOG) as Record<string, unknown>;
    const turned = JSON.stringify(
      { ...Object.fromEntries(Object.entries(rest).toReversed()), info },
      null,
      2,
    );
    const expected = (await readProfile(LOG)).records;
    for (const chunk of [1, 5, 1000]) expect((await readProfile(turned, chunk)).records).toEqual(expected);
  });

  it.each([
    ['a trace that is not there', LOG.replace('"alloc_trace":0', '"alloc_trace":9'), { 'bad-allocation': 1 }],
    ['a size that is none', LOG.replace('"usize":1024', '"usize":-1'), { 'bad-allocation': 1 }],
    ['an address that is none', LOG.replace('"0x2001"', '"main"'), { 'bad-allocation': 3 }],
    ['no rate', LOG.replace('"lg_sample_rate":12,', ''), { 'rate-missing': 1 }],
  ])('%s', async (_, text, problems) => {
    const outcome = await openBytes(text);
    const counts = Object.fromEntries(outcome.problems.map(({ kind, count }) => [kind, count]));
    expect(counts).toEqual({ 'log-freed-only': 1, ...problems });
  });

  it.each(['a "quoted" name', 'back\\slash', '", "', 'x"y\\"', 'brace } and ] in'])(
    'a thread called %s, written without escapes',
    async (name) => {
      const { profile } = await readProfile(LOG.replace('"main"', `"${name}"`));
      expect(profile.threads[0]?.uid).toBe(0n);
      // The one name no reader can tell from the end of a string.
      if (name !== '", "') expect(profile.threads[0]?.name).toBe(name);
    },
  );

  it('cut at any byte says so and keeps what came before', async () => {
    for (let length = 40; length < LOG.length; length += 3) {
      const outcome = await openBytes(LOG.slice(0, length));
      if (outcome.kind === 'profile')
        expect(outcome.problems.map(({ kind }) => kind)).toContain('json-broken');
      else expect(outcome.kind).toBe('unusable');
    }
  });

  it('without allocations there is nothing to show', async () => {
    expect(
      await openBytes('{"info":{"lg_sample_rate":12},"threads":[],"stack_traces":[],"allocations":[]}'),
    ).toMatchObject({
      kind: 'unusable',
      sentence: expect.stringContaining('prof_log') as string,
    });
  });

  it('nested without end is told, not followed', async () => {
    const outcome = await openBytes(`{"info":{"lg_sample_rate":12},"threads":${'['.repeat(100_000)}`);
    expect(outcome.problems.map(({ kind }) => kind)).toContain('json-broken');
  });
});

describe('prof_recent', () => {
  const entry = (released: boolean, usize: number) => ({
    size: usize - 1,
    usize,
    released,
    alloc_thread_uid: 2,
    alloc_thread_name: 'w',
    alloc_time: 1_685_241_376_482,
    alloc_trace: ['0x1000', '0x2001'],
    ...(released ? { dalloc_thread_uid: 2, dalloc_time: 5, dalloc_trace: ['0x1'] } : {}),
  });

  it('counts all as allocated and those not released as in use', async () => {
    const text = JSON.stringify({
      sample_interval: 4096,
      recent_alloc_max: 60,
      recent_alloc: [entry(true, 64), entry(false, 64), entry(false, 20_480)],
    });
    const { profile, records, counts, sentences } = await readProfile(text);
    expect(profile).toMatchObject({ source: 'prof_recent', rate: { bytes: 4096 }, oneSizeRecords: true });
    expect(profile.threads).toEqual([{ uid: 2n, name: 'w', header: null }]);
    expect(records.filter((line) => line.includes('t*'))).toEqual([
      '0x1000 0x2001 t* 1 64 [2 128]',
      '0x1000 0x2001 t* 1 20480 [1 20480]',
    ]);
    expect(counts).toEqual({ 'recent-window': 1 });
    expect(sentences['recent-window']).toContain('newest 60');
  });
});
