/** Seeded synthetic heap dumps of a fleet: the same program in many processes, its modules elsewhere in each. */
import { dumpBytes, stackText } from './heap-text.js';
import { randomSource } from './random.js';

export interface ProcessShape {
  readonly stacks: number;
  readonly minDepth: number;
  readonly maxDepth: number;
  /** Decides the program: its stacks, as offsets in modules. */
  readonly programSeed: number;
  /** Decides the process: where modules lie, and the counters. */
  readonly processSeed: number;
}

const RATE = 524_288;
const MODULES = 12;
const MODULE_BYTES = 0x40_0000;
/** Places in the program that call or allocate; few of them are in most stacks. */
const CALL_SITES = 8000;
const SIZES = [16, 32, 48, 64, 96, 128, 256, 512, 1024, 4096, 16_384, 65_536, 1_048_576];

/** The bytes of an address as they lie in memory, lowest first: jemalloc sorts stacks by them. */
function sortKey(address: number): string {
  const hex = address.toString(16).padStart(16, '0');
  return (hex.match(/../g) ?? []).reverse().join('');
}

/** The dump of one process. Stacks share callers as real ones do: each goes on from a caller of the one before. */
export function generateProcessDump(shape: ProcessShape): Uint8Array<ArrayBuffer> {
  const program = randomSource(shape.programSeed);
  const process = randomSource(shape.processSeed);
  const bases = Array.from(
    { length: MODULES },
    (_, module) => 0x7f00_0000_0000 + module * 0x1000_0000 + Math.floor(process() * 0x8000) * 0x1000,
  );
  const sites = Array.from({ length: CALL_SITES }, () => Math.floor(program() * MODULES * MODULE_BYTES));
  const stacks: { key: string; text: string }[] = [];
  let total = 0;
  let frames: number[] = [];
  for (let stack = 0; stack < shape.stacks; stack++) {
    const depth = shape.minDepth + Math.floor(program() * (shape.maxDepth - shape.minDepth + 1));
    const shared = Math.floor(program() * Math.min(frames.length, depth - 1));
    frames = frames.slice(0, shared);
    while (frames.length < depth) {
      frames.push(sites[Math.floor(program() ** 3 * CALL_SITES)] ?? 0);
    }
    const size = SIZES[Math.floor(program() * SIZES.length)] ?? 16;
    const count = 1 + Math.floor(process() * 40);
    total += count;
    const addresses = frames
      .toReversed()
      .map((frame) => (bases[Math.floor(frame / MODULE_BYTES)] ?? 0) + (frame % MODULE_BYTES));
    stacks.push({ key: addresses.map(sortKey).join(''), text: stackText(addresses, count, size) });
  }
  const mappings = bases.map((base, module) => {
    const range = `${base.toString(16)}-${(base + MODULE_BYTES).toString(16)}`;
    return `${range} r-xp 00000000 08:01 ${module + 1} /usr/lib/libmodule${module}.so`;
  });
  stacks.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return dumpBytes({
    rate: RATE,
    objects: total,
    bytes: total,
    threadName: '',
    stacks: stacks.map(({ text }) => text),
    mappings,
  });
}
