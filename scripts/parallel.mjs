/** Finds GNU parallel for the test of docs/sweeps.md, or installs it. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Other programs have the same name. */
function answers() {
  const run = spawnSync('parallel', ['--version'], { encoding: 'utf8', timeout: 30_000 });
  return run.status === 0 && run.stdout.includes('GNU parallel');
}

function isDebian() {
  try {
    return /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

/** True when `parallel` is GNU parallel; without one it tries Debian's package when root. */
export function ensureParallel() {
  if (answers()) return true;
  if (process.getuid?.() !== 0 || !isDebian() || !existsSync('/usr/bin/apt-get')) return false;
  console.log("No GNU parallel found: trying the distribution's package…");
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = { stdio: 'ignore', timeout: 300_000, env };
  const install = ['install', '-y', '--no-install-recommends', 'parallel'];
  if (spawnSync('apt-get', install, options).status !== 0) {
    spawnSync('apt-get', ['update'], options);
    spawnSync('apt-get', install, options);
  }
  return answers();
}
