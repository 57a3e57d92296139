/** What dumps that came together may be: one process over time, or many processes. */
import { type FileEntry, type Files, type NamedBlob, profilesOf } from './files.js';

export interface Offer {
  readonly batch: number;
  /** In the order they came. */
  readonly ids: readonly string[];
  /** Their names say that one process wrote them. */
  readonly oneProcess: boolean;
}

/** `prefix.pid.seq.kind.heap`, perhaps with a namespace before the pid (prof_dump_filename, src/prof_sys.c). */
const DUMP_NAME = /^(.*\.\d+)\.(\d+)\.([a-z])(\d*)\.heap(\.gz|\.zst)?$/;
/** Names people give: the same but for a number or kind before the ending. */
const NUMBERED = /^(.*?)[.\-_]?([a-z]?)(\d*)\.(heap|prof|raw)(\.gz|\.zst)?$/i;

interface DumpName {
  readonly process: string;
  readonly sequence: number;
}

export function dumpName(name: string): DumpName | null {
  const file = name.slice(name.lastIndexOf('/') + 1);
  const real = DUMP_NAME.exec(file);
  if (real !== null) return { process: real[1] ?? '', sequence: Number(real[2]) };
  const numbered = NUMBERED.exec(file);
  if (numbered === null) return null;
  const [, process = '', kind, number] = numbered;
  // The dump at the end has no number: it comes last.
  if (number === '') return kind === 'f' ? { process, sequence: Number.MAX_SAFE_INTEGER } : null;
  return { process, sequence: Number(number) };
}

/** The newest batch of two dumps or more that nothing has been said about. */
export function offerFor(files: readonly FileEntry[], answeredBatch: number): Offer | null {
  const profiles = profilesOf(asFiles(files)).filter(({ batch }) => batch > answeredBatch);
  const batch = Math.max(0, ...profiles.map((file) => file.batch));
  const pending = files.some(
    (file) => file.batch === batch && (file.status === 'waiting' || file.status === 'reading'),
  );
  const members = profiles.filter((file) => file.batch === batch);
  if (pending || members.length < 2) return null;
  return { batch, ids: members.map(({ id }) => id), oneProcess: isOneProcess(members) };
}

export function isOneProcess(dumps: readonly { readonly name: string }[]): boolean {
  return new Set(dumps.map(({ name }) => dumpName(name)?.process ?? name)).size === 1;
}

/** By the number in their names where all have one, else as they came. */
export function seriesOfNames(dumps: readonly NamedBlob[]): readonly NamedBlob[] {
  const places = new Map(dumps.map((dump) => [dump, dumpName(dump.name)?.sequence]));
  if ([...places.values()].includes(undefined)) return dumps;
  return dumps.toSorted((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
}

/**
 * Seconds of each dump since the first, by the times of their files; null where one is unknown, where they fall (files
 * that were copied), or where all are the same.
 */
export function fileTimes(modified: readonly (number | null)[]): readonly number[] | null {
  const [first] = modified;
  if (first === undefined || first === null || modified.length < 2) return null;
  const seconds: number[] = [];
  for (const at of modified) {
    const last = seconds.at(-1) ?? 0;
    if (at === null || (at - first) / 1000 < last) return null;
    seconds.push((at - first) / 1000);
  }
  return (seconds.at(-1) ?? 0) >= 1 ? seconds : null;
}

/** By the number in their names where all have one, else as they came. */
export function seriesOrder(files: readonly FileEntry[], ids: readonly string[]): readonly string[] {
  const places = new Map(
    ids.map((id) => [id, dumpName(files.find((file) => file.id === id)?.name ?? '')?.sequence]),
  );
  if ([...places.values()].includes(undefined)) return ids;
  return ids.toSorted((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
}

function asFiles(files: readonly FileEntry[]): Files {
  return { files, selected: null, profile: null };
}
