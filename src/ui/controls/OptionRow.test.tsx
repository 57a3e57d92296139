// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactElement, useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { describeOption, type OptionName } from '../../engine/replay/options.js';
import { OptionRow } from './OptionRow.js';

afterEach(cleanup);

function Row({
  name,
  start,
  seen,
}: {
  name: OptionName;
  start: number;
  seen: (value: number) => void;
}): ReactElement {
  const [value, setValue] = useState(start);
  const option = describeOption(name);
  return (
    <MantineProvider>
      <OptionRow
        name={name}
        option={option}
        value={value}
        standard={option.presets.microbench}
        idle="a reason."
        onChange={(_, next) => {
          setValue(next);
          seen(next);
        }}
        onGesture={vi.fn()}
        onAttention={vi.fn()}
      />
    </MantineProvider>
  );
}

function show(name: OptionName, start = describeOption(name).presets.microbench) {
  const seen = vi.fn<(value: number) => void>();
  render(<Row name={name} start={start} seen={seen} />);
  return { seen, user: userEvent.setup() };
}

describe('an option with a slider', () => {
  it('tells its value in words and its help, also why it rests', () => {
    show('dirty_mult', -1);
    const slider = screen.getByRole('slider', { name: 'dirty_mult' });
    expect(slider.getAttribute('aria-valuetext')).toBe('off');
    const help = document.getElementById(slider.getAttribute('aria-describedby') ?? '');
    expect(help?.textContent).toContain('Dirty pages tolerated');
    expect(help?.textContent).toContain('No effect now: a reason.');
  });

  it('follows while it is dragged', () => {
    const { seen } = show('experimental_max_purge_nhp');
    const slider = screen.getByRole('slider', { name: 'max_purge_nhp' });
    fireEvent.change(slider, { target: { value: '4' } });
    expect(seen).toHaveBeenLastCalledWith(4);
  });

  it('moves by keys, far ones too', () => {
    const { seen } = show('hugify_delay_ms', 0);
    const slider = screen.getByRole('slider', { name: 'hugify_delay_ms' });
    fireEvent.keyDown(slider, { key: 'ArrowRight' });
    expect(seen).toHaveBeenLastCalledWith(1);
    fireEvent.keyDown(slider, { key: 'PageUp' });
    expect(seen.mock.lastCall?.[0]).toBeGreaterThan(3);
    // Ctrl with an arrow belongs to the browser.
    seen.mockClear();
    fireEvent.keyDown(slider, { key: 'ArrowRight', ctrlKey: true });
    expect(seen).not.toHaveBeenCalled();
  });

  it('takes exact text as MALLOC_CONF would, and says under the field what is wrong', async () => {
    const { seen, user } = show('hugify_delay_ms');
    const field = screen.getByRole('textbox', { name: 'hugify_delay_ms, exact value' });
    await user.clear(field);
    expect(screen.getByRole('alert').textContent).not.toBe('');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    await user.type(field, '123');
    expect(seen).toHaveBeenLastCalledWith(123);
    expect(screen.queryByRole('alert')).toBeNull();
    await user.clear(field);
    await user.type(field, 'rubbish');
    await user.tab();
    // What counts is shown again.
    expect(screen.getByDisplayValue('123')).toBe(field);
  });

  it('goes back to the preset', async () => {
    const { seen, user } = show('hugify_delay_ms', 1);
    await user.click(screen.getByRole('button', { name: /Reset hugify_delay_ms/ }));
    expect(seen).toHaveBeenLastCalledWith(7804);
  });
});

it('a switch and a choice report the numbers of the option table', async () => {
  const first = show('hugify_sync');
  await first.user.click(screen.getByRole('switch', { name: /hugify_sync/ }));
  expect(first.seen).toHaveBeenLastCalledWith(1);
  cleanup();
  const second = show('hugify_style');
  await second.user.click(screen.getByRole('radio', { name: 'lazy' }));
  expect(second.seen).toHaveBeenLastCalledWith(3);
});
