/** Lines of a memory map: Linux, FreeBSD, and the short form of macOS and old profilers. */
import type { Mapping } from '../../engine/profile/profile.js';

const HEX = '(?:0x)?([0-9a-fA-F]{1,16})';
const LINUX = new RegExp(
  `^\\s*${HEX}-${HEX}\\s+([r-][w-][x-][spSP-])\\s+${HEX}\\s+\\S+\\s+\\d+\\s*(.*?)\\s*$`,
);
const SHORT = new RegExp(`^\\s*${HEX}-${HEX}:\\s*(.*?)\\s*$`);
/** start end resident private object permissions references shadows flags copy-on-write needs-copy type path ... */
const FREEBSD = new RegExp(
  `^\\s*0x([0-9a-f]{1,16})\\s+0x([0-9a-f]{1,16})\\s+\\d+\\s+\\d+\\s+\\S+\\s+([r-][w-][x-])\\s+\\d+\\s+\\d+\\s+0x[0-9a-f]+\\s+\\S+\\s+\\S+\\s+\\S+\\s+(\\S+)`,
);
const DELETED = / \(deleted\)$/;

/** The mapping on a line, or null where it is none. */
export function parseMapping(line: string): Mapping | null {
  const linux = LINUX.exec(line);
  if (linux !== null) {
    const [, start = '', end = '', permissions = '', offset = '', path = ''] = linux;
    return mapping(start, end, permissions, offset, unescapeOctal(path));
  }
  const short = SHORT.exec(line);
  if (short !== null) return mapping(short[1] ?? '', short[2] ?? '', '', '0', short[3] ?? '');
  const freebsd = FREEBSD.exec(line);
  if (freebsd === null) return null;
  const [, start = '', end = '', permissions = '', path = ''] = freebsd;
  return mapping(start, end, `${permissions}p`, '0', path === '-' ? '' : path);
}

function mapping(start: string, end: string, permissions: string, offset: string, path: string): Mapping {
  return {
    start: BigInt(`0x${start}`),
    end: BigInt(`0x${end}`),
    permissions: permissions.toLowerCase(),
    offset: BigInt(`0x${offset}`),
    path: path.replace(DELETED, ''),
    deleted: DELETED.test(path),
  };
}

/** Linux writes a line feed in a path as \012, and nothing else so. */
function unescapeOctal(path: string): string {
  return path.replaceAll('\\012', '\n');
}

/** Mappings that share addresses with the one before. */
export function countOverlaps(mappings: readonly Mapping[]): number {
  const sorted = mappings.toSorted((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0));
  let overlaps = 0;
  let end = 0n;
  for (const { start, end: to } of sorted) {
    if (start < end) overlaps++;
    if (to > end) end = to;
  }
  return overlaps;
}
