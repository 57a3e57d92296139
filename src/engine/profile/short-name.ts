/**
 * Short names as jeprof makes them (ShortFunctionName, bin/jeprof.in), in time linear in the name's length: jeprof's own
 * way, deleting innermost pairs again and again, takes the square of it, and names come from files.
 */

/** The full name without arguments, template arguments and a leading type. */
export function shortName(full: string): string {
  let text = full;
  if (text.includes('(')) text = withoutPairs(text, '(', ')', true);
  if (text.includes('<')) text = withoutPairs(text, '<', '>', false);
  return withoutType(text);
}

/** Units of the name being made; kept from name to name. */
let kept = new Uint16Array(1 << 10);

/** Deletes every matched pair with what is in it; behind parentheses also a `const`. Single brackets stay. */
function withoutPairs(text: string, open: string, close: string, constToo: boolean): string {
  if (kept.length < text.length) kept = new Uint16Array(2 * text.length);
  const [opening, closing] = [open.charCodeAt(0), close.charCodeAt(0)];
  const opened: number[] = [];
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    const c = text.charCodeAt(at);
    if (c === closing) {
      const start = opened.pop();
      if (start !== undefined) {
        length = start;
        if (constToo) at = afterConst(text, at + 1) - 1;
        continue;
      }
    } else if (c === opening) {
      opened.push(length);
    }
    kept[length++] = c;
  }
  return length === text.length ? text : textOf(length);
}

/** The first units of `kept`, in pieces that fit a call. */
function textOf(length: number): string {
  let text = '';
  for (let at = 0; at < length; at += 4096)
    text += String.fromCharCode(...kept.subarray(at, Math.min(length, at + 4096)));
  return text;
}

function afterConst(text: string, from: number): number {
  let at = from;
  while (isSpace(text.charCodeAt(at))) at++;
  return text.startsWith('const', at) ? at + 5 : from;
}

/** What follows the last blank that is directly before `word::`. */
function withoutType(text: string): string {
  for (let at = text.lastIndexOf('::'); at > 0; at = text.lastIndexOf('::', at - 1)) {
    let word = at;
    while (word > 0 && isWord(text.charCodeAt(word - 1))) word--;
    if (word < at && word > 0 && isSpace(text.charCodeAt(word - 1))) return text.slice(word);
  }
  return text;
}

function isSpace(c: number): boolean {
  return c === 32 || (c >= 9 && c <= 13);
}

function isWord(c: number): boolean {
  return (c >= 48 && c <= 57) || (c >= 65 && c <= 90) || c === 95 || (c >= 97 && c <= 122);
}
