import { formatBytes, formatShortCount, shortenMiddle } from '../../base/numbers.js';
import { plainText } from '../../base/plain-text.js';
import type { FileContent, FileEntry } from '../../state/files.js';

const KINDS: Readonly<Record<FileContent['format'], string>> = {
  hpa: 'raw HPA',
  sec: 'raw SEC',
  replay: 'replay trace',
  statistics: 'measured run',
  'heap-dump': 'heap dump',
  'prof-log': 'prof_log',
  'prof-recent': 'prof_recent',
  symbols: 'names',
  elf: 'ELF binary',
  'size-histogram': 'sizes',
  'malloc-stats': 'statistics',
  'sweep-results': 'sweep',
};

/** What kind of file it is, in two words. */
export function kindLabel(file: FileEntry): string {
  if (file.content?.kind === 'profile' && file.content.streamed !== undefined) {
    return file.content.streamed.kind === 'sum' ? 'sum' : 'series';
  }
  return file.content === null ? '' : KINDS[file.content.format];
}

const count = (number: number, one: string, many = `${one}s`): string =>
  `${formatShortCount(number)} ${number === 1 ? one : many}`;

/** Size of a file that was read, and how much is in it. */
export function describeContent(file: FileEntry): string {
  const { content } = file;
  if (content === null) return '';
  return [sizeText(file, content), ...partsOf(content)].join(' · ');
}

function sizeText(file: FileEntry, content: FileContent): string {
  if (content.kind === 'binary' || content.compression === 'none') return formatBytes(file.size);
  return `${formatBytes(file.size)} ${content.compression}, ${formatBytes(content.bytes)} text`;
}

function partsOf(content: FileContent): readonly string[] {
  switch (content.kind) {
    case 'trace':
      return [count(content.rows, 'row'), count(content.shards, 'shard')];
    case 'statistics':
      return [count(content.rows, 'row'), count(content.statistics.shards, 'shard')];
    case 'profile':
      return [
        ...(content.streamed === undefined ? [] : [count(content.streamed.names.length, 'dump')]),
        count(content.stacks, 'stack'),
        ...(content.threads.length > 0 ? [count(content.threads.length, 'thread')] : []),
        content.named ? 'with names' : 'addresses only',
      ];
    case 'sweep':
      return [count(content.rows, 'run')];
    case 'workload':
      return [count(content.workload.length, 'size')];
    case 'symbols':
      return [count(content.names, 'name')];
    case 'binary': {
      const [first] = content.modules;
      const uses =
        first === undefined
          ? []
          : [
              `names ${shortenMiddle(plainText(first.slice(first.lastIndexOf('/') + 1)), 24)}${content.modules.length > 1 ? ` and ${content.modules.length - 1} more` : ''}`,
            ];
      const id = content.buildId === '' ? [] : [`build-id ${content.buildId.slice(0, 12)}`];
      return [content.description, ...id, ...uses];
    }
  }
}
