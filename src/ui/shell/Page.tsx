import '@mantine/core/styles.css';
import './shell.css';
import '../controls/controls.css';
import '../files/files.css';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { createBrowserApp } from '../../state/browser-app.js';
import { AppContext } from '../app-context.js';
import { installIdleHook } from './idle-hook.js';
import { Shell } from './Shell.js';
import { cssVariablesResolver, THEME_KEY, theme } from './theme.js';

const colorSchemeManager = localStorageColorSchemeManager({ key: THEME_KEY });

/** The whole page: the app, the theme, the shell. */
export function Page(): ReactElement {
  const [app] = useState(() => {
    const made = createBrowserApp();
    installIdleHook(made);
    return made;
  });
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
    >
      <AppContext value={app}>
        <Shell />
      </AppContext>
    </MantineProvider>
  );
}
