/** How fast a heap dump opens: parse, scaling, top table, call tree. */
import { buildCallTree } from '../src/engine/profile/build-call-tree.js';
import { buildStackTable, spaceOf } from '../src/engine/profile/build-stack-table.js';
import { filterStacks, JEPROF_FILTER } from '../src/engine/profile/filter.js';
import { buildFrameTable } from '../src/engine/profile/frame-table.js';
import { buildLabels } from '../src/engine/profile/labels.js';
import type { HeapProfile } from '../src/engine/profile/profile.js';
import { symbolSource } from '../src/engine/profile/symbol-source.js';
import { buildTopTable, jeprofOrder } from '../src/engine/profile/top-table.js';
import { openFile } from '../src/formats/open.js';
import { generateHeapDump, generateSymbols } from './generate-heap.js';
import { median, peakMemory, time } from './measure.js';

const RUNS = 5;
const SETTINGS = { stacks: 200_000, seed: 7, functions: 20_000 };

async function open(bytes: Uint8Array<ArrayBuffer>, name: string) {
  const blob = new Blob([bytes]);
  return openFile({ name, size: blob.size, stream: () => blob.stream() });
}

async function openProfile(bytes: Uint8Array<ArrayBuffer>): Promise<HeapProfile> {
  const outcome = await open(bytes, 'synthetic.heap');
  if (outcome.kind !== 'profile') throw new Error('the synthetic dump was not read');
  return outcome.profile;
}

export async function benchHeap(print: (line: string) => void): Promise<void> {
  const bytes = generateHeapDump(SETTINGS);
  const symbols = await open(generateSymbols(SETTINGS), 'synthetic.symbols');
  if (symbols.kind !== 'symbols') throw new Error('the symbols were not read');
  const profile = await openProfile(bytes);
  const megabytes = (bytes.length / 1e6).toFixed(1);
  print(
    `\nHeap: dump of ${SETTINGS.stacks} stacks, ${megabytes} MB, ${profile.addresses.length} addresses, ` +
      `${profile.stacks.length} nodes, seed ${SETTINGS.seed}, median of ${RUNS}`,
  );
  const choice = { profiles: [profile], base: [] };
  const space = spaceOf(choice);
  const tableOf = () => buildStackTable(choice, space, 'inuse_space', 'best');
  const framesOf = () =>
    buildFrameTable(space.addresses, profile.mappings, [symbolSource([symbols.symbols])]);
  const table = tableOf();
  const frames = framesOf();
  const labelsOf = () => buildLabels(space.addresses, frames, 'functions');
  const filtered = filterStacks(table, space.addresses, frames, JEPROF_FILTER);
  const labels = labelsOf();
  const tree = buildCallTree(filtered, frames, labels);
  const steps: readonly [string, () => unknown][] = [
    ['parse', () => openProfile(bytes)],
    ['unbias, with errors', tableOf],
    ['names', framesOf],
    ['prune and label', () => [filterStacks(table, space.addresses, frames, JEPROF_FILTER), labelsOf()]],
    ['top table, sorted', () => jeprofOrder(buildTopTable(filtered, frames, labels), 'flat')],
    [`call tree (${tree.nodes} nodes)`, () => buildCallTree(filtered, frames, labels)],
  ];
  let sum = 0;
  for (const [name, step] of steps) {
    const spent = await time(RUNS, step);
    sum += median(spent);
    print(
      `${name.padEnd(44)} ${median(spent).toFixed(0).padStart(6)} ms   (${Math.min(...spent).toFixed(0)} to ${Math.max(...spent).toFixed(0)})`,
    );
  }
  print(`${'all'.padEnd(44)} ${sum.toFixed(0).padStart(6)} ms`);
  print(`Peak memory of the whole run: ${peakMemory()}`);
}
