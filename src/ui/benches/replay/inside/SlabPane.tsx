import { useComputedColorScheme } from '@mantine/core';
import type { ReactElement } from 'react';
import { LifelineChart } from '../../../../charts/lifeline/LifelineChart.js';
import { findSlab, slabFacts } from '../../../../charts/pageslab-map/PageslabMap.js';
import { formatCount } from '../../../../base/numbers.js';
import { isInsideStale } from '../../../../state/inside-results.js';
import { useApp, useInside, useInsideResults } from '../../../app-context.js';
import { useDrawnAxis } from '../use-drawn-axis.js';
import { TermMark } from './Parts.js';
import { useAxisDomain } from './use-axis-domain.js';

/** The chosen pageslab: its state at the cursor, and its life. */
export function SlabPane({ slab }: { readonly slab: number }): ReactElement {
  const { inside, looking } = useApp();
  const theme = useComputedColorScheme('light');
  const axis = useDrawnAxis();
  const domain = useAxisDomain();
  const moment = useInsideResults((results) => results.moment);
  const life = useInsideResults((results) => results.life);
  const pending = useInsideResults((results) => results.lifePending || results.status === 'opening');
  const stale = useInsideResults((results) => results.lifeKey !== results.key || isInsideStale(results));
  const shards = useInsideResults((results) => results.shards);
  // A link may name a shard that this replay does not have: the last one stands in for it.
  const shard = useInside((inputs) => Math.min(inputs.shard, shards - 1));
  const shown = life !== null && life.slab === slab && life.shard === shard ? life : null;
  const index = moment === null ? -1 : findSlab(moment.pageslabs, slab);
  const facts = moment === null || index < 0 ? null : slabFacts(moment.pageslabs, index);
  const cursor = moment === null ? null : axis === 'time' ? moment.furthestNs : moment.events;
  return (
    <div className="ui-slab" data-stale={stale && shown !== null}>
      <p className="ui-slab-head">
        <b>Pageslab #{slab}</b>
        <button type="button" className="ui-inline-button" onClick={() => looking.reveal(slab)}>
          show in the map
        </button>
        <button type="button" className="ui-inline-button" onClick={() => inside.setState({ slab: null })}>
          let go
        </button>
      </p>
      {shown === null ? (
        <p className="ui-why-none">{pending ? 'Its life line is being computed.' : 'It has no life line.'}</p>
      ) : (
        <LifelineChart
          life={shown}
          axis={axis}
          domain={domain}
          cursor={cursor}
          theme={theme}
          height={72}
          onPick={(events) => looking.setEvents(events)}
        />
      )}
      <dl className="ui-slab-facts" aria-label={`Pageslab ${slab} at the time cursor`}>
        <Fact name={<TermMark term="active" text="active" />} value={facts?.active} />
        <Fact name={<TermMark term="dirty" text="dirty" />} value={facts?.dirty} />
        <Fact name={<TermMark term="retained" text="retained" />} value={facts?.retained} />
        <Fact
          name={<TermMark term="longest-free-run" text="longest free run" />}
          value={facts?.longestFreeRun}
        />
        <Fact name={<TermMark term="age" text="age" />} value={facts?.age} />
        <div>
          <dt>
            <TermMark term="huge" text="huge" />
          </dt>
          <dd>{facts === null ? '–' : facts.huge ? 'yes' : 'no'}</dd>
        </div>
      </dl>
      <p className="ui-slab-waits">
        {facts === null
          ? moment !== null && slab >= moment.sums.slabs
            ? 'It does not exist yet at the time cursor.'
            : 'It is out of the shown part of the map.'
          : [facts.purge, facts.hugify].filter((text) => text !== '').join('; ') ||
            'Waits for neither purge nor hugify.'}
      </p>
    </div>
  );
}

function Fact({
  name,
  value,
}: {
  readonly name: ReactElement;
  readonly value: number | undefined;
}): ReactElement {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value === undefined ? '–' : formatCount(value)}</dd>
    </div>
  );
}
