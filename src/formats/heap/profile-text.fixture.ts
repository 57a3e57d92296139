/** Opens text as a profile and writes profiles as text, for tests. */
import { type HeapProfile, MERGED } from '../../engine/profile/profile.js';
import type { OpenOutcome } from '../format.js';
import { openFile } from '../open.js';

export function openBytes(content: string | Uint8Array<ArrayBuffer>, chunk = 1 << 20): Promise<OpenOutcome> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const stream = () =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += chunk) controller.enqueue(bytes.slice(at, at + chunk));
        controller.close();
      },
    });
  return openFile({ name: 'test.heap', size: bytes.length, stream });
}

/** The records in order: `0xleaf 0xcaller tN n s [n s]`, addresses as written; `(no frames)` for the empty stack. */
export function recordLines({ records, stacks, addresses, threads }: HeapProfile): string[] {
  return Array.from({ length: records.length }, (_, record) => {
    const frames: string[] = [];
    for (let node = records.stack[record] ?? 0; node > 0; node = stacks.parent[node] ?? 0) {
      const row = stacks.address[node] ?? 0;
      const words =
        BigInt(addresses.words[2 * row] ?? 0) + (BigInt(addresses.words[2 * row + 1] ?? 0) << 32n);
      const address = frames.length === 0 ? words : BigInt.asUintN(64, words + 1n);
      frames.push(`0x${address.toString(16)}`);
    }
    const thread = records.thread[record] ?? 0;
    const [n, s, n2, s2] = records.counters.slice(4 * record, 4 * record + 4);
    const who = thread === MERGED ? '*' : threads[thread]?.uid;
    return `${frames.join(' ') || '(no frames)'} t${who} ${n} ${s} [${n2} ${s2}]`;
  });
}

export interface Read {
  readonly profile: HeapProfile;
  readonly records: readonly string[];
  /** Problems by kind. */
  readonly counts: Readonly<Record<string, number>>;
  readonly sentences: Readonly<Record<string, string>>;
  readonly lines: Readonly<Record<string, readonly number[]>>;
}

export async function readProfile(content: string | Uint8Array<ArrayBuffer>, chunk?: number): Promise<Read> {
  const outcome = await openBytes(content, chunk);
  if (outcome.kind !== 'profile')
    throw new Error(outcome.kind === 'unusable' ? outcome.sentence : `It is ${outcome.kind}.`);
  const { profile, problems } = outcome;
  const by = <T>(value: (problem: (typeof problems)[number]) => T) =>
    Object.fromEntries(problems.map((problem) => [problem.kind, value(problem)]));
  return {
    profile,
    records: recordLines(profile),
    counts: by(({ count }) => count),
    sentences: by(({ sentence }) => sentence),
    lines: by(({ lines }) => lines),
  };
}
