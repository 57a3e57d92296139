/** Results of `jelab sweep` as a file to open; the lines themselves are read by sweep-results.ts. */
import type { FileFormat } from './file-format.js';
import { formatCount, quoteText } from './problem-log.js';
import { SWEEP_COLUMNS, SweepResultsReader, type SweepRow } from './sweep-results.js';

const LABEL = 'results of a sweep';
/** A million runs; nothing that a page could show has more. Bytes. */
const MOST_BYTES = 2 ** 29;
const LEAST = ['spec', 'trace_hash', 'id', 'events', 'whole'] as const;

export const SWEEP_RESULTS: FileFormat = {
  id: 'sweep-results',
  label: LABEL,
  detect: (head) => head.rows.findIndex((fields) => LEAST.every((name) => fields.includes(name))),
  parse: async (input, options, problems) => {
    const decoder = new TextDecoder();
    const rows: SweepRow[] = [];
    const reader = new SweepResultsReader((row) => rows.push(row));
    for await (const chunk of input.chunks()) {
      options.signal?.throwIfAborted();
      reader.add(decoder.decode(chunk, { stream: true }));
      options.onProgress?.({
        bytesRead: input.state.compressedBytes,
        bytesTotal: input.bytesTotal,
        rows: rows.length,
      });
      if (input.state.expandedBytes > MOST_BYTES) {
        problems.add('memory-limit', 0, `${formatCount(MOST_BYTES)} bytes`);
        break;
      }
    }
    await input.close();
    reader.add(decoder.decode());
    const { repeated, torn } = reader;
    for (const { line, sentence } of reader.problems) {
      problems.add('sweep-row', line, sentence.replace(/\.$/, ''));
    }
    if (repeated > 0) problems.add('sweep-repeated', 0, '', repeated);
    if (torn) problems.add('cut-last-row', 0);
    if (rows.length === 0) {
      const sentence = `A table of ${LABEL} without a run that can be used. Its columns are ${quoteText(SWEEP_COLUMNS.slice(0, 4).join(', '))} and so on, as jelab sweep writes them.`;
      return { kind: 'unusable', sentence, problems: problems.list() };
    }
    return {
      kind: 'sweep',
      format: 'sweep-results',
      sweep: rows,
      rows: rows.length,
      bytes: input.state.expandedBytes,
      compression: input.compression,
      problems: problems.list(),
    };
  },
};
