/**
 * Text from outside, such as a file's name, made safe to show in a line: control characters, line ends and the marks
 * that turn the direction of text become a visible sign, so that a name cannot pose as another one.
 */
export function plainText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd');
}
