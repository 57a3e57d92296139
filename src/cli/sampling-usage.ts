/** Help texts of `jelab sample` and `jelab variance`. */
import { WORKLOAD_PRESETS } from '../engine/sampling/workload-presets.js';
import { READING } from './usage.js';

const INPUT = `The input is a size histogram (CSV size,allocated,live), jemalloc's statistics in JSON (malloc_stats_print
with the option J), a heap dump, a page-allocator trace, or one of the presets
${WORKLOAD_PRESETS.map(({ id, label }) => `  preset:${id.padEnd(14)}${label}`).join('\n')}`;

const COMMON = `  -l, --lg-prof-sample N   sample every 2^N bytes on average, 0 to 47 (default: 19)
  --seed N               seed of the sampler, a number of 64 bits (default: 0)
  --round-up             round sizes up to jemalloc's size classes
  -o, --output FILE      write there (default: standard output); .gz compresses
${READING}`;

export const SAMPLE_USAGE = `jelab sample [options] INPUT

Samples a program as jemalloc's profiler does and writes the heap dump (heap_v2) it would write, with made-up
call stacks, for the Heap bench, jelab heap or jeprof.

${INPUT}

  --stacks LAYOUT        by-size: a stack for each size (default); mixed: a few stacks of several sizes; one: all in one
  --no-unbias            plain counters, as with prof_unbias:false and up to jemalloc 5.2.1
  --accum                also what was ever sampled, as with prof_accum:true
  --symbols              with names, as jeprof --raw writes it; jeprof then needs no program
${COMMON}`;

export const VARIANCE_USAGE = `jelab variance [options] INPUT

Compares ways to sample a program at equal cost: expected samples, standard errors of live bytes and objects
(in percent of the truth), what is missed, and how far each is from the least variance there can be.

${INPUT}

  --samples N            the cost in expected samples (default: what --lg-prof-sample costs)
  --trials K             run K trials of each (2 to 100,000) and show mean and standard deviation of the estimates
  --engine NAME          binomial: draws by size (default); walk: the sampler itself, from sample to sample
  --sizes                a row for each size: chances, and shares of the variance
  --error PERCENT        answer which lg_prof_sample gives this standard error of live bytes, ...
  --stack BYTES          ... for a stack of so many live bytes with the sizes of the input (default: all of it)
  --csv                  CSV with all digits
${COMMON}`;
