import { useComputedColorScheme } from '@mantine/core';
import { useMemo } from 'react';
import { SERIES_IDS, type SeriesId, type TimelinesModel } from '../../../charts/timelines/Timelines.js';
import { useInputs, useView } from '../../app-context.js';
import { useDrawnAxis } from './use-drawn-axis.js';
import { pairNames, sameTrace, usePair } from './use-pair.js';

function isSeries(name: string): name is SeriesId {
  return SERIES_IDS.some((id) => id === name);
}

/** What the timelines show, from the stores: the same for the page and for exported pictures. */
export function useTimelinesModel(): TimelinesModel {
  const { a, b } = usePair();
  const { run } = a;
  const other = b?.run?.table ?? null;
  const drawn = useDrawnAxis();
  const axis = useView((view) => view.axis);
  const merged = useView((view) => view.merged);
  const shard = useView((view) => view.shard);
  const hidden = useView((view) => view.hidden);
  const xDomain = useView((view) => view.zoom);
  const cumulative = useView((view) => view.cumulative);
  // Known before the run is: no panel comes or goes when it lands.
  const currentSec = useInputs((inputs) => !inputs.hpaOnly && inputs.options.nshards > 0);
  const theme = useComputedColorScheme('light');
  const count = Math.max(run?.table.shards ?? 0, other?.shards ?? 0);
  const shards = useMemo(
    () => (shard !== null && shard < count ? [shard] : Array.from({ length: count }, (_, index) => index)),
    [shard, count],
  );
  const hiddenSet = useMemo(() => new Set(hidden.filter(isSeries)), [hidden]);
  const whole = run === null ? null : drawn === 'time' ? run.span : run.eventsTotal;
  // Only a run that still grows must be told how far it will reach.
  const reach = run === null || run.complete || whole === null || whole <= 0 ? null : whole;
  const xExtent = useMemo(
    (): readonly [number, number] | null => (reach === null ? null : [0, reach]),
    [reach],
  );
  return {
    table: run?.table ?? null,
    other,
    ...(b === null ? {} : { names: pairNames({ a, b }) }),
    otherTrace: !sameTrace(run, b?.run ?? null),
    axis,
    shards,
    merged,
    hidden: hiddenSet,
    xDomain,
    xExtent,
    ...(a.pin === null ? { sec: currentSec } : {}),
    work: cumulative ? 'cumulative' : 'rate',
    theme,
  };
}
