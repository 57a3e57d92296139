import type { OpenOutcome, ReadProgress } from '../formats/format.js';

/** Reads one file in a worker. A running call is abandoned by terminating the worker. */
export interface ParseApi {
  /** The tables' buffers are transferred to the caller. */
  parse(
    file: Blob,
    name: string,
    options: { readonly dropSecMisses: boolean; readonly maxExpandedBytes: number | null },
    onProgress: (progress: ReadProgress) => void,
  ): Promise<OpenOutcome>;
}
