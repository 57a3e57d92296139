import { ChevronDown, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, type ReactElement, useEffect, useId, useMemo, useRef, useState } from 'react';
import { formatPercent } from '../../../base/numbers.js';
import { formatValue } from '../../../charts/shared/unit.js';
import type { CallTree } from '../../../engine/profile/call-tree.js';
import { selectName, unitOf } from '../../../state/heap-inputs.js';
import type { LookAnswer, LookRequest } from '../../../workers/heap.api.js';
import { useApp, useHeap, useHeapResults } from '../../app-context.js';
import { pageOfRows, rowAfter, rowBox, useTableRows } from '../../controls/table-rows.js';
import { Loading } from './Loading.js';
import { NameCell } from './NameCell.js';
import { errorText } from './words.js';

/** Nodes that hold this share of their parent's parent are opened at first: the main way down. */
const MAIN_SHARE = 0.5;
const MOST_LEVELS = 64;

/** Callees under callers, to be opened one by one. */
export function TreeView(): ReactElement {
  const request = useHeapResults((results) => results.look.request);
  const answer = useHeapResults((results) => results.look.answer);
  if (request === null || answer === null) return <Loading />;
  return <TreeTable answer={answer} request={request} />;
}

function childrenOf(tree: CallTree, node: number): number[] {
  const children: number[] = [];
  const end = tree.subtreeEnd[node] ?? 0;
  for (let child = node + 1; child < end; child = tree.subtreeEnd[child] ?? end) children.push(child);
  return children.sort((a, b) => (tree.total[b] ?? 0) - (tree.total[a] ?? 0));
}

/** The nodes in sight, callees under their open callers. */
function visibleNodes(tree: CallTree, open: ReadonlySet<number>): number[] {
  const nodes: number[] = [];
  // A stack of what is still to come, the next one on top: trees may be deeper than calls can nest.
  const coming = tree.nodes === 0 ? [] : [0];
  for (let node = coming.pop(); node !== undefined; node = coming.pop()) {
    nodes.push(node);
    if (open.has(node)) coming.push(...childrenOf(tree, node).reverse());
  }
  return nodes;
}

/** The way along the largest callees, as far as each holds most of its caller. */
function mainPath(tree: CallTree): ReadonlySet<number> {
  const open = new Set<number>();
  for (let node = 0, level = 0; tree.nodes > 0 && level < MOST_LEVELS; level += 1) {
    open.add(node);
    const [largest] = childrenOf(tree, node);
    if (largest === undefined || (tree.total[largest] ?? 0) < MAIN_SHARE * (tree.total[node] ?? 0)) break;
    node = largest;
  }
  return open;
}

function TreeTable({
  answer: { tree },
  request,
}: {
  readonly answer: LookAnswer;
  readonly request: LookRequest;
}): ReactElement {
  const { heap } = useApp();
  const selected = useHeap((state) => state.inputs.selected);
  const search = useHeap((state) => state.inputs.search).toLowerCase();
  const unit = unitOf(request.measure);
  const nameOf = (node: number): string => tree.names[tree.name[node] ?? 0] ?? '';
  const [opened, setOpened] = useState<{
    readonly tree: CallTree;
    readonly nodes: ReadonlySet<number>;
  } | null>(null);
  const open = useMemo(() => (opened?.tree === tree ? opened.nodes : mainPath(tree)), [opened, tree]);
  const rows = useMemo(() => visibleNodes(tree, open), [tree, open]);
  // Where what is selected is in sight, keys go on from there.
  const [place, setPlace] = useState(() =>
    Math.max(0, selected === null ? 0 : rows.findIndex((node) => nameOf(node) === selected)),
  );
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const virtual = useTableRows(scroller, rows.length);
  useEffect(() => {
    if (place > 0 && place < rows.length) virtual.scrollToIndex(place, { align: 'auto' });
  }, [place, rows.length, virtual]);

  const isLeaf = (node: number): boolean => tree.subtreeEnd[node] === node + 1;
  const whole = tree.total[0] ?? 0;
  const choose = (index: number): void => {
    const at = Math.max(0, Math.min(rows.length - 1, index));
    setPlace(at);
    const node = rows[at];
    if (node !== undefined) selectName(heap, node === 0 ? null : nameOf(node));
  };
  const toggle = (node: number, wanted = !open.has(node)): void => {
    const nodes = new Set(open);
    if (wanted) nodes.add(node);
    else nodes.delete(node);
    setOpened({ tree, nodes });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const node = rows[place];
    if (node === undefined) return;
    const to = rowAfter(event.key, place, rows.length, pageOfRows(scroller.current));
    if (to !== null) choose(to);
    else if (event.key === 'ArrowRight') {
      if (!isLeaf(node) && !open.has(node)) toggle(node, true);
      else choose(place + 1);
    } else if (event.key === 'ArrowLeft') {
      if (open.has(node) && !isLeaf(node)) toggle(node, false);
      else choose(rows.indexOf(tree.parent[node] ?? 0));
    } else if (event.key === 'Enter') toggle(node);
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={scroller}
      className="ui-table ui-tree"
      role="treegrid"
      aria-label="Call tree"
      aria-rowcount={rows.length + 1}
      aria-activedescendant={place < rows.length ? `${id}-${place}` : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div className="ui-table-head" role="row" aria-rowindex={1}>
        <span role="columnheader" className="ui-table-number">
          total
        </span>
        <span role="columnheader" className="ui-table-number" title="One standard error of the total">
          ± error
        </span>
        <span role="columnheader" className="ui-table-number" title="Share of all that is shown">
          of all
        </span>
        <span role="columnheader" className="ui-table-number" title="Allocated by this one itself">
          self
        </span>
        <span role="columnheader" className="ui-table-name">
          name
        </span>
      </div>
      <div className="ui-table-body" role="rowgroup" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const node = rows[index] ?? 0;
          const name = node === 0 ? 'all' : nameOf(node);
          const total = tree.total[node] ?? Number.NaN;
          const self = tree.self[node] ?? Number.NaN;
          const leaf = isLeaf(node);
          const isOpen = open.has(node);
          const depth = tree.depth[node] ?? 0;
          const Chevron = isOpen ? ChevronDown : ChevronRight;
          return (
            // Keys are handled by the grid, which has the focus.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
            <div
              key={node}
              id={`${id}-${index}`}
              className="ui-table-row"
              role="row"
              aria-rowindex={index + 2}
              aria-level={depth + 1}
              // A name selected elsewhere is not that of the row the keys are at.
              aria-selected={index === place && (node === 0 ? selected === null : name === selected)}
              data-same={node !== 0 && name === selected ? 'true' : undefined}
              {...(leaf ? {} : { 'aria-expanded': isOpen })}
              style={rowBox(start)}
              onClick={() => choose(index)}
            >
              <span role="gridcell" className="ui-table-number">
                {formatValue(total, unit)}
              </span>
              <span role="gridcell" className="ui-table-number" data-faded="true">
                {errorText(tree.variance[node] ?? Number.NaN, unit)}
              </span>
              <span role="gridcell" className="ui-table-number">
                {formatPercent(total / whole)}
              </span>
              <span role="gridcell" className="ui-table-number" data-faded={self === 0 ? 'true' : undefined}>
                {formatValue(self, unit)}
              </span>
              <span
                role="gridcell"
                className="ui-table-name"
                title={name}
                style={{ paddingLeft: 4 + Math.min(depth, 40) * 12 }}
                data-found={search !== '' && name.toLowerCase().includes(search) ? 'true' : undefined}
              >
                {leaf ? (
                  <span className="ui-tree-leaf" />
                ) : (
                  <button
                    type="button"
                    className="ui-tree-toggle"
                    tabIndex={-1}
                    aria-label={isOpen ? 'Close' : 'Open'}
                    onClick={(event) => {
                      event.stopPropagation();
                      toggle(node);
                    }}
                  >
                    <Chevron size={13} aria-hidden />
                  </button>
                )}
                <NameCell name={name} />
              </span>
            </div>
          );
        })}
      </div>
    </div>
  );
}
