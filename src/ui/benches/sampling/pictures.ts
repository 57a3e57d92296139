/** The eight pictures, in reading order. */
export const PICTURES = [
  'variance',
  'shares',
  'cost',
  'experiment',
  'summing',
  'counter',
  'writer',
  'best',
] as const;
export type PictureId = (typeof PICTURES)[number];
