/** 64-bit addresses as two words: their text, and comparing them. */

/** 16 lower-case hexadecimal digits, as jeprof writes addresses. */
export function hex16(low: number, high: number): string {
  // Most addresses of programs have only low words.
  return (high === 0 ? '00000000' : hex8(high)) + hex8(low);
}

function hex8(word: number): string {
  return (word >>> 0).toString(16).padStart(8, '0');
}

export function compareWords(lowA: number, highA: number, lowB: number, highB: number): number {
  return highA - highB || lowA - lowB;
}

export function lowWord(value: bigint): number {
  return Number(value & 0xffff_ffffn);
}

export function highWord(value: bigint): number {
  return Number((value >> 32n) & 0xffff_ffffn);
}
