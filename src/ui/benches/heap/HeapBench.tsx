import type { ReactElement } from 'react';

/** An honest page for a bench that is not built yet. */
export default function HeapBench(): ReactElement {
  return (
    <div className="ui-soon">
      <h1>Heap: not built yet</h1>
      <p>
        This bench will read jemalloc heap dumps and say what their numbers mean: what the file says, what
        jeprof makes of it, the best estimate of the truth, and how sure one can be. One dump, a series of one
        process, or a fleet; as flame graph, top table and difference of two.
      </p>
      <h2>What it will read</h2>
      <p>
        Dumps that a program writes with <code>MALLOC_CONF=prof:true,prof_active:true</code> and{' '}
        <code>mallctl("prof.dump")</code>, or by itself with <code>prof_final:true</code> or{' '}
        <code>lg_prof_interval:30</code>. Keep them: they can be opened here once the bench is there. Until
        then, dropping one tells what it is and opens nothing.
      </p>
    </div>
  );
}
