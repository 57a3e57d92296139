/** Files that are not ours: what they are, told by their content, and what to do with them. */
import type { Head } from './head.js';

interface ForeignKind {
  readonly name: string;
  /** What the user may do. */
  readonly advice: string;
  readonly detect: (head: Head) => boolean;
}

const HEAP_BENCH = 'Drop the heap dump it was made from: jelab reads those of jemalloc themselves.';
const READABLE =
  'jelab reads page-allocator traces (raw hpa or sec probes, or preprocessed, as CSV), heap dumps of jemalloc, and sizes as CSV (size,allocated,live).';

function starts(...magic: readonly number[]): (head: Head) => boolean {
  return ({ bytes }) => magic.every((byte, i) => bytes[i] === byte);
}

function startsText(pattern: RegExp): (head: Head) => boolean {
  return ({ text }) => pattern.test(text.slice(0, 4096));
}

const BINARY_KINDS: readonly ForeignKind[] = [
  {
    name: 'text in UTF-16',
    advice: 'Save it as UTF-8 (PowerShell: Out-File -Encoding utf8) and open that.',
    detect: ({ bytes }) => {
      const mark = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
      return mark || everySecondIsZero(bytes);
    },
  },
  {
    name: 'an ELF program or library',
    advice: 'It can give names to the frames of a heap dump: open it together with one.',
    detect: starts(0x7f, 0x45, 0x4c, 0x46),
  },
  { name: 'a PNG picture', advice: READABLE, detect: starts(0x89, 0x50, 0x4e, 0x47) },
  { name: 'a JPEG picture', advice: READABLE, detect: starts(0xff, 0xd8, 0xff) },
  { name: 'a PDF document', advice: READABLE, detect: starts(0x25, 0x50, 0x44, 0x46) },
  { name: 'a zip archive', advice: 'Unpack it and open the files in it.', detect: starts(0x50, 0x4b) },
  {
    name: 'an xz archive',
    advice: 'Unpack it (xz -d) and open the result; gzip and zstd are read directly.',
    detect: starts(0xfd, 0x37, 0x7a, 0x58, 0x5a),
  },
  {
    name: 'a bzip2 archive',
    advice: 'Unpack it (bzip2 -d) and open the result; gzip and zstd are read directly.',
    detect: starts(0x42, 0x5a, 0x68),
  },
  {
    name: 'a file compressed twice',
    advice: 'Unpack it once and open the result.',
    detect: (head) => starts(0x1f, 0x8b, 8)(head) || starts(0x28, 0xb5, 0x2f, 0xfd)(head),
  },
  {
    name: 'a tar archive',
    advice: 'Unpack it and open the files in it.',
    detect: ({ bytes }) => [0x75, 0x73, 0x74, 0x61, 0x72].every((byte, i) => bytes[257 + i] === byte),
  },
  { name: 'an SQLite database', advice: READABLE, detect: startsText(/^SQLite format 3\0/) },
  { name: 'perf data', advice: READABLE, detect: startsText(/^PERFILE2/) },
  { name: 'a pprof profile', advice: HEAP_BENCH, detect: looksLikePprof },
];

const TEXT_KINDS: readonly ForeignKind[] = [
  {
    name: 'jemalloc statistics (malloc_stats_print) as a table',
    advice: 'Print them in JSON (the option J) and open that on the Sampling bench.',
    detect: startsText(/^\s*___ Begin jemalloc statistics ___/),
  },
  { name: 'JSON', advice: READABLE, detect: startsText(/^\s*(\{\s*"|\[\s*[[{"])/) },
  { name: 'HTML', advice: READABLE, detect: startsText(/^\s*<(!doctype html|html)/i) },
  { name: 'XML or SVG', advice: READABLE, detect: startsText(/^\s*<(\?xml|svg)/i) },
  {
    name: 'folded stacks of a flame graph',
    advice: HEAP_BENCH,
    detect: ({ text }) => {
      const lines = text.split('\n', 6).slice(0, -1);
      return lines.length > 0 && lines.every((line) => line.includes(';') && / \d+\r?$/.test(line));
    },
  },
];

/** A sentence about a binary file that is none of ours, or null. To be asked before the formats are. */
export function foreignBinary(head: Head): string | null {
  return describe(BINARY_KINDS, head);
}

/** A sentence about a file that no format knows. */
export function foreignText(head: Head): string {
  const known = describe(TEXT_KINDS, head);
  if (known !== null) return known;
  const zeros = head.bytes.includes(0);
  const what = zeros
    ? 'This is binary data of an unknown kind.'
    : 'No known header or row was found at the beginning of this file.';
  return `${what} ${READABLE}`;
}

function describe(kinds: readonly ForeignKind[], head: Head): string | null {
  const kind = kinds.find(({ detect }) => detect(head));
  return kind === undefined ? null : `This is ${kind.name}. ${kind.advice}`;
}

function everySecondIsZero(bytes: Uint8Array): boolean {
  const length = Math.min(bytes.length & ~1, 512);
  if (length < 8) return false;
  for (const odd of [0, 1]) {
    let matches = 0;
    for (let i = 0; i < length; i += 2) if (bytes[i + odd] === 0 && bytes[i + 1 - odd] !== 0) matches++;
    if (matches * 2 === length) return true;
  }
  return false;
}

/** A Profile message begins with its sample types, field 1: two or four bytes of two small numbers (profile.proto). */
function looksLikePprof({ bytes }: Head): boolean {
  for (let at = 0, fields = 0; fields < 2; fields++) {
    const length = bytes[at + 1] as number;
    if (bytes[at] !== 0x0a && !(fields > 0 && (bytes[at] === 0x12 || bytes[at] === 0x1a))) return false;
    if (fields > 0) return true;
    if (!(length === 2 || length === 4) || bytes[at + 2] !== (length === 4 ? 0x08 : bytes[at + 2]))
      return false;
    if (length === 4 && bytes[at + 4] !== 0x10) return false;
    at += 2 + length;
  }
  return false;
}
