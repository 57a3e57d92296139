import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { OPTIONS } from '../replay/options.js';
import { FIGURES } from './figures.js';
import { planSize } from './points.js';
import { parseSpecText } from './spec.js';
import { AXIS, parsed } from './spec.fixture.js';

describe('docs/sweeps.md', () => {
  const docs = readFileSync(new URL('../../../docs/sweeps.md', import.meta.url), 'utf8');

  it('shows a spec that is one', () => {
    const [, json = ''] = /```json\n([\s\S]*?)```/.exec(docs) ?? [];
    const outcome = parseSpecText(json);
    expect(outcome).toMatchObject({ ok: true });
    if (outcome.ok) expect(planSize(outcome.value)).toBe(3 * 5 * 3);
  });

  it('shows methods that are read as they are shown', () => {
    const methods = [...docs.matchAll(/^- `(\{ "kind": .*?\})`/gm)].map(
      ([, json]) => JSON.parse(json!) as unknown,
    );
    expect(methods).toHaveLength(3);
    for (const method of methods) expect(parsed({ version: 1, axes: [AXIS], method }).method).toEqual(method);
  });

  it('names every figure', () => {
    for (const { name } of FIGURES) expect(docs).toContain(`\`${name}\``);
    expect(OPTIONS.length).toBe(16);
  });
});
