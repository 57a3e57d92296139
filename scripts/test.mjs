/**
 * `npm test`: everything that must hold, on a bare clone too. Goes on after a failure; the last line is
 * `N passed, N failed`. `npm test -- --only unit,e2e` runs a part.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureChromium } from './chromium.mjs';
import { ensureCollectTools } from './collect-tools.mjs';
import { ensureInstalled, root, runScript, ScriptError, toolEntry } from './install.mjs';
import { countPlaywright, countVitest, single, summaryLines, total } from './test-report.mjs';

const reports = mkdtempSync(join(tmpdir(), 'jelab-test-'));

/** Runs a tool of node_modules, or a script of ours, with its output shown. Resolves with the exit status. */
function run(entry, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [entry, ...args], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    });
    child.once('error', (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.once('exit', (status) => resolve(status ?? 1));
  });
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

const tool = (name, bin) => toolEntry(name, bin);
const types = (project) => async () => single(await run(tool('typescript', 'tsc'), ['-p', project]));

async function unit() {
  ensureCollectTools();
  const file = join(reports, 'unit.json');
  const status = await run(tool('vitest'), [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  return countVitest(readReport(file), status);
}

/** A port that nobody listens on now. */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

async function endToEnd() {
  const folder = join(root, 'e2e');
  const specs = existsSync(folder) ? readdirSync(folder, { recursive: true }) : [];
  if (!specs.some((name) => /\.spec\.tsx?$/.test(String(name)))) {
    console.log('No *.spec.ts in e2e/ yet.');
    return { passed: 0, failed: 0, skipped: 0 };
  }
  if (!existsSync(join(root, 'dist', 'index.html'))) {
    console.error('There is no production build to test.');
    return single(1);
  }
  const chromium = await ensureChromium();
  if (chromium === null) {
    console.error('No Chromium found or installed: install Chrome or Chromium, or set JELAB_CHROMIUM.');
    return single(1);
  }
  console.log(`Chromium: ${chromium}`);
  const file = join(reports, 'e2e.json');
  const status = await run(
    tool('@playwright/test', 'playwright'),
    ['test', '--project=e2e', '--reporter=list,json'],
    {
      JELAB_CHROMIUM: chromium,
      JELAB_E2E_PORT: String(await freePort()),
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    },
  );
  return countPlaywright(readReport(file), status);
}

/** In running order; `part` is what --only names. */
const CHECKS = [
  {
    part: 'format',
    title: 'format',
    run: async () => single(await run(tool('@biomejs/biome', 'biome'), ['format', '.'])),
  },
  { part: 'types', title: 'types: engine', run: types('src/engine/tsconfig.json') },
  { part: 'types', title: 'types: page', run: types('tsconfig.page.json') },
  { part: 'types', title: 'types: all', run: types('tsconfig.json') },
  {
    part: 'lint',
    title: 'lint',
    run: async () => single(await run(tool('oxlint'), ['--type-aware', '--deny-warnings'])),
  },
  {
    part: 'imports',
    title: 'import rules',
    run: async () => single(await run(join(root, 'scripts/check-imports.mjs'), [])),
  },
  { part: 'unit', title: 'unit and golden', run: unit },
  {
    part: 'build',
    title: 'production build',
    run: async () => single(await run(tool('vite'), ['build', '--logLevel', 'warn'])),
  },
  { part: 'e2e', title: 'end to end', run: endToEnd },
];
const PARTS = [...new Set(CHECKS.map((check) => check.part))];

function chosenParts() {
  let only;
  try {
    ({ only } = parseArgs({ options: { only: { type: 'string' } } }).values);
  } catch (error) {
    throw new ScriptError(error.message);
  }
  const parts = only?.split(',').map((part) => part.trim()) ?? PARTS;
  const unknown = parts.find((part) => !PARTS.includes(part));
  if (unknown !== undefined) {
    throw new ScriptError(`--only takes ${PARTS.join(', ')} (with commas between), not "${unknown}".`);
  }
  return parts;
}

await runScript(async () => {
  const parts = chosenParts();
  ensureInstalled();
  const results = [];
  try {
    for (const check of CHECKS.filter(({ part }) => parts.includes(part))) {
      console.log(`\n── ${check.title} ${'─'.repeat(Math.max(3, 60 - check.title.length))}`);
      const start = performance.now();
      const counts = await check.run();
      results.push({ title: check.title, seconds: (performance.now() - start) / 1000, ...counts });
    }
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
  const { failed } = total(results);
  process.exitCode = failed > 0 ? 1 : 0;
  console.log(`\n${summaryLines(results).join('\n')}`);
});
