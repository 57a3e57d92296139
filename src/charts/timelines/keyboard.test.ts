import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type KeyState, keyAction, panTo, zoomAround } from './keyboard.js';

const x = Float64Array.from([10, 20, 20, 20, 30, 40]);
const state = (hoverX: number | null): KeyState => ({ x, hoverX, domain: [0, 40], extent: [0, 40] });
const at = (key: string, shift: boolean, hoverX: number | null): number | null => {
  const action = keyAction(key, shift, state(hoverX));
  return action?.kind === 'hover' ? action.x : null;
};

it('moves by one place, also over snapshots at one place', () => {
  expect(at('ArrowRight', false, 10)).toBe(20);
  expect(at('ArrowRight', false, 20)).toBe(30);
  expect(at('ArrowLeft', false, 30)).toBe(20);
  expect(at('ArrowLeft', false, 20)).toBe(10);
});

it('stops at the ends', () => {
  expect(at('ArrowRight', false, 40)).toBe(40);
  expect(at('ArrowLeft', false, 10)).toBe(10);
  expect(at('ArrowRight', true, 10)).toBe(40);
  expect(at('Home', false, 30)).toBe(10);
  expect(at('End', false, null)).toBe(40);
});

it('begins at the edge of what is shown', () => {
  expect(at('ArrowRight', false, null)).toBe(10);
  expect(at('ArrowLeft', false, null)).toBe(40);
});

it('zooms around the crosshair, and back', () => {
  expect(keyAction('+', false, state(10))).toEqual({ kind: 'zoom', domain: [5, 25] });
  expect(keyAction('-', false, { ...state(10), domain: [5, 25] })).toEqual({ kind: 'zoom', domain: null });
  expect(keyAction('Escape', false, state(10))).toEqual({ kind: 'zoom', domain: null });
  expect(keyAction('a', false, state(10))).toBeNull();
});

it('does nothing without snapshots', () => {
  expect(keyAction('ArrowRight', false, { ...state(null), x: new Float64Array(0) })).toBeNull();
  expect(keyAction('End', false, { ...state(null), x: new Float64Array(0) })).toBeNull();
});

it('keeps every zoom inside the run', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.constantFrom(0.5, 2),
      fc.nat(30),
      (share, factor, times) => {
        let domain: readonly [number, number] = [0, 1000];
        for (let i = 0; i < times; i += 1) {
          const centre = domain[0] + share * (domain[1] - domain[0]);
          const next = zoomAround(centre, domain, [0, 1000], factor);
          if (next === null) return;
          domain = next;
          expect(domain[0]).toBeGreaterThanOrEqual(-1e-9);
          expect(domain[1]).toBeLessThanOrEqual(1000 + 1e-9);
          expect(domain[1]).toBeGreaterThan(domain[0]);
        }
      },
    ),
  );
});

it('pans only when the place is out of sight', () => {
  const domain = [10, 20] as const;
  expect(panTo(15, domain, [0, 100])).toBe(domain);
  expect(panTo(50, domain, [0, 100])).toEqual([45, 55]);
  expect(panTo(100, domain, [0, 100])).toEqual([90, 100]);
});
