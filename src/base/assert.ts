/** Throws when an invariant of ours is broken. Never used for input: bad input is a {@link Result}. */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(`invariant broken: ${message}`);
}

/** Marks a branch that the types say cannot be reached. */
export function unreachable(value: never): never {
  throw new Error(`unexpected value: ${String(value)}`);
}
