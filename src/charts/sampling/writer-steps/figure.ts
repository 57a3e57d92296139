import { formatBytes, NO_NUMBER } from '../../../base/numbers.js';
import type { FigureModel, Reading, ReadingRow } from '../shared/figure-model.js';
import { formatRatio, formatWide, formatWideBytes, formatWidePercent } from '../shared/numbers.js';
import { layoutWriterSteps, MEASURES, measureColour } from './layout.js';
import type { WriterStepsModel } from './props.js';
import { rightSums, roundingLoss, stepRows } from './steps.js';
import { WRITER_STEPS_WORDS } from './words.js';

export function writerStepsFigure(model: WriterStepsModel): FigureModel {
  const nothing = !(model.steps.sampled.count > 0);
  return {
    words: WRITER_STEPS_WORDS,
    theme: model.theme,
    empty: nothing ? 'No samples: type how many of which size the stack has.' : null,
    layout: (width) => layoutWriterSteps(model, width),
    read: (stop) => readStep(model, stop),
    axis: 'y',
  };
}

/** What rounding costs, and what the file's count is worth. */
export function lossSentence(model: WriterStepsModel): string {
  const { steps, samples } = model;
  if (steps.overflow) return 'A value does not fit into the file, so nothing can be read from it.';
  const loss = roundingLoss(model);
  const signed = (share: number): string =>
    `${share > 0 ? '+' : ''}${formatWidePercent(share).replace('-', '−')}`;
  const sizes = new Set(samples.filter((one) => one.samples > 0).map(({ size }) => size)).size;
  const fiction =
    sizes > 1
      ? ` The stack has ${sizes} sizes, so the file’s count (${formatWide(Number(steps.written.objects))}) is not the number of samples (${formatWide(steps.sampled.count)}): it is a number that makes the formula come out right.`
      : '';
  return `Rounding changes the bytes by ${signed(loss.bytes)} and the objects by ${signed(loss.objects)}.${fiction}`;
}

function readStep(model: WriterStepsModel, stop: number): Reading {
  const rows = stepRows(model);
  const right = rightSums(model);
  const at = stop < 0 ? rows.findIndex(({ key }) => key === 'read') : stop;
  const row = rows[at] as (typeof rows)[number];
  const exact = (measure: 'bytes' | 'objects'): string => {
    if (row.exact !== undefined) return row.exact[measure].toString().replace(/\B(?=(\d{3})+$)/g, '\u202f');
    return row[measure] < 1e15 ? groupDigits(row[measure]) : formatWide(row[measure]);
  };
  return {
    heading: `${row.aside === true ? '' : `${at + 1}. `}${row.name}`,
    columns: ['value', 'in short', 'over the right value'],
    rows: MEASURES.map(
      (measure): ReadingRow => ({
        key: measure,
        label: measure,
        mark: {
          stroke: measureColour(measure, model.theme),
          width: 2,
          ...(measure === 'bytes' ? {} : { dash: '5 3' }),
        },
        values: [
          exact(measure),
          measure === 'bytes' ? formatWideBytes(row.bytes) : formatWide(row.objects),
          formatRatio(row[measure] / right[measure]),
        ],
      }),
    ).concat([
      {
        key: 'mean',
        label: 'mean size',
        values: [
          row.objects > 0 ? groupDigits(row.bytes / row.objects) : NO_NUMBER,
          formatBytes(row.bytes / row.objects),
          '',
        ],
      },
    ]),
    note: stop < 0 ? lossSentence(model) : row.help,
  };
}

/** Up to three decimals, thousands apart. */
function groupDigits(value: number): string {
  const [whole, fraction] = String(Math.round(value * 1000) / 1000).split('.') as [
    string,
    string | undefined,
  ];
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '\u202f');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}
