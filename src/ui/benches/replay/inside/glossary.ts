/** The terms of "Look inside", each in one or two plain sentences. */

export const GLOSSARY = {
  pageslab:
    'One aligned stretch of 2 MiB of address space, 512 pages of 4 KiB: what the kernel can back with one huge page.',
  active: 'Pages in use by the program, or freed and kept by the SEC.',
  dirty:
    'Pages that are free, but still backed with memory: they cost memory until they are purged or used again.',
  retained: 'Address space without memory behind it: never touched, or purged.',
  extent: 'A stretch of pages that is allocated and freed as one.',
  huge: 'Backed by one huge page of 2 MiB instead of 512 small ones: fewer TLB misses, but all 512 pages hold memory.',
  hugify:
    'Asking the kernel to back a pageslab by one huge page. Its retained pages get memory and count as dirty.',
  dehugify: 'Splitting a huge page into small ones again, so that its dirty pages can be purged one by one.',
  purge: 'Giving the memory of dirty pages back to the kernel. They are retained afterwards.',
  'purge-pass':
    'One run of purging, at most 16 pageslabs. It is counted even where it finds nothing to purge.',
  'purge-list':
    'Pageslabs that may be purged wait on 128 lists: empty and huge first (127), then empty (126), then by dirty pages, more first.',
  'dirty-max': 'Dirty pages that are allowed now: dirty_mult times the active pages of the shard.',
  interval: 'min_purge_interval_ms: least time between two purge passes of a shard.',
  delay: 'min_purge_delay_ms: a pageslab may be purged only so long after it could be for the first time.',
  threshold: 'purge_threshold: dirty bytes a pageslab that is in use must have before it may be purged.',
  'hugify-delay': 'hugify_delay_ms: a pageslab must have been a candidate for so long before it is hugified.',
  candidate:
    'A pageslab with active pages of at least hugification_threshold that is not huge yet. They queue, first come first.',
  bucket:
    'Pageslabs are sorted into buckets by their longest free run, rounded down to a size class. A request looks from the first bucket whose pageslabs all have room for it.',
  age: 'The older of two pageslabs is the one that was first used, or first used again after it was empty, earlier. Old ones are filled first, so that young ones can become empty.',
  'longest-free-run':
    'The longest stretch of pages in a pageslab that are not active: the largest request it can serve.',
  'first-fit': 'The first stretch of free pages, counted from page 0, that is long enough.',
  sec: 'Small extent cache: keeps freed extents for the next request of their size, in front of the HPA. Their pages stay active.',
  bin: 'The part of the SEC for one size class: the last extent in is the first one out.',
  'max-bytes':
    'max_bytes: when a bin holds more, its oldest extents go back to the HPA until a quarter of it is free.',
  pac: 'The older page allocator: serves what the HPA does not take. It has no pageslabs and is not replayed further.',
  hpa: 'Huge-page-aware allocator: serves small requests from pageslabs.',
  'slab-max-alloc': 'slab_max_alloc: the largest request the HPA takes that is not marked frequent.',
  frequent:
    'The caller expects to allocate and free this size often: the HPA takes it up to a whole pageslab.',
  deferral:
    'deferral_allowed: a background thread would purge and hugify; a replay has none, so nothing is done.',
} as const satisfies Readonly<Record<string, string>>;

export type Term = keyof typeof GLOSSARY;
