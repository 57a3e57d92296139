import { expect, it, onTestFinished } from 'vitest';
import type { ReadProgress } from '../formats/format.js';
import { type ChannelWorker, channelWorker } from './channel-worker.fixture.js';
import { createParseClient } from './parse.client.js';
import { parseService } from './parse.service.js';

const TRACE = 'shard_ind,operation,size_or_alloc_index,nsecs,is_frequent\n0,0,4096,10,1\n0,1,0,20,1\n';
const PLAIN = { dropSecMisses: false, maxExpandedBytes: null };

/** Workers that are message channels; `service` null = one that never answers. */
function channels(service: typeof parseService | null = parseService) {
  const made: ChannelWorker[] = [];
  const client = createParseClient(() => {
    const worker = channelWorker(service);
    made.push(worker);
    return worker;
  });
  onTestFinished(() => client.dispose());
  return { client, made };
}

const never = () => new AbortController().signal;
const ignore = () => undefined;

it('reads files in one worker and tells how far it is', async () => {
  const { client, made } = channels();
  const progress: ReadProgress[] = [];
  const blob = new Blob([TRACE]);
  const both = await Promise.all([
    client.readFile(blob, 'a.csv', PLAIN, (p) => progress.push(p), never()),
    client.readFile(new Blob(['?']), 'b.csv', PLAIN, ignore, never()),
  ]);
  expect(both[0]).toMatchObject({ kind: 'trace', format: 'replay', rows: 2, trace: { length: 2 } });
  expect(both[1]).toMatchObject({ kind: 'unusable' });
  expect(progress.at(-1)).toEqual({ bytesRead: blob.size, bytesTotal: blob.size, rows: 2 });
  expect(made).toHaveLength(1);
  await expect.poll(() => client.pending).toBe(0);
});

it('is ready before the first file, and replaces a worker that broke meanwhile', async () => {
  const { client, made } = channels();
  client.prepare();
  client.prepare();
  expect(made).toHaveLength(1);
  made[0]?.fail();
  await expect.poll(() => made[0]?.ended).toBe(true);
  const outcome = await client.readFile(new Blob([TRACE]), 'a.csv', PLAIN, ignore, never());
  expect(outcome).toMatchObject({ kind: 'trace', rows: 2 });
  expect(made).toHaveLength(2);
});

it('passes the options on', async () => {
  const { client } = channels();
  const sec =
    'process_id,thread_id,thread_name,nsecs_int,_c4,sec_ptr_int,sec_shard_ptr_int,edata_ptr_int,size_int,is_frequent_reuse_int\n' +
    '1,1,w,1,sec_alloc,7,8,0,4096,1\n1,1,w,2,sec_alloc,7,8,9,4096,1\n';
  const dropped = await client.readFile(
    new Blob([sec]),
    's',
    { ...PLAIN, dropSecMisses: true },
    ignore,
    never(),
  );
  expect(dropped).toMatchObject({ kind: 'trace', trace: { length: 1 } });
});

it('ends the worker of an aborted read and goes on with a new one', async () => {
  const { client, made } = channels(null);
  const abort = new AbortController();
  const first = client.readFile(new Blob([TRACE]), 'a', PLAIN, ignore, abort.signal);
  await expect.poll(() => made.length).toBe(1);
  abort.abort(new Error('no more'));
  await expect(first).rejects.toThrow('no more');
  expect(made[0]?.ended).toBe(true);
  const second = client.readFile(new Blob([TRACE]), 'b', PLAIN, ignore, never());
  second.catch(ignore);
  await expect.poll(() => made.length).toBe(2);
});

it('an aborted read that only waits leaves the running one alone', async () => {
  const { client, made } = channels();
  const abort = new AbortController();
  const first = client.readFile(new Blob([TRACE]), 'a', PLAIN, ignore, never());
  const second = client.readFile(new Blob([TRACE]), 'b', PLAIN, ignore, abort.signal);
  abort.abort(new Error('not needed'));
  await expect(second).rejects.toThrow('not needed');
  expect(await first).toMatchObject({ kind: 'trace' });
  expect(made[0]?.ended).toBe(false);
});

it('tells when the worker breaks, and reads the next file in a new one', async () => {
  const { client, made } = channels(null);
  const first = client.readFile(new Blob([TRACE]), 'a', PLAIN, ignore, never());
  await expect.poll(() => made.length).toBe(1);
  made[0]?.fail();
  await expect(first).rejects.toThrow('out of memory');
  expect(made[0]?.ended).toBe(true);
});

it('refuses to read once disposed', async () => {
  const { client } = channels(null);
  const first = client.readFile(new Blob([TRACE]), 'a', PLAIN, ignore, never());
  client.dispose();
  await expect(first).rejects.toThrow('closed');
});
