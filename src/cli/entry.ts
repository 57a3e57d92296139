import { isMainThread, parentPort } from 'node:worker_threads';
import { nodeIo } from './io.js';
import { main } from './main.js';
import { createSweepThread, type ToSweepThread } from './sweep-thread.js';

if (isMainThread) {
  // All output has been handed on by now; an unread standard input would keep the process alive.
  process.exit(await main(process.argv.slice(2), nodeIo()));
} else {
  const answer = createSweepThread();
  parentPort?.on('message', (message: ToSweepThread) => {
    const reply = answer(message);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of Node, no window
    if (reply !== null) parentPort?.postMessage(reply);
  });
}
