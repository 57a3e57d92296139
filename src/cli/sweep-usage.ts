/** Help texts of `jelab sweep` and `jelab recommend`. */
import { FIGURES } from '../engine/tuning/figures.js';
import { READING } from './usage.js';

const FIGURE_LINES = FIGURES.map(({ name, label }) => `    ${name.padEnd(28)}${label}`).join('\n');

export const SWEEP_USAGE = `jelab sweep [options] SPEC.json TRACE... -o results.csv
jelab sweep --print-default TRACE > SPEC.json

Replays each trace under many settings, on all cores, and writes one line of figures a run. A sweep that was
stopped or killed goes on where it was when the same command is given again.

  -o, --output FILE      results go here, run by run
  -j, --jobs N           threads (default: one per core)
  --part I/N             only the I-th of N parts of the settings; the files of all parts joined by cat are
                         the whole. I counts from 1 to N or from 0 to N-1
  --statistics FOLDER    also write what jelab replay would write for each run; doubles the time
  -i, --interval N       with --statistics: a row every N events (default: 100000); 0 = only at the end
  --dry-run              list the runs and make none
  --force-new            begin anew, whatever the output file holds
  --print-default        write a spec to begin with, made for the trace
${READING}
The spec, and how to run parts on many machines: docs/sweeps.md.
`;

export const RECOMMEND_USAGE = `jelab recommend [options] results.csv [TRACE]

Names two or three settings of a finished sweep that one would run, with reasons against jemalloc's default, a
MALLOC_CONF line each, and warnings. With the trace at hand it makes the few runs that are missing: settings
that MALLOC_CONF cannot say exactly are moved to the nearest it can and replayed again.

  --objective FIGURE     judge by this instead of the sweep's objectives; may be repeated
  --limit FIGURE<=NUMBER leave out runs above (or with >= below) a number; may be repeated
  --json                 for programs
${READING}
Figures:

${FIGURE_LINES}
`;
