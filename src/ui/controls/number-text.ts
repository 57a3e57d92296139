/** Numbers as people type them: `1 000 000`, `1e6`, `64K`, `8 MiB`. */
import { formatBytes, formatCount } from '../../base/numbers.js';
import { fail, ok, type Result } from '../../base/result.js';

export interface NumberRange {
  readonly min: number;
  readonly max: number;
  /** Only whole numbers; default true. */
  readonly whole?: boolean;
}

const COUNT_FACTORS: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, g: 1e9, t: 1e12 };
const BYTE_POWERS: Readonly<Record<string, number>> = { '': 0, k: 1, m: 2, g: 3, t: 4 };

function split(text: string): { readonly value: number; readonly suffix: string } | null {
  const plain = text.replace(/[\s_\u202f\u00a0]/g, '').toLowerCase();
  const match = /^(\d+(?:\.\d*)?(?:e\d+)?|\.\d+)([a-z%]*)$/.exec(plain);
  return match === null ? null : { value: Number(match[1]), suffix: match[2] ?? '' };
}

function within(value: number, { min, max, whole = true }: NumberRange, format: (value: number) => string) {
  if (whole && !Number.isInteger(value)) return fail<number>('A whole number, please.');
  if (value < min || value > max) return fail<number>(`From ${format(min)} to ${format(max)}, please.`);
  return ok(value);
}

export function parseCount(text: string, range: NumberRange): Result<number> {
  const parts = split(text);
  const factor = parts === null ? undefined : COUNT_FACTORS[parts.suffix];
  if (parts === null || factor === undefined) return fail('A number, such as 1000, 1e6 or 2M.');
  return within(parts.value * factor, range, formatCount);
}

export function parseBytes(text: string, range: NumberRange): Result<number> {
  const parts = split(text);
  const power = parts === null ? undefined : BYTE_POWERS[parts.suffix.replace(/i?b$/, '')];
  if (parts === null || power === undefined) return fail('A size, such as 64, 16K or 8 MiB.');
  return within(Math.round(parts.value * 1024 ** power), range, formatBytes);
}

/** A share of one, typed in percent. */
export function parsePercent(text: string, range: NumberRange): Result<number> {
  const parts = split(text);
  if (parts === null || (parts.suffix !== '' && parts.suffix !== '%'))
    return fail('A percentage, such as 5.');
  return within(
    Number((parts.value / 100).toPrecision(10)),
    { ...range, whole: false },
    (share) => `${share * 100} %`,
  );
}
