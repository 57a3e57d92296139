import { startPage } from './ui/shell/Page.js';

const root = document.querySelector('#root');
if (root === null) throw new Error('index.html lacks #root');
startPage(root);
