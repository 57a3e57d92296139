import { describe, expect, it, onTestFinished } from 'vitest';
import { readDemanglerWasm } from '../cli/demangler.js';
import type { Mapping } from '../engine/profile/profile.js';
import { symbolisedNames } from '../engine/profile/symbolised.js';
import { buildElf } from '../formats/elf/elf-builder.fixture.js';
import { binaryBytes, hasGoldenHeap, rawProfile, wordsOf } from '../formats/elf/golden.fixture.js';
import { type ChannelWorker, channelWorker } from './channel-worker.fixture.js';
import type { SymbolsApi } from './symbols.api.js';
import { createSymbolsClient } from './symbols.client.js';
import { createSymbolsService } from './symbols.service.js';

const BYTES = buildElf([
  { name: '_Z5firstv', address: 0x1100 },
  { name: 'second', address: 0x1200 },
  { name: 'end', address: 0x1f00 },
]);
const MAP: readonly Mapping[] = [
  {
    start: 0x7f00_0000_1000n,
    end: 0x7f00_0000_2000n,
    offset: 64n,
    permissions: 'r-xp',
    path: '/lib/it.so',
    deleted: false,
  },
];
const WORDS = wordsOf(['00007f0000001104', '00007f0000001208', '0000000000000010']);

/** Workers that are message channels; `make` null = one that never answers. */
function channels(make: (() => SymbolsApi) | null = () => createSymbolsService(readDemanglerWasm)) {
  const made: ChannelWorker[] = [];
  const client = createSymbolsClient(() => {
    const worker = channelWorker(make?.() ?? null);
    made.push(worker);
    return worker;
  });
  onTestFinished(() => client.dispose());
  return { client, made };
}

const never = () => new AbortController().signal;
const ignore = () => undefined;

it('opens a binary, tells its facts and modules, and names addresses', async () => {
  const { client, made } = channels();
  const added = await client.addBinary('1', new Blob([BYTES]), 'it.so', MAP, never());
  expect(added).toMatchObject({
    kind: 'binary',
    info: { name: 'it.so', symbols: 3, kind: 'library', buildId: '', hasLines: false },
    matchedModules: [{ path: '/lib/it.so', by: 'name', problem: null }],
  });
  const shares: number[] = [];
  const found = await client.symbolise(WORDS, MAP, (share) => shares.push(share), never());
  expect(found).toMatchObject({ inModules: 2, mangledBecause: null, problems: [], names: { length: 2 } });
  const names = symbolisedNames(found.names);
  expect(names.lookup(0x1104, 0x7f00)).toEqual([{ full: 'first()<0000000000001100>', location: '??:?' }]);
  expect(names.lookup(0x1208, 0x7f00)).toEqual([{ full: 'second<0000000000001200>', location: '??:?' }]);
  expect(names.lookup(0x10, 0)).toBeNull();
  expect(WORDS.length).toBe(6); // not taken from the caller
  await expect.poll(() => shares.length).toBeGreaterThan(0);
  expect(made).toHaveLength(1);
});

it('refuses what is no binary with a sentence, and goes on', async () => {
  const { client } = channels();
  const added = await client.addBinary('1', new Blob(['heap_v2/1']), '<b>.so', MAP, never());
  expect(added).toEqual({ kind: 'unusable', message: '"<b>.so": this is not an ELF binary.' });
  expect((await client.symbolise(WORDS, MAP, ignore, never())).names.length).toBe(0);
});

it('a file that has the name but does not fit is told of', async () => {
  const { client } = channels();
  const other = MAP.map((line) => ({ ...line, offset: 0x90000n }));
  const segments = { segments: [] };
  const added = await client.addBinary('1', new Blob([BYTES]), 'it.so', other, never());
  // Without a segment table there is nothing to compare.
  expect(added).toMatchObject({ info: { layout: segments }, matchedModules: [{ problem: null }] });
});

it('names stay mangled, and it says why, when the demangler cannot be loaded', async () => {
  const { client } = channels(() => createSymbolsService(() => Promise.reject(new Error('offline'))));
  await client.addBinary('1', new Blob([BYTES]), 'it.so', MAP, never());
  const found = await client.symbolise(WORDS, MAP, ignore, never());
  expect(found.mangledBecause).toBe('the demangler could not be loaded (offline)');
  expect(found.names.texts).toContain('_Z5firstv<0000000000001100>');
});

it('a new worker learns the files of an aborted one; removed ones are forgotten', async () => {
  const { client, made } = channels();
  await client.addBinary('1', new Blob([BYTES]), 'it.so', MAP, never());
  const abort = new AbortController();
  const running = client.symbolise(WORDS, MAP, ignore, abort.signal);
  await Promise.resolve();
  abort.abort(new Error('no more'));
  await expect(running).rejects.toThrow('no more');
  expect((await client.symbolise(WORDS, MAP, ignore, never())).names.length).toBe(2);
  client.removeBinary('1');
  expect((await client.symbolise(WORDS, MAP, ignore, never())).names.length).toBe(0);
  expect(made.length).toBeLessThanOrEqual(2);
});

it('tells when the worker breaks, and uses a new one', async () => {
  const { client, made } = channels(null);
  const first = client.addBinary('1', new Blob([BYTES]), 'a', MAP, never());
  await expect.poll(() => made.length).toBe(1);
  made[0]?.fail();
  await expect(first).rejects.toThrow('out of memory');
  expect(made[0]?.ended).toBe(true);
  client.symbolise(WORDS, MAP, ignore, never()).catch(ignore);
  await expect.poll(() => made.length).toBe(2);
});

describe.skipIf(!hasGoldenHeap)('with a golden dump (needs ../shared/golden)', () => {
  it('every frame of program and library is named', async () => {
    const { client } = channels();
    const profile = rawProfile('sym-lg12.raw');
    for (const name of ['sym', 'libsymplug.so']) {
      const added = await client.addBinary(
        name,
        new Blob([binaryBytes(name)]),
        name,
        profile.mappings,
        never(),
      );
      expect(added).toMatchObject({
        kind: 'binary',
        info: { hasLines: true },
        matchedModules: [{ problem: null }],
      });
    }
    const found = await client.symbolise(wordsOf(profile.symbols.keys()), profile.mappings, ignore, never());
    expect(found.names.length).toBe(found.inModules);
    const names = symbolisedNames(found.names);
    const got = [...profile.symbols.keys()].flatMap((hex) => {
      const [low = 0, high = 0] = wordsOf([hex]);
      const frames = names.lookup(low, high);
      return frames === null ? [] : [frames.map(({ full }) => full).join('--') === profile.symbols.get(hex)];
    });
    expect(got.length).toBe(found.inModules);
    expect(got.every(Boolean)).toBe(true);
  });

  it('a program of another build is refused by its layout', async () => {
    const { client } = channels();
    const { mappings } = rawProfile('sym-lg12.raw');
    const other = mappings.map((line) => ({
      ...line,
      end: line.end + (line.path.endsWith('/sym') ? 0x8000n : 0n),
    }));
    const added = await client.addBinary('1', new Blob([binaryBytes('sym')]), 'sym', other, never());
    expect(added).toMatchObject({
      matchedModules: [{ image: -1, problem: expect.stringContaining('another build') }],
    });
  });
});
