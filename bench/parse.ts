/** How fast a preprocessed trace becomes a table, beside papaparse, and what the table takes. */
import Papa from 'papaparse';
import { ByteWriter } from '../src/formats/byte-writer.js';
import type { ByteSource } from '../src/formats/format.js';
import { openFile } from '../src/formats/open.js';

const EVENTS = 5_000_000;
const RAW_EVENTS = 3_000_000;
const RAW_LIVE = 50_000;
const PAPA_EVENTS = 500_000;
const SHARDS = 8;
const RUNS = 5;

/** Small reproducible generator (xorshift32), uniform in [0, limit). */
function makeRandom(seed: number): (limit: number) => number {
  let state = seed | 1;
  return (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return Math.floor(((state >>> 0) / 4_294_967_296) * limit);
  };
}

/**
 * A preprocessed trace of so many events as CSV chunks of about 1 MiB: sizes mostly 1 to 32 pages, frees of random live
 * allocations of the same shard, times rising by 1 us to 1 ms.
 */
export function generateTraceCsv(events: number, shards: number, seed: number): Uint8Array<ArrayBuffer>[] {
  const random = makeRandom(seed);
  const writer = new ByteWriter();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const live = Array.from({ length: shards }, (): number[] => []);
  let allocations = 0;
  let clock = 1_000_000_000_000;
  writer.text('shard_ind,operation,size_or_alloc_index,nsecs,is_frequent\n');
  for (let event = 0; event < events; event++) {
    const shard = random(shards);
    const own = live[shard] ?? [];
    // The population hovers around a few thousand live allocations a shard.
    const free = own.length > 0 && random(8000) < own.length;
    clock += 1000 + random(999_000);
    writer.reserve(64);
    writer.number(shard);
    writer.comma();
    writer.number(free ? 1 : 0);
    writer.comma();
    if (free) {
      const picked = random(own.length);
      writer.number(own[picked] ?? 0);
      own[picked] = own[own.length - 1] ?? 0;
      own.pop();
    } else {
      const pages = random(50) === 0 ? 1 + random(512) : 1 + random(32);
      writer.number(pages * 4096);
      own.push(allocations++);
    }
    writer.comma();
    writer.number(clock);
    writer.comma();
    writer.number(random(2));
    writer.lineFeed();
    if (event % 4096 === 0) chunks.push(...writer.take());
  }
  chunks.push(...writer.finish());
  return chunks;
}

/** A raw `hpa` trace of so many events: one probe a line, addresses of a heap that hovers around `live` extents. */
export function generateRawHpaCsv(events: number, live: number, seed: number): Uint8Array<ArrayBuffer>[] {
  const random = makeRandom(seed);
  const writer = new ByteWriter();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const used: number[] = [];
  const free = Array.from({ length: 2 * live }, (_, i) => 140_112_614_653_952 + i * 131_072);
  let clock = 1_000_000_000_000;
  writer.text('shard_ind_int,addr_int,nsecs_int,probe,size_int\n');
  for (let event = 0; event < events; event++) {
    const dalloc = random(2 * live) < used.length;
    const from = dalloc ? used : free;
    const to = dalloc ? free : used;
    const picked = random(from.length);
    const address = from[picked] ?? 0;
    from[picked] = from[from.length - 1] ?? 0;
    from.pop();
    to.push(address);
    clock += 1000 + random(999_000);
    writer.reserve(96);
    writer.number(random(SHARDS));
    writer.comma();
    writer.number(address);
    writer.comma();
    writer.number(clock);
    writer.comma();
    writer.text(dalloc ? 'hpa_dalloc,' : 'hpa_alloc,');
    writer.number(4096 * (1 + random(32)));
    writer.lineFeed();
    if (event % 4096 === 0) chunks.push(...writer.take());
  }
  chunks.push(...writer.finish());
  return chunks;
}

/** A source that streams chunks from memory. */
export function memorySource(name: string, chunks: readonly Uint8Array[]): ByteSource {
  return {
    name,
    size: chunks.reduce((sum, chunk) => sum + chunk.length, 0),
    stream: () => {
      let next = 0;
      return new ReadableStream<Uint8Array>(
        {
          pull: (controller) => {
            const chunk = chunks[next++];
            if (chunk === undefined) controller.close();
            else controller.enqueue(chunk);
          },
        },
        { highWaterMark: 0 },
      );
    },
  };
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

export async function benchParse(print: (line: string) => void): Promise<void> {
  const chunks = generateTraceCsv(EVENTS, SHARDS, 1);
  const source = memorySource('bench.csv', chunks);
  const seconds: number[] = [];
  let bytesPerEvent = 0;
  for (let run = 0; run < RUNS; run++) {
    const start = performance.now();
    const outcome = await openFile(source);
    seconds.push((performance.now() - start) / 1000);
    if (outcome.kind !== 'trace' || outcome.trace.length !== EVENTS) throw new Error('bench trace not read');
    const { meta, value, time } = outcome.trace;
    bytesPerEvent = (meta.buffer.byteLength + value.buffer.byteLength + time.buffer.byteLength) / EVENTS;
  }
  const rate = EVENTS / median(seconds) / 1e6;
  print(
    `parse: ${rate.toFixed(2)} million rows/s (median of ${RUNS}, ${EVENTS / 1e6} million rows, ${((source.size ?? 0) / 1e6).toFixed(0)} MB, ` +
      `${Math.min(...seconds).toFixed(2)} to ${Math.max(...seconds).toFixed(2)} s)`,
  );
  print(`parse: table takes ${bytesPerEvent.toFixed(2)} bytes an event`);

  const raw = memorySource('raw.csv', generateRawHpaCsv(RAW_EVENTS, RAW_LIVE, 1));
  const rawSeconds: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const start = performance.now();
    const outcome = await openFile(raw);
    rawSeconds.push((performance.now() - start) / 1000);
    if (outcome.kind !== 'trace' || outcome.rows !== RAW_EVENTS) throw new Error('bench raw trace not read');
  }
  const rawRate = RAW_EVENTS / median(rawSeconds) / 1e6;
  print(
    `parse: raw hpa ${rawRate.toFixed(2)} million rows/s (median of ${RUNS}, ${RAW_EVENTS / 1e6} million rows, ${((raw.size ?? 0) / 1e6).toFixed(0)} MB)`,
  );

  const decoder = new TextDecoder();
  const text = generateTraceCsv(PAPA_EVENTS, SHARDS, 1)
    .map((chunk) => decoder.decode(chunk))
    .join('');
  const start = performance.now();
  let rows = 0;
  Papa.parse<string[]>(text, {
    fastMode: true,
    step: () => {
      rows++;
    },
  });
  const papa = rows / ((performance.now() - start) / 1000) / 1e6;
  print(
    `parse: papaparse alone ${papa.toFixed(2)} million rows/s (${PAPA_EVENTS / 1e6} million rows, strings only)`,
  );
}
