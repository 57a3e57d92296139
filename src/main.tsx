import { startPage } from './ui/shell/Page.js';

const root = document.querySelector('#root');
if (root === null) throw new Error('index.html lacks #root');
startPage(root);

// A page opened from a file, or in a private window, has no service worker: it then needs its server each time.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  navigator.serviceWorker.register('service-worker.js').catch(() => {});
}
