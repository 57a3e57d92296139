/** The numbers of the Sampling bench that have a slider, each described once: controls, address and checks read this. */
import type { OptionDescription } from '../engine/replay/options.js';

export type SamplingOptionName = 'lg' | 'n' | 'budget' | 'trials' | 'seed';

export interface SamplingOption
  extends Pick<
    OptionDescription,
    'kind' | 'label' | 'min' | 'max' | 'sliderMax' | 'scale' | 'step' | 'mallocConf' | 'help'
  > {
  readonly name: SamplingOptionName;
  readonly standard: number;
}

export const SAMPLING_OPTIONS = {
  lg: {
    name: 'lg',
    kind: 'count',
    label: 'lg_prof_sample',
    min: 0,
    max: 30,
    scale: 'linear',
    step: 1,
    standard: 19,
    mallocConf: 'lg_prof_sample',
    help: 'Two to this power is R, the mean number of bytes from one sample to the next. One step more halves the samples; 0 samples everything.',
  },
  budget: {
    name: 'budget',
    kind: 'count',
    label: 'Budget',
    min: 1,
    max: 1e12,
    sliderMax: 1e8,
    scale: 'log',
    step: 1,
    standard: 1,
    mallocConf: null,
    help: 'Samples that may be taken while the program runs. Sets R to what costs just so much, between the whole lg_prof_sample that jemalloc takes; moving lg_prof_sample takes the budget away again.',
  },
  n: {
    name: 'n',
    kind: 'count',
    label: 'N',
    min: 1,
    max: 1e12,
    sliderMax: 1e8,
    scale: 'log',
    step: 1,
    standard: 1000,
    mallocConf: null,
    help: 'Sampling by allocation takes one in N. At equal cost N follows from the samples that sampling by bytes takes; typed, it is this.',
  },
  trials: {
    name: 'trials',
    kind: 'count',
    label: 'Trials',
    min: 100,
    max: 100_000,
    scale: 'log',
    step: 1,
    standard: 1000,
    mallocConf: null,
    help: 'How often the experiment samples the whole workload anew with each strategy.',
  },
  seed: {
    name: 'seed',
    kind: 'count',
    label: 'Seed',
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    sliderMax: 999,
    scale: 'linear',
    step: 1,
    standard: 42,
    mallocConf: null,
    help: 'Where the random numbers begin. The same seed gives the same experiment, to the last digit.',
  },
} as const satisfies Record<SamplingOptionName, SamplingOption>;
