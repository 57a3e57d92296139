import { Button } from '@mantine/core';
import { FolderOpen } from 'lucide-react';
import type { ReactElement } from 'react';
import { SAMPLES } from '../../../state/samples.js';
import { useApp } from '../../app-context.js';
import { FileButton } from '../../files/FileButton.js';

const RECORD = `MALLOC_CONF=hpa:true,hpa_sec_nshards:0 LD_PRELOAD=/path/libjemalloc.so.2 \\
  sh collect.sh hpa -o trace -- ./server      # a program from its start
sh collect.sh hpa -o trace -p PID -d 60       # or one that runs, for a minute`;

/** Served beside the page, and kept by it for when there is no network. */
const RECORDER = ['collect.sh', 'hpa.bt', 'sec.bt'];

/** The bench before the first file: what goes in, where to get it, something to try at once. */
export function EmptyBench(): ReactElement {
  const app = useApp();
  return (
    <div className="ui-empty">
      <h1>What would another HPA setting have done?</h1>
      <p>
        Open a page-allocator trace, move the options, and see at once how many pageslabs it would have taken,
        how much memory would have stayed dirty, and how often jemalloc would have purged and hugified. Equal
        to jemalloc’s own benchmark, byte for byte.
      </p>
      <div className="ui-empty-samples">
        {SAMPLES.map(({ name, sentence }) => (
          <div key={name} className="ui-empty-sample">
            <Button
              variant={name === 'redis-server' ? 'filled' : 'default'}
              size="xs"
              onClick={() => void app.openSample(name)}
            >
              sample: {name}
            </Button>
            <span>{sentence}</span>
          </div>
        ))}
      </div>
      <h2>Your own trace</h2>
      <p>
        Drop files or a folder anywhere on this page, or{' '}
        <FileButton
          className="ui-inline-button"
          label="choose files"
          onFiles={(files) => app.opener.open(files)}
        >
          <FolderOpen size={14} aria-hidden /> choose files
        </FileButton>
        . It reads raw <code>hpa</code> and <code>sec</code> probe CSVs, preprocessed traces, and the
        benchmark’s statistics CSV (as a measured run to compare with); plain, <code>.gz</code> or{' '}
        <code>.zst</code>. No file leaves your machine.
      </p>
      <h2>How to record one</h2>
      <p>
        Build jemalloc with <code>--enable-experimental-sdt</code>, save{' '}
        {RECORDER.map((name) => (
          <span key={name}>
            <a href={`collect/${name}`} download={name}>
              {name}
            </a>
            ,{' '}
          </span>
        ))}
        and let bpftrace write what the probes say. The{' '}
        <a href="collect/README.md" target="_blank" rel="noreferrer">
          guide to recording
        </a>{' '}
        has it all.
      </p>
      <pre
        className="ui-empty-code"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls sideways
        tabIndex={0}
        aria-label="Commands that record a trace"
      >
        {RECORD}
      </pre>
    </div>
  );
}
