/**
 * Names of addresses. A {@link NameSource} (symbols in the file, a side file, an ELF reader) is asked once for each
 * distinct address; {@link FrameTable} keeps the answers as columns.
 */

/** One function at an address, as a source of names knows it. All text is from files. */
export interface SourceFrame {
  /** Demangled, with arguments; may end in jeprof's `<16 hex digits>` (start of the symbol). '??' where unknown. */
  readonly full: string;
  /** `file:line`, perhaps with ` (discriminator N)`; '' where the source knows no lines, `??:0` or `??:?` as addr2line says. */
  readonly location: string;
}

export interface NameSource {
  /**
   * The functions at an address given as 32-bit words (as `StackTree` counts addresses: call, not return address),
   * outermost first, those inlined into it after; null where the source does not know the address.
   */
  lookup(low: number, high: number): readonly SourceFrame[] | null;
}

/** A program or library of the memory map. Text from files. */
export interface Module {
  /** Path as in the map. */
  readonly path: string;
  /** Last part of the path. */
  readonly name: string;
}

/** Names of every address of a profile: row `a` of its `AddressTable` has the entries `first[a]` to `first[a + 1] - 1`. */
export interface FrameTable {
  /** Number of addresses. */
  readonly length: number;
  /** `length + 1` entries. Each address has at least one entry; unknown ones have one that is named by the address. */
  readonly first: Int32Array<ArrayBuffer>;
  /** Per entry, outermost first: index into `texts` of the full name, the short name, and the file:line. */
  readonly full: Int32Array<ArrayBuffer>;
  readonly short: Int32Array<ArrayBuffer>;
  readonly location: Int32Array<ArrayBuffer>;
  /** Distinct texts. */
  readonly texts: readonly string[];
  /** Per address: 1 where a source knew it. */
  readonly known: Uint8Array<ArrayBuffer>;
  /** Per address: index into `modules`, -1 outside of all. */
  readonly module: Int32Array<ArrayBuffer>;
  /** Per address: bytes from the start of the module's file (what tools call the file offset); NaN outside of all. */
  readonly offset: Float64Array<ArrayBuffer>;
  readonly modules: readonly Module[];
}
