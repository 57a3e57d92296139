import { useMantineColorScheme } from '@mantine/core';
import { Monitor, Moon, Sun } from 'lucide-react';
import type { ReactElement } from 'react';

const SCHEMES = [
  { value: 'auto', label: 'Theme of the system', Icon: Monitor },
  { value: 'light', label: 'Light theme', Icon: Sun },
  { value: 'dark', label: 'Dark theme', Icon: Moon },
] as const;

export function ThemeSwitch(): ReactElement {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <fieldset className="ui-theme" aria-label="Theme">
      {SCHEMES.map(({ value, label, Icon }) => (
        <button
          key={value}
          type="button"
          className="ui-icon-button"
          aria-label={label}
          title={label}
          aria-pressed={colorScheme === value}
          onClick={() => setColorScheme(value)}
        >
          <Icon size={15} aria-hidden />
        </button>
      ))}
    </fieldset>
  );
}
