import { type ReactElement, useMemo, useState } from 'react';
import { formatCount, formatPercent } from '../../../base/numbers.js';
import { formatValue } from '../../../charts/shared/unit.js';
import { setHeap, unitOf } from '../../../state/heap-inputs.js';
import type { LookRequest, ThreadRow, ThreadsAnswer } from '../../../workers/heap.api.js';
import { useApp, useHeap, useHeapResults } from '../../app-context.js';
import { sortedRows, type TableSort } from '../../controls/sorting.js';
import { DataTable, type TableColumn } from '../../controls/DataTable.js';
import { Loading } from './Loading.js';
import { NameCell } from './NameCell.js';
import { errorText, exactText } from './words.js';

/** Memory by the thread that allocated it; pressing one shows that thread alone. */
export function ThreadsView(): ReactElement {
  const request = useHeapResults((results) => results.threads.request);
  const answer = useHeapResults((results) => results.threads.answer);
  const error = useHeapResults((results) => results.threads.error);
  if (error !== null)
    return (
      <p className="ui-heap-error" role="alert">
        {error}
      </p>
    );
  if (request === null || answer === null) return <Loading />;
  if (answer.rows.length === 0) {
    return <p className="ui-heap-words">This dump tells nothing about threads.</p>;
  }
  return <ThreadsTable request={request} answer={answer} />;
}

function threadName(row: ThreadRow | undefined): ReactElement | null {
  if (row === undefined) return null;
  return (
    <>
      {row.name === null ? <span className="ui-heap-dim">no name</span> : <NameCell name={row.name} />}
      <span className="ui-heap-dim"> · </span>
      <span className="ui-heap-dim">
        <NameCell name={row.largest} />
      </span>
    </>
  );
}

function ThreadsTable({
  request,
  answer,
}: {
  readonly request: LookRequest;
  readonly answer: ThreadsAnswer;
}): ReactElement {
  const { heap } = useApp();
  const thread = useHeap((state) => state.inputs.thread);
  const [sort, setSort] = useState<TableSort>({ key: 'value', reversed: false });
  const unit = unitOf(request.measure);
  const columns = useMemo<readonly TableColumn[]>(() => {
    const { rows, sum } = answer;
    const number = (pick: (row: ThreadsAnswer['rows'][number]) => number) => (row: number) => {
      const found = rows[row];
      return found === undefined ? Number.NaN : pick(found);
    };
    const value = number((row) => row.value);
    return [
      {
        key: 'uid',
        title: 'thread',
        help: 'Number of the thread, in order of first contact with the profiler.',
        width: 66,
        text: (row) => rows[row]?.uid ?? '',
        order: number((row) => -Number(row.uid)),
      },
      {
        key: 'value',
        title: 'allocated',
        help: 'What is left of what this thread allocated, wherever it is freed.',
        width: 92,
        text: (row) => formatValue(value(row), unit),
        order: value,
      },
      {
        key: 'error',
        title: '± error',
        help: 'One standard error.',
        width: 92,
        text: (row) => errorText(number((one) => one.variance)(row), unit),
        order: number((row) => row.variance),
        faded: () => true,
      },
      {
        key: 'share',
        title: 'share',
        help: 'Of the sum over all threads.',
        width: 66,
        text: (row) => formatPercent(value(row) / sum),
      },
      {
        key: 'header',
        title: 'in the header',
        help: 'The thread’s own line in the file’s header, as written: samples, transformed; not comparable with the estimate.',
        width: 120,
        text: (row) => {
          const header = rows[row]?.header ?? null;
          return header === null ? '–' : exactText(header);
        },
        faded: () => true,
      },
      {
        key: 'stacks',
        title: 'stacks',
        help: 'Stacks with a record of this thread.',
        width: 62,
        text: (row) => formatCount(number((one) => one.stacks)(row)),
        order: number((row) => row.stacks),
      },
      {
        key: 'name',
        title: 'name, and where most of it is',
        help: 'thread.prof.name or the name of the pthread, and the largest function of it.',
        text: (row) => threadName(rows[row]),
        order: (row) => rows[row]?.name ?? '',
      },
    ];
  }, [answer, unit]);
  const rows = useMemo(
    () =>
      sortedRows(
        answer.rows.map((_, row) => row),
        columns,
        sort,
      ),
    [answer, columns, sort],
  );
  const selected = thread === null ? -1 : answer.rows.findIndex(({ uid }) => uid === thread);
  return (
    <div className="ui-heap-split">
      <p className="ui-heap-note">
        Objects belong to the thread that allocated them. The threads add up to{' '}
        {formatValue(answer.sum, unit)}, all together are {formatValue(answer.merged, unit)}: each line of the
        file is rounded and unbiased for itself, so the two differ a little in perfectly good files. Press a
        thread to see it alone, again for all.
      </p>
      <DataTable
        label="Threads"
        columns={columns}
        rows={rows}
        sort={sort}
        onSort={setSort}
        selectedRow={selected < 0 ? null : selected}
        onSelect={(row) => setHeap(heap, { thread: answer.rows[row]?.uid ?? null })}
        onOpen={() => setHeap(heap, { thread: null })}
        empty=""
      />
    </div>
  );
}
