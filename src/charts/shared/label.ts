/** Texts from files as labels: made safe, cut to the room there is. */
import { plainText } from '../../base/plain-text.js';

/** No label has room for more; a name of a megabyte must not cost more than one of a line. */
const LONGEST = 300;
export const ELLIPSIS = '…';

/** The start of a text as one safe line. */
export function labelText(text: string, longest = LONGEST): string {
  if (text.length <= longest) return plainText(text);
  // Not through the middle of a surrogate pair.
  return `${plainText(text.slice(0, longest).replace(/[\ud800-\udbff]$/, ''))}${ELLIPSIS}`;
}

const ASCII = /^[\u0020-\u007e]*$/;
const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** What a reader takes for one character. */
function graphemes(text: string): string[] {
  return ASCII.test(text) ? text.split('') : Array.from(segmenter.segment(text), (part) => part.segment);
}

interface Prepared {
  readonly parts: readonly string[];
  /** Width of the first `i` parts. */
  readonly widths: Float32Array;
}

/** Cuts texts to a width. Measures each character once; exact where the font is drawn without kerning. */
export class LabelFitter {
  private readonly characters = new Map<string, number>();
  private readonly texts = new Map<string, Prepared>();

  constructor(private readonly measure: (text: string) => number) {}

  private widthOf(part: string): number {
    let width = this.characters.get(part);
    if (width === undefined) {
      width = this.measure(part);
      this.characters.set(part, width);
    }
    return width;
  }

  private prepare(text: string): Prepared {
    let prepared = this.texts.get(text);
    if (prepared === undefined) {
      const parts = graphemes(labelText(text));
      const widths = new Float32Array(parts.length + 1);
      parts.forEach((part, i) => {
        widths[i + 1] = (widths[i] as number) + this.widthOf(part);
      });
      prepared = { parts, widths };
      if (this.texts.size > 20_000) this.texts.clear();
      this.texts.set(text, prepared);
    }
    return prepared;
  }

  /** The text, or its start and an ellipsis, in at most `room` pixels; '' where less than two characters fit. */
  fit(text: string, room: number): string {
    const { parts, widths } = this.prepare(text);
    if ((widths[parts.length] as number) <= room) return parts.join('');
    const left = room - this.widthOf(ELLIPSIS);
    let low = 0;
    let high = parts.length;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((widths[middle] as number) <= left) low = middle;
      else high = middle - 1;
    }
    return low < 2 ? '' : parts.slice(0, low).join('') + ELLIPSIS;
  }
}
