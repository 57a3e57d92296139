/**
 * The import rules of src/ (who may know whom), checked over the syntax tree: static and dynamic imports, re-exports,
 * type-only imports, `new Worker(new URL(…))`. Also: thin worker entries, no file too long, a README in every folder.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, posix } from 'node:path';
import { parseSync } from 'vite';
import { isMain, root } from './install.mjs';

const MAX_LINES = 600;
const MAX_WORKER_LINES = 40;

/** The part of the engine the main thread may run: tables, their text forms, sums over finished runs. */
const TABLES =
  /^src\/engine\/(units|replay\/(options|option-text|option-export|conf-number|fixed-point|statistics|summary)|tuning\/(?!run-point|trace-prefix)[a-z-]+|inspect\/(moment|explanation)|profile\/(profile|call-tree)|sizes\/size-classes|sampling\/(workload|workload-presets))$/;

/**
 * Which area a module (path without extension) belongs to; the first match counts. An area may always import itself.
 *   values     areas whose code it may run
 *   types      areas it may name in type-only imports
 *   starts     areas it may start as a worker
 *   packages   npm packages; 'node:' stands for Node's own modules
 *   styles     may import style sheets and other assets
 */
const AREAS = [
  { area: 'test', match: /\.(test|fixture)$/, free: true },
  { area: 'base', match: /^src\/base\// },
  { area: 'engine tables', match: TABLES, values: ['base'], types: ['engine'] },
  { area: 'engine', match: /^src\/engine\//, values: ['base', 'engine tables'] },
  {
    area: 'formats',
    match: /^src\/formats\//,
    values: ['base', 'engine', 'engine tables'],
    packages: ['papaparse', 'fflate', 'fzstd'],
  },
  {
    area: 'worker api',
    match: /^src\/workers\/.*\.api$/,
    types: ['base', 'engine', 'engine tables', 'formats'],
  },
  {
    area: 'worker entry',
    match: /^src\/workers\/.*\.worker$/,
    values: ['base', 'engine', 'engine tables', 'formats', 'worker service'],
    types: ['worker api'],
    // Only a worker entry can know the wasm's address; formats get its bytes.
    packages: ['comlink', 'gecko-profiler-demangle'],
  },
  {
    area: 'worker client',
    match: /^src\/workers\/.*\.client$/,
    values: ['base', 'engine tables'],
    types: ['worker api', 'engine', 'engine tables', 'formats'],
    starts: ['worker entry'],
    packages: ['comlink'],
  },
  {
    area: 'worker service',
    match: /^src\/workers\//,
    values: ['base', 'engine', 'engine tables', 'formats'],
    types: ['worker api'],
    packages: ['comlink'],
  },
  {
    area: 'state',
    match: /^src\/state\//,
    values: ['base', 'worker client', 'engine tables'],
    types: ['worker api', 'engine', 'formats'],
    packages: ['zustand', 'valibot'],
  },
  {
    area: 'charts',
    match: /^src\/charts\//,
    values: ['base'],
    types: ['engine', 'engine tables'],
    packages: ['d3', 'react'],
    styles: true,
  },
  {
    area: 'ui',
    match: /^src\/ui\//,
    values: ['base', 'state', 'charts', 'engine tables'],
    types: ['engine', 'formats', 'worker api'],
    packages: [
      'react',
      'react-dom',
      '@mantine/core',
      '@mantine/hooks',
      '@tanstack/react-virtual',
      'lucide-react',
      'react-error-boundary',
      'zustand',
    ],
    styles: true,
  },
  {
    area: 'cli',
    match: /^src\/cli\//,
    values: ['base', 'engine', 'engine tables', 'formats', 'package.json'],
    packages: ['node:'],
  },
  {
    area: 'testing',
    match: /^src\/testing\//,
    values: ['base', 'engine', 'engine tables', 'formats', 'a file outside src'],
    packages: ['node:', 'vitest', 'fast-check'],
  },
  {
    area: 'page entry',
    match: /^src\/[^/]+$/,
    values: ['ui'],
    packages: ['react', 'react-dom', '@mantine/core'],
    styles: true,
  },
  { area: 'package.json', match: /^package\.json$/ },
];

const CODE = /\.(d\.)?[cm]?[jt]sx?$/;

/** The area of a path such as `src/ui/shell/Shell.tsx`, or of an import's target. */
function areaOf(path) {
  if (!CODE.test(path) && /\.[a-z0-9]+$/i.test(path) && path !== 'package.json') return { area: 'asset' };
  const module = path.replace(CODE, '');
  return AREAS.find(({ match }) => match.test(module)) ?? { area: 'a file outside src' };
}

function packageName(specifier) {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function literal(node) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0) return node.quasis[0].value.cooked;
  return null;
}

const isImportMeta = (node) => node?.type === 'MetaProperty' && node.meta.name === 'import';

/** `new URL('…', import.meta.url)`: the literal, else null. */
function urlOfModule(node) {
  if (node?.type !== 'NewExpression' || node.callee.name !== 'URL') return null;
  const [address, origin] = node.arguments;
  return origin?.type === 'MemberExpression' && isImportMeta(origin.object) ? literal(address) : null;
}

const onlyTypes = (specifiers, key) =>
  specifiers.length > 0 && specifiers.every((specifier) => specifier[key] === 'type');

/** What one node refers to: {specifier, kind: 'value' | 'type' | 'worker'}; null for none. */
function referenceOf(node) {
  switch (node.type) {
    case 'ImportDeclaration': {
      const type = node.importKind === 'type' || onlyTypes(node.specifiers, 'importKind');
      return { specifier: node.source.value, kind: type ? 'type' : 'value' };
    }
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration': {
      if (!node.source) return null;
      const type = node.exportKind === 'type' || onlyTypes(node.specifiers ?? [], 'exportKind');
      return { specifier: node.source.value, kind: type ? 'type' : 'value' };
    }
    case 'ImportExpression':
      return { specifier: literal(node.source), kind: 'value' };
    case 'TSImportType':
      return { specifier: literal(node.source ?? node.argument), kind: 'type' };
    case 'TSExternalModuleReference':
      return { specifier: literal(node.expression), kind: 'value' };
    case 'CallExpression':
      return isImportMeta(node.callee.object) && node.callee.property.name === 'glob'
        ? { specifier: literal(node.arguments[0]), kind: 'value' }
        : null;
    case 'NewExpression': {
      if (!/^(Shared)?Worker$/.test(node.callee.name ?? '')) {
        const specifier = urlOfModule(node);
        return specifier === null ? null : { specifier, kind: 'value' };
      }
      const specifier = urlOfModule(node.arguments[0]);
      return specifier === null ? null : { specifier, kind: 'worker' };
    }
    default:
      return null;
  }
}

function collectReferences(node, found) {
  const reference = referenceOf(node);
  if (reference !== null) found.push({ ...reference, start: node.start });
  if (reference?.kind === 'worker') return; // its URL was read already
  for (const child of Object.values(node)) {
    for (const item of Array.isArray(child) ? child : [child]) {
      if (typeof item?.type === 'string') collectReferences(item, found);
    }
  }
}

/** Why `rule` (an entry of AREAS) may not make this reference, or null. */
function objection(rule, path, { specifier, kind }) {
  if (specifier === null) return 'imports something that is not written out, so it cannot be checked';
  if (!specifier.startsWith('.') && !specifier.startsWith('/')) {
    const name = isBuiltin(specifier) ? 'node:' : packageName(specifier);
    if (rule.packages?.includes(name)) return null;
    return `${rule.area} may not import ${name === 'node:' ? `Node's ${specifier}` : `the package ${name}`}`;
  }
  const [bare, query = ''] = specifier.split('?');
  const target = bare.startsWith('/') ? bare.slice(1) : posix.join(posix.dirname(path), bare);
  const how = kind === 'value' && /^(shared)?worker\b/.test(query) ? 'worker' : kind;
  const { area } = areaOf(target);
  const shown = target.replace(/^src\//, '');
  if (area === 'asset') return rule.styles ? null : `${rule.area} may not import the asset ${shown}`;
  if (how === 'worker') {
    return rule.starts?.includes(area) ? null : `${rule.area} may not start ${shown} (${area}) as a worker`;
  }
  if (area === 'test') return `imports the test ${shown}`;
  if (area === rule.area || rule.values?.includes(area)) return null;
  if (rule.types?.includes(area)) {
    return kind === 'type'
      ? null
      : `${rule.area} may import only types from ${shown} (${area}): write "import type"`;
  }
  return `${rule.area} may not import ${shown} (${area})`;
}

function checkSource(path, text) {
  const problems = [];
  const lineAt = (offset) => text.slice(0, offset).split('\n').length;
  const lines = text.replace(/\n$/, '').split('\n').length;
  const rule = areaOf(path);
  if (lines > MAX_LINES)
    problems.push({ line: lines, message: `${lines} lines: split files above ${MAX_LINES}` });
  if (rule.area === 'worker entry' && lines > MAX_WORKER_LINES) {
    problems.push({ line: lines, message: `${lines} lines: a worker entry has at most ${MAX_WORKER_LINES}` });
  }
  if (rule.free) return problems;
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) {
    return [...problems, { line: 1, message: `cannot be parsed: ${errors[0].message}` }];
  }
  const references = [];
  collectReferences(program, references);
  for (const reference of references) {
    const message = objection(rule, path, reference);
    if (message !== null) problems.push({ line: lineAt(reference.start), message });
  }
  return problems;
}

/**
 * Checks a tree of files (paths from the project's root, all below src/; the text of files that are not code does not
 * matter). Returns problems as {file, line, message}, empty when all is well.
 */
export function checkFiles(files) {
  const problems = [];
  const folders = new Set();
  for (const path of files.keys()) {
    for (let folder = posix.dirname(path); folder !== '.'; folder = posix.dirname(folder))
      folders.add(folder);
  }
  for (const folder of folders) {
    if (!files.has(`${folder}/README.md`)) {
      problems.push({
        file: folder,
        line: 1,
        message: 'has no README.md that says what lives here and what must not',
      });
    }
  }
  for (const [path, text] of files) {
    if (!CODE.test(path)) continue;
    for (const problem of checkSource(path, text)) problems.push({ file: path, ...problem });
  }
  return problems.toSorted((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line));
}

/** Reads src/ from disk as {@link checkFiles} wants it. */
export function readSource(folder = root) {
  const files = new Map();
  for (const entry of readdirSync(join(folder, 'src'), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const full = join(entry.parentPath, entry.name);
    const path = full.slice(folder.length + 1).replaceAll('\\', '/');
    files.set(path, CODE.test(path) ? readFileSync(full, 'utf8') : '');
  }
  return files;
}

if (isMain(import.meta.url)) {
  const files = readSource();
  const problems = checkFiles(files);
  for (const { file, line, message } of problems) console.error(`${file}:${line}: ${message}`);
  console.log(`import rules: ${files.size} files, ${problems.length} problems`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
