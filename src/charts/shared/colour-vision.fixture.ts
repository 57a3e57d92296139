/** How colours look to different eyes, for the tests of palettes. */
import { linearRgb } from './palette.js';

/** What people without red, green or blue cones see, in linear light (Machado, Oliveira, Fernandes 2009, severity 1). */
const EYES: Readonly<Record<string, readonly (readonly [number, number, number])[]>> = {
  all: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** CIE L*a*b* (D65) of a colour as the given eyes see it. */
function lab(hex: string, eyes: readonly (readonly [number, number, number])[]): [number, number, number] {
  const light = linearRgb(hex);
  const [r, g, b] = eyes.map((row) =>
    Math.min(1, Math.max(0, row[0] * light[0] + row[1] * light[1] + row[2] * light[2])),
  ) as [number, number, number];
  const f = (t: number): number => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
  const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** Distance (CIE 1976) of the two colours of a set that look most alike to any kind of eyes. */
export function nearestDistance(colours: readonly string[]): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (const eyes of Object.values(EYES)) {
    const seen = colours.map((colour) => lab(colour, eyes));
    seen.forEach((p, i) => {
      for (const q of seen.slice(i + 1)) {
        nearest = Math.min(nearest, Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]));
      }
    });
  }
  return nearest;
}
