import '@mantine/core/styles.css';
import './shell.css';
import '../controls/controls.css';
import '../files/files.css';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { type ReactElement, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { App } from '../../state/app.js';
import { createBrowserApp } from '../../state/browser-app.js';
import { AppContext } from '../app-context.js';
import { preloadBench } from './bench-views.js';
import { installIdleHook } from './idle-hook.js';
import { Shell } from './Shell.js';
import { cssVariablesResolver, THEME_KEY, theme } from './theme.js';

const colorSchemeManager = localStorageColorSchemeManager({ key: THEME_KEY });

/** The whole page: the theme, the app, the shell. */
function Page({ app }: { readonly app: App }): ReactElement {
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

/** Makes the one app of this page and mounts it. */
export function startPage(root: Element): void {
  const app = createBrowserApp();
  installIdleHook(app);
  const mount = (): void =>
    createRoot(root).render(
      <StrictMode>
        <Page app={app} />
      </StrictMode>,
    );
  // Mounted with its bench at hand, the page is there at once and nothing flashes in.
  void preloadBench(app.view.getState().bench).then(mount);
}
