// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { silentApp } from '../../state/app.fixture.js';
import type { FileEntry } from '../../state/files.js';
import { AppContext } from '../app-context.js';
import { FileRow } from './FileRow.js';

afterEach(cleanup);

const READY: FileEntry = {
  id: 'a',
  blob: new Blob([]),
  name: '<b>bold</b>.sec.csv',
  size: 2048,
  batch: 1,
  bench: 'replay',
  sample: null,
  dropSecMisses: false,
  status: 'ready',
  progress: null,
  content: {
    kind: 'trace',
    format: 'sec',
    rows: 1234,
    bytes: 2048,
    compression: 'none',
    unmatchedFrees: 0,
    pairs: 0,
    traceId: 't',
    events: 1200,
    allocations: 600,
    shards: 3,
    span: 5,
  },
  problems: [
    { kind: 'x', severity: 'info', count: 1, lines: [7], sentence: 'A note.' },
    { kind: 'y', severity: 'error', count: 40, lines: [1, 2, 3], sentence: 'A fault <i>.' },
  ],
  error: null,
};

function show(file: FileEntry): HTMLElement {
  const app = silentApp('');
  return render(
    <MantineProvider>
      <AppContext value={app}>
        <ul>
          <FileRow file={file} selected />
        </ul>
      </AppContext>
    </MantineProvider>,
  ).container;
}

it('shows name and problems as text, with the first lines', () => {
  const row = show(READY);
  expect(row.querySelector('b, i')).toBeNull();
  expect(screen.getByTitle('<b>bold</b>.sec.csv').textContent).toBe('<b>bold</b>.sec.csv');
  expect(row.textContent).toContain('raw SEC');
  expect(row.textContent).toContain('3 shards');
  expect(row.querySelector('summary')?.dataset['severity']).toBe('error');
  expect(row.textContent).toContain('A fault <i>. 40×, lines 1, 2, 3, …');
  expect(row.textContent).toContain('A note. 1×, line 7');
});

it('offers to drop SEC misses for raw SEC traces only', () => {
  show(READY);
  expect(screen.getByRole('checkbox', { name: 'drop SEC misses' })).toBeDefined();
  cleanup();
  if (READY.content?.kind !== 'trace') throw new Error('not a trace');
  show({ ...READY, content: { ...READY.content, format: 'hpa' } });
  expect(screen.queryByRole('checkbox')).toBeNull();
});

it('puts the reason of a failure next to the file and lets it be read again', () => {
  show({ ...READY, status: 'failed', content: null, problems: [], error: 'This is a PNG picture.' });
  expect(screen.getByRole('alert').textContent).toContain('This is a PNG picture.');
  expect(screen.getByRole('button', { name: /again/ })).toBeDefined();
  expect(screen.getByTitle('<b>bold</b>.sec.csv').closest('button')?.disabled).toBe(true);
});

it('shows how far reading is', () => {
  show({
    ...READY,
    status: 'reading',
    content: null,
    problems: [],
    progress: { bytesRead: 512, bytesTotal: 2048, rows: 99 },
  });
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25');
});
