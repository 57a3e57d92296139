/** How fast dumps of many processes are read and added up, and how much memory that takes. */
import { EstimateSums } from '../src/engine/profile/aggregate-estimates.js';
import { ProfileFleet } from '../src/engine/profile/aggregate-fleet.js';
import { ProfileSeries } from '../src/engine/profile/aggregate-series.js';
import type { HeapProfile } from '../src/engine/profile/profile.js';
import { buildFrameTable } from '../src/engine/profile/frame-table.js';
import { writePprof } from '../src/formats/heap/writers/pprof.js';
import { openFile } from '../src/formats/open.js';
import { generateProcessDump } from './generate-fleet.js';
import { median, peakMemory, time } from './measure.js';

const DUMPS = 1000;
const PROCESSES = 20;
const STACKS = 3900;
const RUNS = 3;

interface Sink {
  add(profile: HeapProfile): void;
  finish(): { readonly stacks: { readonly length: number } };
}

async function openDump(bytes: Uint8Array<ArrayBuffer>): Promise<HeapProfile> {
  const outcome = await openFile({
    name: 'dump',
    size: bytes.length,
    stream: () => new Blob([bytes]).stream(),
  });
  if (outcome.kind !== 'profile') throw new Error(`a dump opened as ${outcome.kind}`);
  return outcome.profile;
}

/** pprof of one large dump. */
async function benchPprof(print: (line: string) => void): Promise<void> {
  const profile = await openDump(
    generateProcessDump({ stacks: 100_000, minDepth: 25, maxDepth: 35, programSeed: 2, processSeed: 1 }),
  );
  const sums = new EstimateSums('jeprof');
  sums.add(profile, null);
  const { addresses, stacks, mappings, rate } = profile;
  const frames = buildFrameTable(addresses, mappings, []);
  const parts = [{ thread: null, table: sums.finish() }];
  let bytes = 0;
  const spent = await time(RUNS, () => {
    bytes = 0;
    const input = { addresses, stacks, frames, mappings, parts, rate: rate.bytes, program: '' };
    const chunks = writePprof({ ...input, buildIds: new Map(), measure: 'inuse_space', comments: [] });
    for (const chunk of chunks) bytes += chunk.length;
  });
  print(
    `pprof, 100,000 stacks of 25 to 35 frames: ${median(spent).toFixed(0)} ms, ${(bytes / 1e6).toFixed(1)} MB`,
  );
}

export async function benchAggregate(print: (line: string) => void): Promise<void> {
  const shape = { stacks: STACKS, minDepth: 6, maxDepth: 28, programSeed: 1 };
  const dumps = Array.from({ length: PROCESSES }, (_, i) =>
    generateProcessDump({ ...shape, processSeed: i + 1 }),
  );
  const bytes = (dumps.reduce((sum, dump) => sum + dump.length, 0) / PROCESSES) * DUMPS;
  const megabytes = bytes / 1e6;
  print(
    `\nAggregate: ${DUMPS} dumps of ${PROCESSES} processes, ${STACKS} stacks each, ${megabytes.toFixed(0)} MB in all, median of ${RUNS}`,
  );
  const measure = async (name: string, makeSink: () => Sink | null): Promise<void> => {
    const spent: number[] = [];
    let nodes = 0;
    for (let run = 0; run < RUNS; run++) {
      globalThis.gc?.();
      const sink = makeSink();
      const start = performance.now();
      for (let i = 0; i < DUMPS; i++) {
        const profile = await openDump(dumps[i % PROCESSES] as Uint8Array<ArrayBuffer>);
        sink?.add(profile);
      }
      nodes = sink?.finish().stacks.length ?? 0;
      spent.push(performance.now() - start);
    }
    const rate = megabytes / (median(spent) / 1000);
    const range = `${(megabytes / (Math.max(...spent) / 1000)).toFixed(0)} to ${(megabytes / (Math.min(...spent) / 1000)).toFixed(0)}`;
    print(
      `${name.padEnd(44)} ${rate.toFixed(0).padStart(6)} MB/s   (${range})   ${nodes} nodes   peak ${peakMemory()}`,
    );
  };
  await measure('reading alone', () => null);
  await measure('fleet, as jeprof', () => new ProfileFleet('jeprof'));
  await measure('fleet, best estimate', () => new ProfileFleet('best'));
  await measure('series, as jeprof', () => new ProfileSeries('jeprof'));
  await benchPprof(print);
}
