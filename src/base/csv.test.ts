import { expect, it } from 'vitest';
import { csvTable } from './csv.js';

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
