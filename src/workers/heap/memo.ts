/** Keeps the results of the last few different keys. */
export class Memo<Value> {
  private readonly known = new Map<string, Value>();

  constructor(private readonly most: number) {}

  get(key: string, make: () => Value): Value {
    const found = this.known.get(key);
    if (found !== undefined) {
      // The order of a map is that of insertion: what was used last goes last.
      this.known.delete(key);
      this.known.set(key, found);
      return found;
    }
    const made = make();
    this.known.set(key, made);
    for (const oldest of this.known.keys()) {
      if (this.known.size <= this.most) break;
      this.known.delete(oldest);
    }
    return made;
  }

  clear(): void {
    this.known.clear();
  }
}
