/**
 * Writes a profile as a dump again (`heap_v2`, or the older `heap profile:` family where it was one), alone or behind a
 * `--- symbol` section as `jeprof --raw` makes it. Counters are written as they are; read again, the file gives the same
 * profile. Logs of single samples become dumps with one block a size.
 */
import { hex16, highWord, lowWord } from '../../../engine/profile/addresses.js';
import type { FrameTable } from '../../../engine/profile/names.js';
import { type Counters, type HeapProfile, type Mapping, MERGED } from '../../../engine/profile/profile.js';
import { encodeText, oneLine } from './text-chunks.js';

export function writeHeapDump(profile: HeapProfile): Iterable<Uint8Array<ArrayBuffer>> {
  return encodeText(dumpLines(profile));
}

/** With names, which need no binary then. Lines of code have no place in this format. */
export function writeSymbolised(
  profile: HeapProfile,
  frames: FrameTable,
  program: string,
): Iterable<Uint8Array<ArrayBuffer>> {
  return encodeText(symbolisedLines(profile, frames, program));
}

function* symbolisedLines(profile: HeapProfile, frames: FrameTable, program: string): Iterable<string> {
  const { words } = profile.addresses;
  yield `--- symbol\nbinary=${oneLine(program).trim()}\n`;
  for (let address = 0; address < frames.length; address++) {
    if (frames.known[address] === 0) continue;
    const names: string[] = [];
    for (let entry = frames.first[address] as number; entry < (frames.first[address + 1] as number); entry++)
      names.push(symbolName(frames.texts[frames.full[entry] as number] as string));
    yield `0x${hex16(words[2 * address] as number, words[2 * address + 1] as number)} ${names.join('--')}\n`;
  }
  yield '---\n--- heap\n';
  yield* dumpLines(profile);
}

/**
 * `--` joins names, so it must not stand inside of one, but in `operator--`, which readers know; and a dash or
 * `operator` at an end must not meet the joint.
 */
function symbolName(text: string): string {
  const name = oneLine(text)
    .trim()
    .replace(/(?<!operator|-)--(?!-)|-{3,}/g, (dashes) => dashes.split('').join(' '))
    .replace(/^-/, ' -')
    .replace(/(-|operator)$/, '$1 ');
  return name === '' ? '??' : name;
}

function* dumpLines(profile: HeapProfile): Iterable<string> {
  const old = profile.source === 'heap-profile';
  yield* old ? oldHeader(profile) : header(profile);
  yield* old ? oldRecords(profile) : records(profile);
  if (profile.mappings.length === 0) return;
  yield '\nMAPPED_LIBRARIES:\n';
  for (const mapping of profile.mappings) yield mappingLine(mapping);
}

function* header({ rate, header: totals, threads }: HeapProfile): Iterable<string> {
  yield `heap_v2/${rate.text}\n`;
  if (totals !== null) yield `  t*: ${counters(totals)}\n`;
  for (const { uid, name, header: own } of threads) {
    if (own === null && name === null) continue;
    const text = name === null ? '' : ` ${oneLine(name)}`;
    yield `  t${uid}: ${counters(own ?? [0n, 0n, 0n, 0n])}${text}\n`;
  }
}

function* oldHeader({ rate, scaling, header: totals }: HeapProfile): Iterable<string> {
  const kind = { 'mean-size': 'heap_v2', 'halved-rate': 'heap', none: 'heapprofile' }[scaling];
  const own = totals === null ? '0: 0 [0: 0]' : counters(totals);
  yield `heap profile: ${own} @ ${kind}${rate.text === '' ? '' : `/${rate.text}`}\n`;
}

function* records({
  records: { length, stack, thread, counters: values },
  ...profile
}: HeapProfile): Iterable<string> {
  const frames = frameTexts(profile);
  let last = -1;
  let merged = false;
  for (let record = 0; record < length; record++) {
    const node = stack[record] as number;
    const row = thread[record] as number;
    // A stack that comes again is a block again.
    if (node !== last || (merged && row === MERGED)) {
      yield `@${frames(node)}\n`;
      merged = false;
    }
    last = node;
    if (row === MERGED) merged = true;
    const whose = row === MERGED ? '*' : String(profile.threads[row]?.uid ?? row);
    yield `  t${whose}: ${recordCounters(values, record)}\n`;
  }
}

/** The older family knows no threads. */
function* oldRecords({
  records: { length, stack, thread, counters: values },
  ...profile
}: HeapProfile): Iterable<string> {
  const frames = frameTexts(profile);
  for (let record = 0; record < length; record++) {
    if (thread[record] !== MERGED) continue;
    yield `${recordCounters(values, record)} @${frames(stack[record] as number)}\n`;
  }
}

function recordCounters(values: BigUint64Array, record: number): string {
  const at = 4 * record;
  return counters([
    values[at] as bigint,
    values[at + 1] as bigint,
    values[at + 2] as bigint,
    values[at + 3] as bigint,
  ]);
}

function counters([objects, bytes, allObjects, allBytes]: Counters): string {
  return `${objects}: ${bytes} [${allObjects}: ${allBytes}]`;
}

/** ` 0x… 0x…` of a stack, leaf first; callers get their return addresses back. */
function frameTexts({
  addresses: { words },
  stacks,
}: Pick<HeapProfile, 'addresses' | 'stacks'>): (node: number) => string {
  const callers: string[] = [];
  const text = (low: number, high: number): string =>
    ` 0x${high === 0 ? low.toString(16) : high.toString(16) + low.toString(16).padStart(8, '0')}`;
  const caller = (row: number): string => {
    let known = callers[row];
    if (known === undefined) {
      const low = ((words[2 * row] as number) + 1) >>> 0;
      const high = ((words[2 * row + 1] as number) + (low === 0 ? 1 : 0)) >>> 0;
      callers[row] = known = text(low, high);
    }
    return known;
  };
  return (leaf) => {
    if (leaf === 0) return '';
    const row = stacks.address[leaf] as number;
    const parts = [text(words[2 * row] as number, words[2 * row + 1] as number)];
    for (let node = stacks.parent[leaf] as number; node > 0; node = stacks.parent[node] as number)
      parts.push(caller(stacks.address[node] as number));
    return parts.join('');
  };
}

function mappingLine({ start, end, permissions, offset, path, deleted }: Mapping): string {
  const name = `${oneLine(path.replaceAll('\n', '\\012'))}${deleted ? ' (deleted)' : ''}`;
  const range = `${address(start)}-${address(end)}`;
  if (permissions === '') return `${range}: ${name}\n`;
  return `${range} ${permissions} ${offset.toString(16).padStart(8, '0')} 00:00 0${name === '' ? '' : ` ${name}`}\n`;
}

function address(value: bigint): string {
  return highWord(value) === 0 ? lowWord(value).toString(16).padStart(8, '0') : value.toString(16);
}
