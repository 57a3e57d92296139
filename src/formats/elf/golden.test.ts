import { describe, expect, it } from 'vitest';
import { ModuleIndex } from '../../engine/profile/module-index.js';
import { symbolisedNames } from '../../engine/profile/symbolised.js';
import { shortName } from '../../engine/profile/short-name.js';
import {
  GOLDEN_BINARIES,
  binaryBytes,
  goldenHeapFiles,
  goldenHeapText,
  hasGoldenHeap,
  openBytes,
  type RawProfile,
  rawProfile,
  wordsOf,
} from './golden.fixture.js';
import { symbolise } from './symbolise.js';

/** Everything jeprof says of the programs whose binaries are kept. */
const RAWS = hasGoldenHeap ? goldenHeapFiles(/^(gt|sym|extras)-.*\.raw$/) : [];
const LISTS = hasGoldenHeap ? goldenHeapFiles(/^(gt|sym|extras)-.*\.(addresses|lines)(\.\w+)?\.txt$/) : [];

async function named(profile: RawProfile) {
  const used = GOLDEN_BINARIES.filter((name) => name === profile.program || name === 'libsymplug.so');
  const binaries = await Promise.all(used.map((name) => openBytes(binaryBytes(name), `bin/${name}`)));
  const found = await symbolise(wordsOf(profile.symbols.keys()), profile.mappings, binaries);
  const source = symbolisedNames(found.names);
  const frames = (hex: string) => {
    const [low = 0, high = 0] = wordsOf([hex]);
    return source.lookup(low, high);
  };
  return { ...found, frames };
}

describe.skipIf(!hasGoldenHeap)('names as jeprof prints them (needs ../shared/golden)', () => {
  it.each(RAWS)('%s: every frame of the modules at hand', async (name) => {
    const profile = rawProfile(name);
    const { frames, inModules, matches, problems } = await named(profile);
    expect(problems).toEqual([]);
    expect(matches.every(({ problem }) => problem === null)).toBe(true);
    const own = [...profile.symbols].filter(([hex]) => frames(hex) !== null);
    expect(own.length).toBe(inModules);
    const modules = new ModuleIndex(profile.mappings);
    const inKept = [...profile.symbols.keys()].filter((hex) => {
      const [low = 0, high = 0] = wordsOf([hex]);
      const module = modules.find(low, high)?.module;
      return module !== undefined && modules.modules[module]?.path.includes('/keep/bin/');
    });
    expect(own.length).toBe(inKept.length);
    const got = own.map(([hex]) => [
      hex,
      frames(hex)
        ?.map(({ full }) => full)
        .join('--'),
    ]);
    expect(got).toEqual(own);
  });

  it('covers every frame whose module is kept, and leaves the others alone', async () => {
    let [known, all] = [0, 0];
    for (const name of RAWS) {
      const profile = rawProfile(name);
      known += (await named(profile)).names.length;
      all += profile.symbols.size;
    }
    // The rest lies in libc, libstdc++, libjemalloc and the dynamic linker, which are not kept.
    expect({ known, all }).toEqual({ known: 464, all: 860 });
  });

  it.each(LISTS)('%s: file and line, inlined functions', async (name) => {
    const dump = name.replace(/\.(addresses|lines)(\.\w+)?\.txt$/, '');
    const profile = rawProfile(`${dump}.raw`);
    const { frames } = await named(profile);
    const withAddress = name.includes('.addresses.');
    const ours = new Set<string>();
    const foreign = new Set<string>();
    for (const hex of profile.symbols.keys()) {
      const list = frames(hex);
      if (list === null) foreign.add(hex);
      for (const [i, { full, location }] of (list ?? []).entries()) {
        const short = shortName(full);
        const tag = /<0*([0-9a-f]+)>$/.exec(full)?.[1];
        const inline = i > 0 ? ' (inline)' : '';
        const prefix = withAddress ? `${hex} ` : '';
        ours.add(`${prefix}${short}${inline} ${location}`);
        // Functions that share a name are told apart by their start.
        if (tag !== undefined && inline === '') ours.add(`${prefix}${short}@${tag} ${location}`);
      }
    }
    const rows = goldenHeapText(name)
      .split('\n')
      .slice(1)
      .filter((row) => row !== '')
      .map((row) => row.replace(/^\s*(\S+\s+){5}/, ''));
    const wanted = rows.filter((row) =>
      withAddress ? !foreign.has(row.slice(0, 16)) : /\/src\/(gt|sym\w*|extras)\.(cc|h):|^_start /.test(row),
    );
    expect(wanted.length).toBeGreaterThan(5);
    expect(wanted.filter((row) => !ours.has(row))).toEqual([]);
  });
});
