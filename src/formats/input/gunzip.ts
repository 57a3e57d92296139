/**
 * gzip (RFC 1952). The platform's decompressor is the fastest, but browsers refuse anything after the first member and
 * lose output when they do, and Node skips rubbish without a word. So the native result counts only when its length
 * is what the file's last four bytes promise; otherwise fflate reads the file again from its start, and the
 * bytes already given out are skipped.
 */
import type { ProblemLog } from '../problem-log.js';
import { ChunkReader, concatBytes } from './chunk-reader.js';
import { crc32 } from './crc32.js';

/**
 * Compressed bytes given to fflate at once; deflate makes at most 1,032 times as much of it. At damage the whole
 * slice is lost, so slices start small and grow with what has been read.
 */
const MIN_SLICE = 1 << 8;
const MAX_SLICE = 1 << 14;
const INVALID_GZIP = 6;
/** Compressed bytes kept behind the current slice: more than a member's footer and the next one's header. */
const RECENT = 4096;

export interface ReopenableSource {
  /** Null for a pipe: it cannot be read twice, so the exact way is taken from the start. */
  readonly size: number | null;
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
  if (source.size === null || typeof DecompressionStream === 'undefined') {
    yield* gunzipSlowly(reader, 0, state, problems);
    return;
  }
  let delivered = 0;
  const expanded = reader.toStream().pipeThrough(new DecompressionStream('gzip')).getReader();
  try {
    for (;;) {
      const next = await readOrNull(expanded);
      signal?.throwIfAborted();
      state.compressedBytes = reader.bytesRead;
      if (next === null) break;
      if (next.done) {
        const t = reader.tail;
        const promised = new DataView(t.buffer, t.byteOffset).getUint32(0, true);
        if (promised === delivered % 4_294_967_296) return;
        break;
      }
      delivered += next.value.length;
      yield next.value;
    }
  } finally {
    await expanded.cancel().catch(() => undefined);
  }
  let again: ChunkReader;
  try {
    again = new ChunkReader(source.stream(), signal);
  } catch {
    problems.add('unverified-tail', 0);
    state.cut = true;
    return;
  }
  yield* gunzipSlowly(again, delivered, state, problems);
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

/** @param delivered expanded bytes that have been given out before, to be skipped */
async function* gunzipSlowly(
  reader: ChunkReader,
  delivered: number,
  state: ExpandState,
  problems: ProblemLog,
): AsyncGenerator<Uint8Array> {
  const { Gunzip } = await import('fflate');
  const members = new MemberCheck();
  let out: Uint8Array[] = [];
  const gunzip = new Gunzip((chunk) => {
    members.produced(chunk);
    if (chunk.length > 0) out.push(chunk);
  });
  gunzip.onmember = (offset) => members.next(offset);
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
    let read = 0;
    while (failure === null) {
      const chunk = await reader.read();
      state.compressedBytes = Math.max(state.compressedBytes, reader.bytesRead);
      if (chunk === null) break;
      for (let at = 0; at < chunk.length && failure === null; ) {
        const length = Math.min(MAX_SLICE, Math.max(MIN_SLICE, read / 16));
        const slice = chunk.slice(at, at + length);
        at += slice.length;
        read += slice.length;
        members.consumed(slice);
        failure = attempt(() => gunzip.push(slice));
        yield* flush();
      }
    }
    // The last member is whole when its check sum stands at the end of the file, or before what follows it.
    const atEnd = failure === null && members.endsWithFooter();
    const beforeRubbish = failure === INVALID_GZIP && members.footerSeen();
    if (beforeRubbish) problems.add('trailing-data', 0, 'gzip');
    else if (!atEnd) {
      state.cut = true;
      problems.add(failure === null ? 'cut-short' : 'corrupt-compression', 0, 'gzip');
    }
    if (members.damaged > 0) problems.add('corrupt-compression', 0, 'gzip', members.damaged);
  } finally {
    await reader.cancel();
  }
}

/** Checks each member's output against the check sum and size that follow it in the compressed bytes. */
class MemberCheck {
  /** Members, other than the last, whose check sum was wrong. */
  damaged = 0;
  private crc = 0;
  private size = 0;
  /** Compressed bytes so far. */
  private bytes = 0;
  /** The latest compressed bytes: the footer of a member that has just ended is in them. */
  private recent: Uint8Array = new Uint8Array(0);

  consumed(compressed: Uint8Array): void {
    this.bytes += compressed.length;
    this.recent = concatBytes(this.recent.subarray(-RECENT), compressed);
  }

  produced(expanded: Uint8Array): void {
    this.crc = crc32(expanded, this.crc);
    this.size += expanded.length;
  }

  /** The next member's header begins at byte `offset` of the compressed data. */
  next(offset: number): void {
    const at = this.recent.length - (this.bytes - offset) - 8;
    if (at < 0 || !this.isFooter(at)) this.damaged++;
    this.crc = 0;
    this.size = 0;
  }

  endsWithFooter(): boolean {
    return this.recent.length >= 8 && this.isFooter(this.recent.length - 8);
  }

  footerSeen(): boolean {
    for (let at = 0; at + 8 <= this.recent.length; at++) if (this.isFooter(at)) return true;
    return false;
  }

  private isFooter(at: number): boolean {
    const view = new DataView(this.recent.buffer, this.recent.byteOffset + at);
    return view.getUint32(0, true) === this.crc && view.getUint32(4, true) === this.size % 4_294_967_296;
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
