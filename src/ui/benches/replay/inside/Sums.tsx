import { memo, type ReactElement } from 'react';
import { formatBytes, formatCount, formatNanoseconds, NO_NUMBER } from '../../../../base/numbers.js';
import { formatClock } from '../../../../charts/shared/time-ticks.js';
import { useInsideResults } from '../../../app-context.js';
import { TermMark } from './Parts.js';

const PAGE_BYTES = 4096;

/** The shard's sums at the cursor, each in its fixed place. */
export const Sums = memo(function Sums(): ReactElement {
  const moment = useInsideResults((results) => results.moment);
  const sums = moment?.sums ?? null;
  const bytes = (pages: number | undefined): string =>
    pages === undefined ? NO_NUMBER : formatBytes(pages * PAGE_BYTES);
  const limit =
    sums === null
      ? NO_NUMBER
      : Number.isFinite(sums.dirtyMax)
        ? bytes(Math.floor(sums.dirtyMax))
        : 'no limit';
  return (
    <dl className="ui-sums" aria-label="The shard at the time cursor">
      <div>
        <dt>time</dt>
        <dd>{moment === null ? NO_NUMBER : formatClock(moment.clockNs, 3)}</dd>
      </div>
      <div>
        <dt>
          <TermMark term="pageslab" text="pageslabs" />
        </dt>
        <dd>{sums === null ? NO_NUMBER : formatCount(sums.slabs)}</dd>
      </div>
      <div>
        <dt>
          <TermMark term="active" text="active" />
        </dt>
        <dd>{bytes(sums?.nactive)}</dd>
      </div>
      <div>
        <dt>
          <TermMark term="dirty" text="dirty" />
        </dt>
        <dd>{bytes(sums?.ndirty)}</dd>
      </div>
      <div>
        <dt>
          <TermMark term="dirty-max" text="dirty allowed" />
        </dt>
        <dd>{limit}</dd>
      </div>
      <div>
        <dt>
          <TermMark term="retained" text="retained" />
        </dt>
        <dd>{bytes(sums?.nretained)}</dd>
      </div>
      <div>
        <dt>
          <TermMark term="sec" text="SEC" />
        </dt>
        <dd>{sums === null ? NO_NUMBER : formatBytes(sums.secBytes)}</dd>
      </div>
      <div>
        <dt>last purge</dt>
        <dd>
          {sums === null
            ? NO_NUMBER
            : sums.sinceLastPurgeNs === null
              ? 'none yet'
              : `${formatNanoseconds(sums.sinceLastPurgeNs)} ago`}
        </dd>
      </div>
    </dl>
  );
});
