/** Which binary belongs to which module of a memory map, and where in it an address lies. */
import type { Mapping } from './profile.js';

/** A loadable part of a binary. All numbers are bytes. */
export interface ImageSegment {
  /** Place in the file, and address it is linked to. */
  readonly offset: number;
  readonly address: number;
  readonly fileBytes: number;
  readonly memoryBytes: number;
  readonly executable: boolean;
}

/** How a binary is laid out in memory. */
export interface ImageLayout {
  /** Linked to fixed addresses (not position-independent). */
  readonly fixed: boolean;
  readonly segments: readonly ImageSegment[];
  /** Address and file place of its code (`.text`); null where the code was split off (a debug file). */
  readonly text: { readonly address: number; readonly offset: number } | null;
}

/** What matching needs to know of a binary. Names are text from outside. */
export interface Image {
  /** File name, perhaps with folders. */
  readonly name: string;
  /** Hex digits, '' where it has none. */
  readonly buildId: string;
  /** Name of the file with its debug information, '' where it names none. */
  readonly debugLink: string;
  readonly layout: ImageLayout;
}

export interface ModuleMatch {
  /** Path in the memory map. */
  readonly path: string;
  /** The file was removed or replaced while it ran. */
  readonly deleted: boolean;
  /** Row of the image that gives the symbols; -1 where the one that has the name does not fit. */
  readonly image: number;
  /** Row of the debug file that belongs to it; -1 for none. */
  readonly debug: number;
  /** path: at least a folder agrees too; name: the file name; similar: all but a version (libm.so.6 and libm.so.6.1). */
  readonly by: 'path' | 'name' | 'similar';
  /** Why the image is not used, a sentence; null where it is. */
  readonly problem: string | null;
}

/** An address within an image. */
export interface ImagePlace {
  readonly image: number;
  readonly debug: number;
  /** Address as the image's own symbols count. */
  readonly address: number;
}

const PAGE = 4096;
/** Page sizes of systems jemalloc runs on. */
const PAGES = [65_536, 16_384, PAGE];

/** Pairs modules with images. Each module is listed at most once, in the order of the map. */
export function matchModules(mappings: readonly Mapping[], images: readonly Image[]): ModuleMatch[] {
  const modules = new Map<string, Mapping[]>();
  for (const mapping of mappings) {
    if (!mapping.path.startsWith('[') && baseName(mapping.path) !== '') {
      const list = modules.get(mapping.path);
      if (list === undefined) modules.set(mapping.path, [mapping]);
      else list.push(mapping);
    }
  }
  const matches: ModuleMatch[] = [];
  for (const [path, list] of modules) {
    const match = matchModule(path, list, images, mappings);
    if (match !== null) matches.push(match);
  }
  return matches;
}

interface Candidate {
  readonly row: number;
  readonly score: number;
  readonly by: ModuleMatch['by'];
  readonly problem: string | null;
}

function matchModule(
  path: string,
  mappings: readonly Mapping[],
  images: readonly Image[],
  all: readonly Mapping[],
): ModuleMatch | null {
  let best: Candidate | null = null;
  for (const [row, image] of images.entries()) {
    const found = likeness(path, image);
    if (found === null) continue;
    const problem = misfit(mappings, image.layout, all);
    // A file that fits beats a better name, a whole binary beats its debug file.
    const score = found.score + (problem === null ? 1000 : 0) + (image.layout.text === null ? 0 : 500);
    if (best === null || score > best.score) best = { row, score, by: found.by, problem };
  }
  if (best === null) return null;
  const deleted = mappings.some((mapping) => mapping.deleted);
  const { by, problem, row } = best;
  if (problem !== null) return { path, deleted, image: -1, debug: -1, by, problem };
  return { path, deleted, image: row, debug: debugFileOf(row, path, images), by, problem };
}

function likeness(
  path: string,
  image: Image,
): { readonly score: number; readonly by: ModuleMatch['by'] } | null {
  const module = baseName(path);
  const isDebug = image.layout.text === null;
  const name = isDebug ? image.name.replace(/\.debug$/, '') : image.name;
  const file = baseName(name);
  if (file === '') return null;
  if (file === module) {
    const shared = sharedFolders(path, name);
    return { score: 100 + Math.min(shared, 100), by: shared > 0 ? 'path' : 'name' };
  }
  // A link's name (libm.so.6, python3) stands for a file with more of the version (libm.so.6.0.30, python3.11).
  const [short, long] = file.length < module.length ? [file, module] : [module, file];
  const rest = long.slice(short.length);
  return long.startsWith(short) && /^(\.\d+)+$/.test(rest) ? { score: 10, by: 'similar' } : null;
}

/** Number of folders above the file name that agree. */
function sharedFolders(a: string, b: string): number {
  const [left, right] = [a.split('/').reverse(), b.split('/').reverse()];
  let shared = 1;
  while (
    shared < left.length &&
    shared < right.length &&
    left[shared] === right[shared] &&
    left[shared] !== ''
  )
    shared++;
  return shared - 1;
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Why the code of a module cannot come from this image, or null. A debug file holds no code to compare. */
function misfit(
  own: readonly Mapping[],
  { segments, text }: ImageLayout,
  all: readonly Mapping[],
): string | null {
  const code = segments.filter(({ executable }) => executable);
  if (text === null || code.length === 0) return null;
  const mapped = own.filter(({ permissions }) => permissions.includes('x'));
  for (const mapping of mapped) {
    const from = Number(mapping.offset);
    const to = from + Number(mapping.end - mapping.start);
    const page =
      PAGES.find((bytes) => (mapping.start | mapping.end | mapping.offset) % BigInt(bytes) === 0n) ?? 1;
    const segment = code.find(
      ({ offset, fileBytes }) =>
        from >= Math.floor(offset / page) * page && to <= Math.ceil((offset + fileBytes) / page) * page,
    );
    // Parts of code may be mapped anew (large pages, changed rights); then a shorter mapping tells nothing.
    const whole = mapped.length === 1 && !all.some(({ start }) => start === mapping.end);
    const end = segment === undefined ? 0 : segment.offset + segment.fileBytes;
    if (segment === undefined || (whole && to < end)) {
      const ours = code
        .map(({ offset, fileBytes }) => `${hex(offset)} to ${hex(offset + fileBytes)}`)
        .join(', ');
      return `it is another build: in the dump the code comes from bytes ${hex(from)} to ${hex(to)} of the file, but here it lies at ${ours}`;
    }
  }
  return null;
}

function hex(value: number): string {
  return `0x${value.toString(16)}`;
}

function debugFileOf(row: number, path: string, images: readonly Image[]): number {
  const image = images[row] as Image;
  if (image.layout.text === null) return -1;
  let best = -1;
  for (const [other, candidate] of images.entries()) {
    if (candidate.layout.text !== null || other === row) continue;
    const bothIds = candidate.buildId !== '' && image.buildId !== '';
    if (bothIds && candidate.buildId !== image.buildId) continue;
    if (bothIds) return other;
    const file = baseName(candidate.name);
    const wanted = [
      image.debugLink,
      `${baseName(path)}.debug`,
      `${baseName(image.name)}.debug`,
      baseName(path),
    ];
    if (wanted.includes(file)) best = other;
  }
  return best;
}

interface MappedCode {
  readonly start: bigint;
  readonly end: bigint;
  readonly place: { readonly image: number; readonly debug: number } | null;
  /** Added to an address gives the image's own address. */
  readonly shift: bigint;
}

/** Finds the image and the image's own address of addresses of a process. */
export class ImageIndex {
  private readonly code: readonly MappedCode[];
  private readonly fixed: readonly { readonly image: number; readonly segments: readonly ImageSegment[] }[];

  constructor(mappings: readonly Mapping[], images: readonly Image[], matches: readonly ModuleMatch[]) {
    const byPath = new Map(matches.map((match) => [match.path, match]));
    const code: MappedCode[] = [];
    for (const mapping of mappings) {
      if (mapping.permissions !== '' && !mapping.permissions.includes('x')) continue;
      const match = byPath.get(mapping.path);
      const image = match === undefined ? undefined : images[match.image];
      code.push({
        start: mapping.start,
        end: mapping.end,
        place: match === undefined || image === undefined ? null : match,
        shift: image === undefined ? 0n : shiftOf(mapping, image.layout, mappings),
      });
    }
    this.code = code.sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0));
    this.fixed = images
      .map(({ layout }, image) => ({ image, ...layout }))
      .filter(({ fixed, text }) => fixed && text !== null);
  }

  /**
   * As jeprof does: the mapping of code that begins last at or below the address and does not end before it. Where the
   * map holds nothing there, a program at fixed addresses is found without it.
   */
  find(low: number, high: number): ImagePlace | null {
    const { code } = this;
    const address = (BigInt(high) << 32n) | BigInt(low);
    let from = 0;
    let to = code.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((code[middle] as MappedCode).start <= address) from = middle + 1;
      else to = middle;
    }
    const mapped = code[from - 1];
    if (mapped !== undefined && address <= mapped.end) {
      const own = address + mapped.shift;
      return mapped.place === null || own < 0n ? null : { ...placeOf(mapped.place), address: Number(own) };
    }
    const own = Number(address);
    const program = this.fixed.find(({ segments }) =>
      segments.some(
        (segment) =>
          segment.executable && own >= segment.address && own < segment.address + segment.memoryBytes,
      ),
    );
    return program === undefined ? null : { image: program.image, debug: -1, address: own };
  }
}

function placeOf({ image, debug }: { readonly image: number; readonly debug: number }) {
  return { image, debug };
}

/**
 * Own address = pc - start + file offset + (address - offset) of the segment that is mapped; jeprof takes the last
 * difference from `.text`, which is the same where there is one segment of code.
 */
function shiftOf(mapping: Mapping, layout: ImageLayout, mappings: readonly Mapping[]): bigint {
  const { text, segments, fixed } = layout;
  const offset = Number(mapping.offset);
  if (text === null) {
    // A debug file keeps the addresses but not the places in the file: go by where the module begins.
    if (fixed) return 0n;
    const starts = mappings.filter(({ path }) => path === mapping.path).map(({ start }) => start);
    const first = starts.reduce((least, start) => (start < least ? start : least), mapping.start);
    const lowest = Math.min(...segments.map(({ address }) => address), Number.MAX_SAFE_INTEGER);
    return BigInt(segments.length === 0 ? 0 : Math.floor(lowest / PAGE) * PAGE) - first;
  }
  const segment = segments.find(
    (candidate) =>
      candidate.executable &&
      offset >= Math.floor(candidate.offset / PAGE) * PAGE &&
      offset < candidate.offset + candidate.fileBytes,
  );
  const origin = segment ?? text;
  return mapping.offset + BigInt(origin.address - origin.offset) - mapping.start;
}
