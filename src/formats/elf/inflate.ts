/** Expands compressed sections, never past what their header promises nor past a cap. */
import { zstdWindow } from '../input/unzstd.js';
import { BadBinary } from './random-access.js';

const MAX_EXPANDED_BYTES = 1 << 29;
const MAX_ZSTD_WINDOW = 1 << 27;
/** Compressed bytes at once: a run-length block makes 128 KiB of four bytes. */
const ZSTD_SLICE = 1 << 12;

export async function inflate(
  packed: Uint8Array<ArrayBuffer>,
  method: 'zlib' | 'zstd',
  expandedBytes: number,
  name: string,
): Promise<Uint8Array<ArrayBuffer>> {
  if (!(expandedBytes <= MAX_EXPANDED_BYTES)) {
    throw new BadBinary(
      `the section ${name} would expand to ${expandedBytes} bytes, more than jelab holds at once. Try objcopy --decompress-debug-sections and strip what is not needed`,
    );
  }
  const out = new Expanded(expandedBytes, name);
  await (method === 'zlib' ? inflateZlib(packed, out) : inflateZstd(packed, out));
  return out.finish();
}

/** Collects chunks: the promised size is not believed before the bytes are there. */
class Expanded {
  private readonly chunks: Uint8Array[] = [];
  private length = 0;

  constructor(
    private readonly expected: number,
    private readonly name: string,
  ) {}

  add(chunk: Uint8Array): void {
    this.length += chunk.length;
    if (this.length > this.expected) {
      throw new BadBinary(
        `the section ${this.name} expands to more than the ${this.expected} bytes it promises`,
      );
    }
    this.chunks.push(chunk);
  }

  damaged(): BadBinary {
    return new BadBinary(`the section ${this.name} is compressed, and damaged after ${this.length} bytes`);
  }

  finish(): Uint8Array<ArrayBuffer> {
    if (this.length < this.expected) throw this.damaged();
    const bytes = new Uint8Array(this.length);
    let at = 0;
    for (const chunk of this.chunks) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
    return bytes;
  }
}

async function inflateZlib(packed: Uint8Array<ArrayBuffer>, out: Expanded): Promise<void> {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate')).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      out.add(value);
    }
  } catch (error) {
    // The stream's own error says nothing a user could use.
    throw error instanceof BadBinary ? error : out.damaged();
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

async function inflateZstd(packed: Uint8Array<ArrayBuffer>, out: Expanded): Promise<void> {
  const { Decompress } = await import('fzstd');
  if (zstdWindow(packed) > MAX_ZSTD_WINDOW) throw out.damaged();
  // The decompressor goes on using its buffer.
  const decompress = new Decompress((chunk) => out.add(chunk.slice()));
  try {
    for (let at = 0; at < packed.length; at += ZSTD_SLICE) {
      decompress.push(packed.slice(at, at + ZSTD_SLICE), at + ZSTD_SLICE >= packed.length);
    }
  } catch (error) {
    throw error instanceof BadBinary ? error : out.damaged();
  }
}
