/** Help texts. What they say of options comes from the option table. */
import { formatOption } from '../engine/replay/option-text.js';
import { OPTIONS, type OptionGroup } from '../engine/replay/options.js';

export const USAGE = `jelab: a laboratory for jemalloc

  jelab heap <top|folded|diff|sum> FILE...    what heap dumps say, as jeprof prints it
  jelab preprocess <hpa|sec> IN OUT    raw probe CSV to replay trace
  jelab recommend RESULTS [TRACE]      settings to run, from the results of a sweep
  jelab replay [options] TRACE         replay a trace, write statistics as CSV
  jelab sample [options] INPUT         the heap dump that jemalloc would write of a program
  jelab sweep SPEC TRACE... -o RESULTS   a trace under many settings, on all cores
  jelab variance [options] INPUT       ways to sample a program, compared
  jelab <command> --help               all about one command
  jelab --version

Files may be gzip (.gz) or - for the standard input or output. Exit status: 0 done, 1 nothing usable was
found in the input or a file could not be written, 2 wrong usage.
`;

export const READING = `  --drop-sec-misses      leave out sec_alloc rows at address 0: cache misses, which the original tool
                         records as allocations
  --max-expanded BYTES   let a compressed file expand to this much (such as 8G)
  -h, --help             this text
`;

export const PREPROCESS_USAGE = `jelab preprocess [options] <hpa|sec> IN OUT

Turns a raw trace of the hpa or sec probes into a trace for replay. An OUT that ends in .gz is compressed.

${READING}`;

function optionLines(groups: readonly OptionGroup[]): string {
  return OPTIONS.filter((option) => groups.includes(option.group) && option.name !== 'system_thp_mode')
    .map((option) => {
      const text = (value: number) => formatOption(option.name, value);
      const { microbench, jemalloc } = option.presets;
      return `    ${option.name.padEnd(28)}${text(microbench).padEnd(12)}${text(jemalloc)}`;
    })
    .join('\n');
}

export const REPLAY_USAGE = `jelab replay [options] TRACE

Replays a trace (raw, or preprocessed) and writes a row of statistics per shard and interval.

  -s, --sec              HPA with the small extent cache in front (default)
  -p, --hpa-only         HPA only
  -o, --output FILE      statistics go here (default: standard output); .gz compresses
  -i, --interval N       a row every N events (default: 100000); 0 = only at the end
  -n, --nshards N        fold the trace's shards onto N (default: the trace's own)
  --preset NAME          option values to start from: microbench (default) or jemalloc
  --opt NAME=VALUE       set an HPA option; may be repeated
  --sec-opt NAME=VALUE   set an SEC option; may be repeated
  --thp MODE             transparent huge pages of the system: madvise (default), always, never
${READING}
Options, with their values in the two presets. Values are written as in MALLOC_CONF: bytes (128K is
understood too), milliseconds, dirty_mult as a ratio or -1 for off, true or false.

    ${'--opt'.padEnd(28)}${'microbench'.padEnd(12)}jemalloc
${optionLines(['hpa', 'environment'])}

    ${'--sec-opt'.padEnd(28)}${'microbench'.padEnd(12)}jemalloc
${optionLines(['sec'])}
`;
