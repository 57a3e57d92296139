/** A sentence for the user that ends the command. */
export class CliFailure extends Error {
  /** 1: nothing usable was found; 2: wrong usage; 130: stopped from outside, as shells say it. */
  readonly status: 1 | 2 | 130;

  constructor(status: CliFailure['status'], sentence: string) {
    super(sentence);
    this.status = status;
  }
}

export function usageFailure(sentence: string): CliFailure {
  return new CliFailure(2, sentence);
}

/** Text of files and systems for a terminal: control and direction characters cannot steer it. */
export function plainText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '?');
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'this account may not open it',
  EPERM: 'this account may not open it',
  EISDIR: 'it is a folder',
  ENOTDIR: 'part of its path is not a folder',
  ENOSPC: 'the disk is full',
  EROFS: 'the disk is read-only',
  ERR_WORKER_OUT_OF_MEMORY: 'it ran out of memory',
};

/** Why the system refused, in words. */
export function reason(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
    return REASONS[error.code] ?? error.code;
  }
  return plainText(error instanceof Error ? error.message : String(error));
}
