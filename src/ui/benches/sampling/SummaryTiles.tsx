import { memo, type ReactElement } from 'react';
import { formatBytes, formatCount, formatShortCount, NO_NUMBER } from '../../../base/numbers.js';
import type { StrategyId, TheoryAnswer } from '../../../workers/sampling.api.js';
import { useSamplingResults } from '../../app-context.js';

interface Tile {
  readonly label: string;
  readonly value: string;
  readonly help: string;
}

/** Large and tiny shares too, with three digits. */
function share(value: number): string {
  if (!Number.isFinite(value)) return NO_NUMBER;
  const percent = value * 100;
  return `${percent >= 100 ? formatCount(Math.round(percent)) : Number(percent.toPrecision(3)).toString()}\u202f%`;
}

function tilesOf({ totals, rate, samples, nEqual, strategies, best }: TheoryAnswer): readonly Tile[] {
  const error = (...ids: readonly StrategyId[]): number =>
    strategies.find(({ id }) => ids.includes(id))?.relativeError ?? Number.NaN;
  const own = best[0]?.perByte ?? Number.NaN;
  return [
    {
      label: 'live bytes',
      value: formatBytes(totals.liveBytes),
      help: `${formatCount(Math.round(totals.liveObjects))} objects of ${formatCount(Math.round(totals.allocations))} allocated`,
    },
    { label: 'rate R', value: formatBytes(rate), help: 'Mean bytes from one sample to the next' },
    { label: 'samples', value: formatShortCount(samples), help: 'Expected over all allocations: the cost' },
    {
      label: 'one in N, same cost',
      value: formatShortCount(nEqual),
      help: 'Sampling one allocation in so many costs as many samples',
    },
    {
      label: 'error per byte',
      value: share(error('per-byte')),
      help: 'Standard error of the live bytes, as a share of them, as jemalloc samples',
    },
    {
      label: 'error per allocation',
      value: share(error('per-allocation', 'per-allocation-typed')),
      help: 'The same when one allocation in N is sampled',
    },
    {
      label: 'error at best',
      value: share(error('optimal')),
      help: 'The same with the best chances of this cost',
    },
    {
      label: 'variance over best',
      value: Number.isFinite(own) ? `${Number(own.toPrecision(3))}\u202f×` : NO_NUMBER,
      help: 'Variance per byte over the least possible at this cost',
    },
  ];
}

/** The few numbers of the setting, each in its place. */
export const SummaryTiles = memo(function SummaryTiles(): ReactElement {
  const answer = useSamplingResults(({ theory }) => theory.answer);
  return (
    <section className="ui-tiles" aria-label="Summary">
      <dl>
        {(answer === null ? [] : tilesOf(answer)).map(({ label, value, help }) => (
          <div key={label} title={help}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
});
