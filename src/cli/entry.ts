import { nodeIo } from './io.js';
import { main } from './main.js';

// All output has been handed on by now; an unread standard input would keep the process alive.
process.exit(await main(process.argv.slice(2), nodeIo()));
