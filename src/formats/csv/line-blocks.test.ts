import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bytesOf } from '../../testing/byte-sources.js';
import { LineBlocks, MAX_LINE_BYTES } from './line-blocks.js';

/** All that comes out: blocks joined, the last line apart, long lines counted. */
function cut(chunks: readonly Uint8Array[]) {
  const decoder = new TextDecoder();
  const out = { blocks: '', last: '', long: 0, whole: true };
  const blocks = new LineBlocks({
    block(bytes, from, to) {
      out.blocks += decoder.decode(bytes.subarray(from, to));
      out.whole &&= bytes[to - 1] === 10 || bytes[to - 1] === 13;
    },
    lastLine: (bytes) => {
      out.last += decoder.decode(bytes);
    },
    longLine: () => {
      out.long++;
    },
  });
  for (const chunk of chunks) blocks.push(chunk);
  blocks.end();
  return out;
}

it('gives every byte once, in whole lines, whatever the chunks', () => {
  const text = fc.array(fc.constantFrom('a', 'bc', '\n', '\r\n', '\r', 'def,1'), { maxLength: 40 });
  fc.assert(
    fc.property(text, fc.array(fc.nat(6), { minLength: 1 }), (pieces, sizes) => {
      const all = pieces.join('');
      const bytes = bytesOf(all);
      const chunks: Uint8Array[] = [];
      for (let at = 0, i = 0; at < bytes.length; i++) {
        const size = 1 + (sizes[i % sizes.length] ?? 0);
        chunks.push(bytes.slice(at, at + size));
        at += size;
      }
      const { blocks, last, whole } = cut(chunks);
      expect(whole).toBe(true);
      const rest = /[^\r\n]+$/.exec(all)?.[0] ?? '';
      expect(last).toBe(rest === '' ? '' : `${rest}\n`);
      expect(blocks).toBe(all.slice(0, all.length - rest.length));
    }),
  );
});

it('drops a line over the limit, and only that', () => {
  const chunk = bytesOf('x'.repeat(MAX_LINE_BYTES / 2 + 1));
  expect(cut([bytesOf('one\n'), chunk, chunk, chunk, bytesOf('end\ntwo\nthr'), bytesOf('ee')])).toMatchObject(
    {
      blocks: 'one\ntwo\n',
      last: 'three\n',
      long: 1,
    },
  );
});
