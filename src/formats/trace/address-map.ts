/**
 * Which allocation an address holds: an open-addressing hash table with 64-bit keys as two words, four words an entry.
 * Freed addresses stay as such, to tell a second free from one of an address never seen.
 */

export const NEVER_SEEN = 0;
export const LIVE = 1;
export const FREED = 2;

const STRIDE = 4;
const LOW = 0;
const HIGH = 1;
const NUMBER = 2;
/** State in bits 0 and 1, shard in bits 2 to 31. */
const STATE = 3;

/** From this many entries on, freed ones are forgotten when they are the most. */
const FORGET_FROM = 1 << 22;

export class AddressMap {
  /** Some freed addresses were forgotten: their second free looks like one never seen. */
  forgot = false;
  private bits = 12;
  private entries = new Uint32Array(STRIDE << 12);
  private used = 0;
  private live = 0;
  /** Entry found by the last `find`. */
  private at = 0;

  /** Looks an address up. What follows (`number`, `shard`, `set`, `free`) is about the entry found. */
  find(low: number, high: number): number {
    const { entries } = this;
    const mask = entries.length - 1;
    let hash = Math.imul(low ^ Math.imul(high, 0x9e37_79b1), 0x85eb_ca6b);
    hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2_ae35);
    let at = (hash >>> (32 - this.bits)) * STRIDE;
    for (;;) {
      const state = entries[at + STATE] as number;
      if (state === NEVER_SEEN || (entries[at + LOW] === low && entries[at + HIGH] === high)) {
        this.at = at;
        return state & 3;
      }
      at = (at + STRIDE) & mask;
    }
  }

  get number(): number {
    return this.entries[this.at + NUMBER] as number;
  }

  get shard(): number {
    return (this.entries[this.at + STATE] as number) >>> 2;
  }

  /** Makes the address found last (which was `low`, `high`) live with an allocation number. */
  set(low: number, high: number, number: number, shard: number): void {
    const { entries, at } = this;
    const state = (entries[at + STATE] as number) & 3;
    entries[at + LOW] = low;
    entries[at + HIGH] = high;
    entries[at + NUMBER] = number;
    entries[at + STATE] = (shard << 2) | LIVE;
    if (state !== LIVE) this.live++;
    if (state === NEVER_SEEN && ++this.used * 2 > 1 << this.bits) this.rehash();
  }

  /** Frees the address found last, which must be live. */
  free(): void {
    this.entries[this.at + STATE] = FREED;
    this.live--;
  }

  private rehash(): void {
    const old = this.entries;
    const forget = this.used >= FORGET_FROM && this.live * 4 < this.used;
    if (forget) this.forgot = true;
    else this.bits++;
    this.entries = new Uint32Array(STRIDE << this.bits);
    this.used = 0;
    for (let from = 0; from < old.length; from += STRIDE) {
      const state = old[from + STATE] as number;
      if (state === NEVER_SEEN || (forget && (state & 3) === FREED)) continue;
      this.find(old[from + LOW] as number, old[from + HIGH] as number);
      for (let word = 0; word < STRIDE; word++) this.entries[this.at + word] = old[from + word] as number;
      this.used++;
    }
  }
}
