import { describe, expect, it } from 'vitest';
import { checkFiles, readSource } from './check-imports.mjs';

/** Problems of one file, its folders having their READMEs. */
function check(path, text) {
  const files = new Map([[path, text]]);
  const parts = path.split('/').slice(0, -1);
  parts.forEach((_, depth) => files.set(`${parts.slice(0, depth + 1).join('/')}/README.md`, ''));
  return checkFiles(files);
}

const allowed = [
  ['src/base/a.ts', "import { b } from './b.js';"],
  [
    'src/engine/pa/a.ts',
    "import { assert } from '../../base/assert.js'; import { PAGE } from '../units.js';",
  ],
  ['src/engine/replay/options.ts', "import type { X } from '../pa/central.js';"],
  ['src/formats/a.ts', "import Papa from 'papaparse'; import { Replay } from '../engine/replay/run.js';"],
  [
    'src/workers/a.api.ts',
    "import type { T } from '../formats/format.js'; export type { U } from './b.api.js';",
  ],
  ['src/workers/a.api.ts', "export type X = import('../engine/units.js').Bytes;"],
  ['src/workers/a.worker.ts', "import { expose } from 'comlink'; import { s } from './a.service.js';"],
  ['src/workers/a.worker.ts', "import type { A } from './a.api.js'; import { r } from '../formats/open.js';"],
  ['src/workers/a.service.ts', "import { Replay } from '../engine/replay/run.js';"],
  ['src/workers/a.client.ts', "new Worker(new URL('./a.worker.ts', import.meta.url), { type: 'module' });"],
  [
    'src/workers/a.client.ts',
    "import W from './a.worker.ts?worker'; import { latestWins } from '../base/l.js';",
  ],
  ['src/workers/a.client.ts', "import { type A, type B } from './a.api.js'; import { wrap } from 'comlink';"],
  ['src/state/a.ts', "import { create } from 'zustand'; import { c } from '../workers/a.client.js';"],
  ['src/state/a.ts', "import { createStore } from 'zustand/vanilla';"],
  ['src/state/a.ts', "import { OPTIONS } from '../engine/replay/options.js';"],
  ['src/state/a.ts', "import type { Problem } from '../formats/format.js';"],
  [
    'src/charts/x/draw.ts',
    "import { scaleLinear } from 'd3'; import type { Column } from '../../engine/replay/statistics.js';",
  ],
  ['src/charts/x/X.tsx', "import { useRef } from 'react'; import './x.css'; export const X = () => <p />;"],
  ['src/ui/shell/a.tsx', "import { Slider } from '@mantine/core'; import '@mantine/core/styles.css';"],
  ['src/ui/shell/a.tsx', "import { s } from '../../state/a.js'; import { C } from '../../charts/x/X.js';"],
  ['src/ui/shell/a.tsx', "const C = lazy(() => import('../benches/replay/Bench.js'));"],
  ['src/cli/a.ts', "import { open } from 'node:fs'; import { version } from '../../package.json';"],
  ['src/testing/a.ts', "import fs from 'node:fs'; import { it } from 'vitest';"],
  [
    'src/main.tsx',
    "import { createRoot } from 'react-dom/client'; import { Shell } from './ui/shell/Shell.js';",
  ],
  ['src/ui/a.test.tsx', "import fs from 'node:fs'; import { main } from '../cli/main.js';"],
  ['src/base/a.ts', "// import x from 'react'\nconst text = \"import x from 'react'\";"],
];

const refused = [
  ['src/base/a.ts', "import { PAGE } from '../engine/units.js';", 'base may not import engine/units.js'],
  ['src/base/a.ts', "import type { Bytes } from '../engine/units.js';", 'base may not import'],
  ['src/base/a.ts', "import 'react';", 'base may not import the package react'],
  ['src/engine/a.ts', "import { max } from 'd3';", 'engine may not import the package d3'],
  ['src/engine/a.ts', "import type { ReactNode } from 'react';", 'engine may not import the package react'],
  ['src/engine/a.ts', "import { createRoot } from 'react-dom/client';", 'the package react-dom'],
  ['src/engine/a.ts', "import fs from 'node:fs';", "engine may not import Node's node:fs"],
  ['src/engine/a.ts', "import fs from 'fs';", "engine may not import Node's fs"],
  ['src/engine/a.ts', "import { open } from '../formats/open.js';", 'engine may not import formats/open.js'],
  ['src/engine/replay/options.ts', "import { x } from '../pa/central.js';", 'only types'],
  ['src/formats/a.ts', "const zlib = await import('node:zlib');", "formats may not import Node's node:zlib"],
  ['src/formats/a.ts', "import { proxy } from 'comlink';", 'the package comlink'],
  ['src/workers/a.api.ts', "import { PAGE } from '../engine/units.js';", 'only types'],
  ['src/workers/a.api.ts', "import { type A, PAGE } from '../engine/units.js';", 'only types'],
  ['src/workers/a.api.ts', "export * from '../formats/format.js';", 'only types'],
  ['src/workers/a.worker.ts', "import { s } from '../state/a.js';", 'worker entry may not import state/a.js'],
  ['src/workers/a.worker.ts', "import { x } from './a.api.js';", 'only types'],
  ['src/workers/a.client.ts', "import { Replay } from '../engine/replay/run.js';", 'only types'],
  ['src/workers/a.client.ts', "import './a.worker.js';", 'worker client may not import workers/a.worker.js'],
  ['src/workers/a.client.ts', "import { s } from './a.service.js';", 'may not import workers/a.service.js'],
  ['src/workers/a.client.ts', "new Worker(new URL('../formats/a.ts', import.meta.url));", 'as a worker'],
  ['src/workers/a.service.ts', "import { c } from './a.client.js';", 'worker service may not import'],
  ['src/state/a.ts', "import { Replay } from '../engine/replay/run.js';", 'only types'],
  ['src/state/a.ts', "import { open } from '../formats/open.js';", 'only types'],
  [
    'src/state/a.ts',
    "new Worker(new URL('../workers/a.worker.ts', import.meta.url));",
    'state may not start',
  ],
  ['src/state/a.ts', "import { useState } from 'react';", 'state may not import the package react'],
  ['src/charts/x/a.ts', "import { s } from '../../state/a.js';", 'charts may not import state/a.js'],
  ['src/charts/x/a.ts', "import type { S } from '../../state/a.js';", 'charts may not import state/a.js'],
  ['src/charts/x/a.ts', "import { Replay } from '../../engine/replay/run.js';", 'only types'],
  ['src/charts/x/a.ts', "import { Button } from '@mantine/core';", 'the package @mantine/core'],
  ['src/ui/a.tsx', "import { Replay } from '../engine/replay/run.js';", 'only types'],
  ['src/ui/a.tsx', "import { c } from '../workers/a.client.js';", 'ui may not import workers/a.client.js'],
  ['src/ui/a.tsx', "import { main } from '../cli/main.js';", 'ui may not import cli/main.js'],
  ['src/ui/a.tsx', "import { b } from '../testing/b.js';", 'ui may not import testing/b.js'],
  [
    'src/state/a.ts',
    "import { Shell } from '../ui/shell/Shell.js';",
    'state may not import ui/shell/Shell.js',
  ],
  ['src/cli/a.ts', "export { x } from '../workers/a.service.js';", 'cli may not import'],
  ['src/cli/a.ts', "import commander from 'commander';", 'the package commander'],
  ['src/testing/a.ts', "import { x } from '../ui/a.js';", 'testing may not import ui/a.js'],
  ['src/base/a.ts', "import { x } from './b.test.js';", 'imports the test'],
  ['src/charts/x/a.ts', "import { x } from './a.fixture.js';", 'imports the test'],
  ['src/base/a.ts', "import x from '../../scripts/x.mjs';", 'a file outside src'],
  ['src/engine/a.ts', "import './a.css';", 'engine may not import the asset'],
  ['src/ui/a.tsx', 'await import(name);', 'cannot be checked'],
  ['src/ui/a.tsx', "import x = require('../cli/main.js');", 'ui may not import cli/main.js'],
  ['src/ui/a.tsx', "import.meta.glob('../cli/*.ts');", 'ui may not import cli/*.ts'],
  ['src/ui/a.tsx', "type M = typeof import('../cli/main.js');", 'ui may not import cli/main.js'],
  ['src/base/a.ts', 'const = ;', 'cannot be parsed'],
];

describe('import rules', () => {
  it.each(allowed)('%s: %s', (path, text) => {
    expect(check(path, text)).toEqual([]);
  });

  it.each(refused)('%s refuses %s', (path, text, message) => {
    expect(check(path, text)).toEqual([{ file: path, line: 1, message: expect.stringContaining(message) }]);
  });

  it('names the line', () => {
    const text = "/* one\n * two */\nimport { a } from './a.js';\nimport fs from 'node:fs';\n";
    expect(check('src/base/b.ts', text).map(({ line }) => line)).toEqual([4]);
  });
});

const lines = (count) => '//\n'.repeat(count);

describe('sizes and READMEs', () => {
  it('keeps worker entries at 40 lines and files at 600', () => {
    expect(check('src/workers/a.worker.ts', lines(40))).toEqual([]);
    expect(check('src/workers/a.worker.ts', lines(41))).toHaveLength(1);
    expect(check('src/ui/a.test.ts', lines(600))).toEqual([]);
    expect(check('src/ui/a.test.ts', lines(601))).toHaveLength(1);
  });

  it('wants a README in every folder, those without files of their own too', () => {
    const files = new Map([['src/ui/benches/replay/Bench.tsx', '']]);
    files.set('src/README.md', '').set('src/ui/benches/replay/README.md', '');
    expect(checkFiles(files).map(({ file }) => file)).toEqual(['src/ui', 'src/ui/benches']);
  });

  it('reads the tree it is to check', () => {
    const files = readSource();
    expect(files.get('src/engine/units.ts')).toContain('PAGE');
    expect([...files.keys()].every((path) => path.startsWith('src/'))).toBe(true);
  });
});
