/** Sets a canvas to a size in CSS pixels and returns its cleared context. */
export function prepareCanvas(
  canvas: HTMLCanvasElement,
  width: number,
  height: number,
  ratio: number,
): CanvasRenderingContext2D | null {
  const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
  // Setting a size clears and reallocates the canvas, so only do it when it changes.
  if (canvas.width !== w) canvas.width = w;
  if (canvas.height !== h) canvas.height = h;
  const context = canvas.getContext('2d');
  context?.setTransform(ratio, 0, 0, ratio, 0, 0);
  context?.clearRect(0, 0, width, height);
  return context;
}
