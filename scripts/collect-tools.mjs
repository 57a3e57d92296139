/** What the test of public/collect needs from the system: bpftrace, a C compiler, sys/sdt.h. Brought by apt where that can be. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const NEEDED = [
  { package: 'bpftrace', present: () => runs('bpftrace', '--version') },
  { package: 'gcc', present: () => runs('gcc', '--version') },
  { package: 'libc6-dev', present: () => compiles('#include <stdio.h>') },
  { package: 'systemtap-sdt-dev', present: () => compiles('#include <sys/sdt.h>') },
  { package: 'zstd', present: () => runs('zstd', '--version') },
  { package: 'shellcheck', present: () => runs('shellcheck', '--version') },
];

function runs(command, ...words) {
  return spawnSync(command, words, { stdio: 'ignore' }).status === 0;
}

/** The folder of a header differs between distributions; the compiler knows it. */
function compiles(text) {
  const options = { input: `${text}\n`, stdio: ['pipe', 'ignore', 'ignore'] };
  return spawnSync('gcc', ['-E', '-'], options).status === 0;
}

/** Quiet when all is there, or when nothing can be done: the test itself then says what it misses. */
export function ensureCollectTools() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  const missing = NEEDED.filter(({ present }) => !present()).map((tool) => tool.package);
  if (missing.length === 0) return;
  console.log(`Installing what the test of the trace recorder needs: ${missing.join(', ')}…`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = { stdio: ['ignore', 'ignore', 'inherit'], timeout: 180_000, env };
  spawnSync('apt-get', ['update', '-qq'], options);
  const run = spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], options);
  if (run.status !== 0) console.log('That failed; the test will be skipped.');
}
