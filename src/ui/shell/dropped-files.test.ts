import { expect, it } from 'vitest';
import { droppedFiles } from './dropped-files.js';

/** A file system entry as a drop gives it; folders hand out their children in batches of two. */
function entry(name: string, children: unknown[] | null): unknown {
  if (children === null) {
    return {
      name,
      isFile: true,
      isDirectory: false,
      file: (done: (file: File) => void) => done(new File(['x'], name)),
    };
  }
  return {
    name,
    isFile: false,
    isDirectory: true,
    createReader: () => {
      const left = [...children];
      return { readEntries: (done: (batch: unknown[]) => void) => done(left.splice(0, 2)) };
    },
  };
}

function dropOf(...entries: unknown[]): DataTransfer {
  const items = entries.map((dropped) => ({
    kind: 'file',
    webkitGetAsEntry: () => dropped,
    getAsFile: () => new File(['x'], (dropped as { name: string }).name),
  }));
  return { items, files: [] } as unknown as DataTransfer;
}

it('takes files and whole folders, in order, without hidden files', async () => {
  const folder = entry('run', [
    entry('b.csv', null),
    entry('.DS_Store', null),
    entry('a.csv', null),
    entry('deep', [entry('c.csv', null)]),
  ]);
  const found = await droppedFiles(dropOf(entry('first.csv', null), folder));
  expect(found.map(({ name }) => name).toSorted()).toEqual([
    'first.csv',
    'run/a.csv',
    'run/b.csv',
    'run/deep/c.csv',
  ]);
  expect(found[0]?.name).toBe('first.csv');
});

it('takes the plain file list where the browser gives no items', async () => {
  const drop = { items: [], files: [new File(['x'], 'only.csv')] } as unknown as DataTransfer;
  expect((await droppedFiles(drop)).map(({ name }) => name)).toEqual(['only.csv']);
});

it('an empty folder holds no files', async () => {
  expect(await droppedFiles(dropOf(entry('empty', [])))).toEqual([]);
});
