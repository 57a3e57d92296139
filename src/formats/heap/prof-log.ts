/**
 * prof_log in JSON (src/prof_log.c): sampled objects that were freed while it was written. Live counters are therefore
 * zero; the accumulated ones hold the plain samples.
 */
import type { FileFormat } from '../file-format.js';
import type { OpenOutcome, ReadOptions } from '../format.js';
import type { Input } from '../input/expand.js';
import { type ProblemLog, quoteText } from '../problem-log.js';
import type { JsonConsumer, JsonValue } from './json-items.js';
import { ProfileBuilder } from './profile-builder.js';
import { jsonOutcome, readJson } from './read-json.js';
import { addTrace, isMap, nameOf, SampleRecords, setRate, uidOf, wholeOf } from './sample-records.js';

const LABEL = 'profiling log (prof_log)';
const SAYS_SO = /"(info|threads|stack_traces|allocations)"\s*:\s*[[{]/;

export const PROF_LOG: FileFormat = {
  id: 'prof-log',
  label: LABEL,
  detect: ({ text }) =>
    /^\s*\{/.test(text) && SAYS_SO.test(text) && /"(lg_sample_rate|thr_uid|stack_traces)"/.test(text)
      ? 0
      : -1,
  parse: openLog,
};

async function openLog(input: Input, options: ReadOptions, problems: ProblemLog): Promise<OpenOutcome> {
  const log = new LogReader(problems);
  await readJson(input, log, () => log.rows, options, problems);
  log.resolve();
  problems.add('log-freed-only', 0);
  return jsonOutcome('prof-log', LABEL, log.records, input, problems);
}

/** Allocations name threads and traces by their index, so they are resolved when all have been read. */
class LogReader implements JsonConsumer {
  readonly records: SampleRecords;
  private readonly builder = new ProfileBuilder();
  private readonly threads: number[] = [];
  /** Stack of each trace; -1 where it could not be read. */
  private readonly traces: number[] = [];
  /** Thread index, trace index, usable size, line of each allocation. */
  private readonly allocations: number[] = [];

  constructor(private readonly problems: ProblemLog) {
    this.builder.source = 'prof_log';
    this.records = new SampleRecords(this.builder);
  }

  get rows(): number {
    return this.allocations.length / 4;
  }

  member(key: string, value: JsonValue): void {
    const lg = key === 'info' && isMap(value) ? wholeOf(value.get('lg_sample_rate')) : null;
    if (lg !== null) setRate(this.builder, 2 ** lg);
  }

  item(key: string, value: JsonValue, line: number): void {
    if (key === 'threads') {
      const uid = isMap(value) ? uidOf(value.get('thr_uid')) : null;
      const row = uid === null ? -1 : this.builder.thread(uid);
      if (isMap(value)) this.builder.nameThread(row, nameOf(value.get('thr_name')));
      this.threads.push(row);
    } else if (key === 'stack_traces') {
      this.traces.push(addTrace(this.builder, value) ?? -1);
    } else if (key === 'allocations' && isMap(value)) {
      this.allocations.push(
        wholeOf(value.get('alloc_thread')) ?? -1,
        wholeOf(value.get('alloc_trace')) ?? -1,
        wholeOf(value.get('usize')) ?? 0,
        line,
      );
    }
  }

  oddText(line: number): void {
    this.problems.add('json-quote', line);
  }

  resolve(): void {
    if (this.builder.rateBytes === 0) this.problems.add('rate-missing', 0);
    const { allocations } = this;
    for (let i = 0; i < allocations.length; i += 4) {
      const thread = this.threads[allocations[i] as number] ?? -1;
      const stack = this.traces[allocations[i + 1] as number] ?? -1;
      const size = allocations[i + 2] as number;
      if (thread < 0 || stack < 0 || size === 0) {
        const parts = `thread ${allocations[i]}, trace ${allocations[i + 1]}, ${size} bytes`;
        this.problems.add('bad-allocation', allocations[i + 3] as number, quoteText(parts));
      } else this.records.add(stack, thread, size, false);
    }
  }
}
