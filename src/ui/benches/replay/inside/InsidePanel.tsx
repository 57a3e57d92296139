import './inside.css';
import { Button, SegmentedControl, useComputedColorScheme } from '@mantine/core';
import { X } from 'lucide-react';
import {
  type KeyboardEvent,
  memo,
  type ReactElement,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { formatBytes, formatCount, formatPercent } from '../../../../base/numbers.js';
import { MapLegend, PageslabMap, type SlabWindow } from '../../../../charts/pageslab-map/PageslabMap.js';
import { isInsideStale } from '../../../../state/inside-results.js';
import { useApp, useInside, useInsideResults, useJobs, useResults } from '../../../app-context.js';
import { touchedExtents } from './explain.js';
import { InsideExport } from './InsideExport.js';
import { MapControls } from './MapControls.js';
import { SlabPane } from './SlabPane.js';
import { Sums } from './Sums.js';
import { strideOf, Transport } from './Transport.js';
import { SPEEDS, usePlay } from './use-play.js';
import { WhyList } from './WhyList.js';

const FIRST_SPEED = 'e100';

/** The pageslabs at the time cursor, how to move it, and why they are as they are. */
export default function InsidePanel(): ReactElement {
  const { inside, looking } = useApp();
  const measured = useResults((results) => results.run?.source === 'measured');
  const [speed, setSpeed] = useState(FIRST_SPEED);
  const playing = usePlay(
    SPEEDS.find(({ value }) => value === speed)?.speed ?? { kind: 'events', perSecond: 100 },
  );
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    // Where the stage scrolls, what was just opened would lie below its edge.
    section.current?.parentElement?.scrollIntoView({ block: 'start' });
  }, []);
  const onKeyDown = (event: KeyboardEvent): void => {
    const { target } = event;
    if (target instanceof HTMLInputElement && target.type === 'text') return;
    // Shift makes other characters of the two keys.
    const direction = event.code === 'Comma' ? -1 : event.code === 'Period' ? 1 : 0;
    if (direction === 0 || measured) return;
    event.preventDefault();
    playing.stop();
    looking.step(direction * strideOf(event));
  };
  return (
    // Keys work from wherever the focus is in the panel.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section ref={section} className="ui-inside" aria-label="Look inside" onKeyDown={onKeyDown}>
      <div className="ui-inside-bar">
        <h2>Look inside</h2>
        {!measured && <Transport playing={playing} speed={speed} onSpeed={setSpeed} />}
        <span className="ui-spacer" />
        <div className="ui-inside-end">
          <PassState />
          {!measured && <InsideExport />}
          <button
            type="button"
            className="ui-icon-button"
            aria-label="Close Look inside"
            title="Close"
            onClick={() => inside.setState({ open: false, playing: false })}
          >
            <X size={15} aria-hidden />
          </button>
        </div>
      </div>
      {measured ? (
        <p className="ui-inside-none">
          A measured statistics CSV has no events to look into. Open the trace it was measured with.
        </p>
      ) : (
        <>
          <Notice />
          <Body playing={playing.on} />
        </>
      )}
    </section>
  );
}

/** What went wrong, or was cancelled, and how to go on. */
function Notice(): ReactElement | null {
  const { looking } = useApp();
  const status = useInsideResults((results) => results.status);
  const error = useInsideResults((results) => results.error);
  if (status !== 'failed' && status !== 'cancelled') return null;
  return (
    <div className="ui-charts-notice" role={status === 'failed' ? 'alert' : 'status'}>
      <span>
        {status === 'failed'
          ? error
          : 'Looking inside was cancelled; the map does not follow the cursor now.'}
      </span>
      <Button size="compact-xs" variant="default" onClick={() => looking.again()}>
        {status === 'failed' ? 'Try again' : 'Go on'}
      </Button>
    </div>
  );
}

/** How far the first pass is, and what it keeps. */
function PassState(): ReactElement | null {
  const { looking } = useApp();
  const status = useInsideResults((results) => results.status);
  const inspected = useInsideResults((results) => results.inspected);
  const share = useJobs(({ jobs }) => {
    const job = jobs.find(({ id }) => id === 'inspect');
    return job === undefined || job.total === null || job.total === 0 ? null : job.done / job.total;
  });
  switch (status) {
    case 'failed':
    case 'cancelled':
      return null;
    case 'opening':
      return (
        <span className="ui-inside-state" role="status">
          <span>first pass {share === null ? '' : formatPercent(share)}</span>
          <button type="button" className="ui-inline-button" onClick={() => looking.cancel()}>
            cancel
          </button>
        </span>
      );
    case 'waiting':
      return (
        <span className="ui-inside-state" role="status">
          waits for the replay
        </span>
      );
    default:
      return (
        <span
          className="ui-inside-state"
          title="Saved states of the replay, from which any moment is reached in a few milliseconds. Closing frees them."
        >
          {inspected === null
            ? ''
            : `${formatCount(inspected.checkpoints)} ${inspected.checkpoints === 1 ? 'checkpoint' : 'checkpoints'}, ${formatBytes(inspected.bytes)}`}
        </span>
      );
  }
}

function Body({ playing }: { readonly playing: boolean }): ReactElement {
  const { inside, looking } = useApp();
  const theme = useComputedColorScheme('light');
  const moment = useInsideResults((results) => results.moment);
  const explanation = useInsideResults((results) => results.explanation);
  const reveal = useInsideResults((results) => results.reveal);
  const stale = useInsideResults(isInsideStale);
  const ended = useInsideResults(({ status }) => status === 'failed' || status === 'cancelled');
  const order = useInside((inputs) => inputs.order);
  const shape = useInside((inputs) => inputs.shape);
  const size = useInside((inputs) => inputs.size);
  const slab = useInside((inputs) => inputs.slab);
  const chase = useInside((inputs) => inputs.chase);
  const next = useInside((inputs) => inputs.next);
  const [marked, setMarked] = useState<number | null>(null);
  const [tab, setTab] = useState<'why' | 'slab'>(slab === null ? 'why' : 'slab');
  // What the next event will do has not been done: nothing of it is framed.
  const happened =
    !next && explanation !== null && moment !== null && explanation.event === moment.events - 1
      ? explanation
      : null;
  const extents = useMemo(
    () => (happened === null || happened.shard !== moment?.shard ? [] : touchedExtents(happened)),
    [happened, moment?.shard],
  );
  useEffect(() => {
    const first = extents[0];
    if (chase && !playing && first !== undefined) looking.reveal(first.slab);
  }, [chase, playing, extents, looking]);
  const onWindow = useCallback((window: SlabWindow) => looking.setWindow(window), [looking]);
  const onSelect = useCallback(
    (chosen: number | null) => {
      inside.setState({ slab: chosen });
      setTab(chosen === null ? 'why' : 'slab');
    },
    [inside],
  );
  const shown = slab === null ? 'why' : tab;
  return (
    <>
      <div className="ui-inside-bar">
        <MapControls />
        <span className="ui-inside-stale" style={{ visibility: stale ? 'visible' : 'hidden' }}>
          stale
        </span>
        <MapLegend theme={theme} />
      </div>
      <div className="ui-inside-body">
        <PageslabMap
          moment={moment}
          layout={shape}
          size={size}
          theme={theme}
          selected={slab}
          label={`Shard ${moment?.shard ?? 0}`}
          order={order}
          marked={marked}
          extents={extents}
          stale={stale}
          {...(ended ? { waiting: 'There is no moment to show.' } : {})}
          reveal={reveal}
          onWindow={onWindow}
          onSelect={onSelect}
        />
        <aside className="ui-inside-side" aria-label="Why, and the chosen pageslab">
          <Sums />
          <div className="ui-inside-tabs">
            <div role="tablist" aria-label="Details">
              <Tab id="why" label="Why" shown={shown} onShow={setTab} />
              <Tab
                id="slab"
                label={slab === null ? 'Pageslab' : `Pageslab #${slab}`}
                shown={shown}
                disabled={slab === null}
                onShow={setTab}
              />
            </div>
            {shown === 'why' && <ExplainSwitch />}
          </div>
          <div
            className="ui-inside-tab"
            role="tabpanel"
            id="inside-tab"
            aria-labelledby={`inside-tab-${shown}`}
            // It scrolls, so keys must reach it.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            tabIndex={0}
          >
            {shown === 'slab' && slab !== null ? <SlabPane slab={slab} /> : <WhyList onMark={setMarked} />}
          </div>
        </aside>
      </div>
    </>
  );
}

const EXPLAINED = [
  { value: 'last', label: 'last event' },
  { value: 'next', label: 'next event' },
];

/** Which event is explained: the one that led to the shown state, or the one to come. */
const ExplainSwitch = memo(function ExplainSwitch(): ReactElement {
  const { inside } = useApp();
  const next = useInside((inputs) => inputs.next);
  return (
    <SegmentedControl
      size="xs"
      aria-label="Explain"
      data={EXPLAINED}
      value={next ? 'next' : 'last'}
      onChange={(value) => inside.setState({ next: value === 'next' })}
    />
  );
});

function Tab({
  id,
  label,
  shown,
  disabled = false,
  onShow,
}: {
  readonly id: 'why' | 'slab';
  readonly label: string;
  readonly shown: 'why' | 'slab';
  readonly disabled?: boolean;
  readonly onShow: (id: 'why' | 'slab') => void;
}): ReactElement {
  return (
    <button
      type="button"
      role="tab"
      id={`inside-tab-${id}`}
      aria-selected={shown === id}
      aria-controls="inside-tab"
      disabled={disabled}
      title={disabled ? 'Choose a pageslab in the map' : undefined}
      onClick={() => onShow(id)}
    >
      {label}
    </button>
  );
}
