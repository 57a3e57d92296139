/** Builds the program that fires known events, and runs public/collect/collect.sh on it. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const COLLECT = fileURLToPath(new URL('../../../public/collect/', import.meta.url));
export const SCRIPT = join(COLLECT, 'collect.sh');
const SOURCE = join(fileURLToPath(new URL('.', import.meta.url)), 'emitter.c');

export interface Emitters {
  readonly folder: string;
  /** Static; its probes are called je_hpa_alloc and so on. */
  readonly prefixed: string;
  /** Linked dynamically; the probes have their plain names. */
  readonly plain: string;
}

function build(target: string, ...flags: string[]): void {
  const run = spawnSync('gcc', ['-O2', ...flags, SOURCE, '-o', target, '-pthread'], { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`gcc: ${run.stderr}`);
}

/** The built programs, or the reason why nothing can be recorded on this machine. */
export function prepare(): Emitters | string {
  if (process.platform !== 'linux') return 'only Linux has USDT probes';
  if (process.getuid?.() !== 0) return 'bpftrace needs root';
  for (const tool of ['bpftrace', 'gcc', 'zstd', 'shellcheck'])
    if (spawnSync(tool, ['--version'], { stdio: 'ignore' }).status !== 0) return `${tool} is not installed`;
  const header = spawnSync('gcc', ['-E', '-'], {
    input: '#include <sys/sdt.h>\n',
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  if (header.status !== 0) return 'sys/sdt.h (systemtap-sdt-dev) is not installed';
  const folder = mkdtempSync(join(tmpdir(), 'jelab-collect-'));
  const prefixed = join(folder, 'emitter');
  const plain = join(folder, 'plain emitter');
  build(prefixed, '-static', '-DPREFIX=je_');
  build(plain);
  // A one-liner of its own, so that a defect of our scripts is never taken for a kernel that cannot.
  const probe = `usdt:${prefixed}:jemalloc:je_hpa_alloc { printf("seen\\n"); exit(); }`;
  const run = spawnSync('bpftrace', ['-e', probe, '-c', `${prefixed} hpa 50`], {
    encoding: 'utf8',
    timeout: 30_000,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (run.stdout.includes('seen')) return { folder, prefixed, plain };
  return `bpftrace sees no USDT probe under this kernel: ${run.stderr.trim().split('\n')[0] ?? ''}`;
}

export interface Recording {
  readonly status: number | null;
  /** What collect.sh said. */
  readonly stderr: string;
  /** What the command printed, then the files written. */
  readonly stdout: string;
}

function finished(child: ChildProcess, onText: (stderr: string) => void = () => {}): Promise<Recording> {
  return new Promise((resolve, reject) => {
    let stdout = '';
    let stderr = '';
    child.stdout?.setEncoding('latin1').on('data', (text: string) => (stdout += text));
    child.stderr?.setEncoding('latin1').on('data', (text: string) => {
      stderr += text;
      onText(stderr);
    });
    child.once('error', reject);
    child.once('close', (status) => resolve({ status, stdout, stderr }));
  });
}

const PIPES: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe'];

/** Runs a program to its end, or to `seconds`. */
export function run(program: string, words: readonly string[], seconds: number): Promise<Recording> {
  const child = spawn(program, words, { stdio: PIPES });
  setTimeout(() => child.kill(), seconds * 1000);
  return finished(child);
}

/** Runs collect.sh to its end. `whileRunning` is called once the probes are set. */
export function collect(
  folder: string,
  words: readonly string[],
  whileRunning: (child: ChildProcess) => void = () => {},
  env: NodeJS.ProcessEnv = process.env,
): Promise<Recording> {
  const child = spawn('sh', [SCRIPT, ...words], { cwd: folder, stdio: PIPES, env });
  let told = false;
  return finished(child, (stderr) => {
    if (told || !stderr.includes('recording')) return;
    told = true;
    whileRunning(child);
  });
}

/** An emitter that waits for `go` before it fires. */
export function startEmitter(program: string, ...words: string[]) {
  const child = spawn(program, words, { stdio: ['pipe', 'pipe', 'pipe'] });
  const done = finished(child);
  return { pid: String(child.pid), go: () => child.stdin.end('\n'), done };
}

/** One event as the emitter told it. */
export interface Told {
  readonly name: string;
  readonly probe: string;
  readonly place: string;
  readonly address: string;
  readonly size: string;
}

const TOLD = /^([0-9a-f]*) ((?:hpa|sec)_d?alloc) (\S+) (\d+) (\d*)$/;

/** The emitter's lines among what was printed. */
export function toldEvents(stdout: string): Told[] {
  return stdout.split('\n').flatMap((line) => {
    const match = TOLD.exec(line);
    if (match === null) return [];
    const [, name = '', probe = '', place = '', address = '', size = ''] = match;
    return [{ name: Buffer.from(name, 'hex').toString('latin1'), probe, place, address, size }];
  });
}

export function info(folder: string, name: string): Record<string, string> {
  const lines = readFileSync(join(folder, name), 'utf8').trimEnd().split('\n');
  return Object.fromEntries(lines.map((line) => line.split(/: (.*)/s, 2) as [string, string]));
}
