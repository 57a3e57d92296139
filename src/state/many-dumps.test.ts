import { expect, it } from 'vitest';
import type { OpenOutcome } from '../formats/format.js';
import { openFile } from '../formats/open.js';
import { createHeapService } from '../workers/heap.service.js';
import { fileTimes } from './heap-offer.js';
import { isMany, mayBeMany, splitDumps, streamDumps, type StreamParts } from './many-dumps.js';

const dump = (stacks: number): string =>
  `heap_v2/524288\n  t*: ${stacks}: 8192 [0: 0]\n${Array.from(
    { length: stacks },
    (_, i) => `@ 0x${(4096 + 16 * i).toString(16)}\n  t*: 1: ${8192 / stacks} [0: 0]\n`,
  ).join('')}`;

const file = (name: string, text: string) => ({ name, blob: new File([text], name, { lastModified: 5 }) });

const read = ({ blob, name }: { readonly blob: Blob; readonly name: string }): Promise<OpenOutcome> =>
  openFile({ name, size: blob.size, stream: () => blob.stream() });

function parts(change: Partial<StreamParts>): StreamParts {
  return {
    id: 'p',
    request: { kind: 'sum' },
    members: [],
    read,
    keeper: createHeapService(() => 0),
    aborted: () => false,
    onProgress: () => undefined,
    ...change,
  };
}

it('takes batches of many files or bytes as many, but never one file or a sample', () => {
  const one = { name: 'a', blob: { size: 600 * 1024 * 1024 } as Blob };
  const small = file('b', 'x');
  expect(isMany([one])).toBe(false);
  expect(isMany([one, small])).toBe(true);
  expect(isMany(Array.from({ length: 64 }, () => small))).toBe(false);
  expect(isMany(Array.from({ length: 65 }, () => small))).toBe(true);
  expect(mayBeMany(Array.from({ length: 65 }, () => ({ ...small, sample: 's' })))).toBe(false);
});

it('knows dumps by their first bytes, compressed ones by their names', async () => {
  const gzip = new Blob([Uint8Array.of(0x1f, 0x8b, 8)]);
  const { dumps, others } = await splitDumps([
    file('a', dump(1)),
    file('b.heap', 'no dump'),
    { name: 'c.1.heap.gz', blob: gzip },
    { name: 'trace.csv.gz', blob: gzip },
    file('d', '--- symbol\n'),
  ]);
  expect(dumps.map(({ name }) => name)).toEqual(['a', 'c.1.heap.gz', 'd']);
  expect(others.map(({ name }) => name)).toEqual(['b.heap', 'trace.csv.gz']);
});

it('reads one after the other, counts files with problems, and leaves the useless out', async () => {
  let held = 0;
  let most = 0;
  const service = createHeapService(() => 0);
  const told: number[][] = [];
  const outcome = await streamDumps(
    parts({
      members: [
        file('a.heap', dump(2)),
        file('poem.heap', 'roses'),
        file('b.heap', `${dump(2)}rubbish\n`),
        file('c.heap', `${dump(4)}rubbish\n`),
        file('sizes', 'size,count\n8,1\n'),
      ],
      keeper: {
        ...service,
        async addToStream(id, profile) {
          const size = await service.addToStream(id, profile);
          held -= 1;
          return size;
        },
      },
      async read(member) {
        const opened = await read(member);
        if (opened.kind === 'profile') most = Math.max(most, (held += 1));
        return opened;
      },
      onProgress: (bytes, dumps) => told.push([bytes, dumps]),
    }),
  );
  expect(outcome.streamed).toEqual({
    kind: 'sum',
    names: ['a.heap', 'b.heap', 'c.heap'],
    modified: [5, 5, 5],
  });
  expect(outcome.summary).toMatchObject({ stacks: 4, rates: [524_288] });
  expect(outcome.problems[0]?.sentence).toMatch(
    /^1 of 5 files could not be used and is left out. poem.heap: /,
  );
  expect(outcome.problems.map(({ sentence }) => sentence.slice(0, 15))).toContain('In 2 of 5 files');
  expect(outcome.others.map(({ name }) => name)).toEqual(['sizes']);
  expect(told.at(-1)?.[1]).toBe(3);
  expect(most).toBeLessThanOrEqual(2);
});

it('orders a series by the numbers in the names', async () => {
  const { streamed, summary } = await streamDumps(
    parts({
      request: { kind: 'series', number: 'best' },
      members: [file('p.7.10.i10.heap', dump(4)), file('p.7.2.i2.heap', dump(2))],
    }),
  );
  expect(streamed.names).toEqual(['p.7.2.i2.heap', 'p.7.10.i10.heap']);
  expect(summary.stacks).toBe(4);
});

it('says why where there is no dump, no room, or no wish to go on', async () => {
  await expect(streamDumps(parts({ members: [file('poem', 'roses')] }))).rejects.toThrow('No known header');
  const dropped: string[] = [];
  const keeper = {
    ...createHeapService(() => 0),
    addToStream: () => Promise.reject(new Error('no room')),
    dropStream: (id: string) => Promise.resolve(void dropped.push(id)),
  };
  await expect(streamDumps(parts({ members: [file('a', dump(1))], keeper }))).rejects.toThrow('no room');
  await expect(
    streamDumps(parts({ members: [file('a', dump(1))], keeper, aborted: () => true })),
  ).rejects.toThrow('cancelled');
  expect(dropped).toEqual(['p', 'p']);
});

it('takes file times only where they give an order', () => {
  expect(fileTimes([1000, 3500, 3500, 11_000])).toEqual([0, 2.5, 2.5, 10]);
  for (const none of [[], [1000], [1000, null], [2000, 1000, 9000], [1000, 1000, 1200]]) {
    expect(fileTimes(none)).toBeNull();
  }
});
