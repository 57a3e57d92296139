/** Every kind of trouble a file can have: how bad it is and what to tell the user. */
import { HEAP_PROBLEM_KINDS } from './heap/problem-kinds.js';
import { error, have, info, n, type ProblemDescription, warning, were } from './problem-sentences.js';
import { WORKLOAD_PROBLEM_KINDS } from './workload/problem-kinds.js';

export const PROBLEM_KINDS = {
  // The file as a whole.
  'cut-short': error(
    (_, detail) =>
      `The ${detail} data is cut short or damaged: what could be expanded was read, the rest is missing. Copy the file again.`,
  ),
  'corrupt-compression': error(
    (_, detail) =>
      `The ${detail} data is damaged: what could be expanded was read; rows next to the damage may be wrong. Copy the file again.`,
  ),
  'zstd-window': error(
    () =>
      'The zstd data was made with a window above 128 MiB (zstd --long): unpack it yourself and open the result.',
  ),
  'trailing-data': warning(
    (_, detail) => `Bytes that are not ${detail} follow the compressed data; they were left out.`,
  ),
  'unverified-tail': warning(
    () =>
      'The compressed data is cut short, damaged, of several parts, or followed by something else, and this source cannot be read twice to tell. Save it to a file and open that.',
  ),
  'expansion-limit': error(
    (_, detail) =>
      `Expanding stopped at ${detail}: the file expands so much that it may be a decompression bomb. The part so far was read; if you trust the file, unpack it yourself and open the result.`,
  ),
  'read-error': error(
    (_, detail) =>
      `Reading stopped early (${detail}); what had been read before was kept. If the file changed on disk, open it again.`,
  ),
  'memory-limit': error(
    (_, detail) =>
      `The file is too large for the memory budget: reading stopped after ${detail}. Try a part of the file, for example its first million lines.`,
  ),
  'byte-order-mark': info(() => 'The file starts with a byte-order mark, which was skipped.'),
  'junk-before-header': warning(
    (count, detail) =>
      `${n(count, 'line')} before the first header or data row ${were(count)} skipped; the first reads ${detail}.`,
  ),
  'no-header': info(
    () =>
      'There is no header line; the columns were told by their content. (The original tools would take the first row for the header and lose it.)',
  ),
  'unknown-column': info(
    (count, detail) => `${n(count, 'column')} of unknown name ${were(count)} ignored, first ${detail}.`,
  ),
  'column-order': info(
    () => 'The header names the columns in another order than usual; the names were followed.',
  ),
  'header-order': warning(
    () =>
      'The first row does not fit the order of columns that the header gives, but fits the usual one; the usual order was taken.',
  ),
  'other-delimiter': info(
    (count) => `${n(count, 'line')} ${have(count)} tabs or semicolons between the columns, not commas.`,
  ),
  'second-header': warning(
    (count) =>
      `${n(count, 'more header line')} in the middle: the file looks like several joined together. It was read on as one trace, as the original tools do; if the parts do not belong together, split the file there.`,
  ),
  'other-document': error(
    (_, detail) => `${detail} begins in the middle of the file; everything from that line on was left out.`,
  ),
  'no-line-end': info(
    () => 'The last line has no line end: the file may be cut there, and its last number with it.',
  ),
  'cut-last-row': warning(() => 'The last line is cut in the middle; it was left out.'),
  'long-line': error(
    (count) => `${n(count, 'line')} longer than 1 MiB ${were(count)} skipped: that is no row of a trace.`,
  ),
  'nul-bytes': error(
    (count) =>
      `${n(count, 'line')} with NUL bytes ${were(count)} skipped, as left by a crash or a full disk while the file was written.`,
  ),

  // Rows.
  'missing-field': error(
    (count, detail) => `${n(count, 'row')} with a missing value ${were(count)} skipped; first: ${detail}.`,
  ),
  'not-a-number': error(
    (count, detail) =>
      `${n(count, 'row')} with something that is not a whole number ${were(count)} skipped; first: ${detail}.`,
  ),
  'negative-number': error(
    (count, detail) => `${n(count, 'row')} with a negative number ${were(count)} skipped; first: ${detail}.`,
  ),
  'too-large': error(
    (count, detail) =>
      `${n(count, 'row')} with a number out of range ${were(count)} skipped; first: ${detail}.`,
  ),
  'unknown-operation': error(
    (count, detail) =>
      `${n(count, 'row')} with another operation than 0 (allocate) and 1 (deallocate) ${were(count)} skipped; first: ${detail}.`,
  ),
  'unknown-probe': error(
    (count, detail) =>
      `${n(count, 'row')} of unknown probes ${were(count)} skipped, first ${detail}; known are hpa_alloc, hpa_dalloc, sec_alloc and sec_dalloc.`,
  ),
  'extra-fields': info(
    (count) => `${n(count, 'row')} ${have(count)} more columns than expected; those were ignored.`,
  ),
  'bad-size': error(
    (count, detail) =>
      `${n(count, 'allocation')} of a size that is 0, no multiple of the page (4,096 bytes), or 16 TiB and more ${were(count)} left out of the replay, first ${detail} bytes: page allocators never see such sizes.`,
  ),
  'hex-number': info(
    (count) =>
      `${n(count, 'row')} ${have(count)} hexadecimal numbers, read as such. (The original preprocessor reads those as 0.)`,
  ),
  'bare-hex': warning(
    (count, detail) =>
      `${n(count, 'address', 'addresses')} without 0x ${have(count)} letters and ${were(count)} taken as hexadecimal, first ${detail}; those of digits only were taken as decimal.`,
  ),
  'decimal-point': info(
    (count) => `${n(count, 'row')} ${have(count)} whole numbers written with a decimal point, read as whole.`,
  ),
  'probe-spelling': info(
    (count, detail) =>
      `${n(count, 'row')} ${have(count)} probe names in other spelling, such as ${detail}; they were accepted.`,
  ),
  'many-shards': warning(
    (_, detail) =>
      `The highest shard is ${detail}: a replay has at most 128. Set the number of shards, and shards are folded onto so many.`,
  ),
  'shard-gaps': info(
    (count) =>
      `${n(count, 'shard')} below the highest ${have(count)} no events; they stay empty in the replay.`,
  ),
  'clock-back': warning(
    (count) =>
      `The clock goes back in ${n(count, 'row')}. The replay takes it as it is, as jemalloc would: a span that runs backwards counts as long enough. Threads recorded out of order are the usual reason.`,
  ),
  'only-allocations': info(
    () => 'The trace has allocations only; nothing is ever freed, so nothing becomes dirty.',
  ),
  'only-frees': warning(() => 'The trace has frees only, and none of them matches an allocation.'),

  // Pairing, raw traces.
  'unmatched-free': warning(
    (count) =>
      `${n(count, 'free')} of addresses whose allocation is not in the file ${were(count)} left out: made before the recording began, or lost by the recorder.`,
  ),
  'double-free': warning(
    (count) =>
      `${n(count, 'free')} of addresses that had been freed before and not allocated since ${were(count)} left out: the allocation between was most likely lost by the recorder.`,
  ),
  'freed-forgotten': info(
    () =>
      'To save memory, freed addresses were forgotten on the way; some frees counted as without allocation may be second frees.',
  ),
  'allocated-twice': warning(
    (count) =>
      `${n(count, 'allocation')} at an address still in use: the free between was lost. The new allocation takes the address; the old one is never freed.`,
  ),
  'free-other-shard': warning(
    (count) =>
      `${n(count, 'free')} on another shard than the allocation: the replay ignores them, as the original tool does.`,
  ),
  'sec-miss': info(
    (count) =>
      `${n(count, 'sec_alloc row')} at address 0: these are cache misses of the SEC, and the extent got afterwards is not in the trace. The original preprocessor records them as allocations that are almost never freed; so do we, unless you choose to drop them.`,
  ),
  'sec-miss-dropped': info(
    (count) =>
      `${n(count, 'sec_alloc row')} at address 0 (cache misses of the SEC) ${were(count)} dropped, as chosen.`,
  ),

  // Pairing, replay traces.
  'unknown-allocation': warning(
    (count) =>
      `${n(count, 'deallocation')} of an allocation number that no earlier row has: they count as events, but free nothing.`,
  ),
  'free-of-rejected': warning(
    (count) =>
      `${n(count, 'deallocation')} of allocations that were left out: they count as events, but free nothing.`,
  ),
  'double-deallocation': warning(
    (count) =>
      `${n(count, 'deallocation')} of an allocation that is already freed: they count as events, but free nothing.`,
  ),

  // Statistics.
  'incomplete-snapshot': warning(
    (count) => `${n(count, 'row')} of snapshots that lack some of their shards ${were(count)} left out.`,
  ),

  // Results of sweeps.
  'sweep-row': error(
    (count, detail) => `${n(count, 'run')} of a sweep ${were(count)} left out (the first: ${detail}).`,
  ),
  'sweep-repeated': info(
    (count) => `${n(count, 'run')} that had come before ${were(count)} left out: files of one sweep overlap.`,
  ),

  ...HEAP_PROBLEM_KINDS,
  ...WORKLOAD_PROBLEM_KINDS,
} as const satisfies Record<string, ProblemDescription>;

export type ProblemKind = keyof typeof PROBLEM_KINDS;
