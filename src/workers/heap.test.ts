/** The heap service, asked directly: its answers agree with each other and with what the real jeprof printed. */
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { openFile } from '../formats/open.js';
import { MEASURES } from '../engine/profile/profile.js';
import type { HeapApi, HeapLens, LookAnswer, LookRequest, StreamRequest } from './heap.api.js';
import { createHeapService } from './heap.service.js';

const SAMPLES = 'public/samples/heap';
const GOLDEN = '../shared/golden/heap/golden';

const LENS: HeapLens = {
  measure: 'inuse_space',
  number: 'jeprof',
  granularity: 'functions',
  pruning: 'jeprof',
  focus: '',
  ignore: '',
  hide: '',
  thread: null,
  names: 0,
};

const lookAt = (profiles: readonly string[], change: Partial<LookRequest> = {}): LookRequest => ({
  ...LENS,
  profiles,
  sizes: false,
  ...change,
});

async function add(service: HeapApi, id: string, bytes: Uint8Array): Promise<void> {
  const blob = new Blob([new Uint8Array(bytes)]);
  const outcome = await openFile({ name: id, size: blob.size, stream: () => blob.stream() });
  if (outcome.kind !== 'profile') throw new Error(`${id} is no profile`);
  await service.addProfile(id, outcome.profile);
}

const sample = (file: string): Uint8Array => gunzipSync(readFileSync(`${SAMPLES}/${file}.heap.gz`));

/** flat and cum by name. */
function table({ top, tree }: LookAnswer): Map<string, [number, number]> {
  return new Map(
    Array.from(top.name, (name, row) => [
      tree.names[name] ?? '',
      [top.flat[row] ?? Number.NaN, top.cum[row] ?? Number.NaN],
    ]),
  );
}

describe('answers about the sample dumps', () => {
  const service = createHeapService(() => 0);
  beforeAll(async () => {
    await add(service, 'redis', sample('redis-lg12-accum'));
    await add(service, 'python', sample('python-lg19'));
    for (const kind of ['i1', 'i10']) await add(service, kind, sample(`redis-seq-lg16.${kind}`));
  });

  it.skipIf(!existsSync(GOLDEN))('the top table is jeprof’s', async () => {
    for (const [id, file] of [
      ['redis', 'redis-lg12-accum.bytes.txt'],
      ['python', 'python-lg19.bytes.txt'],
    ] as const) {
      const lines = readFileSync(`${GOLDEN}/${file}`, 'utf8').trim().split('\n').slice(1);
      // oxlint-disable-next-line no-await-in-loop
      const rows = table(await service.look(lookAt([id])));
      expect(lines.length).toBeGreaterThan(10);
      for (const line of lines) {
        const [flat = '', , , cum = '', , ...name] = line.trim().split(/ +/);
        const found = rows.get(name.join(' '));
        expect(Math.trunc(found?.[0] ?? Number.NaN), line).toBe(Number(flat));
        expect(Math.trunc(found?.[1] ?? Number.NaN), line).toBe(Number(cum));
      }
    }
  });

  it('details agree with the table for every name', async () => {
    const answer = await service.look(lookAt(['python'], { number: 'best' }));
    for (const [name, [flat, cum]] of table(answer)) {
      // oxlint-disable-next-line no-await-in-loop
      const detail = await service.detail({ ...lookAt(['python'], { number: 'best' }), name });
      expect(detail.cum, name).toBeCloseTo(cum, 3);
      expect(detail.flat, name).toBeCloseTo(flat, 3);
      expect(detail.measures[0]?.best, name).toBeCloseTo(cum, 3);
      const bySize = detail.sizes.bytes.reduce((sum, one) => sum + one, 0);
      expect(bySize, name).toBeCloseTo(cum, 3);
      expect(detail.threads.reduce((sum, one) => sum + one.value, 0) / cum, name).toBeCloseTo(1, 1);
      expect(detail.stacks[0]?.frames).toContain(name);
    }
  });

  it('a root is called by nobody, and its callees hold what it does not hold itself', async () => {
    const detail = await service.detail({ ...lookAt(['redis']), name: 'main' });
    expect(detail.callers.map(({ name }) => name)).toEqual(['__libc_start_call_main']);
    const called = detail.callees.reduce((sum, { value }) => sum + value, 0);
    expect(called + detail.flat).toBeCloseTo(detail.cum, 3);
    expect((await service.detail({ ...lookAt(['redis']), name: 'no such' })).found).toBe(false);
  });

  it('a difference is after less before, name by name', async () => {
    const [before, after] = await Promise.all([service.look(lookAt(['i1'])), service.look(lookAt(['i10']))]);
    const diff = await service.diff({ ...LENS, before: 'i1', after: 'i10' });
    expect(diff.after).toBeCloseTo(after.total, 3);
    expect(diff.before).toBeCloseTo(before.total, 3);
    expect(diff.variance).toBeCloseTo(after.totalVariance + before.totalVariance, 0);
    const [old, now] = [table(before), table(after)];
    diff.cum.name.forEach((name, row) => {
      const text = diff.tree.names[name] ?? '';
      expect(diff.cum.after[row], text).toBeCloseTo(now.get(text)?.[1] ?? 0, 3);
      expect(diff.cum.before[row], text).toBeCloseTo(old.get(text)?.[1] ?? 0, 3);
    });
  });

  it('a series says of each dump what the dump says alone', async () => {
    const growth = await service.growth({ ...lookAt(['i1', 'i10']), times: null });
    const tables = [table(await service.look(lookAt(['i1']))), table(await service.look(lookAt(['i10'])))];
    growth.names.forEach((name, row) => {
      for (const [dump, rows] of tables.entries()) {
        expect(growth.values[2 * row + dump], name).toBeCloseTo(rows.get(name)?.[1] ?? 0, 3);
      }
      const change = (growth.values[2 * row + 1] ?? 0) - (growth.values[2 * row] ?? 0);
      expect(growth.slopes[row], name).toBeCloseTo(change, 3);
    });
  });

  it('a sum of dumps with other rates is the sum of their totals', async () => {
    const sum = await service.look(lookAt(['redis', 'python']));
    const one = await service.look(lookAt(['redis']));
    const other = await service.look(lookAt(['python']));
    expect(sum.total).toBeCloseTo(one.total + other.total, 2);
    expect(sum.mixedRates).toBe(true);
    expect(sum.unnamed).toEqual([]);
  });

  it('filters leave the total alone and show a part', async () => {
    const all = await service.look(lookAt(['redis']));
    const some = await service.look(lookAt(['redis'], { focus: 'luaM_' }));
    expect(some.total).toBe(all.total);
    expect(some.stacksShown).toBeLessThan(all.stacksShown);
    const none = await service.look(lookAt(['redis'], { ignore: '.' }));
    expect([none.stacksShown, none.top.name.length]).toEqual([0, 0]);
    const hidden = await service.look(lookAt(['redis'], { hide: '^main$' }));
    expect(table(hidden).has('main')).toBe(false);
  });

  it('the four rules agree where each stack is its own row and of one size', async () => {
    const rules = await service.rules({ ...lookAt(['redis']), kind: 'stack' });
    rules.stacks.forEach((value, row) => {
      // One record a row: pooling it with itself changes nothing.
      expect(rules.pooled[row], rules.names[row]).toBeCloseTo(value, 3);
    });
    const whole = await service.rules({ ...lookAt(['redis']), kind: 'whole' });
    expect(whole.names).toEqual(['all']);
    expect(whole.whole[0]).toBeLessThan(0.7 * (whole.stacks[0] ?? 0));
  });

  it('facts: rate, writer, header against sums', async () => {
    const facts = await service.facts({ profile: 'redis', names: 0 });
    expect(facts).toMatchObject({ rate: 4096, rateText: '4096', writer: 'unbiased', accumulates: true });
    const bytes = facts.measures.find(({ measure }) => measure === 'inuse_space');
    const { total } = await service.look(lookAt(['redis']));
    expect(bytes?.jeprof).toBeCloseTo(total, 3);
    // The header is scaled as one record; jemalloc chose its numbers so that it comes out right.
    expect((bytes?.headerScaled ?? 0) / total).toBeCloseTo(1, 2);
    expect(facts.namedFrames).toBe(facts.frames);
    const own = facts.rates.find(({ rate }) => rate === 4096);
    expect((own?.samples ?? 0) / facts.samples).toBeCloseTo(1, 1);
  });

  it('sizes colour every name that holds memory', async () => {
    const { sizeClasses, top } = await service.look(lookAt(['redis'], { sizes: true }));
    top.name.forEach((name, row) => {
      const group = sizeClasses.ofName[name] ?? -1;
      expect(group >= 0, String(name)).toBe((top.cum[row] ?? 0) > 0);
    });
  });

  it('a profile that is gone is told', async () => {
    await expect(service.look(lookAt(['gone']))).rejects.toThrow('no longer open');
    await add(service, 'short', sample('redis-seq-lg16.f'));
    await service.look(lookAt(['short']));
    await service.removeProfile('short');
    await expect(service.look(lookAt(['short']))).rejects.toThrow('no longer open');
  });
});

describe('names', () => {
  it('side files name what nothing else names, and are taken away again', async () => {
    const service = createHeapService(() => 0);
    await add(service, 'gt', readFileSync(`${SAMPLES}/gt-abcd-lg12-accum.heap`));
    const before = await service.look(lookAt(['gt'], { pruning: 'union' }));
    expect(before.unnamed[0]?.module).toMatch(/\/gt$/);
    const [leaf] = [...table(before)].toSorted((a, b) => b[1][0] - a[1][0]).map(([name]) => name);
    expect(leaf).toMatch(/^gt\+0x[0-9a-f]+$/);
    const { words } = await service.places('gt');
    const names = Array.from({ length: words.length / 2 }, (_, row) => `f${row}`);
    await service.addSymbols('side', { program: '', length: names.length, words: words.slice(), names });
    const after = await service.look(lookAt(['gt'], { names: 1 }));
    expect(after.unnamed).toEqual([]);
    expect([...table(after).keys()].every((name) => /^f\d+$/.test(name))).toBe(true);
    await service.removeSymbols('side');
    expect((await service.look(lookAt(['gt']))).unnamed.length).toBeGreaterThan(0);
  });
});

describe('dumps that pass through', () => {
  const service = createHeapService(() => 0);
  const files = ['redis-lg12-accum', 'redis-seq-lg16.i1', 'redis-seq-lg16.i10'];
  const read = async (file: string) => {
    const bytes = sample(file);
    const outcome = await openFile({
      name: file,
      size: bytes.length,
      stream: () => new Blob([new Uint8Array(bytes)]).stream(),
    });
    if (outcome.kind !== 'profile') throw new Error(`${file} is no profile`);
    return outcome.profile;
  };
  const stream = async (id: string, request: StreamRequest, from: readonly string[]): Promise<void> => {
    await service.beginStream(id, request);
    for (const file of from) {
      // oxlint-disable-next-line no-await-in-loop -- one by one, as they come
      await service.addToStream(id, await read(file));
    }
    await service.endStream(id);
  };
  beforeAll(async () => {
    for (const file of files) await add(service, file, sample(file));
    await stream('sum', { kind: 'sum' }, files);
    await stream('series', { kind: 'series', number: 'jeprof' }, ['redis-seq-lg16.i1', 'redis-seq-lg16.i10']);
  });

  it.each(['written', 'jeprof', 'best'] as const)('sum up as those that are kept, %s', async (number) => {
    for (const measure of MEASURES) {
      // oxlint-disable-next-line no-await-in-loop
      const held = await service.look(lookAt(files, { number, measure }));
      // oxlint-disable-next-line no-await-in-loop
      const passed = await service.look(lookAt(['sum'], { number, measure }));
      expect(passed.total / Math.max(1, held.total)).toBeCloseTo(held.total > 0 ? 1 : 0, 9);
      expect(passed.totalVariance / Math.max(1, held.totalVariance)).toBeCloseTo(
        held.totalVariance > 0 ? 1 : 0,
        9,
      );
      expect([passed.stacks, passed.mixedRates]).toEqual([held.stacks, true]);
      const rows = table(held);
      for (const [name, [flat, cum]] of table(passed)) {
        expect(flat, name).toBeCloseTo(rows.get(name)?.[0] ?? Number.NaN, 3);
        expect(cum, name).toBeCloseTo(rows.get(name)?.[1] ?? Number.NaN, 3);
      }
    }
  });

  it('tell the same of a selection, and what their numbers are', async () => {
    const request = { ...lookAt(files), name: 'createObject' };
    const [held, passed] = [
      await service.detail(request),
      await service.detail({ ...request, profiles: ['sum'] }),
    ];
    expect(held.found).toBe(true);
    held.measures.forEach((reading, i) => {
      for (const key of ['written', 'jeprof', 'best', 'error', 'samples'] as const) {
        expect(passed.measures[i]?.[key], `${reading.measure} ${key}`).toBeCloseTo(reading[key], 3);
      }
    });
    const facts = await service.facts({ profile: 'sum', names: 0 });
    const alone = await Promise.all(files.map((profile) => service.facts({ profile, names: 0 })));
    expect(facts).toMatchObject({ rateText: '4096, 65536', rate: 0, threads: 0 });
    facts.measures.forEach(({ written }, i) => {
      const sum = alone.reduce((total, { measures }) => total + BigInt(measures[i]?.written ?? 0), 0n);
      expect(BigInt(written)).toBe(sum);
    });
  });

  it('grow as those that are kept', async () => {
    const times = [0, 7200];
    const kept = await service.growth({ ...lookAt(['redis-seq-lg16.i1', 'redis-seq-lg16.i10']), times });
    const passed = await service.growth({ ...lookAt(['series']), times });
    expect(passed.dumps).toBe(2);
    expect(passed.totals[1]).toBeCloseTo(kept.totals[1] ?? Number.NaN, 3);
    expect(passed.names.length).toBeGreaterThan(10);
    passed.names.forEach((name, row) => {
      const other = kept.names.indexOf(name);
      expect(passed.values[2 * row], name).toBeCloseTo(kept.values[2 * other] ?? Number.NaN, 3);
      expect(passed.slopes[row], name).toBeCloseTo(kept.slopes[other] ?? Number.NaN, 6);
      const change = (passed.values[2 * row + 1] ?? 0) - (passed.values[2 * row] ?? 0);
      expect(passed.slopes[row], name).toBeCloseTo(change / 7200, 6);
    });
    const last = await service.look(lookAt(['series']));
    expect(last.total).toBeCloseTo(passed.totals[1] ?? Number.NaN, 3);
    await expect(service.growth({ ...lookAt(['series']), number: 'best', times: null })).rejects.toThrow(
      'what jeprof says',
    );
  });

  it('keep no counters of their own, so the orders of summing cannot be told', async () => {
    await expect(service.rules({ ...lookAt(['sum']), kind: 'whole' })).rejects.toThrow('not kept');
  });
});
