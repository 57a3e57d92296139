import { describe, expect, it } from 'vitest';
import { presetValues } from '../replay/options.js';
import { defaultSpec } from './default-spec.js';
import { planSize } from './points.js';
import { specToJson } from './spec.js';
import { parsed } from './spec.fixture.js';

describe('the default spec', () => {
  it('holds jemalloc’s defaults, is valid, and stays small for large traces', () => {
    for (const events of [1000, 50_000, 1_000_000, 20_000_000, 1_000_000_000]) {
      for (const seconds of [0, 3, 60, 86_400, Number.NaN]) {
        const spec = defaultSpec({ events, seconds });
        expect(parsed(specToJson(spec))).toEqual(spec);
        const standard = presetValues('jemalloc');
        for (const { option, values } of spec.axes) expect(values).toContain(standard[option]);
        const size = planSize(spec);
        expect(size).toBeGreaterThan(1);
        expect(size).toBeLessThanOrEqual(300);
        if (spec.axes.length > 1) expect(size * events).toBeLessThanOrEqual(100_000_000);
      }
    }
  });

  it('leaves out delays that the trace is too short for', () => {
    const short = defaultSpec({ events: 1000, seconds: 1 }).axes.map(({ option }) => option);
    const long = defaultSpec({ events: 1000, seconds: 100 }).axes.map(({ option }) => option);
    expect(short).not.toContain('hugify_delay_ms');
    expect(long).toContain('hugify_delay_ms');
  });
});
