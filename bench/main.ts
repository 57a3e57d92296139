/** `npm run bench [-- replay|parse|aggregate] [events]`: prints figures, asserts nothing. */
import { benchAggregate } from './aggregate.js';
import { benchHeap } from './heap.js';
import { benchParse } from './parse.js';
import { benchReplay } from './replay.js';

const DEFAULT_EVENTS = 5_000_000;

const [what = 'all', events = String(DEFAULT_EVENTS)] = process.argv.slice(2);
const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

print(`Node ${process.version}, ${process.platform} ${process.arch}`);
if (what === 'all' || what === 'parse') await benchParse(print);
if (what === 'all' || what === 'replay') await benchReplay(print, Number(events));
if (what === 'all' || what === 'aggregate') await benchAggregate(print);
if (what === 'all' || what === 'heap') await benchHeap(print);
