import fc from 'fast-check';
import { expect, it } from 'vitest';
import { csvPlain, csvTable, csvText } from './csv.js';

it('quotes what must be quoted and turns no text into a formula', () => {
  expect(
    csvTable(
      ['name', 'a,b'],
      [
        ['say "x"', 1.5],
        ['=cmd|x', Number.NaN],
        ['two\nlines', -0],
        ['\uff0bwide', Number.POSITIVE_INFINITY],
      ],
    ),
  ).toBe('name,"a,b"\n"say ""x""",1.5\n\'=cmd|x,\n"two\nlines",0\n\'\uff0bwide,Infinity\n');
});

it('gives back the text of a cell', () => {
  const texts = fc.oneof(fc.string(), fc.stringMatching(/^['=+\-@ \t]{0,4}x?$/));
  fc.assert(
    fc.property(texts, (text) => {
      const cell = csvText(text);
      const read = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
      // A text that looks as if it had been guarded already loses its apostrophe.
      expect(csvPlain(read)).toBe(csvPlain(text));
      if (!text.startsWith("'")) expect(csvPlain(read)).toBe(text);
    }),
  );
});
