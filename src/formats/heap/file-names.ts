/**
 * What the names of dumps tell: `<prefix>.<pid>.<seq>.<kind>.heap`, with `<namespace>.` before the pid in later versions
 * (prof_dump_filename, src/prof_sys.c). Whoever named a dump by hand may have kept any part of that.
 */

export interface DumpName {
  /** Folder and prefix: dumps of one process share it, with the pid. */
  readonly prefix: string;
  /** Namespace and process number, as written. */
  readonly process: string;
  /** Counts all dumps of the process. */
  readonly sequence: number;
  /** final (prof_final), interval (lg_prof_interval), manual (prof.dump), peak (prof_gdump). */
  readonly kind: 'final' | 'interval' | 'manual' | 'peak';
  /** Counts the dumps of the kind; null for the final one. */
  readonly number: number | null;
}

const KINDS = { f: 'final', i: 'interval', m: 'manual', u: 'peak' } as const;
const NAME = /^(.*?)\.((?:\d+\.)?\d+)\.(\d+)\.(?:(f)|([imu])(\d+))\.heap(?:\.gz|\.zst)?$/s;

export function parseDumpName(name: string): DumpName | null {
  const match = NAME.exec(name);
  if (match === null) return null;
  const [, prefix = '', process = '', sequence = '', final, letter = 'f', number] = match;
  return {
    prefix,
    process,
    sequence: Number(sequence),
    kind: KINDS[(final ?? letter) as keyof typeof KINDS],
    number: number === undefined ? null : Number(number),
  };
}

/** A set of dumps as they may belong together; entries are indices of the given names. */
export interface DumpGroup {
  /** Of one process, in the order they were written; null where the name tells no process. */
  readonly process: string | null;
  readonly dumps: readonly number[];
}

/**
 * Dumps by process, each in the order of its sequence numbers; names that tell nothing are groups of one. Groups with
 * more than one dump are series, which must not be summed: they count the same memory again and again.
 */
export function groupDumps(names: readonly string[]): DumpGroup[] {
  const groups = new Map<string, { process: string | null; dumps: number[] }>();
  const parsed = names.map(parseDumpName);
  parsed.forEach((name, i) => {
    const key = name === null ? `\0${i}` : `${name.prefix}\0${name.process}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { process: name?.process ?? null, dumps: [i] });
    else group.dumps.push(i);
  });
  for (const { dumps } of groups.values()) {
    dumps.sort((a, b) => (parsed[a]?.sequence ?? 0) - (parsed[b]?.sequence ?? 0) || a - b);
  }
  return [...groups.values()];
}
