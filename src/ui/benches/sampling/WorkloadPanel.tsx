import { UndoButtons } from '../../controls/UndoButtons.js';
import { Button, Modal, Select, Textarea } from '@mantine/core';
import { type ReactElement, useMemo, useState } from 'react';
import { formatBytes, formatCount, shortenMiddle } from '../../../base/numbers.js';
import {
  makeWorkload,
  toSizeClasses,
  workloadRows,
  workloadTotals,
} from '../../../engine/sampling/workload.js';
import { WORKLOAD_PRESETS } from '../../../engine/sampling/workload-presets.js';
import { usableSize } from '../../../engine/sizes/size-classes.js';
import type { SamplingInputs, SizesOf } from '../../../state/sampling-inputs.js';
import { hasSizes } from '../../../state/sampling-source.js';
import { MOST_SIZES, SIZES_OF_WORDS } from '../../../state/sampling-url.js';
import { useApp, useFiles, useSampling, useSamplingState } from '../../app-context.js';
import { SizeEditor } from './SizeEditor.js';

/** What is allocated: chosen, typed, or taken from a file; and changed by hand. */
export function WorkloadPanel(): ReactElement {
  return (
    <section className="ui-workload" aria-labelledby="workload-title">
      <Head />
      <Source />
      <Notes />
      <SizeEditor />
    </section>
  );
}

function Head(): ReactElement {
  const { inputs } = useApp().sampling;
  const canUndo = useSamplingState(({ history }) => history.past.length > 0);
  const canRedo = useSamplingState(({ history }) => history.future.length > 0);
  return (
    <div className="ui-panel-title">
      <h2 id="workload-title">Workload</h2>
      <UndoButtons
        canUndo={canUndo}
        canRedo={canRedo}
        onUndo={() => inputs.undo()}
        onRedo={() => inputs.redo()}
      />
    </div>
  );
}

const OWN_SIZES = 'own';

function ownLabel(from: SizesOf | undefined): string {
  return from === undefined ? 'your own sizes' : `sizes of ${SIZES_OF_WORDS[from].of}, by a link`;
}

function valueOf(source: SamplingInputs['source']): string {
  switch (source.kind) {
    case 'preset':
      return `preset ${source.id}`;
    case 'file':
      return `file ${source.file}`;
    case 'own':
      return OWN_SIZES;
  }
}

function Source(): ReactElement {
  const { sampling } = useApp();
  const source = useSampling((inputs) => inputs.source);
  const files = useFiles((state) => state.files);
  const [typing, setTyping] = useState(false);
  const data = useMemo(() => {
    const open = files
      .filter(hasSizes)
      .map(({ id, name }) => ({ value: `file ${id}`, label: shortenMiddle(name, 40) }));
    const gone =
      source.kind === 'file' && !open.some(({ value }) => value === `file ${source.file}`)
        ? [{ value: `file ${source.file}`, label: `${shortenMiddle(source.name, 32)} (closed)` }]
        : [];
    return [
      {
        group: 'Made up',
        items: WORKLOAD_PRESETS.map(({ id, label }) => ({ value: `preset ${id}`, label })),
      },
      ...(open.length + gone.length > 0
        ? [{ group: 'Sizes of an open trace, dump or file', items: [...open, ...gone] }]
        : []),
      ...(source.kind === 'own'
        ? [{ group: 'Yours', items: [{ value: OWN_SIZES, label: ownLabel(source.linkedFrom) }] }]
        : []),
    ];
  }, [files, source]);
  return (
    <div className="ui-workload-source">
      <Select
        size="xs"
        aria-label="Workload"
        allowDeselect={false}
        comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
        data={data}
        value={valueOf(source)}
        onChange={(value) => {
          if (value?.startsWith('preset ') === true) sampling.inputs.choosePreset(value.slice(7));
          else if (value?.startsWith('file ') === true) void sampling.loader.use(value.slice(5));
        }}
      />
      <Button size="xs" variant="default" onClick={() => setTyping(true)}>
        Type in…
      </Button>
      {typing && <TypeIn onClose={() => setTyping(false)} />}
    </div>
  );
}

/** Text as a file would hold it: it is read by the same reader, and what is odd in it is told in the same place. */
function TypeIn({ onClose }: { readonly onClose: () => void }): ReactElement {
  const { opener, sampling } = useApp();
  const rows = useSampling(({ workload }) => workload);
  const [text, setText] = useState(() =>
    [
      'size,allocated,live',
      ...rows.map(({ size, allocated, live }) => `${size},${Math.round(allocated)},${Math.round(live)}`),
    ].join('\n'),
  );
  const use = (): void => {
    const [id] = opener.open([{ blob: new Blob([text]), name: 'typed-sizes.csv' }]);
    if (id !== undefined) sampling.loader.typed(id);
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title="Sizes" size="md" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Textarea
        label="Size histogram"
        description="A line for each size: bytes (usable), objects allocated, objects live. What cannot be read is told in the files list."
        autosize
        minRows={8}
        maxRows={18}
        spellCheck={false}
        classNames={{ input: 'ui-workload-text' }}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className="ui-workload-use">
        <Button size="xs" onClick={use}>
          Use these sizes
        </Button>
      </div>
    </Modal>
  );
}

/** What the workload is, how much it is, and what to know of where it comes from. */
function Notes(): ReactElement {
  const { inputs } = useApp().sampling;
  const source = useSampling((state) => state.source);
  const rows = useSampling(({ workload }) => workload);
  const workload = useMemo(() => makeWorkload(rows), [rows]);
  const totals = useMemo(() => workloadTotals(workload), [workload]);
  const ofClasses = useMemo(() => workload.size.every((size) => usableSize(size) === size), [workload]);
  const about =
    source.kind === 'preset' ? WORKLOAD_PRESETS.find(({ id }) => id === source.id)?.about : undefined;
  return (
    <div className="ui-workload-notes">
      {about !== undefined && <p>{about}</p>}
      {source.kind === 'file' && source.notes.length > 0 && (
        <ul aria-label="Where these numbers come from">
          {source.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <p>
        {formatCount(workload.length)} {workload.length === 1 ? 'size' : 'sizes'},{' '}
        {formatBytes(totals.allocatedBytes)} allocated, {formatBytes(totals.liveBytes)} live
      </p>
      <LinkNote source={source} sizes={workload.length} />
      {!ofClasses && (
        <p>
          Not all sizes are size classes of jemalloc, and the sampler counts usable sizes.{' '}
          <button
            type="button"
            className="ui-inline-button"
            onClick={() => inputs.setRows(workloadRows(toSizeClasses(workload)))}
          >
            Round them up
          </button>
        </p>
      )}
    </div>
  );
}

/** What a link has brought, and what one would not take along. */
function LinkNote({
  source,
  sizes,
}: {
  readonly source: SamplingInputs['source'];
  readonly sizes: number;
}): ReactElement | null {
  if (source.kind === 'own' && source.linkedFrom !== undefined) {
    const { of, self } = SIZES_OF_WORDS[source.linkedFrom];
    return (
      <p>
        A link brought the sizes of {of}, not {self}
        {source.linkedFrom === 'trace' ? ': to sample its events one by one, open it here.' : '.'}
      </p>
    );
  }
  if (source.kind === 'preset' || sizes <= MOST_SIZES) return null;
  return (
    <p>
      A link holds {MOST_SIZES} sizes at most, so these are not in the address. Rounded up to size classes
      they would be.
    </p>
  );
}
