/**
 * Which frames belong to the allocator: everything from the leaf up to and with the last of them is taken off a stack
 * (RemoveUninterestingFrames, bin/jeprof.in).
 */
import type { FrameTable } from './names.js';

/**
 * jeprof-530: the list of jeprof 5.3.0. jeprof-dev: that of the development tree, which also cuts names at the first blank
 * and so no longer knows `operator new`. union: both lists on whole names, names that stripped libraries misattribute, and
 * frames without a name in a libjemalloc.
 * off: nothing is taken off.
 */
export type Pruning = 'jeprof-530' | 'jeprof-dev' | 'union' | 'off';

const each = (prefix: string, names: string): string[] => names.split(' ').map((name) => prefix + name);

const ALLOCATION_CALLS = [
  ...each('', 'malloc calloc realloc free cfree memalign posix_memalign aligned_alloc pvalloc valloc'),
  ...each('', 'mallocx rallocx xallocx dallocx sdallocx sdallocx_noflags'),
  ...each('', 'newImpl __builtin_new __builtin_vec_new __builtin_delete __builtin_vec_delete'),
  'void* newImpl',
  'operator new',
  'operator new[]',
];
const OTHER_ALLOCATORS = [
  ...each('tc_', 'malloc calloc cfree free memalign posix_memalign pvalloc valloc realloc'),
  ...each('tc_', 'new delete newarray deletearray new_nothrow newarray_nothrow'),
  ...each('', 'do_malloc ::do_malloc ::do_malloc_or_cpp_alloc DoSampledAllocation'),
  ...each('', 'simple_alloc::allocate __malloc_alloc_template::allocate'),
  ...each('malloc_zone_', 'malloc calloc valloc realloc memalign free'),
  ...each('', '__start_google_malloc __stop_google_malloc __start_malloc_hook __stop_malloc_hook'),
];
const PROFILER_INSIDES = each(
  '',
  'je_malloc_default fallbackNewImpl fallback_impl imalloc imalloc_body prof_alloc_prep prof_backtrace_impl je_prof_backtrace je_prof_tctx_create irallocx_prof do_rallocx ixallocx_prof',
);

const withUnderscores = (names: readonly string[]): string[] => names.flatMap((name) => [name, `_${name}`]);

const LIST_530 = withUnderscores([...ALLOCATION_CALLS, ...OTHER_ALLOCATORS]);
const LIST_DEV = withUnderscores([...ALLOCATION_CALLS, ...OTHER_ALLOCATORS, ...PROFILER_INSIDES]);
/** `je_malloc_usable_size` is what code behind the exported functions of a stripped jemalloc is called. */
const LIST_UNION = [...LIST_DEV, 'void* fallbackNewImpl', 'malloc_usable_size', 'je_malloc_usable_size'];

const LISTS: Readonly<Record<Exclude<Pruning, 'off'>, ReadonlySet<string>>> = {
  'jeprof-530': new Set(LIST_530),
  'jeprof-dev': new Set(LIST_DEV),
  union: new Set(LIST_UNION),
};
const JEMALLOC_LIBRARY = /^libjemalloc[._-]/;
const PATTERN = /TCMalloc|^tcmalloc::/;

export function isAllocatorName(shortName: string, pruning: Pruning): boolean {
  if (pruning === 'off') return false;
  const name = pruning === 'jeprof-dev' ? shortName.replace(/ .*/s, '') : shortName;
  return LISTS[pruning].has(name) || PATTERN.test(name);
}

/** Per address: 1 where its outermost function belongs to the allocator. */
export function allocatorFrames(frames: FrameTable, pruning: Pruning): Uint8Array {
  const flags = new Uint8Array(frames.length);
  if (pruning === 'off') return flags;
  const inJemalloc = frames.modules.map(({ name }) => pruning === 'union' && JEMALLOC_LIBRARY.test(name));
  const ofText = new Int8Array(frames.texts.length).fill(-1);
  for (let address = 0; address < frames.length; address++) {
    const text = frames.short[frames.first[address] as number] as number;
    let flag = ofText[text] as number;
    if (flag < 0) {
      flag = isAllocatorName(frames.texts[text] as string, pruning) ? 1 : 0;
      ofText[text] = flag;
    }
    const nameless = frames.known[address] === 0 && inJemalloc[frames.module[address] as number] === true;
    flags[address] = nameless ? 1 : flag;
  }
  return flags;
}
