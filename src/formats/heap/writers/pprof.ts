/**
 * pprof's profile.proto (https://github.com/google/pprof/blob/main/proto/profile.proto), not compressed. Values are
 * estimates rounded to whole numbers. Encoded here and not by pprof-format, which takes four times as long; tests read
 * the result with pprof-format.
 */
import { isAllocatorName } from '../../../engine/profile/allocator-frames.js';
import type { EstimateTable } from '../../../engine/profile/aggregate-estimates.js';
import type { FrameTable } from '../../../engine/profile/names.js';
import {
  type AddressTable,
  type Mapping,
  MEASURES,
  type Measure,
  type StackTree,
} from '../../../engine/profile/profile.js';
import { entryName, isNamed, sourceLine } from './frame-names.js';
import { ProtobufWriter } from './protobuf.js';

/** Samples of one thread, or of all together. */
export interface ExportPart {
  readonly thread: { readonly uid: bigint; readonly name: string | null } | null;
  readonly table: EstimateTable;
}

export interface PprofInput {
  readonly addresses: AddressTable;
  /** The stacks that the tables' rows are of. */
  readonly stacks: StackTree;
  readonly frames: FrameTable;
  readonly mappings: readonly Mapping[];
  readonly parts: readonly ExportPart[];
  /** Mean bytes between samples; 0 where dumps have several, or none. */
  readonly rate: number;
  /** Path of the program, '' where unknown: its mapping comes first, as pprof expects. */
  readonly program: string;
  /** Build-ids as hexadecimal digits, by path. */
  readonly buildIds: ReadonlyMap<string, string>;
  /** What tools show first. */
  readonly measure: Measure;
  /** Notes that pprof shows with -comments. */
  readonly comments: readonly string[];
}

const CHUNK_BYTES = 1 << 20;
const TWO_32 = 4_294_967_296;
const UNITS: Readonly<Record<Measure, string>> = {
  inuse_objects: 'count',
  inuse_space: 'bytes',
  alloc_objects: 'count',
  alloc_space: 'bytes',
};

/** Fields of the messages, by number. */
const PROFILE = {
  sampleType: 1,
  sample: 2,
  mapping: 3,
  location: 4,
  function: 5,
  strings: 6,
  dropFrames: 7,
  periodType: 11,
  period: 12,
  comment: 13,
  defaultSampleType: 14,
};
const SAMPLE = { locations: 1, values: 2, label: 3 };
const LABEL = { key: 1, text: 2, number: 3 };
const MAPPING = { id: 1, start: 2, end: 3, offset: 4, file: 5, buildId: 6, flags: [7, 8, 9, 10] };
const LOCATION = { id: 1, mapping: 2, address: 3, line: 4 };
const LINE = { function: 1, line: 2 };
const FUNCTION = { id: 1, name: 2, systemName: 3, file: 4 };

export function* writePprof(input: PprofInput): Iterable<Uint8Array<ArrayBuffer>> {
  const writer = new PprofWriter(input);
  yield* writer.samples();
  yield* writer.places();
  yield writer.rest();
}

/** Numbers from 1 for distinct texts, 0 for ''. */
class Strings {
  readonly texts = [''];
  private readonly numbers = new Map([['', 0]]);

  number(text: string): number {
    let number = this.numbers.get(text);
    if (number === undefined) {
      number = this.texts.push(text) - 1;
      this.numbers.set(text, number);
    }
    return number;
  }
}

class PprofWriter {
  private readonly out = new ProtobufWriter();
  private readonly strings = new Strings();
  private readonly usedAddresses: Uint8Array;
  /** Functions by name and file. */
  private readonly functions = new Map<string, { id: number; name: string; file: string }>();
  private readonly allocators = new Set<string>();

  constructor(private readonly input: PprofInput) {
    this.usedAddresses = new Uint8Array(input.addresses.length);
  }

  *samples(): Iterable<Uint8Array<ArrayBuffer>> {
    const { out, strings, input } = this;
    for (const measure of MEASURES) this.valueType(PROFILE.sampleType, measure, UNITS[measure]);
    const values = new Float64Array(MEASURES.length);
    for (const { thread, table } of input.parts) {
      const key = strings.number('thread');
      const uidKey = strings.number('thread_uid');
      const name = thread === null ? 0 : strings.number(thread.name ?? `t${thread.uid}`);
      for (let row = 0; row < table.length; row++) {
        for (let m = 0; m < values.length; m++) {
          values[m] = Math.round(table.values[values.length * row + m] as number);
        }
        if (values.every((value) => value === 0)) continue;
        out.nested(PROFILE.sample, () => {
          this.stack(table.stack[row] as number);
          out.nested(SAMPLE.values, () => {
            for (const value of values) out.packed(value);
          });
          if (thread === null) return;
          out.nested(SAMPLE.label, () => {
            out.integer(LABEL.key, key);
            out.integer(LABEL.text, name);
          });
          out.nested(SAMPLE.label, () => {
            out.integer(LABEL.key, uidKey);
            out.integer(LABEL.number, Number(BigInt.asIntN(64, thread.uid)));
          });
        });
        if (out.length >= CHUNK_BYTES) yield out.take();
      }
    }
  }

  *places(): Iterable<Uint8Array<ArrayBuffer>> {
    const { out, input, usedAddresses } = this;
    const { words } = input.addresses;
    const index = new MappingIndex(input);
    for (let address = 0; address < usedAddresses.length; address++) {
      if (usedAddresses[address] === 0) continue;
      const low = words[2 * address] as number;
      const high = words[2 * address + 1] as number;
      const mapping = index.use(high * TWO_32 + low);
      out.nested(PROFILE.location, () => {
        out.integer(LOCATION.id, address + 1);
        out.integer(LOCATION.mapping, mapping?.id ?? 0);
        out.words(LOCATION.address, low, high);
        this.lines(address, mapping);
      });
      if (out.length >= CHUNK_BYTES) yield out.take();
    }
    for (const mapping of index.used()) this.mapping(mapping);
    for (const { id, name, file } of this.functions.values()) {
      const text = this.strings.number(name);
      const path = this.strings.number(file);
      out.nested(PROFILE.function, () => {
        out.integer(FUNCTION.id, id);
        out.integer(FUNCTION.name, text);
        out.integer(FUNCTION.systemName, text);
        out.integer(FUNCTION.file, path);
      });
      if (out.length >= CHUNK_BYTES) yield out.take();
    }
  }

  rest(): Uint8Array<ArrayBuffer> {
    const { out, strings, input } = this;
    const drop = [...this.allocators].map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|');
    out.integer(PROFILE.dropFrames, strings.number(drop));
    if (input.rate > 0) {
      this.valueType(PROFILE.periodType, 'space', 'bytes');
      out.integer(PROFILE.period, input.rate);
    }
    for (const comment of input.comments) out.integer(PROFILE.comment, strings.number(comment));
    out.integer(PROFILE.defaultSampleType, strings.number(input.measure));
    for (const text of strings.texts) out.text(PROFILE.strings, text);
    return out.take();
  }

  private valueType(field: number, type: string, unit: string): void {
    const [a, b] = [this.strings.number(type), this.strings.number(unit)];
    this.out.nested(field, () => {
      this.out.integer(1, a);
      this.out.integer(2, b);
    });
  }

  private stack(stack: number): void {
    const { parent, address } = this.input.stacks;
    this.out.nested(SAMPLE.locations, () => {
      for (let node = stack; node > 0; node = parent[node] as number) {
        const row = address[node] as number;
        this.usedAddresses[row] = 1;
        this.out.packed(row + 1);
      }
    });
  }

  /** Innermost first; a location without names has none: tools then show its address, or symbolise it. */
  private lines(address: number, mapping: UsedMapping | null): void {
    const { frames, addresses } = this.input;
    const first = frames.first[address] as number;
    const end = frames.first[address + 1] as number;
    if (mapping !== null && end - first > 1) mapping.inlined = true;
    for (let entry = end - 1; entry >= first; entry--) {
      if (!isNamed(frames, address, entry)) {
        if (mapping !== null) mapping.named = false;
        continue;
      }
      const name = entryName(frames, addresses, address, entry);
      const source = sourceLine(frames.texts[frames.location[entry] as number] as string);
      if (mapping !== null && source !== null) mapping.lined = true;
      if (isAllocatorName(frames.texts[frames.short[entry] as number] as string, 'union')) {
        // pprof compares names without arguments.
        this.allocators.add(name.replace(/\(.*$/s, ''));
      }
      const id = this.functionId(name, source?.file ?? '');
      this.out.nested(LOCATION.line, () => {
        this.out.integer(LINE.function, id);
        this.out.integer(LINE.line, source?.line ?? 0);
      });
    }
  }

  private functionId(name: string, file: string): number {
    const key = `${name}\0${file}`;
    let found = this.functions.get(key);
    if (found === undefined) {
      found = { id: this.functions.size + 1, name, file };
      this.functions.set(key, found);
    }
    return found.id;
  }

  private mapping({ id, mapping, named, lined, inlined }: UsedMapping): void {
    const { out, strings, input } = this;
    const file = strings.number(mapping.path);
    const buildId = strings.number(input.buildIds.get(mapping.path) ?? '');
    out.nested(PROFILE.mapping, () => {
      out.integer(MAPPING.id, id);
      out.integer(MAPPING.start, Number(mapping.start));
      out.integer(MAPPING.end, Number(mapping.end));
      out.integer(MAPPING.offset, Number(mapping.offset));
      out.integer(MAPPING.file, file);
      out.integer(MAPPING.buildId, buildId);
      [named, lined, lined, inlined].forEach((flag, i) => {
        out.integer(MAPPING.flags[i] as number, flag ? 1 : 0);
      });
    });
  }
}

interface UsedMapping {
  readonly id: number;
  readonly mapping: Mapping;
  /** All of its locations have names; some have lines; some have inlined functions. */
  named: boolean;
  lined: boolean;
  inlined: boolean;
}

class MappingIndex {
  private readonly sorted: readonly Mapping[];
  private readonly rows: readonly (UsedMapping & { used: boolean })[];

  constructor({ mappings, program }: PprofInput) {
    this.sorted = mappings
      .filter(({ start, end, path }) => end > start && path !== '')
      .sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0));
    const ids = [...this.sorted.keys()].sort((a, b) => this.rank(a, program) - this.rank(b, program));
    const idOf = new Map(ids.map((row, i) => [row, i + 1]));
    this.rows = this.sorted.map((mapping, row) => ({
      id: idOf.get(row) ?? 0,
      mapping,
      named: true,
      lined: false,
      inlined: false,
      used: false,
    }));
  }

  use(address: number): UsedMapping | null {
    let low = 0;
    let high = this.sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (Number(this.sorted[middle]?.start ?? 0n) <= address) low = middle + 1;
      else high = middle;
    }
    const found = this.rows[low - 1];
    if (found === undefined || address >= Number(found.mapping.end)) return null;
    found.used = true;
    return found;
  }

  /** Those that locations are in, the program's first. */
  used(): UsedMapping[] {
    return this.rows.filter(({ used }) => used).sort((a, b) => a.id - b.id);
  }

  private rank(row: number, program: string): number {
    return program !== '' && this.sorted[row]?.path === program ? row - this.sorted.length : row;
  }
}
