/**
 * experimental.prof_recent in JSON (src/prof_recent.c): the newest sampled allocations, live or released. Accumulated
 * counters hold all of them, live ones those not released; both are plain samples.
 */
import type { FileFormat } from '../file-format.js';
import type { OpenOutcome, ReadOptions } from '../format.js';
import type { Input } from '../input/expand.js';
import { formatCount, type ProblemLog, quoteText } from '../problem-log.js';
import type { JsonConsumer, JsonValue } from './json-items.js';
import { ProfileBuilder } from './profile-builder.js';
import { jsonOutcome, readJson } from './read-json.js';
import { addTrace, isMap, nameOf, SampleRecords, setRate, uidOf, wholeOf } from './sample-records.js';

const LABEL = 'list of recent allocations (prof_recent)';

export const PROF_RECENT: FileFormat = {
  id: 'prof-recent',
  label: LABEL,
  detect: ({ text }) =>
    /^\s*\{/.test(text) && /"(sample_interval|recent_alloc_max|recent_alloc)"\s*:/.test(text) ? 0 : -1,
  parse: openRecent,
};

async function openRecent(input: Input, options: ReadOptions, problems: ProblemLog): Promise<OpenOutcome> {
  const recent = new RecentReader(problems);
  await readJson(input, recent, () => recent.records.samples, options, problems);
  if (!recent.hasRate) problems.add('rate-missing', 0);
  problems.add('recent-window', 0, formatCount(recent.max ?? recent.records.samples));
  return jsonOutcome('prof-recent', LABEL, recent.records, input, problems);
}

class RecentReader implements JsonConsumer {
  readonly records: SampleRecords;
  max: number | null = null;
  private readonly builder = new ProfileBuilder();
  private readonly stacks = new Map<string, number | null>();

  constructor(private readonly problems: ProblemLog) {
    this.builder.source = 'prof_recent';
    this.records = new SampleRecords(this.builder);
  }

  get hasRate(): boolean {
    return this.builder.rateBytes > 0;
  }

  member(key: string, value: JsonValue): void {
    const number = wholeOf(value);
    if (key === 'sample_interval' && number !== null) setRate(this.builder, number);
    if (key === 'recent_alloc_max') this.max = number;
  }

  item(key: string, value: JsonValue, line: number): void {
    if (key !== 'recent_alloc' || !isMap(value)) return;
    const uid = uidOf(value.get('alloc_thread_uid'));
    const size = wholeOf(value.get('usize')) ?? 0;
    const stack = this.stackOf(value.get('alloc_trace'));
    if (uid === null || size === 0 || stack === null) {
      this.problems.add('bad-allocation', line, quoteText(`${size} bytes`));
      return;
    }
    const thread = this.builder.thread(uid);
    this.builder.nameThread(thread, nameOf(value.get('alloc_thread_name')));
    this.records.add(stack, thread, size, value.get('released') !== true);
  }

  /** Every allocation brings its whole trace; equal ones are one stack. */
  private stackOf(trace: JsonValue | undefined): number | null {
    if (!Array.isArray(trace)) return null;
    const key = trace.join();
    let stack = this.stacks.get(key);
    if (stack === undefined) this.stacks.set(key, (stack = addTrace(this.builder, trace)));
    return stack;
  }

  oddText(line: number): void {
    this.problems.add('json-quote', line);
  }
}
