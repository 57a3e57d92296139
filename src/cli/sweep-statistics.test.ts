import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { formatOption } from '../engine/replay/option-text.js';
import { OPTIONS, type OptionValues } from '../engine/replay/options.js';
import { goldenManifest, hasGolden } from '../testing/golden.js';
import { sweepFolder } from './sweep-command.fixture.js';
import { runsOf } from './sweep.fixture.js';
import { statisticsName } from './sweep-statistics.js';
import { runCli } from './test-io.fixture.js';

const { at, trace, other, spec, sweep, undisturbed, first } = sweepFolder();

/** The arguments of `jelab replay` for a run. */
function replayArguments(options: OptionValues): string[] {
  return OPTIONS.flatMap(({ name, group }) => {
    if (name === 'hugify_refused') return [];
    const text = formatOption(name, options[name]);
    return name === 'system_thp_mode'
      ? ['--thp', text]
      : [group === 'sec' ? '--sec-opt' : '--opt', `${name}=${text}`];
  });
}

describe('statistics of the runs', () => {
  it('are what jelab replay writes, byte for byte', async () => {
    await first;
    const statistics = at('statistics');
    const output = at('with-statistics.csv');
    expect((await sweep(output, '--statistics', statistics, '-i', '700')).status).toBe(0);
    expect(runsOf(output)).toEqual(runsOf(undisturbed));
    const runs = runsOf(output);
    expect(readdirSync(statistics)).toHaveLength(runs.length);
    const seen = new Set<string>();
    for (const { result } of runs) {
      const written = readFileSync(join(statistics, statisticsName('trace.csv', result.point.id)));
      const { bytes } = await runCli([
        'replay',
        '-i',
        '700',
        ...replayArguments(result.point.options),
        trace,
      ]);
      expect(written.equals(bytes)).toBe(true);
      seen.add(written.toString());
    }
    // They differ, so that equality says something.
    expect(seen.size).toBeGreaterThan(3);
  });

  it('of runs that were there before are missed aloud', async () => {
    await first;
    const folder = at('late');
    const output = at('late.csv');
    writeFileSync(output, readFileSync(undisturbed, 'utf8').split('\n').slice(0, 5).join('\n'));
    const { status, stderr } = await sweep(output, '--statistics', folder);
    expect(status).toBe(0);
    // The fifth line has no end, so that its run is made again.
    expect(stderr).toContain(
      `note: trace.csv: the statistics of 3 runs that were there already are not in ${folder}; --force-new makes all runs again.`,
    );
    expect(readdirSync(folder)).toHaveLength(10);
    const again = await sweep(output, '--statistics', folder, '--force-new');
    expect(again.stderr).not.toContain('the statistics of');
    expect((await sweep(output, '--statistics', folder)).stderr).not.toContain('the statistics of');
  });

  it('of two traces are not written over each other', async () => {
    const plain = at('same.csv');
    const packed = at('same.csv.gz');
    writeFileSync(plain, readFileSync(trace));
    writeFileSync(packed, readFileSync(other));
    const args = ['sweep', spec, plain, packed, '-o', at('same-out.csv')];
    const refused = await runCli([...args, '--statistics', at('same')]);
    expect(refused.status).toBe(2);
    expect(refused.stderr).toContain(
      'The statistics of same.csv and of same.csv.gz would go into the same files, such as same-0.csv. Rename one of the traces.',
    );
    expect(existsSync(at('same-out.csv'))).toBe(false);
    expect((await runCli(args)).status).toBe(0);
  });

  const traces = hasGolden ? [...new Set(goldenManifest().replays.map(({ trace: name }) => name))] : [];
  it.skipIf(!hasGolden).each(traces)('of %s too (needs ../shared/golden)', async (name) => {
    const path = fileURLToPath(new URL(`../../../shared/golden/pa/${name}`, import.meta.url));
    const small = at('small.json');
    const axes = [
      { option: 'dirty_mult', values: ['0.05', '0.25'] },
      { option: 'hugify_style', values: ['eager', 'lazy'] },
    ];
    writeFileSync(small, JSON.stringify({ version: 1, axes, snapshots: 50 }));
    const statistics = at(`statistics-${name.replaceAll('/', '-')}`);
    const output = at('golden.csv');
    const ran = await runCli([
      'sweep',
      small,
      path,
      '-o',
      output,
      '--force-new',
      '-j',
      '1',
      '--statistics',
      statistics,
      '-i',
      '20000',
    ]);
    expect(ran.status).toBe(0);
    const base = name.split('/').at(-1)!;
    const runs = runsOf(output);
    expect(runs).toHaveLength(5);
    for (const { result } of runs) {
      const written = readFileSync(join(statistics, statisticsName(base, result.point.id)));
      const { bytes } = await runCli([
        'replay',
        '-i',
        '20000',
        ...replayArguments(result.point.options),
        path,
      ]);
      expect(written.equals(bytes)).toBe(true);
    }
  });
});
