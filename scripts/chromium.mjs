/** Finds a Chromium for the browser tests, or installs one. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root, toolEntry } from './install.mjs';

const NAMES = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'chrome'];

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Some distributions ship a script that only says how to get the real one: it must answer with a version. */
function answers(path) {
  if (!isExecutable(path)) return false;
  if (process.platform === 'win32') return true; // there --version opens a window
  const run = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 30_000 });
  return run.status === 0 && /\d+\.\d+/.test(run.stdout);
}

function systemPaths() {
  const { env } = process;
  if (process.platform === 'darwin') {
    return ['Google Chrome.app/Contents/MacOS/Google Chrome', 'Chromium.app/Contents/MacOS/Chromium'].flatMap(
      (app) => [`/Applications/${app}`, join(env.HOME ?? '', 'Applications', app)],
    );
  }
  if (process.platform === 'win32') {
    return [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA]
      .filter((folder) => folder !== undefined)
      .flatMap((folder) => [
        join(folder, 'Google/Chrome/Application/chrome.exe'),
        join(folder, 'Chromium/Application/chrome.exe'),
      ]);
  }
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
}

async function playwrightPath() {
  try {
    const { chromium } = await import('@playwright/test');
    return chromium.executablePath();
  } catch {
    return '';
  }
}

/** Path of a working Chromium: JELAB_CHROMIUM, then the system's, then Playwright's own; null when there is none. */
export async function findChromium() {
  const chosen = process.env.JELAB_CHROMIUM;
  if (chosen !== undefined && chosen !== '') {
    if (!answers(chosen))
      console.error(`JELAB_CHROMIUM is ${chosen}, which does not run; looking elsewhere.`);
    else return chosen;
  }
  return systemPaths().find(answers) ?? [await playwrightPath()].find(answers) ?? null;
}

function isDebian() {
  try {
    return /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

function playwright(...words) {
  const entry = toolEntry('@playwright/test', 'playwright');
  return spawnSync(process.execPath, [entry, ...words], { cwd: root, stdio: 'inherit', timeout: 300_000 });
}

/** As {@link findChromium}; without one it tries Playwright's download, then Debian's package when root. */
export async function ensureChromium() {
  const found = await findChromium();
  if (found !== null) return found;
  const isRoot = process.getuid?.() === 0;
  const debian = process.platform === 'linux' && isDebian() && existsSync('/usr/bin/apt-get');
  console.log("No Chromium found: trying Playwright's own…");
  if (playwright('install', 'chromium').status === 0) {
    // The download brings no system libraries.
    if (isRoot && debian && !answers(await playwrightPath())) playwright('install-deps', 'chromium');
    const own = await playwrightPath();
    if (answers(own)) return own;
  }
  if (isRoot && debian) {
    console.log("Trying the distribution's chromium package…");
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const options = { stdio: 'inherit', timeout: 600_000, env };
    spawnSync('apt-get', ['update'], options);
    spawnSync(
      'apt-get',
      ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation'],
      options,
    );
  }
  return findChromium();
}
