/**
 * gzip (RFC 1952). The platform's decompressor is the fastest, but browsers refuse anything after the first member and
 * lose output when they do, and Node skips rubbish without a word. So the native result counts only when its length
 * is what the file's last four bytes promise; otherwise fflate reads the file again from its start, and the
 * bytes already given out are skipped.
 */
import type { ProblemLog } from '../problem-log.js';
import { ChunkReader } from './chunk-reader.js';

/** Compressed bytes given to fflate at once; deflate makes at most 1,032 times as much of it. */
const SLICE = 1 << 14;
const INVALID_GZIP = 6;
const UNEXPECTED_EOF = 0;

export interface ReopenableSource {
  stream(): ReadableStream<Uint8Array>;
}

/** What the expander tells about the end of the data. */
export interface ExpandState {
  /** Compressed bytes read so far. */
  compressedBytes: number;
  /** The data ended before its format's end: the last line is certainly cut. */
  cut: boolean;
}

export async function* gunzip(
  source: ReopenableSource,
  reader: ChunkReader,
  state: ExpandState,
  problems: ProblemLog,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  let delivered = 0;
  if (typeof DecompressionStream !== 'undefined') {
    const expanded = reader.toStream().pipeThrough(new DecompressionStream('gzip')).getReader();
    let complete = false;
    try {
      for (;;) {
        const next = await readOrNull(expanded);
        signal?.throwIfAborted();
        state.compressedBytes = reader.bytesRead;
        if (next === null) break;
        if (next.done) {
          const t = reader.tail;
          const promised = new DataView(t.buffer, t.byteOffset).getUint32(0, true);
          complete = promised === delivered % 4_294_967_296;
          break;
        }
        delivered += next.value.length;
        yield next.value;
      }
    } finally {
      await expanded.cancel().catch(() => undefined);
    }
    if (complete) return;
  }
  yield* gunzipSlowly(source, delivered, state, problems, signal);
}

/** Null when the decompressor refuses the data. */
async function readOrNull(
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<ReadableStreamReadResult<Uint8Array> | null> {
  try {
    return await reader.read();
  } catch {
    return null;
  }
}

async function* gunzipSlowly(
  source: ReopenableSource,
  delivered: number,
  state: ExpandState,
  problems: ProblemLog,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  let reader: ChunkReader;
  try {
    reader = new ChunkReader(source.stream(), signal);
  } catch {
    problems.add('unverified-tail', 0);
    state.cut = true;
    return;
  }
  const { Gunzip } = await import('fflate');
  let out: Uint8Array[] = [];
  let produced = 0;
  let members = 1;
  const gunzip = new Gunzip((chunk) => {
    if (chunk.length > 0) out.push(chunk);
    produced += chunk.length;
  });
  gunzip.onmember = () => {
    members++;
  };
  let skip = delivered;
  function* flush(): Generator<Uint8Array> {
    for (const chunk of out) {
      const from = Math.min(skip, chunk.length);
      skip -= from;
      if (from < chunk.length) yield chunk.subarray(from);
    }
    out = [];
  }
  try {
    let failure: number | null = null;
    for (;;) {
      const chunk = await reader.read();
      state.compressedBytes = Math.max(state.compressedBytes, reader.bytesRead);
      if (chunk === null) break;
      for (let at = 0; at < chunk.length && failure === null; at += SLICE) {
        failure = attempt(() => gunzip.push(chunk.slice(at, at + SLICE)));
        yield* flush();
      }
      if (failure !== null) break;
    }
    if (failure === null) {
      failure = attempt(() => gunzip.push(new Uint8Array(0), true));
      yield* flush();
    }
    if (failure === UNEXPECTED_EOF) {
      state.cut = true;
      problems.add('cut-short', 0, 'gzip');
    } else if (failure === INVALID_GZIP && produced > 0) {
      problems.add('trailing-data', 0, 'gzip');
    } else if (failure !== null) {
      state.cut = true;
      problems.add('corrupt-compression', 0, 'gzip');
    } else if (members === 1) {
      problems.add('trailing-data', 0, 'gzip');
    }
  } finally {
    await reader.cancel();
  }
}

/** The error code of fflate, -1 for an error without one, null when all is well. */
export function attempt(push: () => void): number | null {
  try {
    push();
    return null;
  } catch (error) {
    const code = (error as { code?: unknown }).code;
    return typeof code === 'number' ? code : -1;
  }
}
