import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { presetValues } from '../engine/replay/options.js';
import { FIGURES, type FigureName } from '../engine/tuning/figures.js';
import type { Figures, SweepResult } from '../engine/tuning/sweep-types.js';
import { arbitraryOptions } from '../testing/arbitraries.js';
import {
  readSweepResults,
  SWEEP_COLUMNS,
  SWEEP_HEADER,
  type SweepContext,
  sweepLine,
  SweepResultsReader,
  type SweepRow,
} from './sweep-results.js';

const CONTEXT: SweepContext = {
  specHash: '0123456789abcdef',
  trace: 'trace.csv',
  traceHash: 'fedcba9876543210',
  traceEvents: 1000,
  traceSeconds: 12.5,
  method: 'grid',
  objectives: ['mean_dirty_bytes', 'huge_coverage'],
  constraints: [],
  mode: { hpaOnly: false, shards: null },
  snapshots: 200,
};

function result(id: number, more: Partial<SweepResult> = {}): SweepResult {
  const figures = Object.fromEntries(FIGURES.map(({ name }, i) => [name, i + 0.5])) as Record<
    FigureName,
    number
  >;
  return {
    point: { id, options: presetValues('jemalloc') },
    events: 1000,
    whole: true,
    figures,
    milliseconds: 1.25,
    ...more,
  };
}

const file = (...ids: number[]): string =>
  `${SWEEP_HEADER}\n${ids.map((id) => sweepLine(CONTEXT, '1/1', result(id))).join('')}`;
const ids = (rows: readonly SweepRow[]): number[] => rows.map((row) => row.result.point.id);

const number = fc
  .oneof(fc.double({ noNaN: true }), fc.constant(Number.NaN), fc.integer())
  .map((value) => (value === 0 ? 0 : value));
const figureName = fc.constantFrom<FigureName>(...FIGURES.map(({ name }) => name));
const arbitraryRow: fc.Arbitrary<SweepRow> = fc
  .record({
    context: fc.record({
      specHash: fc.constant(CONTEXT.specHash),
      // As in a name of a file: any text on one line that does not look like a formula.
      trace: fc.string({ unit: 'grapheme' }).map((text) => `t${text.replace(/[\p{Cc}\u2028\u2029]/gu, '')}x`),
      traceHash: fc.constant(CONTEXT.traceHash),
      traceEvents: fc.nat(),
      traceSeconds: fc.double({ min: 0, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value)),
      method: fc.constantFrom('grid' as const, 'latin-hypercube' as const, 'halving' as const),
      objectives: fc.uniqueArray(figureName, { minLength: 1 }),
      constraints: fc.array(
        fc.record({
          figure: figureName,
          max: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value)),
        }),
        { maxLength: 2 },
      ),
      mode: fc.record({ hpaOnly: fc.boolean(), shards: fc.option(fc.integer({ min: 1, max: 128 })) }),
      snapshots: fc.integer({ min: 1, max: 1000 }),
    }),
    part: fc.constantFrom('1/1', '3/16'),
    id: fc.integer({ min: -5, max: 1_000_000 }),
    options: arbitraryOptions,
    events: fc.nat(),
    whole: fc.boolean(),
    figures: fc.record(
      Object.fromEntries(FIGURES.map(({ name }) => [name, number])) as Record<
        FigureName,
        fc.Arbitrary<number>
      >,
    ),
    milliseconds: fc
      .double({ min: 0, noNaN: true, noDefaultInfinity: true })
      .map((value) => (value === 0 ? 0 : value)),
  })
  .map(({ context, part, id, options, events, whole, figures, milliseconds }) => ({
    context,
    part,
    result: {
      point: {
        id,
        // Sizes that act as whole pages are given as such, as specs do.
        options: {
          ...options,
          slab_max_alloc: options.slab_max_alloc - (options.slab_max_alloc % 4096),
          max_alloc: options.max_alloc - (options.max_alloc % 4096),
        },
      },
      events,
      whole,
      figures: figures satisfies Figures,
      milliseconds,
    },
  }));

describe('sweep results', () => {
  it('read back exactly, every number and every option', () => {
    fc.assert(
      fc.property(arbitraryRow, (row) => {
        const text = `${SWEEP_HEADER}\n${sweepLine(row.context, row.part, row.result)}`;
        expect(readSweepResults(text)).toEqual({ rows: [row], problems: [], repeated: 0, torn: false });
      }),
      { numRuns: 500 },
    );
  });

  it('are joined by cat: headers again are skipped, runs again count once', () => {
    const read = readSweepResults(file(0, 2) + file(1, 2) + file());
    expect(ids(read.rows)).toEqual([0, 2, 1]);
    expect(read).toMatchObject({ problems: [], repeated: 1, torn: false });
  });

  it('of one id over another trace, spec or number of events are other runs', () => {
    const lines = [
      sweepLine(CONTEXT, '1/1', result(0)),
      sweepLine({ ...CONTEXT, traceHash: '0000000000000000' }, '1/1', result(0)),
      sweepLine({ ...CONTEXT, specHash: '0000000000000000' }, '1/1', result(0)),
      sweepLine(CONTEXT, '1/1', result(0, { events: 10, whole: false })),
    ];
    expect(readSweepResults(`${SWEEP_HEADER}\n${lines.join('')}`).rows).toHaveLength(4);
  });

  it('never trust a line without its end, cut at any byte', () => {
    const whole = file(0, 1);
    const second = file(0).length;
    for (let cut = 0; cut < whole.length; cut += 1) {
      const { rows, torn, problems } = readSweepResults(whole.slice(0, cut));
      expect(problems).toEqual([]);
      expect(rows).toHaveLength(cut >= second ? 1 : 0);
      expect(torn).toBe(cut !== 0 && cut !== SWEEP_HEADER.length + 1 && cut !== second);
    }
  });

  it('come in any order of columns, with BOM and CR LF, and with columns of others', () => {
    const [header = '', line = ''] = file(7).split('\n');
    const turn = (text: string): string => [...text.split(',').reverse(), 'more'].join(',');
    const odd = `\uFEFF${header}\r\n${line}\r\n${turn(header)}\n${turn(line).replace(/more$/, '"a,b"')}\n`;
    const read = readSweepResults(odd);
    expect(read.problems).toEqual([]);
    expect(read.rows).toHaveLength(1);
    expect(read.repeated).toBe(1);
  });

  it('come in pieces of any size', () => {
    const text = file(0, 1, 2, 3);
    for (const size of [1, 7, 100, 1000]) {
      const rows: SweepRow[] = [];
      const reader = new SweepResultsReader((row) => rows.push(row));
      for (let at = 0; at < text.length; at += size) reader.add(text.slice(at, at + size));
      expect(rows).toEqual(readSweepResults(text).rows);
    }
  });

  const [, good = ''] = file(0).split('\n');
  const spoil = (column: string, value: string): string => {
    const cells = good.split(',');
    cells[SWEEP_COLUMNS.indexOf(column)] = value;
    return cells.join(',');
  };

  it.each<[string, string, RegExp]>([
    ['a short line', 'a,b,c', /3 fields and not 43/],
    ['an option that is none', spoil('dirty_mult', 'lots'), /dirty_mult is "lots", so the run is left out/],
    ['an option out of range', spoil('purge_threshold', '1'), /purge_threshold is "1"/],
    ['a figure that is none', spoil('huge_coverage', 'x'), /huge_coverage is "x"/],
    ['no id', spoil('id', ''), /id is ""/],
    ['a broken id', spoil('id', '1.5'), /id is "1.5"/],
    ['events below 0', spoil('events', '-1'), /events is "-1"/],
    ['whole that is neither', spoil('whole', 'yes'), /whole is "yes"/],
    ['a hash that is none', spoil('spec', 'ABC'), /spec is "ABC"/],
    ['an unknown objective', spoil('objectives', 'speed'), /objectives is "speed"/],
    ['a broken limit', spoil('constraints', 'huge_coverage<3'), /constraints is/],
    ['an unknown method', spoil('method', 'magic'), /method is "magic"/],
    ['shards that are none', spoil('shards', '-2'), /shards is "-2"/],
    ['snapshots that are none', spoil('snapshots', '0'), /snapshots is "0"/],
    ['control characters', spoil('method', '\u001b[31m'), /method is "\ufffd\[31m"/],
  ])('tell %s with its line, and keep the rest', (_, bad, sentence) => {
    const read = readSweepResults(`${SWEEP_HEADER}\n${bad}\n${good}\n`);
    expect(read.problems).toEqual([{ line: 2, sentence: expect.stringMatching(sentence) as string }]);
    expect(read.rows).toHaveLength(1);
  });

  it('tell a file that is something else, once', () => {
    const other = readSweepResults('a,b\n1,2\n3,4\n');
    expect(other).toMatchObject({
      rows: [],
      problems: [{ line: 1, sentence: 'There is no header of sweep results before this line.' }],
    });
    const older = readSweepResults(`${SWEEP_HEADER.replace(',part', '')}\n${good}\n`);
    expect(older).toMatchObject({ rows: [], problems: [{ line: 1, sentence: 'The header lacks part.' }] });
  });

  it('keep a name that looks like a formula from being one', () => {
    const line = sweepLine({ ...CONTEXT, trace: '=HYPERLINK("x")' }, '1/1', result(0));
    expect(line).toContain(`"'=HYPERLINK(""x"")"`);
    expect(line.split('\n')).toHaveLength(2);
  });

  it('never throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(good.length), (text, at) => {
        readSweepResults(text);
        readSweepResults(`${SWEEP_HEADER}\n${good.slice(0, at)}${text}${good.slice(at)}\n`);
      }),
    );
  });
});
