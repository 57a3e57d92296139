/** Dumps too many to be kept: which files they are, and how they go one by one into a sum or a series. */
import { plainText } from '../base/plain-text.js';
import type { HeapProfile } from '../engine/profile/profile.js';
import type { OpenOutcome, Problem, ReadProgress } from '../formats/format.js';
import type { StreamRequest, StreamSize, StreamSummary } from '../workers/heap.api.js';
import { modifiedAt, type NamedBlob, type StreamedDumps } from './files.js';
import { seriesOfNames } from './heap-offer.js';

/** Of more dumps, or more bytes of dumps, not all are kept open. */
export const MOST_OPEN_DUMPS = 64;
export const MOST_OPEN_BYTES = 512 * 1024 * 1024;

/** Where dumps go that are not kept (`HeapApi`). */
export interface StreamKeeper {
  beginStream(id: string, request: StreamRequest): Promise<void>;
  addToStream(id: string, profile: HeapProfile): Promise<StreamSize>;
  endStream(id: string): Promise<StreamSummary>;
  dropStream(id: string): Promise<void>;
}

/** Whether a batch could be too large. Looking into the files tells. */
export function mayBeMany(files: readonly NamedBlob[]): boolean {
  return files.length > 1 && files.every(({ sample }) => sample === undefined) && isMany(files);
}

export function isMany(files: readonly NamedBlob[]): boolean {
  const bytes = files.reduce((sum, { blob }) => sum + blob.size, 0);
  return files.length > 1 && (files.length > MOST_OPEN_DUMPS || bytes > MOST_OPEN_BYTES);
}

const HEADERS = ['heap_v2/', 'heap profile:', '--- symbol'];
const HEAD_BYTES = 16;
const DUMP_NAME = /\.(heap|prof)(\.gz|\.zst)?$|heap|prof/i;

/** Dumps by their first bytes; of compressed files by the name, as nothing else tells without reading them. */
async function looksLikeDump({ blob, name }: NamedBlob): Promise<boolean> {
  const bytes = new Uint8Array(await blob.slice(0, HEAD_BYTES).arrayBuffer());
  const compressed = (bytes[0] === 0x1f && bytes[1] === 0x8b) || (bytes[0] === 0x28 && bytes[1] === 0xb5);
  if (compressed) return DUMP_NAME.test(name.slice(name.lastIndexOf('/') + 1));
  const head = String.fromCodePoint(...bytes);
  return HEADERS.some((header) => head.startsWith(header));
}

/** Files looked into at the same time. */
const AT_ONCE = 32;

export async function splitDumps(
  files: readonly NamedBlob[],
): Promise<{ readonly dumps: readonly NamedBlob[]; readonly others: readonly NamedBlob[] }> {
  const dumps: NamedBlob[] = [];
  const others: NamedBlob[] = [];
  for (let from = 0; from < files.length; from += AT_ONCE) {
    const part = files.slice(from, from + AT_ONCE);
    // oxlint-disable-next-line no-await-in-loop -- a few at a time
    const found = await Promise.all(part.map((file) => looksLikeDump(file).catch(() => false)));
    part.forEach((file, i) => (found[i] === true ? dumps : others).push(file));
  }
  return { dumps, others };
}

export interface StreamedOutcome {
  readonly summary: StreamSummary;
  readonly streamed: StreamedDumps;
  readonly problems: readonly Problem[];
  /** Text read, after decompression, and lines of it. */
  readonly bytes: number;
  readonly rows: number;
  /** Files that turned out to be something else that is of use. */
  readonly others: readonly NamedBlob[];
}

export interface StreamParts {
  readonly id: string;
  readonly request: StreamRequest;
  readonly members: readonly NamedBlob[];
  /** Reads one file; rejects when the reading is aborted, or when the reader broke. */
  readonly read: (file: NamedBlob, onProgress: (progress: ReadProgress) => void) => Promise<OpenOutcome>;
  readonly keeper: StreamKeeper;
  readonly aborted: () => boolean;
  readonly onProgress: (bytesRead: number, dumps: number) => void;
}

/**
 * Reads file after file and hands each dump on; while one is being counted, the next is read, so that at most two are in
 * memory. A file that cannot be used is told of and left out. Rejects where there is no dump, or no more room.
 */
export async function streamDumps(parts: StreamParts): Promise<StreamedOutcome> {
  const { id, request, keeper } = parts;
  const members = request.kind === 'series' ? seriesOfNames(parts.members) : parts.members;
  const names: string[] = [];
  const modified: (number | null)[] = [];
  const others: NamedBlob[] = [];
  const notes = new ProblemCounter(members.length);
  let [done, bytes, rows] = [0, 0, 0];
  let adding: Promise<unknown> = Promise.resolve();
  await keeper.beginStream(id, request);
  try {
    for (const member of members) {
      if (parts.aborted()) throw new Error('reading was cancelled.');
      const outcome = await outcomeOf(parts, member, (read) => parts.onProgress(done + read, names.length));
      done += member.blob.size;
      // The one before must be counted before this one comes; its failure ends all.
      await adding;
      if (outcome.kind === 'profile') {
        names.push(plainText(member.name));
        modified.push(modifiedAt(member.blob));
        bytes += outcome.bytes;
        rows += outcome.rows;
        notes.add(outcome.problems);
        adding = keeper.addToStream(id, outcome.profile);
        adding.catch(() => undefined);
      } else if (outcome.kind === 'unusable') notes.leftOut(member.name, outcome.sentence);
      else others.push(member);
      parts.onProgress(done, names.length);
    }
    await adding;
    if (names.length === 0) throw new Error(notes.first ?? 'none of the files is a heap dump.');
    const summary = await keeper.endStream(id);
    return {
      summary,
      streamed: { kind: request.kind, names, modified },
      problems: notes.problems(),
      bytes,
      rows,
      others,
    };
  } catch (error) {
    await keeper.dropStream(id).catch(() => undefined);
    throw error;
  }
}

/** A reader that breaks on one file leaves the others readable. */
async function outcomeOf(
  parts: StreamParts,
  member: NamedBlob,
  onRead: (bytes: number) => void,
): Promise<OpenOutcome> {
  try {
    return await parts.read(member, ({ bytesRead }) => onRead(Math.min(bytesRead, member.blob.size)));
  } catch (error) {
    if (parts.aborted()) throw error;
    const sentence = error instanceof Error ? error.message : String(error);
    return { kind: 'unusable', sentence, problems: [] };
  }
}

const MOST_TOLD = 3;

/** Problems of thousands of files in a few lines: how many files each is in, and the first of them in full. */
class ProblemCounter {
  first: string | null = null;
  private readonly told: string[] = [];
  private left = 0;
  private readonly kinds = new Map<string, { first: Problem; files: number; count: number }>();

  constructor(private readonly files: number) {}

  leftOut(name: string, sentence: string): void {
    this.first ??= sentence;
    this.left += 1;
    if (this.told.length < MOST_TOLD) this.told.push(`${plainText(name)}: ${sentence}`);
  }

  add(problems: readonly Problem[]): void {
    for (const problem of problems) {
      const known = this.kinds.get(problem.kind);
      if (known === undefined)
        this.kinds.set(problem.kind, { first: problem, files: 1, count: problem.count });
      else {
        known.files += 1;
        known.count += problem.count;
      }
    }
  }

  problems(): readonly Problem[] {
    const all = [...this.kinds.values()].map(
      ({ first, files, count }): Problem => ({
        ...first,
        count,
        lines: [],
        sentence: `In ${files} of ${this.files} files (${count} times in all): ${first.sentence}`,
      }),
    );
    if (this.left === 0) return all;
    const more = this.left - this.told.length;
    return [
      {
        kind: 'left-out',
        severity: 'error',
        count: this.left,
        lines: [],
        sentence: `${this.left} of ${this.files} files could not be used and ${this.left === 1 ? 'is' : 'are'} left out. ${this.told.join(' ')}${more > 0 ? ` And ${more} more.` : ''}`,
      },
      ...all,
    ];
  }
}
