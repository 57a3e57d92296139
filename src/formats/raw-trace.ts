/**
 * Raw probe traces `hpa` and `sec`, as recorded by a tracer: paired into replay events while they are read.
 * Layout: test/stress/pa/pa_data_preprocessor.cpp. Not supported: line ends inside quoted fields.
 */
import type { FileFormat } from './file-format.js';
import { firstRowOf } from './head.js';
import { otherTableThan } from './other-tables.js';
import { Preprocessor } from './preprocess.js';
import { openTrace } from './trace/open-trace.js';
import { HPA_SPEC, SEC_SPEC } from './trace/raw-columns.js';
import { TableOutput } from './trace/table-output.js';

function rawFormat(id: 'hpa' | 'sec'): FileFormat {
  const spec = id === 'hpa' ? HPA_SPEC : SEC_SPEC;
  return {
    id,
    label: spec.label,
    detect: (head) => firstRowOf(spec, head),
    parse: (input, options, problems) =>
      openTrace(
        { format: id, spec, otherHeader: otherTableThan(spec) },
        input,
        options,
        problems,
        (events) => new Preprocessor(id, new TableOutput(events), options.dropSecMisses === true),
      ),
  };
}

export const RAW_HPA = rawFormat('hpa');
export const RAW_SEC = rawFormat('sec');
