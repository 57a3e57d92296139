import { expose } from 'comlink';
import { createHeapService } from './heap.service.js';

expose(createHeapService(() => performance.now()));
