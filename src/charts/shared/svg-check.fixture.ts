import { expect } from 'vitest';

/**
 * Names of the elements of an SVG text, in order. Strict enough for what we write: tags nest, attributes are quoted and
 * unique, no bare `<` or `&` in text, nothing fetched from elsewhere, no NaN.
 */
export function elementsOf(svg: string): string[] {
  const token = /<(\/?)([a-zA-Z]+)((?: [a-zA-Z0-9:-]+="[^"<]*")*)(\/?)>|([^<]+)/gy;
  const open: string[] = [];
  const seen: string[] = [];
  let end = 0;
  for (const match of svg.matchAll(token)) {
    expect(match.index).toBe(end);
    end += match[0].length;
    const [, closing, name, attributes, empty, text] = match;
    const words = text ?? attributes ?? '';
    expect(words.replace(/&(?:amp|lt|gt|quot|#39);/g, '')).not.toContain('&');
    if (name === undefined) continue;
    const keys = [...(attributes ?? '').matchAll(/ ([a-zA-Z0-9:-]+)=/g)].map((found) => found[1]);
    expect(new Set(keys).size).toBe(keys.length);
    expect(attributes).not.toContain('NaN');
    if (closing === '/') expect(open.pop()).toBe(name);
    else {
      seen.push(name);
      if (empty !== '/') open.push(name);
    }
  }
  expect(end).toBe(svg.length);
  expect(open).toEqual([]);
  expect(seen).not.toContain('script');
  expect(seen).not.toContain('img');
  expect(svg).not.toMatch(/href=|@import|<style|<image|font-face/);
  return seen;
}
