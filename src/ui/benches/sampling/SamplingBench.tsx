import type { ReactElement } from 'react';

/** An honest page for a bench that is not built yet. */
export default function SamplingBench(): ReactElement {
  return (
    <div className="ui-soon">
      <h1>Sampling: not built yet</h1>
      <p>
        This bench will be a laboratory for the estimator behind heap profiles. jemalloc samples by bytes:
        with <code>lg_prof_sample:19</code> it takes one allocation for every 512 KiB on average, so large
        ones are nearly always seen and small ones hardly ever, and the dump has to be corrected for it.
      </p>
      <h2>What it will show</h2>
      <ul>
        <li>sampling by allocation against sampling by byte, and their variance over the size</li>
        <li>many runs of the real sampler on a workload you draw, beside the true sums</li>
        <li>adding up first and correcting later, against correcting first</li>
        <li>the sampling rate that gives the smallest error for the same cost</li>
      </ul>
    </div>
  );
}
