/** Names for the addresses of a process from the binaries at hand, matched through its memory map. */
import {
  ImageIndex,
  type ImagePlace,
  matchModules,
  type ModuleMatch,
} from '../../engine/profile/image-match.js';
import type { Mapping } from '../../engine/profile/profile.js';
import { SymbolisedBuilder, type SymbolisedAddresses } from '../../engine/profile/symbolised.js';
import { quoteText } from '../problem-log.js';
import type { Binary } from './binary.js';

export interface Symbolised {
  readonly names: SymbolisedAddresses;
  readonly matches: readonly ModuleMatch[];
  /** Of all addresses: those that lie in a matched module. The ones named are `names.length`. */
  readonly inModules: number;
  /** Sentences about debug information that could not be read. */
  readonly problems: readonly string[];
}

const PROGRESS_STEP = 256;

/** @param words low and high 32 bits of each address, callers' addresses one less, as a profile's stacks have them */
export async function symbolise(
  words: Uint32Array,
  mappings: readonly Mapping[],
  binaries: readonly Binary[],
  onProgress: (share: number) => void = () => undefined,
): Promise<Symbolised> {
  const images = binaries.map(({ info }) => info);
  const matches = matchModules(mappings, images);
  const index = new ImageIndex(mappings, images, matches);
  const places: (ImagePlace & { readonly low: number; readonly high: number })[] = [];
  for (let i = 0; i + 1 < words.length; i += 2) {
    const [low, high] = [words[i] as number, words[i + 1] as number];
    const place = index.find(low, high);
    if (place !== null) places.push({ ...place, low, high });
  }
  // Neighbours share a compilation unit, which is then read once.
  places.sort((a, b) => a.image - b.image || a.address - b.address);
  const builder = new SymbolisedBuilder();
  for (const [done, { image, debug, address, low, high }] of places.entries()) {
    const frames = await (binaries[image] as Binary).lookup(address, binaries[debug] ?? null);
    if (frames !== null) builder.add(low, high, frames);
    if (done % PROGRESS_STEP === 0) onProgress(done / places.length);
  }
  const used = new Set(matches.flatMap(({ image, debug }) => [image, debug]));
  const problems = [...used].flatMap((row) => {
    const binary = binaries[row];
    return binary === undefined
      ? []
      : [...binary.problems].map((problem) => `${quoteText(binary.info.name)}: ${problem}.`);
  });
  return { names: builder.build(), matches, inModules: places.length, problems };
}
