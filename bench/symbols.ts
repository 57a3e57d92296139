/** How fast a large binary's symbols are read, and how fast addresses are named. */
import { existsSync, openAsBlob, statSync } from 'node:fs';
import { readDemanglerWasm } from '../src/cli/demangler.js';
import { openBinary } from '../src/formats/elf/binary.js';
import { loadDemangler, PLAIN_NAMES } from '../src/formats/elf/demangle.js';
import { blobAccess } from '../src/formats/elf/random-access.js';
import { median, time } from './measure.js';

const SYSTEM_NODE = '/usr/bin/node';
const RUNS = 3;
const LOOKUPS = 100_000;

export async function benchSymbols(print: (line: string) => void): Promise<void> {
  const path = existsSync(SYSTEM_NODE) ? SYSTEM_NODE : process.execPath;
  const blob = await openAsBlob(path);
  const megabytes = statSync(path).size / 1e6;
  let symbols = 0;
  const opening = await time(RUNS, async () => {
    const opened = await openBinary(blobAccess(blob), 'node', PLAIN_NAMES);
    if (!opened.ok) throw new Error(opened.error);
    symbols = opened.value.info.symbols;
  });
  const millions = symbols / median(opening) / 1000;
  print(
    `symbols: ${symbols} of a binary of ${megabytes.toFixed(0)} MB read in ${median(opening).toFixed(0)} ms, ${millions.toFixed(2)} million/s (median of ${RUNS})`,
  );

  const demangler = await loadDemangler(await readDemanglerWasm());
  const opened = await openBinary(blobAccess(blob), 'node', demangler);
  if (!opened.ok) throw new Error(opened.error);
  const binary = opened.value;
  const code = binary.info.layout.segments.find(({ executable }) => executable);
  if (code === undefined) throw new Error('the bench binary has no code');
  const sortStart = performance.now();
  await binary.lookup(code.address, null);
  print(`symbols: first lookup (sorts the tables) ${(performance.now() - sortStart).toFixed(0)} ms`);
  // Spread over all code, so nearly each is another function, to be demangled once.
  const step = code.memoryBytes / LOOKUPS;
  for (const round of ['new', 'known'] as const) {
    const start = performance.now();
    let named = 0;
    for (let i = 0; i < LOOKUPS; i++) {
      if ((await binary.lookup(Math.floor(code.address + i * step), null)) !== null) named++;
    }
    const seconds = (performance.now() - start) / 1000;
    print(
      `symbols: ${(LOOKUPS / seconds / 1000).toFixed(0)} thousand lookups/s with demangling, ${round} names (${named} of ${LOOKUPS} named${binary.info.hasLines ? ', with lines' : ''})`,
    );
  }
}
