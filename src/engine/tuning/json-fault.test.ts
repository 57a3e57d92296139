import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonFault } from './json-fault.js';

const said = (text: string): string => {
  const fault = jsonFault(text);
  return fault === null ? 'nothing' : `${fault.line}:${fault.column} ${fault.what}`;
};

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('the first fault of a JSON text', () => {
  it.each<[string, string, string]>([
    ['no text', '', '1:1 wants a value, but the text ends'],
    ['NaN', '{"a": 1,\n "b": [0.5,\n  NaN]}', '3:3 wants a value, not "NaN"'],
    ['a comma too many in a list', '[1,\r\n2,\r\n]', '3:1 has ] after a comma; the last comma must go'],
    ['a comma too many in an object', '{"a": 1,}', '1:9 has } after a comma; the last comma must go'],
    ['a comma too few', '{"a": 1\n"b": 2}', '2:1 wants a comma or }, not a quote'],
    ['a comment', '[1, // one\n2]', '1:5 wants a value, not "/"; JSON has no comments'],
    ['a key without quotes', '{a: 1}', '1:2 wants a key in double quotes, not "a"'],
    ['a missing colon', '{"a" 1}', '1:6 wants a colon, not "1"'],
    ['a number with a unit', '[12ms]', '1:4 wants a comma or ], not "ms"'],
    ['a leading zero', '[012]', '1:3 wants a comma or ], not "12"'],
    ['a text cut', '{"a": "b', '1:7 begins a text in quotes that has no end on its line'],
    ['an object cut', '{"a": [1, 2', '1:12 wants a comma or ], but the text ends'],
    ['more behind', '{}\n{}', '2:1 wants the end, not "{"'],
    [
      'a key twice',
      '{"a": 1,\n"b": {"a": 2},\n"\\u0061": 3}',
      '3:1 has a key again that the same object has on line 1',
    ],
    ['a backslash', '["\\x"]', '1:3 has a backslash that stands for nothing'],
    ['an endless text', `"${'x'.repeat(2e7)}`, '1:1 begins a text in quotes that has no end'],
    ['depth', '['.repeat(1e6), '1:66 is deeper than 64 lists and objects'],
  ])('tells %s', (_, text, sentence) => {
    expect(said(text)).toContain(sentence);
  });

  it('is found where JSON.parse refuses, and nowhere else', () => {
    const texts = fc.oneof(
      fc.json({ maxDepth: 5 }),
      fc
        .tuple(
          fc.json({ maxDepth: 4 }),
          fc.nat(),
          fc.constantFrom('', ',', '"', '}', ']', ':', '0', '\\', '\n', '-'),
        )
        .map(([text, at, put]) => {
          const place = at % (text.length + 1);
          return text.slice(0, place) + put + text.slice(place + (at % 3 === 0 ? 1 : 0));
        }),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const fault = jsonFault(text);
        expect(fault === null || fault.isRepeatedKey).toBe(parses(text));
      }),
      { numRuns: 1000 },
    );
  });
});
