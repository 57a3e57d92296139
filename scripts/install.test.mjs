import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isInstalled } from './install.mjs';

describe('isInstalled', () => {
  let folder;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'jelab-install-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const lock = (packages, age) => {
    const path = join(folder, 'package-lock.json');
    writeFileSync(path, JSON.stringify({ packages: { '': { version: '1' }, ...packages } }));
    utimesSync(path, age, age);
  };
  const note = (packages, age) => {
    mkdirSync(join(folder, 'node_modules'), { recursive: true });
    const path = join(folder, 'node_modules', '.package-lock.json');
    writeFileSync(path, JSON.stringify({ packages }));
    utimesSync(path, age, age);
  };
  const a = (version, extra = {}) => ({ 'node_modules/a': { version, ...extra } });

  it('is false on a bare clone', () => {
    lock(a('1.0.0'), 100);
    expect(isInstalled(folder)).toBe(false);
  });

  it('is true when the installation is newer than the lock file', () => {
    lock(a('1.0.0'), 100);
    note(a('1.0.0'), 200);
    expect(isInstalled(folder)).toBe(true);
  });

  it('compares versions when the lock file is newer: a checkout may only have touched it', () => {
    note(a('1.0.0'), 100);
    lock(a('1.0.0'), 200);
    expect(isInstalled(folder)).toBe(true);
    lock(a('1.0.1'), 200);
    expect(isInstalled(folder)).toBe(false);
  });

  it('does not miss packages of other platforms', () => {
    note({}, 100);
    lock(a('1.0.0', { optional: true }), 200);
    expect(isInstalled(folder)).toBe(true);
  });
});
