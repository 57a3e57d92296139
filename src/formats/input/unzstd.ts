/** zstd (RFC 8878) by fzstd, which keeps the last window only. No browser expands zstd itself yet. */
import type { ProblemLog } from '../problem-log.js';
import type { ChunkReader } from './chunk-reader.js';
import { attempt, type ExpandState } from './gunzip.js';

/** Compressed bytes at once: a run-length block makes 128 KiB of four bytes. */
const SLICE = 1 << 12;
const INVALID_DATA = 0;
const UNEXPECTED_EOF = 5;
/** zstd's own limit; fzstd moves the whole window for each block, so larger ones would never end. */
const MAX_WINDOW = 1 << 27;

/** Bytes of window a frame wants (RFC 8878, 3.1.1.1), or 0 when the head is too short to tell. */
export function zstdWindow(head: Uint8Array): number {
  if (head.length < 18 || head[0] !== 0x28) return 0;
  const descriptor = head[4] as number;
  const single = (descriptor & 32) !== 0;
  if (!single) {
    const byte = head[5] as number;
    const base = 2 ** (10 + (byte >> 3));
    return base + (base / 8) * (byte & 7);
  }
  const at = 5 + ([0, 1, 2, 4][descriptor & 3] as number);
  const view = new DataView(head.buffer, head.byteOffset);
  switch (descriptor >> 6) {
    case 0:
      return view.getUint8(at);
    case 1:
      return view.getUint16(at, true) + 256;
    case 2:
      return view.getUint32(at, true);
    default:
      return Number(view.getBigUint64(at, true));
  }
}

export function windowTooLarge(head: Uint8Array): boolean {
  return zstdWindow(head) > MAX_WINDOW;
}

export async function* unzstd(
  reader: ChunkReader,
  state: ExpandState,
  problems: ProblemLog,
): AsyncGenerator<Uint8Array> {
  const { Decompress } = await import('fzstd');
  let out: Uint8Array[] = [];
  let produced = 0;
  const decompress = new Decompress((chunk) => {
    // The decompressor goes on using its buffer.
    if (chunk.length > 0) out.push(chunk.slice());
    produced += chunk.length;
  });
  let failure: number | null = null;
  while (failure === null) {
    const chunk = await reader.read();
    state.compressedBytes = reader.bytesRead;
    if (chunk === null) {
      failure = attempt(() => decompress.push(new Uint8Array(0), true));
      yield* out;
      break;
    }
    for (let at = 0; at < chunk.length && failure === null; at += SLICE) {
      failure = attempt(() => {
        decompress.push(chunk.slice(at, at + SLICE), false);
      });
      yield* out;
      out = [];
    }
  }
  if (failure === null) return;
  if (failure === INVALID_DATA && produced > 0) {
    problems.add('trailing-data', 0, 'zstd');
    return;
  }
  state.cut = true;
  problems.add(failure === UNEXPECTED_EOF ? 'cut-short' : 'corrupt-compression', 0, 'zstd');
}
