/** Profiles and names by id, and the names of every address. */
import { buildFrameTable } from '../../engine/profile/frame-table.js';
import type { FrameTable, NameSource } from '../../engine/profile/names.js';
import type { HeapProfile, SymbolTable } from '../../engine/profile/profile.js';
import { symbolSource } from '../../engine/profile/symbol-source.js';
import { type SymbolisedAddresses, symbolisedNames } from '../../engine/profile/symbolised.js';
import type { Streamed, StreamedSeries, StreamedSum } from './stream.js';

const NO_LONGER = 'This dump is no longer open; open its file again.';

export class Holdings {
  private readonly profiles = new Map<string, HeapProfile>();
  private readonly streamed = new Map<string, Streamed>();
  private readonly symbols = new Map<string, SymbolTable>();
  private readonly byBinaries = new Map<string, SymbolisedAddresses>();
  private readonly frameTables = new Map<string, FrameTable>();

  addProfile(id: string, profile: HeapProfile): void {
    this.profiles.set(id, profile);
  }

  addStreamed(id: string, streamed: Streamed): void {
    this.profiles.set(id, streamed.profile);
    this.streamed.set(id, streamed);
  }

  /** The sum that a profile stands for; null for a dump. */
  sum(id: string): StreamedSum | null {
    return this.streamed.get(id)?.sum ?? null;
  }

  /** The series whose last dump a profile is; null for a dump alone. */
  series(id: string): StreamedSeries | null {
    return this.streamed.get(id)?.series ?? null;
  }

  /** Rates of the dumps behind a profile, in bytes. */
  rates(id: string): readonly number[] {
    return this.sum(id)?.rates ?? [this.profile(id).rate.bytes];
  }

  removeProfile(id: string): void {
    this.profiles.delete(id);
    this.streamed.delete(id);
    this.byBinaries.delete(id);
    this.frameTables.delete(id);
  }

  addSymbols(id: string, symbols: SymbolTable): void {
    this.symbols.set(id, symbols);
    this.frameTables.clear();
  }

  removeSymbols(id: string): void {
    this.symbols.delete(id);
    this.frameTables.clear();
  }

  addNames(id: string, names: SymbolisedAddresses): void {
    this.byBinaries.set(id, names);
    this.frameTables.delete(id);
  }

  /** Throws a sentence where the profile is gone. */
  profile(id: string): HeapProfile {
    const profile = this.profiles.get(id);
    if (profile === undefined) throw new Error(NO_LONGER);
    return profile;
  }

  frames(id: string): FrameTable {
    const known = this.frameTables.get(id);
    if (known !== undefined) return known;
    const { addresses, mappings } = this.profile(id);
    const made = buildFrameTable(addresses, mappings, this.sources(id));
    this.frameTables.set(id, made);
    return made;
  }

  /** Binaries know lines and inlined functions, so they come first; then the file's own names; then side files. */
  private sources(id: string): readonly NameSource[] {
    const sources: NameSource[] = [];
    const binaries = this.byBinaries.get(id);
    if (binaries !== undefined) sources.push(symbolisedNames(binaries));
    const { symbols } = this.profile(id);
    if (symbols !== null) sources.push(symbolSource([symbols]));
    if (this.symbols.size > 0) sources.push(symbolSource([...this.symbols.values()]));
    return sources;
  }
}
