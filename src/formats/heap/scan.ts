/** Small tools for scanning lines of bytes. Every line in a block ends with LF or CR. */

export const TAB = 9;
export const LINE_FEED = 10;
export const CARRIAGE_RETURN = 13;
export const BLANK = 32;

/** Value of a hexadecimal digit, -1 for other bytes. */
export const HEX_VALUE = hexValues();

function hexValues(): Int8Array {
  const values = new Int8Array(256).fill(-1);
  for (let digit = 0; digit < 16; digit++) {
    const text = digit.toString(16);
    values[text.charCodeAt(0)] = digit;
    values[text.toUpperCase().charCodeAt(0)] = digit;
  }
  return values;
}

/** Index of the line's end (its LF or CR). */
export function lineEnd(bytes: Uint8Array, at: number): number {
  let c = bytes[at];
  while (c !== LINE_FEED && c !== CARRIAGE_RETURN && c !== undefined) c = bytes[++at];
  return at;
}

/** Index after the line end at `at`: CR LF counts as one. */
export function afterLineEnd(bytes: Uint8Array, at: number): number {
  return bytes[at] === CARRIAGE_RETURN && bytes[at + 1] === LINE_FEED ? at + 2 : at + 1;
}

const decoder = new TextDecoder();

export function decodeLine(bytes: Uint8Array, from: number, to: number): string {
  return decoder.decode(bytes.subarray(from, to));
}

/** Whether bytes that are no UTF-8 were replaced when `text` was decoded (a replacement sign of the file's own is rare enough). */
export function isBroken(text: string): boolean {
  return text.includes('\ufffd');
}
