import type { ModuleMatch } from '../engine/profile/image-match.js';
import type { Mapping } from '../engine/profile/profile.js';
import type { BinaryInfo } from '../formats/elf/binary.js';
import type { Symbolised } from '../formats/elf/symbolise.js';

export type AddedBinary =
  | {
      readonly kind: 'binary';
      readonly info: BinaryInfo;
      /** The modules of the memory map that this file now gives names to, or has the name of but does not fit. */
      readonly matchedModules: readonly ModuleMatch[];
    }
  | {
      readonly kind: 'unusable';
      /** A sentence for the user. */
      readonly message: string;
    };

/** Keeps binaries open in a worker and names addresses by them. A running call is abandoned by terminating the worker. */
export interface SymbolsApi {
  /** Only headers and symbol tables are read. A later file under the same `id` takes its place. */
  addBinary(id: string, file: Blob, name: string, mappings: readonly Mapping[]): Promise<AddedBinary>;
  removeBinary(id: string): Promise<void>;
  /**
   * Names addresses by all binaries added so far. The columns' buffers are transferred to the caller.
   * @param words low and high 32 bits of each address
   */
  symbolise(
    words: Uint32Array,
    mappings: readonly Mapping[],
    onProgress: (share: number) => void,
  ): Promise<SymbolisedByWorker>;
}

export interface SymbolisedByWorker extends Symbolised {
  /** Why names of C++ and Rust stay as the linker has them; null where they do not. */
  readonly mangledBecause: string | null;
}
