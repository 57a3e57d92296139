/** Compresses chunks with the platform's own gzip (browsers and Node 18 on). */
export function gzipChunks(
  chunks: Iterable<Uint8Array<ArrayBuffer>>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const iterator = chunks[Symbol.iterator]();
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      const { done, value } = iterator.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    cancel() {
      iterator.return?.();
    },
  });
  return source.pipeThrough(new CompressionStream('gzip'));
}
