/** Opens a byte source: tells and undoes the compression, caps the expansion, and lets a format look at the beginning. */
import type { ByteSource, OpenedTrace, ReadOptions } from '../format.js';
import type { ProblemLog } from '../problem-log.js';
import { ChunkReader, concatBytes } from './chunk-reader.js';
import { type ExpandState, gunzip } from './gunzip.js';
import { unzstd, windowTooLarge } from './unzstd.js';

/** How much of the (expanded) beginning the formats see to recognise themselves. */
export const HEAD_BYTES = 1 << 16;

/** Default cap: below this many bytes anything may expand; above, more than {@link BOMB_RATIO} times is suspicious. */
const BOMB_BYTES = 1 << 28;
const BOMB_RATIO = 300;
const MAX_DEFAULT_BYTES = 2 ** 36;

export type Compression = OpenedTrace['compression'];

export interface Input {
  readonly name: string;
  readonly compression: Compression;
  /** First bytes, expanded; shorter than {@link HEAD_BYTES} only when the file is. */
  readonly head: Uint8Array;
  readonly bytesTotal: number | null;
  /** Grows while chunks are read. Set `cut` at the end when the last line cannot be whole. */
  readonly state: ExpandState & { expandedBytes: number };
  /** All expanded bytes from the beginning. To be called once. */
  chunks(): AsyncGenerator<Uint8Array>;
  close(): Promise<void>;
}

export function detectCompression(head: Uint8Array): Compression {
  const [a, b, c, d] = head;
  if (a === 0x1f && b === 0x8b && (c === undefined || c === 8)) return 'gzip';
  const zstd = a === 0x28 && b === 0xb5 && c === 0x2f && d === 0xfd;
  const skippable = ((a ?? 0) & 0xf0) === 0x50 && b === 0x2a && c === 0x4d && d === 0x18;
  return zstd || skippable ? 'zstd' : 'none';
}

/** Rejects only when aborted; read errors end the data and become a problem. */
export async function openInput(
  source: ByteSource,
  options: ReadOptions,
  problems: ProblemLog,
): Promise<Input> {
  const signal = options.signal;
  const reader = new ChunkReader(source.stream(), signal);
  const state = { compressedBytes: 0, expandedBytes: 0, cut: false };
  let magic: Uint8Array = new Uint8Array(0);
  const guarded = keepGoodPart(plainChunks(reader, state), state, problems, signal);
  while (magic.length < 18) {
    const next = await guarded.next();
    if (next.done === true) break;
    magic = concatBytes(magic, next.value);
  }
  const compression = detectCompression(magic);
  let inner: AsyncGenerator<Uint8Array>;
  if (compression === 'none') {
    inner = chain([magic], guarded);
  } else {
    if (magic.length > 0) reader.unread(magic);
    const expanded =
      compression === 'gzip'
        ? gunzip(source, reader, state, problems, signal)
        : windowTooLarge(magic)
          ? refuseWindow(state, problems)
          : unzstd(reader, state, problems);
    inner = keepGoodPart(capped(expanded, options, state, problems), state, problems, signal);
  }
  const first: Uint8Array[] = [];
  let headBytes = 0;
  while (headBytes < HEAD_BYTES) {
    const next = await inner.next();
    if (next.done === true) break;
    first.push(next.value);
    headBytes += next.value.length;
  }
  return {
    name: source.name,
    compression,
    head: first.length === 1 && first[0] !== undefined ? first[0] : joinAll(first, headBytes),
    bytesTotal: source.size,
    state,
    chunks: () => counted(chain(first, inner), state),
    close: async () => {
      await inner.return(undefined);
      await reader.cancel();
    },
  };
}

async function* plainChunks(reader: ChunkReader, state: ExpandState): AsyncGenerator<Uint8Array> {
  for (;;) {
    const chunk = await reader.read();
    state.compressedBytes = reader.bytesRead;
    if (chunk === null) return;
    yield chunk;
  }
}

async function* refuseWindow(state: ExpandState, problems: ProblemLog): AsyncGenerator<Uint8Array> {
  state.cut = true;
  problems.add('zstd-window', 0);
  yield* [];
}

async function* chain(
  first: Iterable<Uint8Array>,
  rest: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  for (const chunk of first) if (chunk.length > 0) yield chunk;
  yield* rest;
}

async function* counted(
  chunks: AsyncGenerator<Uint8Array>,
  state: { expandedBytes: number },
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    state.expandedBytes += chunk.length;
    yield chunk;
  }
}

async function* capped(
  chunks: AsyncGenerator<Uint8Array>,
  options: ReadOptions,
  state: ExpandState,
  problems: ProblemLog,
): AsyncGenerator<Uint8Array> {
  let expanded = 0;
  for await (const chunk of chunks) {
    const cap =
      options.maxExpandedBytes ??
      Math.min(MAX_DEFAULT_BYTES, Math.max(BOMB_BYTES, BOMB_RATIO * state.compressedBytes));
    if (expanded + chunk.length > cap) {
      state.cut = true;
      problems.add('expansion-limit', 0, `${Math.floor(cap / 1_048_576).toLocaleString('en-US')} MiB`);
      if (cap > expanded) yield chunk.subarray(0, cap - expanded);
      return;
    }
    expanded += chunk.length;
    yield chunk;
  }
}

/** A failing source ends the data; what came before is kept. Only the user's abort goes through. */
async function* keepGoodPart(
  chunks: AsyncGenerator<Uint8Array>,
  state: ExpandState,
  problems: ProblemLog,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (error) {
    signal?.throwIfAborted();
    state.cut = true;
    problems.add('read-error', 0, error instanceof Error ? error.message : 'unknown error');
  }
}

function joinAll(chunks: readonly Uint8Array[], bytes: number): Uint8Array {
  const joined = new Uint8Array(bytes);
  let at = 0;
  for (const chunk of chunks) {
    joined.set(chunk, at);
    at += chunk.length;
  }
  return joined;
}
