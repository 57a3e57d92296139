/** Opens one file and hands its tables over without copying them. */
import { transfer } from 'comlink';
import { profileBuffers } from '../engine/profile/profile.js';
import { statisticsBuffers } from '../engine/replay/statistics.js';
import { traceBuffers } from '../engine/replay/trace-table.js';
import { workloadBuffers } from '../engine/sampling/workload.js';
import type { OpenOutcome } from '../formats/format.js';
import { openFile } from '../formats/open.js';
import type { ParseApi } from './parse.api.js';

export const parseService: ParseApi = {
  async parse(file, name, { dropSecMisses, maxExpandedBytes }, onProgress) {
    const source = { name, size: file.size, stream: () => file.stream() };
    const cap = maxExpandedBytes === null ? {} : { maxExpandedBytes };
    const outcome = await openFile(source, { dropSecMisses, onProgress, ...cap });
    return transfer(outcome, buffersOf(outcome));
  },
};

function buffersOf(outcome: OpenOutcome): ArrayBuffer[] {
  switch (outcome.kind) {
    case 'trace':
      return traceBuffers(outcome.trace);
    case 'statistics':
      return statisticsBuffers(outcome.statistics);
    case 'profile':
      return profileBuffers(outcome.profile);
    case 'symbols':
      return [outcome.symbols.words.buffer];
    case 'workload':
      return workloadBuffers(outcome.workload);
    case 'sweep':
    case 'unusable':
      return [];
  }
}
