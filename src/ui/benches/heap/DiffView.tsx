import { Button, SegmentedControl, Select, useComputedColorScheme } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { ArrowLeftRight } from 'lucide-react';
import { type ReactElement, useMemo, useState } from 'react';
import { FlameGraph, matchNames } from '../../../charts/flame/FlameGraph.js';
import { formatSigned, formatValue, type HeapUnit } from '../../../charts/shared/unit.js';
import type { CallTree } from '../../../engine/profile/call-tree.js';
import { profilesOf } from '../../../state/files.js';
import { selectName, setHeap, unitOf } from '../../../state/heap-inputs.js';
import { sidesOf } from '../../../state/run-heap.js';
import type { DiffAnswer, DiffColumns, DiffRequest } from '../../../workers/heap.api.js';
import { useApp, useFiles, useHeap, useHeapResults } from '../../app-context.js';
import { sortedRows, type TableSort } from '../../controls/sorting.js';
import { DataTable, type TableColumn } from '../../controls/DataTable.js';
import { CutNote } from './CutNote.js';
import { FOOT_AND_HEAD, flameHeight, levelsOf } from './flame-height.js';
import { Loading } from './Loading.js';
import { NameCell, shownName } from './NameCell.js';
import { TrySeries } from './TrySeries.js';
import { namesOf, nodeAt } from './tree-path.js';
import { errorText } from './words.js';

/** The selected dump against another one: what came, what went, and what is only noise. */
export function DiffView(): ReactElement {
  const request = useHeapResults((results) => results.diff.request);
  const answer = useHeapResults((results) => results.diff.answer);
  const error = useHeapResults((results) => results.diff.error);
  const asked = useHeapResults((results) => results.diff.asked);
  return (
    <div className="ui-heap-split">
      <Sides />
      {error !== null ? (
        <p className="ui-heap-error" role="alert">
          {error}
        </p>
      ) : asked === null ? null : request === null || answer === null ? (
        <Loading />
      ) : (
        <Difference request={request} answer={answer} />
      )}
    </div>
  );
}

/** Which two dumps. */
function Sides(): ReactElement {
  const { heap, opener } = useApp();
  const all = useFiles((state) => state.files);
  const state = useFiles((all) => all);
  const heapState = useHeap((all) => all);
  const sides = sidesOf(state, heapState);
  const base = sides?.before.id ?? null;
  const after = sides?.after.id ?? null;
  const dumps = useMemo(() => profilesOf({ files: all, selected: null, profile: null }), [all]);
  if (dumps.length < 2) {
    return (
      <div className="ui-heap-words">
        <h2>Difference of two dumps</h2>
        <p>
          Open a second dump: of the same process later, or of another run. Each difference comes with its
          standard error, so that growth can be told from the noise of sampling.
        </p>
        <TrySeries />
      </div>
    );
  }
  const data = dumps.map(({ id, name }) => ({ value: id, label: shownName(name) }));
  const swap = (): void => {
    if (base === null || after === null) return;
    opener.select(base);
    heap.setState({ base: after });
  };
  return (
    <div className="ui-heap-bar">
      <span className="ui-heap-side-label">
        A, before
        <Select
          size="xs"
          aria-label="A, before"
          placeholder="choose a dump"
          data={data.filter(({ value }) => value !== after)}
          value={base}
          allowDeselect={false}
          comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
          onChange={(value) => {
            if (after !== null) opener.select(after);
            heap.setState({ base: value });
          }}
        />
      </span>
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<ArrowLeftRight size={13} aria-hidden />}
        disabled={base === null}
        onClick={swap}
      >
        Swap
      </Button>
      <span className="ui-heap-side-label">
        B, after
        <Select
          size="xs"
          aria-label="B, after"
          data={data}
          value={after}
          allowDeselect={false}
          comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
          onChange={(value) => {
            if (value === null) return;
            // What stands as A stays, unless it is to be B.
            if (value !== base) heap.setState({ base });
            opener.select(value);
          }}
        />
      </span>
    </div>
  );
}

function Difference({
  request,
  answer,
}: {
  readonly request: DiffRequest;
  readonly answer: DiffAnswer;
}): ReactElement {
  const { heap } = useApp();
  const theme = useComputedColorScheme('light');
  const { direction, search, selected, zoom } = useHeap((state) => state.inputs);
  const [picked, setPicked] = useState<{ readonly tree: CallTree; readonly node: number } | null>(null);
  const [of, setOf] = useState<'flat' | 'cum'>('flat');
  const { ref, height } = useElementSize();
  const { tree } = answer;
  const unit = unitOf(request.measure);
  const diff = useMemo(() => ({ variance: answer.tree.variance }), [answer]);
  const matches = useMemo(() => {
    const wanted = search.toLowerCase();
    return wanted === '' ? null : matchNames(tree.names, (name) => name.toLowerCase().includes(wanted));
  }, [tree, search]);
  const selectedName = selected === null ? -1 : tree.names.indexOf(selected);
  const zoomNode = useMemo(() => nodeAt(tree, zoom), [tree, zoom]);
  // The table of all calls is the longer one: changing between the two must not move the picture.
  const shownRows = answer.cum.name.length;
  const levels = useMemo(() => levelsOf(tree), [tree]);
  const change = answer.after - answer.before;
  const z = change / Math.sqrt(answer.variance);
  return (
    <div ref={ref} className="ui-heap-graph">
      <p className="ui-heap-note" role="status" aria-label="Difference">
        <strong>
          {formatSigned(change, unit)} {errorText(answer.variance, unit)}
        </strong>
        {': '}from {formatValue(answer.before, unit)} to {formatValue(answer.after, unit)}.{' '}
        {!Number.isFinite(z)
          ? ''
          : Math.abs(z) < 2
            ? `Within the noise of sampling (z ${signed(z)}).`
            : `More than noise (z ${signed(z)}).`}
      </p>
      <CutNote cut={tree.cutFrames} />
      <FlameGraph
        tree={tree}
        unit={unit}
        direction={direction}
        colour="diff"
        diff={diff}
        zoomNode={zoomNode}
        selectedNode={picked?.tree === tree ? picked.node : null}
        selectedName={selectedName < 0 ? null : selectedName}
        matches={matches}
        theme={theme}
        label="Difference"
        height={flameHeight(height, FOOT_AND_HEAD.diff, shownRows, levels)}
        onSelect={(node) => {
          setPicked(node === null ? null : { tree, node });
          selectName(heap, node === null || node === 0 ? null : (tree.names[tree.name[node] ?? 0] ?? null));
        }}
        onZoom={(node) => setHeap(heap, { zoom: namesOf(tree, node) })}
      />
      <div className="ui-heap-bar">
        <SegmentedControl
          size="xs"
          aria-label="Differences of"
          data={[
            { value: 'flat', label: 'flat' },
            { value: 'cum', label: 'cum' },
          ]}
          value={of}
          onChange={(value) => setOf(value === 'cum' ? 'cum' : 'flat')}
        />
      </div>
      <DiffTable tree={tree} columns={of === 'flat' ? answer.flat : answer.cum} unit={unit} search={search} />
    </div>
  );
}

function signed(z: number): string {
  return z.toFixed(1).replace('-', '\u2212');
}

function DiffTable({
  tree,
  columns: data,
  unit,
  search,
}: {
  readonly tree: CallTree;
  readonly columns: DiffColumns;
  readonly unit: HeapUnit;
  readonly search: string;
}): ReactElement {
  const { heap } = useApp();
  const selected = useHeap((state) => state.inputs.selected);
  const [sort, setSort] = useState<TableSort>({ key: 'z', reversed: false });
  const columns = useMemo(() => columnsOf(tree, data, unit), [tree, data, unit]);
  const rows = useMemo(() => {
    const wanted = search.toLowerCase();
    const matches = (row: number): boolean =>
      wanted === '' || (tree.names[data.name[row] ?? 0] ?? '').toLowerCase().includes(wanted);
    // Names on the way to others hold nothing of their own on either side.
    const all = Array.from(data.name, (_, row) => row).filter(
      (row) => (data.before[row] !== 0 || data.after[row] !== 0) && matches(row),
    );
    return sortedRows(all, columns, sort);
  }, [tree, data, columns, sort, search]);
  const name = selected === null ? -1 : tree.names.indexOf(selected);
  const row = name < 0 ? -1 : data.name.indexOf(name);
  return (
    <DataTable
      label="Differences"
      columns={columns}
      rows={rows}
      sort={sort}
      onSort={setSort}
      selectedRow={row < 0 ? null : row}
      onSelect={(next) => selectName(heap, tree.names[data.name[next] ?? 0] ?? null)}
      empty="No differences under these filters."
    />
  );
}

function columnsOf(tree: CallTree, data: DiffColumns, unit: HeapUnit): readonly TableColumn[] {
  const before = (row: number): number => data.before[row] ?? Number.NaN;
  const after = (row: number): number => data.after[row] ?? Number.NaN;
  const change = (row: number): number => after(row) - before(row);
  const variance = (row: number): number => data.variance[row] ?? Number.NaN;
  const z = (row: number): number => change(row) / Math.sqrt(variance(row));
  const noise = (row: number): boolean => !(Math.abs(z(row)) >= 2);
  const name = (row: number): string => tree.names[data.name[row] ?? 0] ?? '';
  return [
    {
      key: 'change',
      title: 'difference',
      help: 'B less A. Faded where it may be noise.',
      width: 96,
      text: (row) => formatSigned(change(row), unit),
      order: change,
      faded: noise,
    },
    {
      key: 'error',
      title: '± error',
      help: 'One standard error of the difference.',
      width: 92,
      text: (row) => errorText(variance(row), unit),
      order: variance,
      faded: noise,
    },
    {
      key: 'z',
      title: 'z',
      help: 'The difference in standard errors: within 2 it may be noise of sampling.',
      width: 58,
      text: (row) => (Number.isFinite(z(row)) ? signed(z(row)) : '–'),
      order: (row) => Math.abs(z(row)),
      faded: noise,
    },
    {
      key: 'before',
      title: 'A',
      help: 'Before.',
      width: 84,
      text: (row) => (before(row) === 0 ? 'new' : formatValue(before(row), unit)),
      order: before,
      faded: noise,
    },
    {
      key: 'after',
      title: 'B',
      help: 'After.',
      width: 84,
      text: (row) => (after(row) === 0 ? 'gone' : formatValue(after(row), unit)),
      order: after,
      faded: noise,
    },
    {
      key: 'name',
      title: 'name',
      help: 'Function, line, file or address, as chosen above.',
      text: (row) => <NameCell name={name(row)} />,
      order: name,
      full: name,
    },
  ];
}
