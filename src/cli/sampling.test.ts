import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runCli } from './test-io.fixture.js';

const folder = mkdtempSync(join(tmpdir(), 'jelab-sampling-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string, content: string) => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
const sizes = file('sizes.csv', 'size,allocated,live\n64,400000,100000\n65536,3000,900\n');

/** CSV of `jelab variance` as objects by strategy. */
async function table(...args: string[]): Promise<Map<string, Record<string, string>>> {
  const { status, stdout, stderr } = await runCli(['variance', '--csv', ...args]);
  expect([status, stderr]).toEqual([0, '']);
  const [head = '', ...rows] = stdout.trimEnd().split('\n');
  const names = head.split(',');
  return new Map(
    rows.map((row) => {
      const cells = row.split(',');
      return [cells[0] ?? '', Object.fromEntries(names.map((name, i) => [name, cells[i] ?? '']))];
    }),
  );
}

describe('jelab sample', () => {
  it('writes a dump that jelab heap reads back to the truth', async () => {
    const dump = await runCli(['sample', sizes, '-l', '12', '--seed', '7']);
    expect(dump).toMatchObject({ status: 0, stderr: '' });
    expect(dump.stdout.startsWith('heap_v2/4096\n')).toBe(true);
    const top = await runCli(['heap', 'top', '--show_bytes', '-'], { stdin: dump.bytes });
    const total = Number(/^Total: (\d+) B/.exec(top.stdout)?.[1]);
    const truth = 64 * 100_000 + 65_536 * 900;
    // Standard error of the small ones; the large ones are always seen.
    expect(Math.abs(total - truth)).toBeLessThan(5 * Math.sqrt(100_000 * 64 * 4096));
  });

  it('names frames, in a symbolised file', async () => {
    const dump = await runCli(['sample', 'preset:document', '-l', '12', '--stacks', 'mixed', '--symbols']);
    const top = await runCli(['heap', 'top', '-'], { stdin: dump.bytes });
    expect(top.stdout).toContain('task_1');
    expect(top.stdout).not.toContain('malloc');
  });

  it('without unbiasing and with all that was sampled', async () => {
    const dump = await runCli(['sample', sizes, '-l', '0', '--no-unbias', '--accum', '--stacks', 'one']);
    expect(dump.stdout).toContain(
      `  t*: 100900: ${6_400_000 + 58_982_400} [403000: ${25_600_000 + 196_608_000}]\n`,
    );
  });

  it('walks through traces', async () => {
    const trace = file(
      'trace.csv',
      'shard_ind,operation,size_or_alloc_index,nsecs,is_frequent\n0,0,4096,1,0\n1,0,8192,2,0\n0,1,0,3,0\n',
    );
    const dump = await runCli(['sample', trace, '-l', '0', '--no-unbias']);
    expect(dump.stdout).toContain(
      'heap_v2/1\n  t*: 1: 8192 [0: 0]\n  t0: 0: 0 [0: 0]\n  t1: 1: 8192 [0: 0]\n@',
    );
    expect(dump.stderr).toContain('extents of a page allocator');
  });
});

describe('jelab variance', () => {
  it('compares strategies at equal cost', async () => {
    const rows = await table(sizes, '--samples', '2000');
    expect([...rows.keys()]).toEqual([
      'per allocation',
      'per byte',
      'more at start-up',
      'even more than odd',
      'some threads more',
      'optimal',
    ]);
    for (const row of rows.values()) expect(Number(row['samples'])).toBeCloseTo(2000, 6);
    expect(Number(rows.get('optimal')?.['variance / least'])).toBe(1);
    expect(Number(rows.get('per byte')?.['variance / least'])).toBeGreaterThan(1);
    expect(Number(rows.get('per allocation')?.['error of bytes %'])).toBeCloseTo(
      (100 * Math.sqrt((403_000 / 2000 - 1) * (100_000 * 64 ** 2 + 900 * 65_536 ** 2))) / 65_382_400,
      8,
    );
  });

  it.each(['binomial', 'walk'])('runs trials that agree with theory: %s', async (engine) => {
    const rows = await table(
      sizes,
      '--samples',
      '500',
      '--trials',
      '2000',
      '--engine',
      engine,
      '--seed',
      '3',
    );
    for (const row of rows.values()) {
      const error = Number(row['error of bytes %']);
      const off = (Number(row['mean bytes / true']) - 1) * 100;
      expect(Math.abs(off)).toBeLessThan((5 * error) / Math.sqrt(2000));
      expect(Number(row['deviation of bytes %']) / error).toBeGreaterThan(0.9);
      expect(Number(row['deviation of bytes %']) / error).toBeLessThan(1.1);
    }
  });

  it('tells a row for each size, and a rate for an error', async () => {
    const { stdout } = await runCli(['variance', sizes, '--sizes', '--error', '5%', '--stack', '16MiB']);
    expect(stdout).toMatch(/2 sizes, 403.000 allocations/);
    expect(stdout).toMatch(/^ {3}64 +400000 +100000 +0\.00/m);
    expect(stdout).toContain('lg_prof_sample 16 is the highest that gives 16');
  });

  it.each([
    [['variance'], 2, 'variance needs a file'],
    [['variance', 'preset:nothing'], 2, 'there are document, server'],
    [['variance', 'a', 'b'], 2, 'takes one input'],
    [['sample', sizes, '-l', '48'], 2, '--lg-prof-sample wants a whole number from 0 to 47'],
    [['sample', sizes, '--seed', '-1'], 2, '--seed'],
    [['sample', sizes, '--stacks', 'wide'], 2, '--stacks is by-size, mixed, one, not "wide"'],
    [['variance', sizes, '--samples', '0'], 2, '--samples wants a number above 0'],
    [['variance', join(folder, 'none')], 1, 'cannot be read'],
  ] as const)('%j ends with %i', async (args, status, sentence) => {
    const result = await runCli([...args]);
    expect(result.status).toBe(status);
    expect(result.stderr).toContain(sentence);
  });

  it('helps', async () => {
    for (const command of ['sample', 'variance']) {
      const { stdout, status } = await runCli([command, '--help']);
      expect(status).toBe(0);
      expect(stdout).toContain('preset:server');
    }
  });
});
