import { Button } from '@mantine/core';
import { FolderOpen } from 'lucide-react';
import type { ReactElement } from 'react';
import { HEAP_SAMPLES } from '../../../state/heap-samples.js';
import { useApp } from '../../app-context.js';
import { FileButton } from '../../files/FileButton.js';

const RECORD = `# the program must use a jemalloc built with --enable-prof,
# as Debian's and Ubuntu's libjemalloc2 is
MALLOC_CONF=prof:true,prof_final:true,lg_prof_sample:19,prof_prefix:/tmp/mem \\
  LD_PRELOAD=libjemalloc.so.2 ./your-program
ls /tmp/mem.*.heap

# while it runs: a dump every 1 GiB allocated,
# or call mallctl("prof.dump", …)
MALLOC_CONF=prof:true,lg_prof_interval:30,prof_prefix:/tmp/mem …`;

/** The bench before the first dump: what goes in, where to get it, something to try at once. */
export function EmptyHeap(): ReactElement {
  const app = useApp();
  return (
    <div className="ui-empty">
      <h1>Where is the memory, and how sure can one be?</h1>
      <p>
        Open a heap dump of jemalloc. jelab shows what the file says, what jeprof makes of it, and the best
        estimate with its error, as flame graph and table. A dump is a sample: most of its numbers are
        estimates, and each says here how good it is.
      </p>
      <div className="ui-empty-samples">
        {HEAP_SAMPLES.map(({ name, sentence }, index) => (
          <div key={name} className="ui-empty-sample">
            <Button
              variant={index === 0 ? 'filled' : 'default'}
              size="xs"
              onClick={() => void app.openSample(name)}
            >
              sample: {name}
            </Button>
            <span>{sentence}</span>
          </div>
        ))}
      </div>
      <h2>Your own dumps</h2>
      <p>
        Drop one, or several, or a folder anywhere on this page, or{' '}
        <FileButton
          className="ui-inline-button"
          label="choose files"
          onFiles={(files) => void app.opener.open(files)}
        >
          <FolderOpen size={14} aria-hidden /> choose files
        </FileButton>
        . It reads <code>heap_v2</code> dumps, the older <code>heap profile:</code> family, symbolised files (
        <code>jeprof --raw</code>), <code>prof_log</code> and <code>prof_recent</code> JSON; plain,{' '}
        <code>.gz</code> or <code>.zst</code>. Several dumps of one process become a series, dumps of many
        machines a sum. No file leaves your machine.
      </p>
      <h2>Names</h2>
      <p>
        A dump holds addresses, not names. Drop the program and its libraries beside it (the very files that
        ran, not stripped), a symbolised file, or a list of <code>0xaddress name</code> lines.
      </p>
      <h2>How to get a dump</h2>
      <pre
        className="ui-empty-code"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls sideways
        tabIndex={0}
        aria-label="Commands that write a dump"
      >
        {RECORD}
      </pre>
    </div>
  );
}
