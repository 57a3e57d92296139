import { formatBytes, formatShortCount } from '../../base/numbers.js';
import type { FileEntry } from '../../state/files.js';

const KINDS = {
  hpa: 'raw HPA',
  sec: 'raw SEC',
  replay: 'replay trace',
  statistics: 'measured run',
} as const;

/** What kind of file it is, in two words. */
export function kindLabel(file: FileEntry): string {
  return file.content === null ? '' : KINDS[file.content.format];
}

/** Size, rows and shards of a file that was read. */
export function describeContent(file: FileEntry): string {
  const { content } = file;
  if (content === null) return '';
  const shards = content.kind === 'trace' ? content.shards : content.statistics.shards;
  return [
    content.compression === 'none'
      ? formatBytes(file.size)
      : `${formatBytes(file.size)} ${content.compression}, ${formatBytes(content.bytes)} text`,
    `${formatShortCount(content.rows)} rows`,
    `${shards} ${shards === 1 ? 'shard' : 'shards'}`,
  ].join(' · ');
}
