import { Button } from '@mantine/core';
import { type ReactElement, useMemo } from 'react';
import { formatBytes } from '../../../base/numbers.js';
import { type FileEntry, profilesOf } from '../../../state/files.js';
import { isOneProcess, offerFor, seriesOrder } from '../../../state/heap-offer.js';
import { groupFiles, type GroupKind, setHeap } from '../../../state/heap-inputs.js';
import { useApp, useFiles, useHeap } from '../../app-context.js';

/** Several dumps came together: asks how to take them. Also says how they are taken now. */
export function OfferBar(): ReactElement | null {
  const { heap, opener } = useApp();
  const all = useFiles((state) => state.files);
  const group = useHeap((state) => state.group);
  const answered = useHeap((state) => state.answeredBatch);
  const offer = useMemo(() => offerFor(all, answered), [all, answered]);
  const asking = useMemo(() => all.find(({ status }) => status === 'asking'), [all]);
  if (asking !== undefined) return <ManyOffer key={asking.id} file={asking} />;
  if (offer === null) {
    if (group === null) return null;
    const open = profilesOf({ files: all, selected: null, profile: null }).filter(({ id }) =>
      group.files.includes(id),
    );
    if (open.length < 2) return null;
    return (
      <div className="ui-heap-offer" role="status" aria-label="Several dumps">
        <span>
          {group.kind === 'sum'
            ? `${open.length} dumps added up by module and offset, each with its own rate.`
            : `${open.length} dumps in a series: one is shown, Growth shows all.`}
        </span>
        <Button size="compact-xs" variant="default" onClick={() => groupFiles(heap, null)}>
          One by one
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => groupFiles(heap, { ...group, kind: group.kind === 'sum' ? 'series' : 'sum' })}
        >
          {group.kind === 'sum' ? 'As a series' : 'Add them up'}
        </Button>
      </div>
    );
  }
  const { ids, batch, oneProcess } = offer;
  const ordered = seriesOrder(all, ids);
  const [first] = ordered;
  const last = ordered.at(-1);
  return (
    <div className="ui-heap-offer" role="status" aria-label="Several dumps">
      <span>
        {ids.length} dumps{oneProcess ? ' of one process, by their names' : ' came together'}. Take them:
      </span>
      <Button
        size="compact-xs"
        variant={oneProcess ? 'filled' : 'default'}
        onClick={() => {
          groupFiles(heap, { kind: 'series', files: ordered }, batch);
          setHeap(heap, { tab: 'growth' });
        }}
      >
        As a series
      </Button>
      <Button
        size="compact-xs"
        variant={oneProcess ? 'default' : 'filled'}
        onClick={() => groupFiles(heap, { kind: 'sum', files: ids }, batch)}
      >
        Add them up
      </Button>
      {first !== undefined && last !== undefined && (
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => {
            groupFiles(heap, null, batch);
            heap.setState({ base: first });
            opener.select(last);
            setHeap(heap, { tab: 'diff' });
          }}
        >
          {ids.length === 2 ? 'Compare the two' : 'Compare first and last'}
        </Button>
      )}
      <Button size="compact-xs" variant="subtle" onClick={() => groupFiles(heap, null, batch)}>
        One by one
      </Button>
    </div>
  );
}

/** So many dumps came that they are not kept open: they are added up, or followed, while they are read. */
function ManyOffer({ file }: { readonly file: FileEntry }): ReactElement {
  const { heap, opener } = useApp();
  const members = file.many?.members;
  const oneProcess = useMemo(() => members !== undefined && isOneProcess(members), [members]);
  const take = (kind: GroupKind): void => {
    groupFiles(heap, null);
    const { number } = heap.getState().inputs;
    opener.take(file.id, kind === 'sum' ? { kind } : { kind, number });
    setHeap(heap, kind === 'series' ? { tab: 'growth', thread: null } : { tab: 'graph', thread: null });
  };
  return (
    <div className="ui-heap-offer" role="status" aria-label="Several dumps">
      <span>
        {file.name}, {formatBytes(file.size)}
        {oneProcess ? ', of one process by their names' : ''}. They are read one after the other and not kept.
        Take them:
      </span>
      <Button size="compact-xs" variant={oneProcess ? 'default' : 'filled'} onClick={() => take('sum')}>
        Add them up
      </Button>
      <Button size="compact-xs" variant={oneProcess ? 'filled' : 'default'} onClick={() => take('series')}>
        As a series
      </Button>
      <Button
        size="compact-xs"
        variant="subtle"
        title="Keeps all of them in memory"
        onClick={() => opener.take(file.id, null)}
      >
        Keep all open
      </Button>
    </div>
  );
}
