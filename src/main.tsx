import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Page } from './ui/shell/Page.js';

const root = document.querySelector('#root');
if (root === null) throw new Error('index.html lacks #root');
createRoot(root).render(
  <StrictMode>
    <Page />
  </StrictMode>,
);
