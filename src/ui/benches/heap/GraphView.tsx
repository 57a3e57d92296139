import { SegmentedControl } from '@mantine/core';
import { useComputedColorScheme } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { type ReactElement, useMemo, useState } from 'react';
import { FlameGraph, type FlameModel, matchNames } from '../../../charts/flame/FlameGraph.js';
import {
  COLOURS,
  DIRECTIONS,
  type HeapStore,
  selectName,
  setHeap,
  unitOf,
} from '../../../state/heap-inputs.js';
import type { CallTree } from '../../../engine/profile/call-tree.js';
import { useApp, useFiles, useHeap, useHeapResults } from '../../app-context.js';
import { FOOT_AND_HEAD, flameHeight, levelsOf } from './flame-height.js';
import { Loading } from './Loading.js';
import { shownName } from './NameCell.js';
import { TopTable } from './TopTable.js';
import { namesOf, nodeAt } from './tree-path.js';
import { UnnamedNote } from './UnnamedNote.js';

/** The flame graph over the top table: one selection, one search. */
export function GraphView(): ReactElement {
  const { heap } = useApp();
  const request = useHeapResults((results) => results.look.request);
  const answer = useHeapResults((results) => results.look.answer);
  const search = useHeap((state) => state.inputs.search);
  const label = useFiles(({ files, profile }) => files.find(({ id }) => id === profile)?.name ?? '');
  const { ref, height } = useElementSize();
  const tree = answer?.tree ?? null;
  const levels = useMemo(() => (tree === null ? 0 : levelsOf(tree)), [tree]);
  if (request === null || answer === null) return <Loading />;
  return (
    <div ref={ref} className="ui-heap-graph">
      <UnnamedNote answer={answer} />
      <GraphBar tree={answer.tree} />
      <HeapFlame
        label={label}
        height={flameHeight(height, FOOT_AND_HEAD.graph, answer.top.name.length, levels)}
        heap={heap}
      />
      <TopTable answer={answer} request={request} filter={search} />
    </div>
  );
}

/** What the flame graph shows, from the stores: the same for the page and for exported pictures. */
export function useFlameModel(): FlameModel | null {
  const request = useHeapResults((results) => results.look.request);
  const answer = useHeapResults((results) => results.look.answer);
  const inputs = useHeap((state) => state.inputs);
  const theme = useComputedColorScheme('light');
  const tree = answer?.tree ?? null;
  const { search, selected, zoom } = inputs;
  const matches = useMemo(() => {
    if (tree === null || search === '') return null;
    const wanted = search.toLowerCase();
    return matchNames(tree.names, (name) => name.toLowerCase().includes(wanted));
  }, [tree, search]);
  const selectedName = useMemo(() => {
    const name = tree === null || selected === null ? -1 : tree.names.indexOf(selected);
    return name < 0 ? null : name;
  }, [tree, selected]);
  const zoomNode = useMemo(() => (tree === null ? 0 : nodeAt(tree, zoom)), [tree, zoom]);
  if (request === null || answer === null) return null;
  return {
    tree: answer.tree,
    unit: unitOf(request.measure),
    direction: inputs.direction,
    colour: inputs.colour,
    sizeClass: answer.sizeClasses,
    zoomNode,
    selectedNode: null,
    selectedName,
    matches,
    theme,
  };
}

function HeapFlame({
  label,
  height,
  heap,
}: {
  readonly label: string;
  readonly height: number;
  readonly heap: HeapStore;
}): ReactElement | null {
  const model = useFlameModel();
  // Which of the nodes of the selected name was pressed; it belongs to one tree only.
  const [picked, setPicked] = useState<{ readonly tree: CallTree; readonly node: number } | null>(null);
  if (model === null) return null;
  const { tree, selectedName } = model;
  // The root has no name to select, but keys must be able to stand on it.
  const name = picked === null || picked.node === 0 ? null : (tree.name[picked.node] ?? null);
  const node = picked?.tree === tree && name === selectedName ? picked.node : null;
  return (
    <FlameGraph
      {...model}
      selectedNode={node}
      label={label}
      height={height}
      onSelect={(next) => {
        setPicked(next === null ? null : { tree, node: next });
        selectName(heap, next === null || next === 0 ? null : (tree.names[tree.name[next] ?? 0] ?? null));
      }}
      onZoom={(to) => setHeap(heap, { zoom: namesOf(tree, to) })}
      onSkipToTable={() => document.querySelector<HTMLElement>('.ui-heap-graph .ui-table')?.focus()}
    />
  );
}

/** Way of drawing, and the way down to what is zoomed to. */
function GraphBar({ tree }: { readonly tree: CallTree }): ReactElement {
  const { heap } = useApp();
  const direction = useHeap((state) => state.inputs.direction);
  const colour = useHeap((state) => state.inputs.colour);
  const zoom = useHeap((state) => state.inputs.zoom);
  const known = useMemo(() => namesOf(tree, nodeAt(tree, zoom)), [tree, zoom]);
  const steps = known.slice(-4);
  return (
    <div className="ui-heap-bar">
      <SegmentedControl
        size="xs"
        aria-label="Way of drawing"
        data={DIRECTIONS.map((value) => ({ value, label: value }))}
        value={direction}
        onChange={(value) => setHeap(heap, { direction: value })}
      />
      <SegmentedControl
        size="xs"
        aria-label="Colour by"
        data={COLOURS.map((value) => ({ value, label: value === 'size' ? 'by size' : 'by module' }))}
        value={colour}
        onChange={(value) => setHeap(heap, { colour: value })}
      />
      <nav className="ui-heap-crumbs" aria-label="Zoom">
        <button type="button" disabled={known.length === 0} onClick={() => setHeap(heap, { zoom: [] })}>
          all
        </button>
        {known.length > steps.length && <span aria-hidden>…</span>}
        {steps.map((name, index) => {
          const depth = known.length - steps.length + index + 1;
          return (
            <button
              // Frames of a recursion have one name: the place tells them apart.
              // oxlint-disable-next-line react/no-array-index-key
              key={depth}
              type="button"
              title={shownName(name)}
              aria-current={depth === known.length ? 'true' : undefined}
              onClick={() => setHeap(heap, { zoom: known.slice(0, depth) })}
            >
              <bdi>{shownName(name)}</bdi>
            </button>
          );
        })}
      </nav>
    </div>
  );
}
