import { Button, Select, Switch } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { STACK_LAYOUTS, type StackLayout } from '../../../state/sampling-dumps.js';
import { useApp } from '../../app-context.js';
import { saveDownload } from '../../controls/download.js';

const LAYOUT_WORDS: Readonly<Record<StackLayout, string>> = {
  'by-size': 'a stack for each size',
  mixed: 'a few stacks of mixed sizes',
  one: 'one stack for all',
};

/** Samples the workload once and writes the dump that jemalloc would. */
export function DumpPanel(): ReactElement {
  const { opener, sampling } = useApp();
  const [layout, setLayout] = useState<StackLayout>('by-size');
  const [unbias, setUnbias] = useState(true);
  const [busy, setBusy] = useState(false);
  const make = async (named: boolean): Promise<void> => {
    setBusy(true);
    const made = await sampling.dumps.make({ layout, unbias, named });
    setBusy(false);
    if (made === null) return;
    if (named) opener.open([{ blob: made.blob, name: made.name }]);
    else saveDownload(made);
  };
  return (
    <section className="ui-dump" aria-labelledby="dump-title">
      <h3 id="dump-title">Write a heap dump of it</h3>
      <p>
        Samples this workload once with the rate and seed above and writes the file that jemalloc would, with
        made-up stacks. Open it on the Heap bench and see what is left of what you know to be true, or give it
        to jeprof.
      </p>
      <div className="ui-question">
        <Select
          size="xs"
          w={210}
          aria-label="Stacks of the dump"
          allowDeselect={false}
          data={STACK_LAYOUTS.map((value) => ({ value, label: LAYOUT_WORDS[value] }))}
          value={layout}
          onChange={(value) => setLayout(STACK_LAYOUTS.find((one) => one === value) ?? 'by-size')}
        />
        <Switch
          size="xs"
          label="prof_unbias"
          title="On since jemalloc 5.3.0; without it, the plain samples are written"
          checked={unbias}
          onChange={(event) => setUnbias(event.currentTarget.checked)}
        />
        <Button size="compact-xs" disabled={busy} onClick={() => void make(true)}>
          Open in the Heap bench
        </Button>
        <Button size="compact-xs" variant="default" disabled={busy} onClick={() => void make(false)}>
          Save heap_v2 file
        </Button>
      </div>
    </section>
  );
}
