/** `npm run bench [-- WHAT] [events]`: prints figures, asserts nothing. WHAT is a name below, or `all`. */
import { benchAggregate } from './aggregate.js';
import { benchHeap } from './heap.js';
import { benchInspect } from './inspect.js';
import { benchParse } from './parse.js';
import { benchReplay } from './replay.js';
import { benchSampling } from './sampling.js';
import { benchSymbols } from './symbols.js';

const DEFAULT_EVENTS = 5_000_000;

type Print = (line: string) => void;

const BENCHES: Readonly<Record<string, (print: Print, events: number) => Promise<void> | void>> = {
  parse: benchParse,
  replay: benchReplay,
  inspect: benchInspect,
  heap: benchHeap,
  symbols: benchSymbols,
  aggregate: benchAggregate,
  sampling: benchSampling,
};

const [what = 'all', events = String(DEFAULT_EVENTS)] = process.argv.slice(2);
const chosen = Object.entries(BENCHES).filter(([name]) => what === 'all' || what === name);
const print: Print = (line) => {
  process.stdout.write(`${line}\n`);
};

if (chosen.length === 0) {
  print(`No bench ${what}: choose one of ${Object.keys(BENCHES).join(', ')}, or all.`);
  process.exitCode = 2;
} else {
  print(`Node ${process.version}, ${process.platform} ${process.arch}`);
  // One after the other: two at once would measure each other.
  // oxlint-disable-next-line no-await-in-loop
  for (const [, bench] of chosen) await bench(print, Number(events));
}
