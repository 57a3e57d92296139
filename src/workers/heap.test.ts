/** The heap service, asked directly: its answers agree with each other and with what the real jeprof printed. */
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { openFile } from '../formats/open.js';
import type { HeapApi, HeapLens, LookAnswer, LookRequest } from './heap.api.js';
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
    const growth = await service.growth(lookAt(['i1', 'i10']));
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
