/**
 * Short names for a spec or a trace, the same in the page and on the command line: 64 bits of two MurmurHash3-like
 * lanes. They tell apart what was meant to be another; they are no defence against forgery.
 */
import type { TraceTable } from '../replay/trace-table.js';

class Fingerprint {
  #a = 0x9747_b28c | 0;
  #b = 0x1b87_3593 | 0;
  #count = 0;

  word(word: number): void {
    let k = Math.imul(word, 0xcc9e_2d51 | 0);
    k = Math.imul((k << 15) | (k >>> 17), 0x1b87_3593);
    this.#a ^= k;
    this.#a = (Math.imul((this.#a << 13) | (this.#a >>> 19), 5) + 0xe654_6b64) | 0;
    let m = Math.imul(word ^ 0x5bd1_e995, 0x239b_961b);
    m = Math.imul((m << 16) | (m >>> 16), 0xab0e_9789 | 0);
    this.#b ^= m;
    this.#b = (Math.imul((this.#b << 17) | (this.#b >>> 15), 5) + 0x0bca_a747 + this.#a) | 0;
    this.#count += 1;
  }

  words(words: ArrayLike<number>, count: number): void {
    for (let i = 0; i < count; i += 1) this.word(words[i]!);
  }

  /** 16 hexadecimal digits. */
  text(): string {
    const a = finish(this.#a ^ this.#count);
    const b = finish((this.#b + a) ^ this.#count);
    return hexadecimal(a) + hexadecimal(b);
  }
}

function finish(bits: number): number {
  let h = bits ^ (bits >>> 16);
  h = Math.imul(h, 0x85eb_ca6b | 0);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2_ae35 | 0);
  return h ^ (h >>> 16);
}

function hexadecimal(bits: number): string {
  return (bits >>> 0).toString(16).padStart(8, '0');
}

export function hashText(text: string): string {
  const fingerprint = new Fingerprint();
  for (let i = 0; i < text.length; i += 1) fingerprint.word(text.charCodeAt(i));
  return fingerprint.text();
}

/** Of all that a replay reads of a trace. Columns may have room behind the last event, which depends on how the file came. */
export function hashTrace(trace: TraceTable): string {
  const fingerprint = new Fingerprint();
  fingerprint.word(trace.length);
  fingerprint.words(trace.meta, trace.length);
  fingerprint.words(trace.value, trace.length);
  fingerprint.words(trace.time, 2 * trace.length);
  return fingerprint.text();
}
