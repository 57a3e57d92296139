/** Profiles from a few words, for tests. */
import { openBytes } from './profile-text.fixture.js';
import { buildStackTable, spaceOf } from '../../engine/profile/build-stack-table.js';
import { filterStacks, JEPROF_FILTER, type StackFilter } from '../../engine/profile/filter.js';
import { buildFrameTable } from '../../engine/profile/frame-table.js';
import { buildLabels, type Granularity } from '../../engine/profile/labels.js';
import type { HeapProfile, Measure } from '../../engine/profile/profile.js';
import { symbolSource } from '../../engine/profile/symbol-source.js';
import type { StackTable } from '../../engine/profile/stack-table.js';

export async function profileOf(text: string): Promise<HeapProfile> {
  const outcome = await openBytes(text);
  if (outcome.kind !== 'profile') throw new Error(`no profile but ${outcome.kind}`);
  return outcome.profile;
}

/**
 * A symbolised dump at rate 1 (so that values are nearly as written). Each stack is `outer inner leaf: n s`; names are
 * functions, each at an address of its own.
 */
export function dumpOf(stacks: Readonly<Record<string, string>>, rate = 1): string {
  const addresses = new Map<string, number>();
  const address = (name: string) => {
    if (!addresses.has(name)) addresses.set(name, 0x1000 * (addresses.size + 1));
    return addresses.get(name) as number;
  };
  const body = Object.entries(stacks).map(([path, counts]) => {
    const frames = path.split(' ').filter(Boolean).toReversed();
    const text = frames.map((name, i) => ` 0x${(address(name) + (i > 0 ? 1 : 0)).toString(16)}`);
    const [n, s, n2 = '0', s2 = '0'] = counts.split(' ');
    return `@${text.join('')}\n  t*: ${n}: ${s} [${n2}: ${s2}]\n`;
  });
  const symbols = [...addresses].map(([name, at]) => `0x${at.toString(16)} ${name.replaceAll('_', ' ')}\n`);
  return `--- symbol\nbinary=/bin/x\n${symbols.join('')}---\n--- heap\nheap_v2/${rate}\n${body.join('')}`;
}

export interface Look {
  readonly table: StackTable;
  readonly filtered: StackTable;
  readonly frames: ReturnType<typeof buildFrameTable>;
  readonly labels: ReturnType<typeof buildLabels>;
  readonly space: ReturnType<typeof spaceOf>;
}

export function lookAt(
  profiles: readonly HeapProfile[],
  base: readonly HeapProfile[] = [],
  options: {
    measure?: Measure;
    filter?: Partial<StackFilter>;
    granularity?: Granularity;
    written?: boolean;
  } = {},
): Look {
  const choice = { profiles, base };
  const space = spaceOf(choice);
  const table = buildStackTable(
    choice,
    space,
    options.measure ?? 'inuse_space',
    options.written === false ? 'best' : 'written',
  );
  const all = [...profiles, ...base];
  const symbols = all.flatMap((profile) => profile.symbols ?? []);
  const frames = buildFrameTable(space.addresses, all[0]?.mappings ?? [], [symbolSource(symbols)]);
  const labels = buildLabels(space.addresses, frames, options.granularity ?? 'functions');
  const filter = { ...JEPROF_FILTER, ...options.filter };
  return { table, filtered: filterStacks(table, space.addresses, frames, filter), frames, labels, space };
}
