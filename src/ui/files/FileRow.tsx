import { Checkbox, Progress } from '@mantine/core';
import { CircleAlert, CircleX, Info, RotateCw, TriangleAlert, X } from 'lucide-react';
import { memo, type ReactElement, useEffect, useRef } from 'react';
import { formatBytes, formatCount, formatShortCount, shortenMiddle } from '../../base/numbers.js';
import type { Problem } from '../../formats/format.js';
import type { FileEntry } from '../../state/files.js';
import { useApp, usePins } from '../app-context.js';
import { describeContent, kindLabel } from './describe-file.js';

const NAME_LENGTH = 34;

export const FileRow = memo(function FileRow({
  file,
  selected,
}: {
  readonly file: FileEntry;
  readonly selected: boolean;
}): ReactElement {
  const app = useApp();
  // Names and binaries belong to dumps; they cannot be looked at alone.
  const ready =
    file.status === 'ready' && file.content?.kind !== 'symbols' && file.content?.kind !== 'binary';
  const row = useRef<HTMLLIElement>(null);
  // A file opened behind others in a long list is the one on the bench: show it.
  useEffect(() => {
    if (selected) row.current?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  return (
    <li ref={row} className="ui-file" data-selected={selected} data-status={file.status}>
      <div className="ui-file-head">
        <button
          type="button"
          className="ui-file-name"
          title={file.name}
          aria-pressed={selected}
          disabled={!ready}
          onClick={() => app.select(file.id)}
        >
          {/* Isolated, so that direction characters in a name cannot turn the text around it. */}
          <bdi>{shortenMiddle(file.name, NAME_LENGTH)}</bdi>
        </button>
        {(file.status === 'failed' || file.status === 'cancelled') && (
          <button
            type="button"
            className="ui-icon-button"
            aria-label={`Read ${file.name} again`}
            title="Read again"
            onClick={() => app.opener.reread(file.id, {})}
          >
            <RotateCw size={13} aria-hidden />
          </button>
        )}
        <button
          type="button"
          className="ui-icon-button"
          aria-label={`Remove ${file.name}`}
          title="Remove from the list (the file itself stays)"
          onClick={() => app.opener.remove(file.id)}
        >
          <X size={14} aria-hidden />
        </button>
      </div>
      <FileState file={file} />
      {file.content?.kind === 'trace' && file.content.format === 'sec' && (
        <Checkbox
          size="xs"
          className="ui-file-option"
          label="drop SEC misses"
          title="Reads the file again without the allocations at address 0, which are cache misses. The original tool keeps them."
          checked={file.dropSecMisses}
          onChange={(event) => app.opener.reread(file.id, { dropSecMisses: event.currentTarget.checked })}
        />
      )}
      {file.content?.kind === 'statistics' && <MeasuredPin file={file} />}
      {file.problems.length > 0 && <Problems problems={file.problems} />}
    </li>
  );
});

function FileState({ file }: { readonly file: FileEntry }): ReactElement {
  switch (file.status) {
    case 'asking':
      return (
        <p className="ui-file-facts">{formatBytes(file.size)} · waits for you to say how to take them</p>
      );
    case 'waiting':
      return <p className="ui-file-facts">{formatBytes(file.size)} · waits its turn</p>;
    case 'reading': {
      const progress = file.progress;
      const total = progress?.bytesTotal ?? file.size;
      const share = progress === null || total === 0 ? 0 : (100 * progress.bytesRead) / total;
      return (
        <>
          <p className="ui-file-facts">
            {formatBytes(file.size)} · reading, {formatShortCount(progress?.rows ?? 0)}{' '}
            {file.many === undefined ? 'rows' : 'dumps'}
          </p>
          <Progress size={3} value={share} aria-label={`Reading ${file.name}`} transitionDuration={0} />
        </>
      );
    }
    case 'ready':
      return (
        <p className="ui-file-facts">
          <span className="ui-file-kind">{kindLabel(file)}</span> {describeContent(file)}
        </p>
      );
    case 'failed':
      return (
        <p className="ui-file-error" role="alert">
          <CircleX size={13} aria-hidden /> {file.error}
        </p>
      );
    case 'cancelled':
      return <p className="ui-file-facts">{formatBytes(file.size)} · reading was cancelled</p>;
  }
}

function MeasuredPin({ file }: { readonly file: FileEntry }): ReactElement {
  const app = useApp();
  const pin = usePins(({ pins }) => pins.find(({ run }) => run?.fileId === file.id)?.id ?? null);
  return (
    <button
      type="button"
      className="ui-text-button ui-file-option"
      aria-pressed={pin !== null}
      onClick={() => (pin === null ? app.pinMeasured(file.id) : app.pins.unpin(pin))}
    >
      {pin === null ? 'Pin and lay over as B' : 'Pinned: take off'}
    </button>
  );
}

const ICONS = { error: CircleAlert, warning: TriangleAlert, info: Info } as const;

function Problems({ problems }: { readonly problems: readonly Problem[] }): ReactElement {
  const worst = problems.some((problem) => problem.severity === 'error')
    ? 'error'
    : problems.some((problem) => problem.severity === 'warning')
      ? 'warning'
      : 'info';
  const Worst = ICONS[worst];
  const noun = worst === 'info' ? 'note' : 'problem';
  return (
    <details className="ui-problems">
      <summary data-severity={worst}>
        <Worst size={13} aria-hidden /> {problems.length} {noun}
        {problems.length === 1 ? '' : 's'}
      </summary>
      <ul>
        {problems.map((problem) => {
          const Icon = ICONS[problem.severity];
          return (
            <li key={problem.kind} data-severity={problem.severity}>
              <Icon size={13} aria-label={problem.severity} />
              <span>
                {problem.sentence}
                {problem.lines.length > 0 && (
                  <span className="ui-problem-lines">
                    {' '}
                    {formatCount(problem.count)}×, {problem.lines.length === 1 ? 'line' : 'lines'}{' '}
                    {problem.lines.map(formatCount).join(', ')}
                    {problem.count > problem.lines.length ? ', …' : ''}
                  </span>
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
