/** One large synthetic heap dump: seeded, so that figures can be compared between machines and versions. */
import { dumpBytes, stackText } from './heap-text.js';
import { randomWords } from './random.js';

export interface HeapSettings {
  readonly stacks: number;
  readonly seed: number;
  /** Functions of the program; a frame is one of a few call sites in one. */
  readonly functions: number;
}

const SIZES = [16, 32, 48, 64, 96, 128, 256, 1024, 4096, 16384, 65536, 262144];

/** Ways from the entry points inward that many stacks share, as those through the main loop of a server are. */
const TRUNKS = 2000;

/**
 * `heap_v2` at a rate of 512 KiB, 6 to 28 frames a stack, one thread, a short memory map; about 195 bytes a stack. A stack
 * goes along one of the trunks and then its own way for up to ten calls: some eight nodes of the call tree belong to no
 * other stack, as in dumps of redis and python with all their samples.
 */
export function generateHeapDump({ stacks, seed, functions }: HeapSettings): Uint8Array<ArrayBuffer> {
  const next = randomWords(seed);
  const below = (limit: number) => next() % limit;
  const texts: string[] = [];
  // What a function calls follows from its number: eight callees, each from one of two call sites.
  const walk = (from: number, calls: number): number[] => {
    const path = [from];
    for (let at = from; path.length < calls; path.push(at))
      at = ((Math.imul(at, 0x9e3779b1) + Math.imul(below(8), 0x85ebca77)) >>> 0) % functions;
    return path;
  };
  const trunks = Array.from({ length: TRUNKS }, () => walk(below(4), 18));
  for (let stack = 0; stack < stacks; stack++) {
    const depth = 6 + below(23);
    const own = Math.max(depth - 18, 1 + below(Math.min(10, depth - 2)));
    const trunk = (trunks[below(TRUNKS)] as number[]).slice(0, depth - own);
    const path = [...trunk, ...walk(trunk.at(-1) as number, own + 1).slice(1)];
    const addresses = path.map((at, i) => 0x400001 + at * 96 + 16 * ((at + i) & 1)).reverse();
    const size = SIZES[below(SIZES.length)] as number;
    texts.push(stackText(addresses, 1 + below(9), size));
  }
  return dumpBytes({
    rate: 524_288,
    objects: 400_000,
    bytes: 25_600_000,
    threadName: 'main',
    stacks: texts,
    mappings: ['00400000-10000000 r-xp 00000000 fe:00 1 /usr/bin/synthetic'],
  });
}

/** Names for all functions that {@link generateHeapDump} uses. */
export function generateSymbols({ functions }: HeapSettings): Uint8Array<ArrayBuffer> {
  const lines: string[] = [];
  for (let at = 0; at < functions; at++)
    for (const site of [0, 1, 16, 17])
      lines.push(
        `0x${(0x400000 + at * 96 + site).toString(16)} space${at % 97}::Function${at}::call(int, char const*)`,
      );
  return new TextEncoder().encode(`${lines.join('\n')}\n`);
}
