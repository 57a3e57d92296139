/**
 * Single samples gathered into records: one for each stack, thread and size. All objects of a record are of one size,
 * so that jeprof's scaling by the mean size is the exact weight 1 / p(size) of each sample.
 */
import type { HeapProfile } from '../../engine/profile/profile.js';
import type { JsonValue } from './json-items.js';
import { MERGED, type ProfileBuilder } from './profile-builder.js';

interface Sums {
  live: number;
  all: number;
}

export class SampleRecords {
  /** Samples by stack, thread and size class number, packed into one key. */
  private readonly sums = new Map<bigint, Sums>();
  private readonly sizes = new Map<number, number>();
  samples = 0;

  constructor(private readonly builder: ProfileBuilder) {}

  add(stack: number, thread: number, size: number, live: boolean): void {
    let row = this.sizes.get(size);
    if (row === undefined) this.sizes.set(size, (row = this.sizes.size));
    for (const owner of [MERGED, thread]) {
      const key = (BigInt(stack) << 64n) | (BigInt(owner + 1) << 32n) | BigInt(row);
      let sums = this.sums.get(key);
      if (sums === undefined) this.sums.set(key, (sums = { live: 0, all: 0 }));
      if (live) sums.live++;
      sums.all++;
    }
    this.samples++;
  }

  finish(): HeapProfile {
    const { builder } = this;
    const sizes = [...this.sizes.keys()];
    for (const [key, { live, all }] of this.sums) {
      const owner = Number((key >> 32n) & 0xffff_ffffn) - 1;
      const size = BigInt(sizes[Number(key & 0xffff_ffffn)] ?? 0);
      const record = builder.records.add(Number(key >> 64n), owner);
      const counts = [BigInt(live), BigInt(live) * size, BigInt(all), BigInt(all) * size];
      counts.forEach((count, m) => builder.records.set(record, m, count));
    }
    return builder.finish(true);
  }
}

/** Sets rate and scaling from a rate in bytes. */
export function setRate(builder: ProfileBuilder, rate: number): void {
  if (!(rate > 0 && Number.isFinite(rate))) return;
  builder.rateText = String(rate);
  builder.rateBytes = rate;
  builder.scaling = 'mean-size';
}

/** The stack of a trace `["0x…", …]`, leaf first; null where it is none. */
export function addTrace(builder: ProfileBuilder, trace: JsonValue | undefined): number | null {
  if (!Array.isArray(trace)) return null;
  builder.startStack();
  for (const address of trace as readonly JsonValue[]) {
    if (typeof address !== 'string') return null;
    const digits = /^(?:0x)?0*([0-9a-f]{1,16})$/i.exec(address)?.[1];
    if (digits === undefined) return null;
    const high = digits.length > 8 ? Number.parseInt(digits.slice(0, -8), 16) : 0;
    builder.addFrame(Number.parseInt(digits.slice(-8), 16), high);
  }
  return builder.endStack();
}

/** A whole number of a JSON value that a double holds, or null. */
export function wholeOf(value: JsonValue | undefined): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

/** A 64-bit number of a JSON value, or null. */
export function uidOf(value: JsonValue | undefined): bigint | null {
  if (typeof value === 'bigint') return value < 1n << 64n ? value : null;
  const whole = wholeOf(value);
  return whole === null ? null : BigInt(whole);
}

export function nameOf(value: JsonValue | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

export function isMap(value: JsonValue | undefined): value is ReadonlyMap<string, JsonValue> {
  return value instanceof Map;
}
