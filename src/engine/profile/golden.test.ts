/** Every output of the real jeprof that can be made from a dump and a symbol file, byte for byte. */
import { existsSync, openAsBlob, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { binaryBytes, openBytes } from '../../formats/elf/golden.fixture.js';
import { symbolise } from '../../formats/elf/symbolise.js';
import type { OpenOutcome } from '../../formats/format.js';
import { openFile } from '../../formats/open.js';
import { type ProfileChoice, spaceOf } from './build-stack-table.js';
import { buildFrameTable } from './frame-table.js';
import { jeprofReport, type ReportOptions } from './jeprof.js';
import { JEPROF_FILTER } from './filter.js';
import type { NameSource, SourceFrame } from './names.js';
import type { HeapProfile, SymbolTable } from './profile.js';
import { symbolisedNames } from './symbolised.js';
import { symbolSource } from './symbol-source.js';
import { hex16 } from './addresses.js';
import { shortName } from './short-name.js';

const HEAP = join(import.meta.dirname, '../../../../shared/golden/heap');
const GOLDEN = join(HEAP, 'golden');
const present = existsSync(GOLDEN);
if (!present) console.log('../shared/golden/heap is not there: comparison with jeprof skipped');

interface Command {
  readonly file: string;
  readonly dev: boolean;
  readonly options: Omit<ReportOptions, 'filter'> & { readonly filter: ReportOptions['filter'] };
  readonly profiles: readonly string[];
  readonly base: string | null;
  readonly sorted: boolean;
  readonly tag: string;
}

function words(text: string): string[] {
  return [...text.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}

function parseCommand(line: string): Command | null {
  const [file = '', version = '', text = ''] = line.split('\t');
  const [call = '', pipe] = text.split('|');
  const all = words(call).slice(1);
  const flag = (name: string) => all.includes(`--${name}`);
  const value = (name: string) =>
    all.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3) ?? null;
  const pattern = (name: string) => {
    const source = value(name);
    return source === null ? null : new RegExp(source);
  };
  if (flag('raw')) return null;
  const dev = version === 'dev';
  const thread = value('thread');
  const measure = (['inuse_objects', 'alloc_space', 'alloc_objects'] as const).find(flag) ?? 'inuse_space';
  return {
    file,
    dev,
    tag:
      file
        .replace(/(\.530|\.dev)?\.txt$/, '')
        .split('.')
        .at(-1) ?? '',
    options: {
      output: flag('collapsed') ? 'collapsed' : 'text',
      measure,
      estimate: 'jeprof',
      filter: {
        pruning: dev ? 'jeprof-dev' : JEPROF_FILTER.pruning,
        focus: pattern('focus'),
        ignore: pattern('ignore'),
        retain: pattern('retain'),
        exclude: pattern('exclude'),
      },
      granularity: (['lines', 'files', 'addresses'] as const).find(flag) ?? 'functions',
      order: flag('cum') ? 'cum' : 'flat',
      showBytes: flag('show_bytes'),
      dropNegative: flag('drop_negative'),
      thread: thread === null ? null : thread === '*' ? 'all' : BigInt(thread),
    },
    profiles: all
      .filter((word) => /\.(heap|raw)$/.test(word) && !word.startsWith('--'))
      .map((path) => basename(path)),
    base: value('base') === null ? null : basename(value('base') ?? ''),
    sorted: pipe !== undefined,
  };
}

const opened = new Map<string, OpenOutcome>();

async function open(path: string): Promise<OpenOutcome> {
  let outcome = opened.get(path);
  if (outcome === undefined) {
    const blob = await openAsBlob(path);
    const source = { name: basename(path), size: blob.size, stream: () => blob.stream() };
    outcome = await openFile(source);
    opened.set(path, outcome);
  }
  return outcome;
}

async function openProfile(path: string): Promise<HeapProfile> {
  const outcome = await open(path);
  if (outcome.kind !== 'profile') throw new Error(`${path} is no profile`);
  return outcome.profile;
}

/** The profile of a name on the command line, and its symbols from the .raw file of that name. */
async function load(name: string): Promise<{ profile: HeapProfile; symbols: SymbolTable | null }> {
  const stem = name.replace(/\.(heap|raw)$/, '');
  const dump = join(HEAP, 'dumps', `${stem}.heap`);
  const raw = join(GOLDEN, `${stem}.raw`);
  const symbols = join(GOLDEN, `${stem}.symbols.txt`);
  const synthetic = join(HEAP, 'synthetic', name);
  if (existsSync(synthetic)) {
    const profile = await openProfile(synthetic);
    return { profile, symbols: profile.symbols };
  }
  if (existsSync(raw)) {
    const profile = await openProfile(raw);
    return { profile: name.endsWith('.raw') ? profile : await openProfile(dump), symbols: profile.symbols };
  }
  const names = existsSync(symbols) ? await open(symbols) : null;
  return { profile: await openProfile(dump), symbols: names?.kind === 'symbols' ? names.symbols : null };
}

/** Lines of code are not in .raw files: they are taken from jeprof's --addresses output of the same dump. */
function withLines(source: NameSource, dump: string, version: string): NameSource | null {
  const path = [`${dump}.addresses.txt`, `${dump}.addresses.${version}.txt`]
    .map((name) => join(GOLDEN, name))
    .find(existsSync);
  if (path === undefined) return null;
  const rows = new Map<string, { name: string }[]>();
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const match = /^(?:\s*\S+){5} ([0-9a-f]{16}) (.*)$/.exec(line);
    if (match === null) continue;
    const key = match[1] as string;
    rows.set(key, [...(rows.get(key) ?? []), { name: match[2] as string }]);
  }
  return {
    lookup(low, high) {
      const frames = source.lookup(low, high);
      const known = rows.get(hex16(low, high));
      if (frames === null || known === undefined) return frames;
      return frames.map((frame, i): SourceFrame => {
        const short = shortName(frame.full);
        const wanted = i > 0 ? `${short} (inline) ` : short;
        const row = known.find(
          ({ name }) => name.startsWith(wanted) && /^(@[0-9a-f]+)? ?\S/.test(name.slice(wanted.length)),
        );
        const location = row?.name
          .slice(wanted.length)
          .replace(/^@[0-9a-f]+/, '')
          .trimStart();
        return { ...frame, location: location ?? '??:0' };
      });
    },
  };
}

/** Outputs whose names or lines are in no file of symbols: they are taken from the program itself. */
const FROM_PROGRAM = /^syn\.rate0\.|focus-fileline\.collapsed/;

async function programNames({ addresses, mappings }: HeapProfile): Promise<NameSource> {
  const binary = await openBytes(binaryBytes('gt'), 'gt');
  if (mappings.length > 0)
    return symbolisedNames((await symbolise(addresses.words, mappings, [binary])).names);
  // Without a map every address is the program's own.
  const found = new Map<string, readonly SourceFrame[] | null>();
  for (let i = 0; i < addresses.words.length; i += 2) {
    const [low, high] = [addresses.words[i] ?? 0, addresses.words[i + 1] ?? 0];
    found.set(hex16(low, high), await binary.lookup(high * 2 ** 32 + low, null));
  }
  return { lookup: (low, high) => found.get(hex16(low, high)) ?? null };
}

const NEEDS_LINES = /lines|files|addresses|fileline/;

async function run(command: Command): Promise<string> {
  const loaded = await Promise.all(
    [...command.profiles, ...(command.base === null ? [] : [command.base])].map(load),
  );
  const tables = loaded.flatMap(({ symbols }) => (symbols === null ? [] : [symbols]));
  let source: NameSource = symbolSource(tables);
  const fromProgram = FROM_PROGRAM.test(command.file);
  const fromRaw = command.file.startsWith('fromraw.') || command.file.startsWith('syn.');
  if (!fromRaw && !fromProgram && NEEDS_LINES.test(command.file)) {
    const lined = withLines(
      source,
      command.profiles[0]?.replace(/\.heap$/, '') ?? '',
      command.dev ? 'dev' : '530',
    );
    if (lined === null) throw new Error(`nothing tells the lines of ${command.file}`);
    source = lined;
  }
  const profiles = loaded.map(({ profile }) => profile);
  const choice: ProfileChoice = {
    profiles: profiles.slice(0, command.profiles.length),
    base: profiles.slice(command.profiles.length),
  };
  const [first] = profiles;
  const sources = fromProgram && first !== undefined ? [await programNames(first), source] : [source];
  const space = spaceOf(choice);
  const frames = buildFrameTable(space.addresses, profiles[0]?.mappings ?? [], sources);
  const pieces = [...jeprofReport(choice, space, frames, command.options)];
  if (!command.sorted) return pieces.join('');
  return pieces.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))).join('');
}

/** Two reports in which numbers differ by at most one unit (sums in another order: spec, section 6). */
function withinOne(ours: string, theirs: string): boolean {
  const a = ours.split(/(\d+)/);
  const b = theirs.split(/(\d+)/);
  return (
    a.length === b.length &&
    a.every((part, i) => part === b[i] || (i % 2 === 1 && Math.abs(Number(part) - Number(b[i])) <= 1))
  );
}

describe.skipIf(!present)('what jeprof prints', () => {
  const counts = { exact: 0, within: 0 };
  const commands = present
    ? readFileSync(join(GOLDEN, 'COMMANDS.tsv'), 'utf8')
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('#'))
        .flatMap((line) => parseCommand(line) ?? [])
    : [];

  it.each(commands.map((command) => [command.file, command] as const))('%s', async (file, command) => {
    const ours = await run(command);
    const theirs = readFileSync(join(GOLDEN, file), 'utf8');
    if (ours !== theirs && withinOne(ours, theirs)) {
      counts.within++;
      return;
    }
    expect(ours).toBe(theirs);
    counts.exact++;
  });

  afterAll(() => {
    console.log(
      `jeprof: ${counts.exact} of ${commands.length} outputs byte for byte, ${counts.within} within one unit`,
    );
  });
});
