import type { NamedBlob } from '../../state/open-files.js';

/** Most files taken from one drop; a folder of a whole disk would only hang the page. */
export const MOST_FILES = 5000;

/** All files of a drop, those in folders too, in the order of the drop. Folder names stay in front of the file's. */
export async function droppedFiles(transfer: DataTransfer): Promise<NamedBlob[]> {
  // Entries and files must be asked for before the first pause: afterwards the browser has emptied the transfer.
  const items = Array.from(transfer.items).filter(({ kind }) => kind === 'file');
  const roots = items.map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  const found: NamedBlob[] = [];
  for (const { entry, file } of roots) {
    if (entry?.isDirectory === true) {
      // oxlint-disable-next-line no-await-in-loop -- keeps the order of the drop
      await walk(entry, '', found);
    } else if (file !== null) found.push({ blob: file, name: file.name });
  }
  if (items.length === 0) {
    for (const file of transfer.files) found.push({ blob: file, name: file.name });
  }
  return found.slice(0, MOST_FILES);
}

async function walk(entry: FileSystemEntry, path: string, found: NamedBlob[]): Promise<void> {
  if (found.length >= MOST_FILES || entry.name.startsWith('.')) return;
  const name = path === '' ? entry.name : `${path}/${entry.name}`;
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => {
      entry.file(resolve, reject);
    });
    found.push({ blob: file, name });
  } else if (isDirectory(entry)) {
    const reader = entry.createReader();
    for (;;) {
      // A reader gives its entries in batches, the last of which is empty.
      // oxlint-disable-next-line no-await-in-loop
      const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => {
        reader.readEntries(resolve, reject);
      });
      if (batch.length === 0) return;
      for (const child of batch.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
        // oxlint-disable-next-line no-await-in-loop
        await walk(child, name, found);
      }
    }
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isDirectory(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
