// @vitest-environment happy-dom
import type * as Mantine from '@mantine/core';
import { act, cleanup, render, screen } from '@testing-library/react';
import { createElement } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { momentOf } from '../../../../charts/pageslab-map/moment.fixture.js';
import type { App } from '../../../../state/app.js';
import { silentApp } from '../../../../state/app.fixture.js';
import { AppContext } from '../../../app-context.js';
import InsidePanel from './InsidePanel.js';

/** How often each dear part was rendered. */
const renders = vi.hoisted(() => ({ Tooltip: 0, NativeSelect: 0, Select: 0, SegmentedControl: 0 }));
vi.mock('@mantine/core', async (original) => {
  const real = await original<typeof Mantine>();
  const counted = (name: keyof typeof renders) =>
    function Counted(props: object) {
      renders[name] += 1;
      return createElement(real[name] as never, props);
    };
  return {
    ...real,
    Tooltip: counted('Tooltip'),
    NativeSelect: counted('NativeSelect'),
    Select: counted('Select'),
    SegmentedControl: counted('SegmentedControl'),
  };
});
const { MantineProvider } = await import('@mantine/core');

let app: App;
beforeEach(() => {
  app = silentApp('#v=2&inside=1');
  moveTo(1000);
});
afterEach(() => {
  cleanup();
  app.dispose();
});

/** As if a trace were there and its moment had come. */
function moveTo(events: number): void {
  app.inside.setState({ events });
  const moment = momentOf([{ pages: 'a400 d90' }, { pages: 'a10' }], { events, clockNs: events * 1e6 });
  app.insideResults.setState({ status: 'ready', key: 'k', momentKey: 'k', total: 5000, moment });
}

function show(): void {
  render(
    <MantineProvider>
      <AppContext value={app}>
        <InsidePanel />
      </AppContext>
    </MantineProvider>,
  );
}

it('renders no list and no tooltip anew while the cursor moves', () => {
  show();
  expect(Math.min(...Object.values(renders)), 'all of them are there').toBeGreaterThan(0);
  const before = { ...renders };
  for (const events of [1001, 1500, 2000]) {
    act(() => moveTo(events));
  }
  const { value } = screen.getByRole<HTMLInputElement>('textbox', { name: 'Events done at the time cursor' });
  expect(value, 'the cursor has moved').toBe('2\u202f000');
  expect(document.querySelector('.ui-sums')?.textContent).toContain('0:02.000');
  expect(renders).toEqual(before);
});
