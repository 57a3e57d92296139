import { Button, Select, Switch } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { formatCount } from '../../../base/numbers.js';
import type { StackLayout } from '../../../engine/sampling/synthetic-stacks.js';
import { type MadeDump, traceOfSource } from '../../../state/sampling-dumps.js';
import { STACK_LAYOUTS } from '../../../state/sampling-inputs.js';
import { useApp, useFiles, useSampling } from '../../app-context.js';
import { saveDownload } from '../../controls/download.js';

const LAYOUT_WORDS: Readonly<Record<StackLayout, string>> = {
  'by-size': 'a stack for each size',
  mixed: 'a few stacks of mixed sizes',
  one: 'one stack for all',
};

const SWITCHES = [
  {
    name: 'unbias',
    label: 'prof_unbias',
    help: 'On since jemalloc 5.3.0; without it, the plain samples are written',
  },
  { name: 'accum', label: 'prof_accum', help: 'Also what was ever sampled, not only what is live' },
  {
    name: 'symbols',
    label: 'names in the file',
    help: 'As jeprof --raw writes it: jeprof then needs no program. Without, it is the plain file that jemalloc writes',
  },
] as const;

/** Samples the workload once and writes the dump that jemalloc would. */
export function DumpPanel(): ReactElement {
  const { opener, sampling } = useApp();
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<string | null>(null);
  const make = async (toOpen: boolean): Promise<void> => {
    setBusy(true);
    setSaid(null);
    const made = await sampling.dumps.make(toOpen || sampling.inputs.present.symbols);
    setBusy(false);
    if (made === null) return;
    setSaid(sentenceOf(made));
    if (toOpen) opener.open([{ blob: made.blob, name: made.name }]);
    else saveDownload(made);
  };
  return (
    <section className="ui-dump" aria-labelledby="dump-title">
      <h3 id="dump-title">Write a heap dump of it</h3>
      <p>
        <How /> The file is what jemalloc would write, with made-up stacks: open it on the Heap bench and see
        what is left of what you know to be true, or give it to jeprof.
      </p>
      <Choices />
      <div className="ui-question">
        <Button size="compact-xs" disabled={busy} onClick={() => void make(true)}>
          Open in the Heap bench
        </Button>
        <Button size="compact-xs" variant="default" disabled={busy} onClick={() => void make(false)}>
          Save heap_v2 file
        </Button>
        <span role="status" className="ui-dump-said">
          {busy ? 'Sampling…' : said}
        </span>
      </div>
    </section>
  );
}

function sentenceOf({ samples, samplesEver, name }: MadeDump): string {
  return `${formatCount(samplesEver)} samples were taken, ${formatCount(samples)} are of live objects: ${name}`;
}

/** A trace is walked; of other workloads only numbers are known. */
function How(): ReactElement {
  const source = useSampling((inputs) => inputs.source);
  const walks = useFiles((files) => traceOfSource(files, source) !== null);
  return walks ? (
    <>
      jemalloc’s sampler walks through this trace, allocation by allocation and shard by shard as threads,
      with the rate and the seed above.
    </>
  ) : (
    <>Samples this workload once, with the rate and the seed above.</>
  );
}

function Choices(): ReactElement {
  const { inputs } = useApp().sampling;
  const stacks = useSampling((state) => state.stacks);
  return (
    <div className="ui-question">
      <Select
        size="xs"
        w={210}
        aria-label="Stacks of the dump"
        allowDeselect={false}
        data={STACK_LAYOUTS.map((value) => ({ value, label: LAYOUT_WORDS[value] }))}
        value={stacks}
        onChange={(value) => inputs.set({ stacks: STACK_LAYOUTS.find((one) => one === value) ?? 'by-size' })}
      />
      {SWITCHES.map((entry) => (
        <Choice key={entry.name} {...entry} />
      ))}
    </div>
  );
}

function Choice({ name, label, help }: (typeof SWITCHES)[number]): ReactElement {
  const { inputs } = useApp().sampling;
  const checked = useSampling((state) => state[name]);
  return (
    <Switch
      size="xs"
      label={label}
      title={help}
      checked={checked}
      onChange={(event) => inputs.set({ [name]: event.currentTarget.checked })}
    />
  );
}
