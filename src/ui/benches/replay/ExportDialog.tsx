import { Button, Modal, NumberInput } from '@mantine/core';
import { Fragment, type ReactElement, type ReactNode, useState } from 'react';
import { hpaOptsInitialiser, mallocConfLine } from '../../../engine/replay/option-export.js';
import { baseName, type Download } from '../../../state/exports.js';
import { useApp, useFiles, useInputs, useResults } from '../../app-context.js';
import { CopyButton } from '../../controls/CopyButton.js';
import { saveDownload } from '../../controls/download.js';
import { useChartExport } from './use-chart-export.js';

const TOOL_INTERVAL = 100_000;

/** Everything that can be taken away: data, settings, pictures. */
export function ExportDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  return (
    <Modal opened onClose={onClose} title="Export" size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
      <DataExports />
      <SettingsExports />
      <ChartExports />
    </Modal>
  );
}

function Row({
  title,
  hint,
  children,
}: {
  readonly title: string;
  readonly hint: string;
  readonly children: ReactNode;
}) {
  return (
    <section className="ui-export-row">
      <h3>{title}</h3>
      <p>{hint}</p>
      <div className="ui-export-action">{children}</div>
    </section>
  );
}

/** Text to take away; it may scroll, so keys can reach it. */
function CodeText({ label, text }: { readonly label: string; readonly text: string }): ReactElement {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <pre className="ui-export-code" aria-label={label} tabIndex={0}>
      {text.split(/(?<=,)/).map((piece, index) => (
        // A line may break after a comma; copying the text is not changed by it.
        // oxlint-disable-next-line react/no-array-index-key -- pieces of a fixed text
        <Fragment key={index}>
          {piece}
          <wbr />
        </Fragment>
      ))}
    </pre>
  );
}

function DataExports(): ReactElement {
  const { exports } = useApp();
  const hasTrace = useFiles(({ files, selected }) =>
    files.some((file) => file.id === selected && file.content?.kind === 'trace'),
  );
  const [interval, setInterval] = useState(TOOL_INTERVAL);
  const [busy, setBusy] = useState(false);
  const save = async (make: Promise<Download | null>): Promise<void> => {
    setBusy(true);
    const made = await make;
    if (made !== null) saveDownload(made);
    setBusy(false);
  };
  return (
    <>
      <Row
        title="Statistics CSV"
        hint="The 19 columns of jemalloc’s benchmark, byte for byte. One row a shard after every so many events and at the end; 0 = only the end."
      >
        <NumberInput
          size="xs"
          w={150}
          aria-label="Events between two rows"
          min={0}
          max={Number.MAX_SAFE_INTEGER}
          allowDecimal={false}
          allowNegative={false}
          thousandSeparator=" "
          value={interval}
          onChange={(value) => typeof value === 'number' && setInterval(value)}
        />
        <Button
          size="xs"
          variant="default"
          disabled={!hasTrace || busy}
          onClick={() => void save(exports.statistics(interval))}
        >
          Save statistics CSV
        </Button>
      </Row>
      <Row
        title="Replay trace"
        hint="The five columns that the benchmark reads, as its preprocessor writes them."
      >
        <Button
          size="xs"
          variant="default"
          disabled={!hasTrace || busy}
          onClick={() => void save(exports.trace())}
        >
          Save replay trace
        </Button>
      </Row>
    </>
  );
}

function SettingsExports(): ReactElement {
  const options = useInputs((inputs) => inputs.options);
  const hpaOnly = useInputs((inputs) => inputs.hpaOnly);
  const shards = useInputs((inputs) => inputs.shards);
  const conf = mallocConfLine(options, { hpaOnly, shards });
  const initialiser = hpaOptsInitialiser(options);
  return (
    <>
      <Row title="MALLOC_CONF" hint="The options as one line for a real program.">
        <CopyButton text={conf.line} label="Copy MALLOC_CONF line" />
        <CodeText label="MALLOC_CONF line" text={conf.line} />
        {conf.notes.length > 0 && (
          <ul className="ui-export-notes">
            {conf.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        )}
      </Row>
      <Row title="g_hpa_opts" hint="The initialiser for test/stress/pa/pa_microbench.c.">
        <CopyButton text={initialiser} label="Copy g_hpa_opts" />
        <CodeText label="g_hpa_opts initialiser" text={initialiser} />
      </Row>
    </>
  );
}

function ChartExports(): ReactElement {
  const charts = useChartExport();
  const name = useResults((results) => baseName(results.run?.fileName ?? 'replay'));
  const { jobs } = useApp();
  const save = async (ending: 'svg' | 'png'): Promise<void> => {
    try {
      saveDownload({ name: `${name}.${ending}`, blob: await charts(ending) });
    } catch (error) {
      jobs.notify(
        'error',
        `The picture could not be made: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  };
  return (
    <Row title="Charts" hint="As shown: axis, zoom, shards, hidden series and theme.">
      <Button size="xs" variant="default" onClick={() => void save('svg')}>
        Save SVG
      </Button>
      <Button size="xs" variant="default" onClick={() => void save('png')}>
        Save PNG
      </Button>
    </Row>
  );
}
