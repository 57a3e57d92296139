/** Text in UTF-8, in chunks of about a megabyte. */

const CHUNK_CHARACTERS = 1 << 20;

export function* encodeText(pieces: Iterable<string>): Iterable<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  let text: string[] = [];
  let length = 0;
  for (const piece of pieces) {
    text.push(piece);
    length += piece.length;
    if (length < CHUNK_CHARACTERS) continue;
    yield encoder.encode(text.join(''));
    text = [];
    length = 0;
  }
  if (length > 0) yield encoder.encode(text.join(''));
}

/** Line ends and other control characters become blanks: a name cannot begin a new line. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ');
}
