/** Bytes of a file in any order, without reading it whole. */

/** A broken place in a binary. The message is a sentence for the user. Never leaves this folder. */
export class BadBinary extends Error {}

export interface RandomAccess {
  readonly size: number;
  /** Exactly `length` bytes from `offset`. Throws {@link BadBinary} where the file is shorter. */
  read(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** A browser's File or Node's Blob. Each read of it costs a round trip: see {@link cachedAccess}. */
export function blobAccess(blob: Blob): RandomAccess {
  return {
    size: blob.size,
    async read(offset, length) {
      checkRange(offset, length, blob.size, 'the file');
      try {
        return new Uint8Array(await blob.slice(offset, offset + length).arrayBuffer());
      } catch (error) {
        // It was changed or removed after it was chosen.
        throw new BadBinary(
          `the file can no longer be read (${error instanceof Error ? error.message : String(error)})`,
        );
      }
    },
  };
}

export function bytesAccess(bytes: Uint8Array<ArrayBuffer>): RandomAccess {
  return {
    size: bytes.length,
    read(offset, length) {
      checkRange(offset, length, bytes.length, 'the file');
      return Promise.resolve(bytes.subarray(offset, offset + length));
    },
  };
}

const PAGE_BYTES = 1 << 17;
const PAGES = 128;

/** Keeps the pages read last (16 MiB), so that many small reads near each other cost one. Large reads pass through. */
export function cachedAccess(access: RandomAccess): RandomAccess {
  const pages = new Map<number, Promise<Uint8Array<ArrayBuffer>>>();
  const page = (index: number): Promise<Uint8Array<ArrayBuffer>> => {
    const start = index * PAGE_BYTES;
    const found = pages.get(index) ?? access.read(start, Math.min(PAGE_BYTES, access.size - start));
    pages.delete(index);
    pages.set(index, found);
    if (pages.size > PAGES) {
      const oldest = pages.keys().next();
      if (oldest.done !== true) pages.delete(oldest.value);
    }
    return found;
  };
  return {
    size: access.size,
    async read(offset, length) {
      checkRange(offset, length, access.size, 'the file');
      if (length > PAGE_BYTES) return access.read(offset, length);
      if (length === 0) return new Uint8Array(0);
      const first = Math.floor(offset / PAGE_BYTES);
      const last = Math.floor((offset + length - 1) / PAGE_BYTES);
      const start = offset - first * PAGE_BYTES;
      if (first === last) return (await page(first)).subarray(start, start + length);
      const bytes = new Uint8Array(length);
      const head = (await page(first)).subarray(start);
      bytes.set(head);
      bytes.set((await page(last)).subarray(0, length - head.length), head.length);
      return bytes;
    },
  };
}

/** Throws where `offset`, `length` leave `size` bytes of `what`. Also refuses numbers too large to be exact. */
export function checkRange(offset: number, length: number, size: number, what: string): void {
  if (offset >= 0 && length >= 0 && offset + length <= size) return;
  throw new BadBinary(
    `bytes ${shown(offset)} to ${shown(offset + length)} of ${what} are named, but it has ${size}`,
  );
}

function shown(value: number): string {
  return Number.isSafeInteger(value) ? String(value) : 'far away';
}
