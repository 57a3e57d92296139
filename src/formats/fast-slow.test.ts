import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sameTable, sourceOf } from '../testing/byte-sources.js';
import { goldenBytes, goldenManifest, hasGolden } from '../testing/golden.js';
import type { ByteSource, OpenOutcome, TraceFormat } from './format.js';
import { openInput } from './input/expand.js';
import { openFile } from './open.js';
import { otherTableThan } from './other-tables.js';
import { Preprocessor } from './preprocess.js';
import { ProblemLog } from './problem-log.js';
import { openTrace } from './trace/open-trace.js';
import { HPA_SPEC, SEC_SPEC } from './trace/raw-columns.js';
import { REPLAY_SPEC } from './trace/replay-columns.js';
import { ReplayRows } from './trace/replay-rows.js';
import { TableOutput } from './trace/table-output.js';

const SPECS = { hpa: HPA_SPEC, sec: SEC_SPEC, replay: REPLAY_SPEC };

/** Opens a trace with every line on the slow path. */
async function openSlowly(source: ByteSource, format: TraceFormat): Promise<OpenOutcome> {
  const problems = new ProblemLog();
  const input = await openInput(source, {}, problems);
  const spec = SPECS[format];
  const reading = { format, spec, otherHeader: otherTableThan(spec), slowOnly: true };
  return openTrace(reading, input, {}, problems, (events) =>
    format === 'replay' ? new ReplayRows(events) : new Preprocessor(format, new TableOutput(events), false),
  );
}

function expectSame(fast: OpenOutcome, slow: OpenOutcome): void {
  if (fast.kind !== 'trace' || slow.kind !== 'trace') {
    expect(fast).toEqual(slow);
    return;
  }
  const { trace: fastTable, ...fastRest } = fast;
  const { trace: slowTable, ...slowRest } = slow;
  expect(fastRest).toEqual(slowRest);
  expect(sameTable(fastTable, slowTable)).toBe(true);
}

describe.skipIf(!hasGolden)('golden traces (needs ../shared/golden) on both paths', () => {
  const manifest = hasGolden ? goldenManifest() : { replays: [], preprocess: [] };
  const files: [string, TraceFormat][] = [
    ...manifest.preprocess.map(({ input, format }): [string, TraceFormat] => [input, format]),
    ...[...new Set(manifest.replays.map(({ trace }) => trace))].map((path): [string, TraceFormat] => [
      path,
      'replay',
    ]),
  ];
  for (const [path, format] of files) {
    it(`${path} is the same`, async () => {
      const bytes = goldenBytes(path);
      expectSame(await openFile(sourceOf(bytes)), await openSlowly(sourceOf(bytes), format));
    });
  }
});

const digits = fc.oneof(
  fc.nat(9).map(String),
  fc.constantFrom('4096', '8192', '2097152', '0', '1', '2', '4097'),
  fc.nat().map(String),
  fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }).map(String),
);
const oddNumber = fc.oneof(
  digits.map((d) => `0x${BigInt(d).toString(16)}`),
  digits.map((d) => ` ${d}`),
  digits.map((d) => `"${d}"`),
  digits.map((d) => `000${d}`),
  digits.map((d) => `-${d}`),
  digits.map((d) => `${d}.0`),
  fc.constantFrom(
    '',
    '',
    'x',
    '0x',
    '1e3',
    '0xg',
    '18446744073709551616',
    '123456789012345678901',
    '7fab',
    '+5',
  ),
);
const number = fc.oneof({ weight: 12, arbitrary: digits }, { weight: 1, arbitrary: oddNumber });
const small = fc.oneof({ weight: 12, arbitrary: fc.nat(5).map(String) }, { weight: 1, arbitrary: oddNumber });
const probe = (kind: string) =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(`${kind}_alloc`, `${kind}_dalloc`) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        'HPA_ALLOC',
        ' sec_dalloc',
        'hpa_allok',
        'hpa_',
        'sec_free',
        '',
        'hpa_dallocx',
        'pa_alloc',
      ),
    },
  );
const name = fc.constantFrom('worker', 'a b', '"x,y"', '', 'grüße', '"', 'tab\tname');
const end = fc.oneof(
  { weight: 8, arbitrary: fc.constant('\n') },
  { weight: 1, arbitrary: fc.constantFrom('\r\n', '\r', ',\n', '\n\n', ' \n', ',1\n', '\0\n') },
);

const rowOf: Record<TraceFormat, fc.Arbitrary<string>> = {
  replay: fc
    .tuple(small, fc.oneof({ weight: 9, arbitrary: fc.nat(1).map(String) }, small), number, number, small)
    .map((fields) => fields.join(',')),
  hpa: fc.tuple(small, small, number, probe('hpa'), number).map((fields) => fields.join(',')),
  sec: fc
    .tuple(small, small, name, number, probe('sec'), small, small, small, number, small)
    .map((fields) => fields.join(',')),
};

/** A header, then rows; some are cut short. */
function fileOf(format: TraceFormat): fc.Arbitrary<string> {
  const header = SPECS[format].columns.map((column) => column.names[0]).join(',');
  const line = fc
    .tuple(
      rowOf[format],
      end,
      fc.oneof({ weight: 9, arbitrary: fc.constant(99) }, { weight: 1, arbitrary: fc.nat(9) }),
    )
    .map(([row, lineEnd, keep]) => row.split(',').slice(0, keep).join(',') + lineEnd);
  return fc
    .tuple(
      fc.constantFrom(`${header}\n`, `${header}\n`, `${header.toUpperCase()}\r\n`),
      fc.array(line, { maxLength: 60 }),
    )
    .map(([first, lines]) => first + lines.join(''));
}

describe('generated files on both paths', () => {
  for (const format of ['replay', 'hpa', 'sec'] as const) {
    it(`${format} is the same, in chunks of any size`, async () => {
      await fc.assert(
        fc.asyncProperty(fileOf(format), fc.integer({ min: 1, max: 200 }), async (text, chunk) => {
          expectSame(await openFile(sourceOf(text, chunk)), await openSlowly(sourceOf(text), format));
        }),
        { numRuns: 400 },
      );
    });
  }
});
