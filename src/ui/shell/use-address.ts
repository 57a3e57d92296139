import { useEffect } from 'react';
import { useApp } from '../app-context.js';

/** Browsers refuse more than a hundred address changes in a few seconds; a drag makes many and is written at its end. */
const WRITE_AFTER_MS = 250;

/** Keeps the settings in the address, and follows an address the user puts in. */
export function useAddress(): void {
  const app = useApp();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const write = (): void => {
      timer = null;
      const link = app.link();
      if (link !== window.location.hash) window.history.replaceState(null, '', link);
    };
    const end = app.onLinkChange(() => {
      if (timer !== null) clearTimeout(timer);
      timer = setTimeout(write, WRITE_AFTER_MS);
    });
    const onHash = (): void => app.applyLink(window.location.hash);
    window.addEventListener('hashchange', onHash);
    return () => {
      end();
      if (timer !== null) clearTimeout(timer);
      window.removeEventListener('hashchange', onHash);
    };
  }, [app]);
}
