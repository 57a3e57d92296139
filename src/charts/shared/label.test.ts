import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LabelFitter, labelText } from './label.js';

const fixed = (): LabelFitter => new LabelFitter(() => 10);

it('cuts a text to its room with an ellipsis, or leaves it out', () => {
  const fitter = fixed();
  expect(fitter.fit('malloc', 60)).toBe('malloc');
  expect(fitter.fit('malloc', 59)).toBe('mall…');
  expect(fitter.fit('malloc', 30)).toBe('ma…');
  expect(fitter.fit('malloc', 29)).toBe('');
  expect(fitter.fit('', 29)).toBe('');
});

it('never cuts inside of what a reader takes for one character', () => {
  expect(fixed().fit('e\u0301e\u0301e\u0301e\u0301', 30)).toBe('e\u0301e\u0301…');
  expect(labelText('🦀'.repeat(4), 3)).toBe('🦀…');
});

it('fits any text', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.integer({ min: 0, max: 500 }),
      (text, room) => {
        const fitted = fixed().fit(text, room);
        expect(fitted).not.toMatch(/[\p{Cc}\p{Cf}]/u);
        const parts = Array.from(new Intl.Segmenter().segment(fitted));
        expect(parts.length * 10).toBeLessThanOrEqual(Math.max(room, fitted === '' ? 0 : room));
      },
    ),
  );
});

it('measures each character once and reads no more of a text than a label can show', () => {
  let calls = 0;
  const fitter = new LabelFitter(() => {
    calls += 1;
    return 1;
  });
  fitter.fit('ab'.repeat(1e6), 100);
  fitter.fit('ba'.repeat(1e6), 100);
  expect(calls).toBe(3);
});
