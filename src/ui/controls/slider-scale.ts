/**
 * Where a value lies on a slider, and which value a place on it means. Places are whole numbers from 0 to `last`.
 * Byte sizes and times move on a log scale (times from 0 on), the rest evenly; values found by dragging are round.
 * An option with a special value ("off", "no limit") has it at a notch of its own behind the right end, because in
 * both cases it means: more than any number.
 */
import type { OptionDescription } from '../../engine/replay/options.js';
import { HUGEPAGE, PAGE } from '../../engine/units.js';

/** What a slider must know of a number. */
export type SliderOption = Pick<
  OptionDescription,
  'kind' | 'label' | 'min' | 'max' | 'sliderMax' | 'scale' | 'step' | 'special' | 'choices'
>;

/** Places of a log slider. */
const PLACES = 400;
/** Width of the notch for a special value, as a share of the slider. */
const NOTCH = 0.06;
/** Times below this many milliseconds spread almost evenly, above it by powers. */
const TIME_KNEE = 20;

export interface SliderScale {
  /** The rightmost place. */
  readonly last: number;
  toPlace(value: number): number;
  toValue(place: number): number;
}

export function sliderScale(option: SliderOption): SliderScale {
  const plain = plainScale(option);
  const { special } = option;
  if (special === undefined) return plain;
  const notch = Math.max(1, Math.round(plain.last * NOTCH));
  const last = plain.last + notch;
  return {
    last,
    toPlace: (value) => (value === special.value ? last : plain.toPlace(value)),
    toValue: (place) =>
      place > plain.last + notch / 2 ? special.value : plain.toValue(Math.min(place, plain.last)),
  };
}

function plainScale(option: SliderOption): SliderScale {
  const { min } = option;
  const top = option.sliderMax ?? option.max;
  const clamp = (value: number): number => Math.min(top, Math.max(min, value));
  if (option.scale === 'log') {
    const knee = min > 0 ? min : TIME_KNEE;
    const offset = min > 0 ? 0 : 1;
    const span = Math.log(top / knee + offset);
    return {
      last: PLACES,
      toPlace: (value) => Math.round((PLACES * Math.log(clamp(value) / knee + offset)) / span),
      toValue: (place) => clamp(roundValue(option, knee * (Math.exp((place / PLACES) * span) - offset))),
    };
  }
  const step = linearStep(option, top);
  const last = Math.round((top - min) / step);
  return {
    last,
    toPlace: (value) => Math.round((clamp(value) - min) / step),
    // Rounded down, as jemalloc reads a ratio: 10 % is then what "0.1" means, and shows as that.
    toValue: (place) => clamp(place >= last ? top : Math.floor(min + place * step)),
  };
}

/** Dragging moves by this much: a percent of a ratio, a page of a huge page, one of a count. */
function linearStep(option: SliderOption, top: number): number {
  switch (option.kind) {
    case 'ratio':
      return (top - option.min) / 100;
    case 'bytes':
      return Math.max(option.step, top <= HUGEPAGE ? PAGE : PAGE * 16);
    case 'milliseconds':
    case 'count':
    case 'boolean':
    case 'choice':
      return option.step;
  }
}

/** A round value near `value`: sixteenths of a power of two for bytes, two digits for times. */
function roundValue(option: SliderOption, value: number): number {
  if (option.kind === 'bytes') {
    const grain = Math.max(option.step, PAGE, 2 ** (Math.floor(Math.log2(Math.max(1, value))) - 4));
    return Math.round(value / grain) * grain;
  }
  if (value < 10) return Math.round(value);
  const grain = 10 ** (Math.floor(Math.log10(value)) - 1);
  return Math.round(value / grain) * grain;
}

/**
 * The next value that the slider can show in a direction, at least `places` away: keys always change something, also
 * where several places mean the same value, and from a typed value they go to the next round one.
 */
export function stepValue(option: SliderOption, value: number, direction: 1 | -1, places: number): number {
  const scale = sliderScale(option);
  const from = scale.toPlace(value);
  for (let place = from + direction * (places - 1); ; ) {
    place += direction;
    if (place <= 0) return scale.toValue(0);
    if (place >= scale.last) return scale.toValue(scale.last);
    const next = scale.toValue(place);
    const beyond = next === option.special?.value || (direction > 0 ? next > value : next < value);
    if (beyond || value === option.special?.value) {
      if (next !== value) return next;
    }
  }
}
