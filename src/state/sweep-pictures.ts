/** What the pictures of a sweep show, as far as the user chose it; null: what the aims suggest. And how a link says it. */
import * as v from 'valibot';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type OptionName, OPTIONS } from '../engine/replay/options.js';
import { type FigureName, FIGURES } from '../engine/tuning/figures.js';

export interface SweepPictures {
  readonly frontX: FigureName | null;
  readonly frontY: FigureName | null;
  readonly heatFigure: FigureName | null;
  readonly heatX: OptionName | null;
  readonly heatY: OptionName | null;
  /** What a cell of several runs shows. */
  readonly gather: 'best' | 'mean';
  readonly linesFigure: FigureName | null;
}

export type SweepPicturesStore = StoreApi<SweepPictures>;

export function defaultSweepPictures(): SweepPictures {
  return {
    frontX: null,
    frontY: null,
    heatFigure: null,
    heatX: null,
    heatY: null,
    gather: 'best',
    linesFigure: null,
  };
}

export function createSweepPictures(start: SweepPictures = defaultSweepPictures()): SweepPicturesStore {
  return createStore<SweepPictures>(() => start);
}

const NONE = '-';

const named = <Name extends string>(all: readonly { readonly name: Name }[]) =>
  v.pipe(
    v.string(),
    v.check((text) => text === NONE || all.some(({ name }) => name === text)),
    v.transform((text): Name | null => all.find(({ name }) => name === text)?.name ?? null),
  );

const figure = named<FigureName>(FIGURES);
const option = named<OptionName>(OPTIONS);

/** `-.mean_dirty_bytes.-.dirty_mult.-.mean.-`: in the order of the fields above, `-` for what nobody chose. */
export const PICTURES_FIELD = v.pipe(
  v.string(),
  v.maxLength(300),
  v.transform((text) => text.split('.')),
  v.strictTuple([figure, figure, figure, option, option, v.picklist(['best', 'mean']), figure]),
  v.transform(
    ([frontX, frontY, heatFigure, heatX, heatY, gather, linesFigure]): SweepPictures => ({
      frontX,
      frontY,
      heatFigure,
      heatX,
      heatY,
      gather,
      linesFigure,
    }),
  ),
);

export function picturesText(pictures: SweepPictures): string {
  const { frontX, frontY, heatFigure, heatX, heatY, gather, linesFigure } = pictures;
  return [frontX, frontY, heatFigure, heatX, heatY, gather, linesFigure]
    .map((name) => name ?? NONE)
    .join('.');
}
