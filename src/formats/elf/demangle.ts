/**
 * Names of C++ and Rust as people write them, in the style of c++filt. The work is done by gecko-profiler-demangle
 * (WebAssembly), loaded on first use; the caller brings its bytes, because a worker, Node and a bundle find them in
 * different places. What that library leaves out is added here: the type a function template returns, symbol
 * versions, and the words c++filt uses for tables and thunks.
 */

export interface Demangler {
  /** The readable name; the name itself where it is not mangled or cannot be read. */
  demangle(name: string): string;
}

/** Where no demangler can be had: names stay as they are. */
export const PLAIN_NAMES: Demangler = { demangle: (name) => name };

const MANGLED = /^(_{1,2}Z|_{1,2}R[A-Z])/;
/** Longer ones are left alone: no compiler writes them for functions one could recognise. */
const MAX_MANGLED = 1 << 14;
const MAX_DEMANGLED = 1 << 16;
/** 16 MiB. A short hostile name can stand for gigabytes; then the library runs out of memory at once, not of ours. */
const MAX_MEMORY_PAGES = 256;

/** The module's exports, by the conventions of wasm-bindgen. Its own JavaScript keeps one instance for the whole program; this does not. */
interface Library {
  readonly memory: WebAssembly.Memory;
  readonly __wbindgen_malloc: (bytes: number, align: number) => number;
  readonly __wbindgen_free: (at: number, bytes: number, align: number) => void;
  /** Place and length of the answer, which the caller frees. */
  readonly demangle_any: (at: number, bytes: number) => readonly [at: number, bytes: number];
}

/** Loads the demangler. Rejects when the bytes are not the library's. */
export async function loadDemangler(wasm: Uint8Array<ArrayBuffer>): Promise<Demangler> {
  const compiled = await WebAssembly.compile(withMemoryCap(wasm));
  const start = (): Library => {
    // The table of references it wants to set up is for passing JavaScript's objects, and none are passed.
    const ignore = (): void => undefined;
    const instance = new WebAssembly.Instance(compiled, {
      './index_bg.js': { __wbindgen_init_externref_table: ignore },
    });
    return instance.exports as unknown as Library;
  };
  let library = start();
  const read = (name: string): string | null => {
    try {
      const text = callLibrary(library, name);
      return text.length > MAX_DEMANGLED ? null : text;
    } catch {
      // It ran out of memory or stack; what it holds is not to be trusted any more.
      library = start();
      return null;
    }
  };
  const known = new Map<string, string>();
  return {
    demangle(name) {
      if (!MANGLED.test(name) || name.length > MAX_MANGLED) return name;
      const found = known.get(name);
      if (found !== undefined) return found;
      const text = demangleOne(name, read);
      if (known.size >= MAX_KNOWN) known.clear();
      known.set(name, text);
      return text;
    },
  };
}

const MAX_KNOWN = 1 << 16;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

function callLibrary(library: Library, name: string): string {
  const bytes = encoder.encode(name);
  const at = library.__wbindgen_malloc(bytes.length, 1) >>> 0;
  new Uint8Array(library.memory.buffer, at, bytes.length).set(bytes);
  const [textAt, length] = library.demangle_any(at, bytes.length);
  // The memory may have grown, and with it moved.
  const text = decoder.decode(new Uint8Array(library.memory.buffer, textAt >>> 0, length));
  library.__wbindgen_free(textAt, length, 1);
  return text;
}

function demangleOne(name: string, read: (name: string) => string | null): string {
  const at = name.indexOf('@');
  const bare = at < 0 ? name : name.slice(0, at);
  const text = read(bare);
  // What it cannot read the library gives back, perhaps without the underscore.
  if (text === null || text === '' || bare.endsWith(text)) return name;
  const worded = inWords(bare, text);
  return withReturnType(bare, worded, read) + (at < 0 ? '' : name.slice(at));
}

const BRACED = /^\{([a-z ]+)\((.*)\)\}$/s;
const THUNK = /^\{virtual override thunk\(\{(?:virtual )?offset\([^)]*\)\}, (.*)\)\}$/s;

const STREAM =
  /\bstd::basic_(istream|ostream|iostream|string)<char, std::char_traits<char>(?:, std::allocator<char>)? >/g;
const STRUCTOR = /^std::(istream|ostream|iostream|string)::(~?)(?:basic_)?\1\(/;
const LITERAL = /\((long|unsigned|unsigned int|unsigned long|long long|unsigned long long)\)(-?\d+)/g;
const SUFFIXES: Readonly<Record<string, string>> = {
  long: 'l',
  unsigned: 'u',
  'unsigned int': 'u',
  'unsigned long': 'ul',
  'long long': 'll',
  'unsigned long long': 'ull',
};

/** `{vtable(A)}` as `vtable for A`, and so on; the short names of std's streams, numbers with their letters. */
function inWords(mangled: string, text: string): string {
  return inBraceWords(mangled, text)
    .replace(/(, )+>/g, '>')
    .replace(/\(\[abi:(\w+)\]\)/g, '[abi:$1]')
    .replace(STREAM, 'std::$1')
    .replace(STRUCTOR, (_, name: string, tilde: string) => {
      const whole = name === 'string' ? ', std::allocator<char> >' : ' >';
      return `std::basic_${name}<char, std::char_traits<char>${whole}::${tilde}basic_${name}(`;
    })
    .replace(LITERAL, (_, type: string, digits: string) => digits + SUFFIXES[type]);
}

function inBraceWords(mangled: string, text: string): string {
  const thunk = THUNK.exec(text);
  if (thunk !== null) return `${/^_+ZTh/.test(mangled) ? 'non-virtual' : 'virtual'} thunk to ${thunk[1]}`;
  const braced = BRACED.exec(text);
  return braced === null ? text : `${braced[1] === 'vtt' ? 'VTT' : braced[1]} for ${braced[2]}`;
}

/** Each try reads the name anew. */
const MAX_TRIED = 4096;
const MAX_TRIES = 400;
const CONVERSION = /operator (?!(new|delete)\b)[\w:(]/;

/**
 * A function template's mangled name holds the type it returns, which the library passes over. A foreign type put in
 * its place makes the library show it as the first argument.
 */
function withReturnType(mangled: string, text: string, read: (name: string) => string | null): string {
  const [open, close] = argumentsOf(text);
  if (open < 1 || text[open - 1] !== '>' || CONVERSION.test(text.slice(0, open))) return text;
  const head = text.slice(0, open + 1);
  const rest = text.slice(open + 1, close);
  const clone = /^[^.]*/.exec(mangled)?.[0] ?? mangled;
  if (clone.length > MAX_TRIED) return text;
  let tries = 0;
  for (
    let end = clone.indexOf('E');
    end >= 0 && tries < MAX_TRIES;
    end = clone.indexOf('E', end + 1), tries++
  ) {
    const raw = read(`${clone.slice(0, end + 1)}Dn${clone.slice(end + 1)}`);
    const trial = raw === null ? '' : inWords(clone, raw);
    if (!trial.startsWith(head)) continue;
    const [, trialClose] = argumentsOf(trial);
    const shown = trial.slice(open + 1, trialClose);
    // A constructor returns nothing, but the library passes over its first argument all the same.
    if (isConstructor(text.slice(0, open))) return head + shown + text.slice(close);
    // Without arguments the library writes the lone void.
    const tail = rest === '' ? ', void' : `, ${rest}`;
    if (!shown.endsWith(tail)) continue;
    const type = shown.slice(0, -tail.length);
    // The foreign type itself: this name holds no type (a constructor).
    if (type === '' || type === 'decltype(nullptr)' || type === 'std::nullptr_t') return text;
    const pointer = outerPointer(type);
    return pointer < 0 ? `${type} ${text}` : `${type.slice(0, pointer + 2)}${text}${type.slice(pointer + 2)}`;
  }
  return text;
}

/** Where `(*)` of a function's type stands, -1 when there is none outside of template arguments. */
function outerPointer(type: string): number {
  let depth = 0;
  for (let i = 0; i < type.length; i++) {
    if (type[i] === '<') depth++;
    else if (type[i] === '>') depth--;
    else if (depth === 0 && type.startsWith('(*)', i)) return i;
  }
  return -1;
}

/** `Box<int>::Box<char>` and the like. */
function isConstructor(name: string): boolean {
  let bare = name;
  for (let before = ''; before !== bare; ) {
    before = bare;
    bare = bare.replace(/<[^<>]*>/g, '');
  }
  return /(^|::)(\w+)::(basic_)?\2$/.test(bare);
}

/** Where the last top-level argument list of a name opens and closes: `[open, close]`, -1 where there is none. */
function argumentsOf(text: string): readonly [number, number] {
  let close = -1;
  let depth = 0;
  for (let i = text.length - 1; i >= 0; i--) {
    const letter = text[i];
    if (letter === ')') {
      if (depth === 0) close = i;
      depth++;
    } else if (letter === '(') {
      depth--;
      if (depth === 0) return [i, close];
    }
  }
  return [-1, -1];
}

const MEMORY_SECTION = 5;

/** The module with a limit on its one memory. */
function withMemoryCap(module: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  let at = 8;
  const leb = (): number => {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = module[at++] ?? 0;
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) break;
    }
    return value;
  };
  while (at < module.length) {
    const sectionAt = at;
    const id = module[at++];
    const end = leb() + at;
    if (id !== MEMORY_SECTION) {
      at = end;
      continue;
    }
    leb();
    at++;
    const least = leb();
    const body = [1, 1, ...lebBytes(least), ...lebBytes(Math.max(least, MAX_MEMORY_PAGES))];
    const section = [MEMORY_SECTION, ...lebBytes(body.length), ...body];
    const capped = new Uint8Array(sectionAt + section.length + module.length - end);
    capped.set(module.subarray(0, sectionAt));
    capped.set(section, sectionAt);
    capped.set(module.subarray(end), sectionAt + section.length);
    return capped;
  }
  return module;
}

function lebBytes(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest & 127) | 128);
  }
}
