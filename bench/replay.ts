/** How fast the engine replays, and that the cost does not depend on the number of events or pageslabs. */
import { type OptionValues, presetValues } from '../src/engine/replay/options.js';
import { Replay } from '../src/engine/replay/run.js';
import { ReplayScratch } from '../src/engine/replay/scratch.js';
import type { TraceTable } from '../src/engine/replay/trace-table.js';
import { generateTrace } from './generate.js';
import { peakMemory, rateLine, time } from './measure.js';

const RUNS = 5;
const SHARDS = 8;
const SEED = 42;
const INTERVAL = 100_000;
/** As the page does: one replay after another in the same memory. */
const SCRATCH = new ReplayScratch();

interface Setting {
  readonly name: string;
  readonly options: OptionValues;
  readonly hpaOnly: boolean;
}

const LAZY_QUICK = {
  ...presetValues('jemalloc'),
  dirty_mult: 6553,
  hugify_delay_ms: 0,
  min_purge_interval_ms: 100,
};

const SETTINGS: readonly Setting[] = [
  { name: '-p, microbench baseline', options: presetValues('microbench'), hpaOnly: true },
  { name: '-s, microbench baseline', options: presetValues('microbench'), hpaOnly: false },
  { name: '-p, lazy (jemalloc default)', options: presetValues('jemalloc'), hpaOnly: true },
  { name: '-s, lazy (jemalloc default)', options: presetValues('jemalloc'), hpaOnly: false },
  { name: '-p, lazy, quick purging', options: LAZY_QUICK, hpaOnly: true },
];

/** Replays once and returns the pageslabs in use at the end. */
function replayOnce(trace: TraceTable, { options, hpaOnly }: Setting): number {
  const mode = { hpaOnly, shards: null };
  const replay = new Replay(trace, options, mode, { kind: 'interval', events: INTERVAL }, SCRATCH);
  replay.advance(Infinity);
  return replay.shards.reduce((sum, shard) => sum + shard.hpa.set.slabs, 0);
}

async function measure(
  print: (line: string) => void,
  trace: TraceTable,
  setting: Setting,
  runs: number,
): Promise<void> {
  let pageslabs = 0;
  const spent = await time(runs, () => {
    pageslabs = replayOnce(trace, setting);
  });
  print(`${rateLine(setting.name, 'events', trace.length, spent)}   ${pageslabs} pageslabs`);
}

export async function benchReplay(print: (line: string) => void, events: number): Promise<void> {
  const standard = { shards: SHARDS, seed: SEED, livePerShard: 4000 };
  const trace = generateTrace({ ...standard, events });
  print(`\nReplay: ${events} events, ${SHARDS} shards, seed ${SEED}, median of ${RUNS}`);
  for (const setting of SETTINGS) await measure(print, trace, setting, RUNS);

  const plain = SETTINGS[0] as Setting;
  print('\nCost by length of the trace, median of 3');
  for (const millions of [1, 5, 20]) {
    const longer = generateTrace({ ...standard, events: millions * 1e6 });
    await measure(print, longer, { ...plain, name: `-p, ${millions} million events` }, 3);
  }
  print('\nCost by number of pageslabs, median of 3');
  for (const livePerShard of [600, 75_000]) {
    const wider = generateTrace({ ...standard, events: 5e6, livePerShard });
    await measure(print, wider, { ...plain, name: `-p, ${livePerShard} extents in use a shard` }, 3);
  }
  print(`\nPeak memory of the whole run: ${peakMemory()}`);
}
