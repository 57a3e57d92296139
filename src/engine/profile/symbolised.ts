/** Names that binaries give to addresses, as columns that move between threads without a copy. */
import { AddressIndex } from './address-index.js';
import type { NameSource, SourceFrame } from './names.js';

/** Frames of known addresses: address `i` has the frames `first[i]` to `first[i + 1] - 1`, outermost first. */
export interface SymbolisedAddresses {
  readonly length: number;
  /** Low (`[2i]`) and high (`[2i + 1]`) 32 bits of the address. */
  readonly words: Uint32Array<ArrayBuffer>;
  /** `length + 1` entries. */
  readonly first: Int32Array<ArrayBuffer>;
  /** Index into `texts` of each frame's full name and `file:line`. */
  readonly full: Int32Array<ArrayBuffer>;
  readonly location: Int32Array<ArrayBuffer>;
  /** Distinct texts, from files. */
  readonly texts: readonly string[];
}

export function symbolisedBuffers({ words, first, full, location }: SymbolisedAddresses): ArrayBuffer[] {
  return [words.buffer, first.buffer, full.buffer, location.buffer];
}

/** Collects frames address by address. */
export class SymbolisedBuilder {
  private readonly words: number[] = [];
  private readonly first: number[] = [0];
  private readonly full: number[] = [];
  private readonly location: number[] = [];
  private readonly texts: string[] = [];
  private readonly rows = new Map<string, number>();

  add(low: number, high: number, frames: readonly SourceFrame[]): void {
    this.words.push(low, high);
    for (const frame of frames) {
      this.full.push(this.text(frame.full));
      this.location.push(this.text(frame.location));
    }
    this.first.push(this.full.length);
  }

  private text(text: string): number {
    let row = this.rows.get(text);
    if (row === undefined) {
      row = this.texts.push(text) - 1;
      this.rows.set(text, row);
    }
    return row;
  }

  build(): SymbolisedAddresses {
    return {
      length: this.first.length - 1,
      words: Uint32Array.from(this.words),
      first: Int32Array.from(this.first),
      full: Int32Array.from(this.full),
      location: Int32Array.from(this.location),
      texts: this.texts,
    };
  }
}

export function symbolisedNames({
  length,
  words,
  first,
  full,
  location,
  texts,
}: SymbolisedAddresses): NameSource {
  const index = new AddressIndex();
  const rows: number[] = [];
  for (let i = 0; i < length; i++) rows[index.add(words[2 * i] as number, words[2 * i + 1] as number)] = i;
  return {
    lookup(low, high) {
      const row = rows[index.find(low, high)];
      if (row === undefined) return null;
      const frames: SourceFrame[] = [];
      for (let i = first[row] as number; i < (first[row + 1] as number); i++) {
        frames.push({
          full: texts[full[i] as number] as string,
          location: texts[location[i] as number] as string,
        });
      }
      return frames;
    },
  };
}
