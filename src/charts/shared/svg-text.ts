/** Building blocks of exported SVG text. Whatever comes from outside gets in only through these. */

/** Control characters and lone surrogates, which XML 1.0 cannot hold in any form. */
// oxlint-disable-next-line no-control-regex
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Any text as XML text or attribute value. What XML cannot hold becomes U+FFFD. */
export function escapeXml(text: string): string {
  return text.replace(NOT_XML, '\ufffd').replace(/[&<>"']/g, (character) => ENTITIES[character] as string);
}

/** Pixels with at most two decimals. */
export function pixels(value: number): string {
  return String(Math.round(value * 100) / 100);
}

type Attributes = Readonly<Record<string, string | number>>;

/** An element of our own name and attributes; `content` must be SVG already. */
export function element(name: string, attributes: Attributes, content = ''): string {
  const written = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? pixels(value) : escapeXml(value)}"`)
    .join('');
  return content === '' ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>`;
}

/** A text element; `text` may be hostile. */
export function textElement(x: number, y: number, text: string, attributes: Attributes = {}): string {
  return element('text', { x, y, ...attributes }, escapeXml(text));
}

/** About how wide a text of the exports' font is: a file cannot measure. Pixels, on the safe side. */
export function roughWidth(text: string, fontSize: number): number {
  return Array.from(text).length * fontSize * 0.6;
}
