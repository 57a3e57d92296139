import type { Download } from '../../state/exports.js';

/** Hands a file to the browser's downloads. */
export function saveDownload({ name, blob }: Download): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the blob after the click; a minute is ample.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
