/** Turns exported SVG text into a PNG, in the browser. */

/** Longest side of a canvas that every browser paints. */
const MOST_PIXELS = 16_384;

/**
 * @param svgText self-contained SVG with `width` and `height` in pixels.
 * @param scale PNG pixels for each SVG pixel; lowered where the picture would be too large for a canvas.
 * @throws Error with a sentence for the user when the browser cannot paint the picture.
 */
export async function exportPng(svgText: string, scale: number): Promise<Blob> {
  const size = /^<svg[^>]* width="([\d.]+)" height="([\d.]+)"/.exec(svgText);
  const width = Number(size?.[1]);
  const height = Number(size?.[2]);
  if (!(width > 0) || !(height > 0)) throw new Error('The picture has no size, so no PNG was made.');
  const factor = Math.min(scale, MOST_PIXELS / width, MOST_PIXELS / height);
  const address = URL.createObjectURL(new Blob([svgText], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(width * factor);
    canvas.height = Math.round(height * factor);
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('The browser gave no canvas, so no PNG was made.');
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => {
        if (blob === null) reject(new Error('The picture is too large for a PNG; take the SVG instead.'));
        else resolve(blob);
      }, 'image/png');
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}
