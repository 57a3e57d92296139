/** Picks the entries of a lifeline that are worth keeping when there are too many. */
import { SLAB_HUGE } from './moment.js';

/** One state in a word: active pages, touched pages, flags. */
const PAGES_BITS = 10;
const PAGES_MASK = (1 << PAGES_BITS) - 1;

export function packState(nactive: number, ntouched: number, flags: number): number {
  return nactive | (ntouched << PAGES_BITS) | (flags << (2 * PAGES_BITS));
}

export function activeOf(state: number): number {
  return state & PAGES_MASK;
}

export function touchedOf(state: number): number {
  return (state >>> PAGES_BITS) & PAGES_MASK;
}

export function flagsOf(state: number): number {
  return state >>> (2 * PAGES_BITS);
}

/**
 * Indices of at most `limit` of the first `length` states, in order: first and last, the extremes of active and touched
 * pages, where it became or ceased to be huge or was purged (with the state just before), then the least and most active
 * of even stretches. What comes first in this list is dropped last.
 */
export function thin(states: Uint32Array, length: number, limit: number): Uint32Array {
  if (length <= limit) return Uint32Array.from({ length }, (_, i) => i);
  const kept = new Uint8Array(length);
  let count = 0;
  const keep = (index: number): void => {
    if (count >= limit || kept[index] === 1) return;
    kept[index] = 1;
    count++;
  };
  keep(0);
  keep(length - 1);
  for (const valueOf of [activeOf, touchedOf]) keepExtremes(states, 0, length, valueOf, keep);
  const turns = turningPoints(states, length);
  const stride = Math.max(1, (2 * turns.length) / Math.max(1, limit - count));
  for (let i = 0; i < turns.length; i += stride) {
    const turn = turns[Math.floor(i)]!;
    keep(turn);
    keep(turn - 1);
  }
  const stretches = Math.floor((limit - count) / 2);
  for (let i = 0; i < stretches; i++) {
    const begin = Math.floor((i * length) / stretches);
    const end = Math.floor(((i + 1) * length) / stretches);
    keepExtremes(states, begin, end, activeOf, keep);
  }
  const indices = new Uint32Array(count);
  let next = 0;
  for (let i = 0; i < length; i++) if (kept[i] === 1) indices[next++] = i;
  return indices;
}

/** Where it became or ceased to be huge, or lost touched pages, which only a purge does. */
function turningPoints(states: Uint32Array, length: number): number[] {
  const turns: number[] = [];
  for (let i = 1; i < length; i++) {
    const before = states[i - 1]!;
    const after = states[i]!;
    const hugeTurned = ((flagsOf(before) ^ flagsOf(after)) & SLAB_HUGE) !== 0;
    if (hugeTurned || touchedOf(after) < touchedOf(before)) turns.push(i);
  }
  return turns;
}

function keepExtremes(
  states: Uint32Array,
  begin: number,
  end: number,
  valueOf: (state: number) => number,
  keep: (index: number) => void,
): void {
  if (begin >= end) return;
  let least = begin;
  let most = begin;
  for (let i = begin + 1; i < end; i++) {
    const value = valueOf(states[i]!);
    if (value < valueOf(states[least]!)) least = i;
    if (value > valueOf(states[most]!)) most = i;
  }
  keep(least);
  keep(most);
}
