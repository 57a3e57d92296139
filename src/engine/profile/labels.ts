/**
 * What frames are called at a granularity (TranslateStack, bin/jeprof.in), as numbers of distinct texts. Different
 * functions of one short name are told apart by where they begin: `twin@1950`.
 */
import { hex16 } from './addresses.js';
import type { FrameTable } from './names.js';
import type { AddressTable } from './profile.js';

export type Granularity = 'functions' | 'lines' | 'files' | 'addresses';

export interface Labels {
  /** Number of the label of each entry of the frame table; -1 where the frame has none, {@link CALLBACK} where its callee decides. */
  readonly label: Int32Array;
  readonly texts: string[];
  /** What jeprof prints for labels that are a bare address whose name is `??`: `?? ??:0` and the like (PrintText). */
  readonly printed?: ReadonlyMap<number, string>;
  /** Address of each label's first entry. */
  readonly address: number[];
  /** Label of a `Callback…::Run` frame, by the address of its callee (-1 for none). */
  callback(entry: number, callee: number): number;
}

export const NO_LABEL = -1;
export const CALLBACK = -2;

const HEX_DIGITS = 16;
const ADDRESS_TAG = /<[0-9a-fA-F]+>$/;
const TAG = /<0*([^>]*)>$/;
const CALLBACK_NAME = /Callback.*::Run$/;
/** Frames above are kernel or fake addresses, which jeprof leaves out of reports. */
const HIGHEST_WORD = 0x7fff_ffff;

export function buildLabels(addresses: AddressTable, frames: FrameTable, granularity: Granularity): Labels {
  const names = clashFreeNames(frames);
  const texts: string[] = [];
  const rows = new Map<string, number>();
  const firstAddress: number[] = [];
  const label = new Int32Array(frames.full.length).fill(NO_LABEL);
  const add = (text: string, address: number): number => {
    let row = rows.get(text);
    if (row === undefined) {
      row = texts.push(text) - 1;
      rows.set(text, row);
      firstAddress.push(address);
    }
    return row;
  };
  const textOf = (address: number, entry: number, name: string): string => {
    const location = frames.texts[frames.location[entry] as number] as string;
    return entryText(granularity, () => hexOf(addresses, address), name, location);
  };
  const nameOf = (entry: number, outermost: boolean): string => {
    const name = names.get(frames.full[entry] as number) ?? frames.texts[frames.short[entry] as number];
    return outermost ? (name ?? '') : `${name} (inline)`;
  };
  const printed = new Map<number, string>();
  const addressOf = new Map<number, number>();
  for (let address = 0; address < frames.length; address++) {
    if ((addresses.words[2 * address + 1] as number) > HIGHEST_WORD) continue;
    const first = frames.first[address] as number;
    for (let entry = first; entry < (frames.first[address + 1] as number); entry++) {
      const name = nameOf(entry, entry === first);
      if (CALLBACK_NAME.test(name)) {
        label[entry] = CALLBACK;
        addressOf.set(entry, address);
        continue;
      }
      const text = textOf(address, entry, name);
      if (text === '') continue;
      const row = add(text, address);
      label[entry] = row;
      if (text.length === HEX_DIGITS && text === hexOf(addresses, address))
        printed.set(row, entryName(frames, first));
    }
  }
  const callees = new Map<number, number>();
  return {
    label,
    texts,
    printed,
    address: firstAddress,
    callback(entry, callee) {
      let number = callees.get(callee);
      if (number === undefined) callees.set(callee, (number = callees.size + 1));
      const address = addressOf.get(entry) as number;
      return add(textOf(address, entry, `Run#${number}`), address);
    },
  };
}

function entryName({ texts, short, location }: FrameTable, entry: number): string {
  return `${texts[short[entry] as number] as string} ${texts[location[entry] as number] as string}`;
}

function hexOf({ words }: AddressTable, address: number): string {
  return hex16(words[2 * address] as number, words[2 * address + 1] as number);
}

function entryText(granularity: Granularity, hex: () => string, name: string, location: string): string {
  switch (granularity) {
    case 'functions':
      return name === '??' ? hex() : name;
    case 'lines':
      return name === '??' && location === '??:0' ? hex() : `${name} ${location}`;
    case 'files':
      return location === '??:0' || location === '' ? hex() : location.replace(/:\d+$/, '');
    case 'addresses':
      return `${hex()} ${name} ${location}`;
  }
}

/** Names by full text for functions that share a short name but begin elsewhere (FillFullnameToShortnameMap). */
function clashFreeNames(frames: FrameTable): ReadonlyMap<number, string> {
  const seen = new Map<number, number>();
  const clashing = new Set<number>();
  for (let address = 0; address < frames.length; address++) {
    const entry = frames.first[address] as number;
    const full = frames.full[entry] as number;
    if (!ADDRESS_TAG.test(frames.texts[full] as string)) continue;
    const short = frames.short[entry] as number;
    const before = seen.get(short);
    if (before === undefined) seen.set(short, full);
    else if (before !== full) clashing.add(short);
  }
  const names = new Map<number, string>();
  if (clashing.size === 0) return names;
  for (let address = 0; address < frames.length; address++) {
    const entry = frames.first[address] as number;
    const short = frames.short[entry] as number;
    if (!clashing.has(short)) continue;
    const full = frames.full[entry] as number;
    const tag = TAG.exec(frames.texts[full] as string);
    if (tag !== null) names.set(full, `${frames.texts[short] as string}@${tag[1] ?? ''}`);
  }
  return names;
}
