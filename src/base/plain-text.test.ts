import { expect, it } from 'vitest';
import { plainText } from './plain-text.js';

it('makes characters visible that would hide, break or turn a name', () => {
  expect(plainText('a\u202egnp.txt')).toBe('a\ufffdgnp.txt');
  expect(plainText('two\nlines\u2028and\u0000more\u200b')).toBe('two\ufffdlines\ufffdand\ufffdmore\ufffd');
});

it('leaves every other script alone', () => {
  expect(plainText('café 日本 العربية 😀.csv')).toBe('café 日本 العربية 😀.csv');
});
