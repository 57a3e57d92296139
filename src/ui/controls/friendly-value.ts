import { formatBytes, formatCount, formatMilliseconds, formatPercent } from '../../base/numbers.js';
import type { SliderOption } from './slider-scale.js';

/** An option's value for people, with its unit: 128 KiB, 7.80 s, 30.0 %, off, lazy. */
export function friendlyValue(option: SliderOption, value: number): string {
  if (option.special !== undefined && value === option.special.value) return option.special.label;
  switch (option.kind) {
    case 'bytes':
      return formatBytes(value);
    case 'milliseconds':
      return formatMilliseconds(value);
    case 'ratio':
      return formatPercent(value / 65_536);
    case 'count':
      return formatCount(value);
    case 'boolean':
      return value === 0 ? 'no' : 'yes';
    case 'choice':
      return option.choices?.[value] ?? String(value);
  }
}
