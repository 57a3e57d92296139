import { describe, expect, it } from 'vitest';
import { presetValues } from '../engine/replay/options.js';
import {
  parsePreprocessArguments,
  parseReplayArguments,
  type PreprocessArguments,
  type ReplayArguments,
} from './arguments.js';
import { CliFailure } from './failure.js';

function replay(...args: string[]): ReplayArguments {
  const parsed = parseReplayArguments(args);
  if (parsed === 'help') throw new Error('asked for help');
  return parsed;
}

function preprocess(...args: string[]): PreprocessArguments {
  const parsed = parsePreprocessArguments(args);
  if (parsed === 'help') throw new Error('asked for help');
  return parsed;
}

describe('replay arguments', () => {
  it('have the defaults of the original tool', () => {
    expect(replay('t.csv')).toEqual({
      trace: 't.csv',
      output: '-',
      interval: 100_000,
      mode: { hpaOnly: false, shards: null },
      options: presetValues('microbench'),
      notes: [],
      dropSecMisses: false,
      maxExpandedBytes: null,
    });
  });

  it.each([
    [['-p', '-o', 'out.csv', '-i', '0', '-n', '4', 't.csv']],
    [['--hpa-only', '--output', 'out.csv', '--interval', '0', '--nshards', '4', 't.csv']],
    [['t.csv', '--output=out.csv', '-s', '-p', '-i0', '-n4']],
  ])('understand %j', (args) => {
    expect(replay(...args)).toMatchObject({
      trace: 't.csv',
      output: 'out.csv',
      interval: 0,
      mode: { hpaOnly: true, shards: 4 },
    });
  });

  it('let the last of -p and -s win', () => {
    expect(replay('-p', '-s', 't').mode.hpaOnly).toBe(false);
    expect(replay('-s', '-p', 't').mode.hpaOnly).toBe(true);
    expect(replay('-ps', 't').mode.hpaOnly).toBe(false);
  });

  it('take - for the trace and the output', () => {
    expect(replay('-o', '-', '-')).toMatchObject({ trace: '-', output: '-' });
  });

  it('take a trace whose name begins with a dash after --', () => {
    expect(replay('--', '-x.csv').trace).toBe('-x.csv');
  });

  it('start from the preset wherever it stands, then set options', () => {
    const { options, notes } = replay(
      ...'--opt dirty_mult=0.3 --opt=hugify_style=lazy --opt experimental_max_purge_nhp=-1'.split(' '),
      ...'--sec-opt max_bytes=1MiB --thp always --preset jemalloc t'.split(' '),
    );
    expect(options).toEqual({
      ...presetValues('jemalloc'),
      dirty_mult: 19_660,
      max_bytes: 1_048_576,
      system_thp_mode: 1,
    });
    expect(notes).toEqual(['dirty_mult: 0.3 is kept as 19660/65536 = 0.29998779296875.']);
  });

  it('say that SEC options do nothing for HPA only', () => {
    expect(replay('-p', '--sec-opt', 'nshards=1', 't').notes).toEqual([
      '--sec-opt has no effect with --hpa-only.',
    ]);
  });

  it('read how input is to be read', () => {
    expect(replay('--drop-sec-misses', '--max-expanded', '2G', 't')).toMatchObject({
      dropSecMisses: true,
      maxExpandedBytes: 2 ** 31,
    });
  });

  it.each([['-h'], ['--help'], ['-p', '--help']])('ask for help with %s', (...args) => {
    expect(parseReplayArguments(args)).toBe('help');
  });

  it.each<[string[], string]>([
    [[], 'needs a trace file'],
    [['a', 'b'], 'takes one trace file, not also "b"'],
    [['--frob', 't'], 'There is no option --frob.'],
    [['-x', 't'], 'There is no option -x.'],
    [['t', '-o'], '-o needs a value.'],
    [['--hpa-only=yes', 't'], '--hpa-only takes no value.'],
    [['-i', '1e3', 't'], '--interval wants a whole number from 0 on, not "1e3".'],
    [['-i', '-5', 't'], '--interval wants a whole number'],
    [['-n', '0', 't'], '--nshards wants a whole number from 1 on, not "0".'],
    [['-n', '129', 't'], '--nshards is at most 128, not 129.'],
    [['--preset', 'mine', 't'], '--preset is microbench or jemalloc, not "mine".'],
    [['--thp', 'on', 't'], '--thp is one of madvise, always, never, not "on".'],
    [['--opt', 'dirty_mult', 't'], '--opt wants name=value, not "dirty_mult".'],
    [['--opt', 'dirty_mult=30%', 't'], 'write 0.3 instead of 30%'],
    [['--opt', 'frob=1', 't'], '--opt does not know "frob"; it knows slab_max_alloc'],
    [['--opt', 'hpa_dirty_mult=0.3', 't'], 'write --opt dirty_mult=….'],
    [['--opt', 'max_bytes=1M', 't'], 'write --sec-opt max_bytes=….'],
    [['--sec-opt', 'dirty_mult=1', 't'], 'write --opt dirty_mult=….'],
    [['--max-expanded', 'lots', 't'], '--max-expanded wants a number of bytes such as 4G'],
  ])('refuse %j', (args, sentence) => {
    expect(() => parseReplayArguments(args)).toThrow(CliFailure);
    expect(() => parseReplayArguments(args)).toThrow(sentence);
  });
});

describe('preprocess arguments', () => {
  it('are three words', () => {
    expect(preprocess('hpa', 'in.csv', '-')).toEqual({
      format: 'hpa',
      input: 'in.csv',
      output: '-',
      dropSecMisses: false,
      maxExpandedBytes: null,
    });
    expect(preprocess('sec', '-', 'out', '--drop-sec-misses').dropSecMisses).toBe(true);
    expect(parsePreprocessArguments(['--help'])).toBe('help');
  });

  it.each<[string[], string]>([
    [['hpa', 'in'], 'takes three words, <hpa|sec> IN OUT, not 2'],
    [['hpa', 'a', 'b', 'c'], 'not 4'],
    [['HPA', 'a', 'b'], 'The input format is hpa or sec, not "HPA".'],
    [['-p', 'hpa', 'a', 'b'], 'There is no option -p.'],
  ])('refuse %j', (args, sentence) => {
    expect(() => parsePreprocessArguments(args)).toThrow(sentence);
  });
});
