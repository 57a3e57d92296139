/** What can be odd in heap dumps, profiling logs and files of symbols. */
import { error, have, info, n, type ProblemDescription, warning, were } from '../problem-sentences.js';

export const HEAP_PROBLEM_KINDS = {
  // Header.
  'profile-warning': warning(
    (count, detail) => `The program that wrote the dump says in ${n(count, 'line')}: ${detail}.`,
  ),
  'profile-command': info(
    (count, detail) => `${n(count, 'line')} that begins with % ${were(count)} skipped, first ${detail}.`,
  ),
  'profile-junk': warning(
    (count, detail) =>
      `${n(count, 'line')} before the dump's header ${were(count)} skipped; the first reads ${detail}.`,
  ),
  'unknown-version': warning(
    (_, detail) =>
      `The header ${detail} is of a version that is not known; it was read as heap_v2, so check the numbers.`,
  ),
  'rate-missing': warning(
    () =>
      'The header gives no sampling rate, so the numbers are shown as written and not scaled; they are samples, not totals.',
  ),
  'rate-assumed': warning(
    () =>
      'The header gives no sampling rate; 131,072 bytes were assumed, as jeprof does for this old kind of dump.',
  ),
  'rate-zero': info(
    () =>
      'The sampling rate is 0: the dump says that nothing is to be scaled, and the numbers stay as written.',
  ),
  'rate-unusable': warning(
    (_, detail) => `The sampling rate ${detail} is no number to compute with; the numbers stay as written.`,
  ),
  'rate-odd': info(
    (_, detail) => `The sampling rate ${detail} is no power of two, which jemalloc never writes.`,
  ),
  'second-profile': error(
    () =>
      'Another dump begins in the middle of the file; everything from there on was left out. Split the file there and open both.',
  ),
  'no-header-totals': info(() => 'The header has no totals of its own.'),

  // Stacks.
  'empty-stack': info(
    (count) => `${n(count, 'stack')} without addresses ${were(count)} kept as "(no frames)".`,
  ),
  'bad-address': error(
    (count, detail) =>
      `${n(count, 'stack')} with something that is no address ${were(count)} left out with ${count === 1 ? 'its' : 'their'} counters; first: ${detail}.`,
  ),
  'deep-stack': warning(
    (count, detail) =>
      `${n(count, 'stack')} with more than ${detail} frames ${were(count)} cut: the outermost frames were left out, the counters kept.`,
  ),
  'stack-without-counters': warning(
    (count) => `${n(count, 'stack')} ${have(count)} no counters, and so no size.`,
  ),
  'stack-twice': info(
    (count) =>
      `${n(count, 'stack')} occur${count === 1 ? 's' : ''} more than once; every record was scaled by itself and then added up, as jeprof does.`,
  ),
  'address-spelling': info(
    (count) =>
      `${n(count, 'stack line')} ${have(count)} addresses in other spelling (upper case, without 0x, several blanks), read as meant.`,
  ),

  // Counters.
  'bad-counters': error(
    (count, detail) =>
      `${n(count, 'counter line')} could not be read and ${were(count)} left out; first: ${detail}.`,
  ),
  'bad-counter-pair': error(
    (count, detail) =>
      `${n(count, 'pair')} of counters ${were(count)} no whole numbers from 0 to 2^64 - 1 and count${count === 1 ? 's' : ''} as 0; first: ${detail}.`,
  ),
  'missing-bracket': warning(
    (count) =>
      `${n(count, 'counter line')} lack${count === 1 ? 's' : ''} the accumulated counters in brackets; the live ones were read. (jeprof skips such lines.)`,
  ),
  'counters-text': warning(
    (count, detail) =>
      `${n(count, 'counter line')} below stacks ${have(count)} more text behind ${count === 1 ? 'it' : 'them'}, first ${detail}, and ${were(count)} left out, as jeprof does.`,
  ),
  'counters-without-stack': warning(
    (count) => `${n(count, 'counter line')} without a stack of their own ${were(count)} left out.`,
  ),
  'bytes-without-objects': warning(
    (count) =>
      `${n(count, 'pair')} of counters ${have(count)} bytes but no objects; such bytes cannot be scaled and stay as written.`,
  ),
  'objects-without-bytes': warning(
    (count) =>
      `${n(count, 'pair')} of counters ${have(count)} objects but no bytes; such objects cannot be scaled and count as written.`,
  ),
  'counter-overflow': warning(
    (count) =>
      `${n(count, 'counter')} ${count === 1 ? 'is' : 'are'} 2^64 - 1, which jemalloc writes when a value does not fit: the true value is not known, and totals that hold it mean nothing.`,
  ),
  'two-counter-lines': info(
    (count) =>
      `${n(count, 'stack')} ${have(count)} two or more counter lines over all threads; they were added up.`,
  ),

  // Threads.
  'thread-twice': info(
    (count) =>
      `${n(count, 'thread')} occur${count === 1 ? 's' : ''} twice in the header (after prof.reset); added up.`,
  ),
  'bad-thread': error(
    (count, detail) =>
      `${n(count, 'thread line')} with a number that is missing or above 64 bits ${were(count)} left out; first: ${detail}.`,
  ),
  'broken-text': info(
    (count) =>
      `${n(count, 'name')} ${have(count)} bytes that are no UTF-8 (names may be cut); a sign stands in their place.`,
  ),
  'threads-only': warning(
    () =>
      'There are only records of single threads and none over all; they were taken together. (jeprof shows nothing here.)',
  ),

  // Memory map.
  'bad-mapping': warning(
    (count, detail) =>
      `${n(count, 'line')} of the memory map could not be read and ${were(count)} skipped; first: ${detail}.`,
  ),
  'inverted-mapping': warning(
    (count) => `${n(count, 'mapping')} that end before they begin ${were(count)} left out.`,
  ),
  'overlapping-mappings': warning(
    (count) =>
      `${n(count, 'mapping')} overlap others; an address goes to the one that begins last before it.`,
  ),
  'no-map': info(
    () => 'The dump has no memory map, so addresses cannot be matched with programs and libraries.',
  ),
  'second-map': info(() => 'The memory map comes twice; both were read.'),
  'stack-after-map': warning(
    (count) => `${n(count, 'stack')} after the memory map ${were(count)} read. (jeprof stops at the map.)`,
  ),
  'profile-line': warning(
    (count, detail) => `${n(count, 'line')} that belong to no dump ${were(count)} skipped; first: ${detail}.`,
  ),
  'profile-long-line': error((count) => `${n(count, 'line')} longer than 1 MiB ${were(count)} left out.`),

  // Symbols.
  'symbol-twice': info(
    (count) => `${n(count, 'address', 'addresses')} ${have(count)} several names; the last one counts.`,
  ),
  'symbol-spelling': info(
    (count) =>
      `${n(count, 'address', 'addresses')} of symbols ${have(count)} another spelling, read as meant.`,
  ),
  'bad-symbol': warning(
    (count, detail) => `${n(count, 'line')} among the symbols ${were(count)} skipped; first: ${detail}.`,
  ),
  'symbols-only': info(() => 'The file holds symbols but no dump.'),

  // JSON logs.
  'json-quote': warning(
    (count) =>
      `${n(count, 'text')} hold${count === 1 ? 's' : ''} quotes or backslashes as they are (jemalloc does not escape them); read as meant where possible.`,
  ),
  'json-broken': error((_, detail) => `The JSON is broken (${detail}); what came before was read.`),
  'bad-allocation': error(
    (count, detail) =>
      `${n(count, 'allocation')} in the log without a usable size or stack ${were(count)} left out; first: ${detail}.`,
  ),
  'log-freed-only': info(
    () =>
      'A profiling log has only sampled objects that were freed while it was written: these are totals of freed memory, nothing about what is in use.',
  ),
  'recent-window': info(
    (_, detail) =>
      `Only the newest ${detail} sampled allocations are kept (prof_recent): a window, not totals of the process.`,
  ),
} as const satisfies Record<string, ProblemDescription>;
