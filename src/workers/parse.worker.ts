import { expose } from 'comlink';
import { parseService } from './parse.service.js';

expose(parseService);
