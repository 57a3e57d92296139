import { SegmentedControl, Select } from '@mantine/core';
import { type ReactElement, useEffect, useId, useMemo, useState } from 'react';
import { MEASURES, type Measure } from '../../../engine/profile/profile.js';
import { findProfile } from '../../../state/files.js';
import { GRANULARITIES, NUMBERS, patternError, PRUNINGS, setHeap } from '../../../state/heap-inputs.js';
import { useApp, useFiles, useHeap, useHeapResults } from '../../app-context.js';
import { shownName } from './NameCell.js';
import { GRANULARITY_WORDS, MEASURE_WORDS, NUMBER_WORDS, PRUNING_WORDS } from './words.js';

function pairs<Value extends string>(
  values: readonly Value[],
  words: Readonly<Record<Value, string>>,
): { value: Value; label: string }[] {
  return values.map((value) => ({ value, label: words[value] }));
}

/** What is counted, which number is shown, how frames are named and which stacks take part. */
export function HeapControls(): ReactElement {
  return (
    <div className="ui-heap-controls" role="toolbar" aria-label="Numbers and filters">
      <MeasureChoice />
      <NumberChoice />
      <GranularityChoice />
      <ThreadChoice />
      <div className="ui-heap-filters">
        <PruningChoice />
        <Pattern
          field="focus"
          label="Focus"
          help="Keeps stacks in which a frame matches: function, file:line or address. A regular expression, as jeprof’s --focus."
        />
        <Pattern
          field="ignore"
          label="Ignore"
          help="Drops stacks in which a frame matches. A regular expression, as jeprof’s --ignore."
        />
        <Pattern
          field="hide"
          label="Hide"
          help="Takes matching frames out of their stacks; their memory goes to the callers. A regular expression, as jeprof’s --exclude."
        />
        <Search />
      </div>
    </div>
  );
}

function MeasureChoice(): ReactElement {
  const { heap } = useApp();
  const measure = useHeap((state) => state.inputs.measure);
  const accumulates = useHeapResults((results) => results.facts.answer?.accumulates ?? true);
  const data = useMemo(
    () =>
      pairs(
        MEASURES.toReversed().toSorted((a, b) => rank(a) - rank(b)),
        MEASURE_WORDS,
      ).map((choice) => ({
        ...choice,
        disabled: !accumulates && choice.value.startsWith('alloc') && choice.value !== measure,
        label:
          !accumulates && choice.value.startsWith('alloc')
            ? `${choice.label} (not in this dump)`
            : choice.label,
      })),
    [accumulates, measure],
  );
  return (
    <Select
      size="xs"
      w={152}
      aria-label="Measure"
      allowDeselect={false}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
      data={data}
      value={measure}
      onChange={(value) => {
        const found = MEASURES.find((name) => name === value);
        if (found !== undefined) setHeap(heap, { measure: found });
      }}
    />
  );
}

function rank(measure: Measure): number {
  return ['inuse_space', 'inuse_objects', 'alloc_space', 'alloc_objects'].indexOf(measure);
}

function NumberChoice(): ReactElement {
  const { heap } = useApp();
  const number = useHeap((state) => state.inputs.number);
  return (
    <SegmentedControl
      size="xs"
      aria-label="Number shown"
      data={pairs(NUMBERS, NUMBER_WORDS)}
      value={number}
      onChange={(value) => setHeap(heap, { number: value })}
    />
  );
}

function GranularityChoice(): ReactElement {
  const { heap } = useApp();
  const granularity = useHeap((state) => state.inputs.granularity);
  return (
    <Select
      size="xs"
      w={100}
      aria-label="Frames by"
      allowDeselect={false}
      data={pairs(GRANULARITIES, GRANULARITY_WORDS)}
      value={granularity}
      onChange={(value) => {
        const found = GRANULARITIES.find((name) => name === value);
        // Names mean something else then: neither selection nor zoom survives.
        if (found !== undefined) setHeap(heap, { granularity: found, selected: null, zoom: [] });
      }}
    />
  );
}

const PRUNING_HELP =
  'Frames of the allocator and the profiler at the leaf end. jeprof 5.3.0’s own list misses some that newer versions and stripped libraries show.';

function PruningChoice(): ReactElement {
  const { heap } = useApp();
  const pruning = useHeap((state) => state.inputs.pruning);
  const id = useId();
  return (
    <span className="ui-heap-filter">
      <label htmlFor={id} title={PRUNING_HELP}>
        Allocator
      </label>
      <select
        id={id}
        className="ui-field ui-heap-field"
        title={PRUNING_HELP}
        value={pruning}
        onChange={(event) => {
          const found = PRUNINGS.find((name) => name === event.currentTarget.value);
          if (found !== undefined) setHeap(heap, { pruning: found });
        }}
      >
        {PRUNINGS.map((name) => (
          <option key={name} value={name}>
            {PRUNING_WORDS[name]}
          </option>
        ))}
      </select>
    </span>
  );
}

const ALL_THREADS = 'all';

function ThreadChoice(): ReactElement | null {
  const { heap } = useApp();
  const thread = useHeap((state) => state.inputs.thread);
  const threads = useFiles((files) => findProfile(files, files.profile)?.content.threads ?? null);
  const data = useMemo(() => {
    const named = (threads ?? []).map(({ uid, name }) => ({
      value: uid,
      label: name === null ? `thread ${uid}` : `thread ${uid}: ${shownName(name)}`,
    }));
    const unique = named.filter(({ value }, at) => named.findIndex((other) => other.value === value) === at);
    const missing = thread !== null && !unique.some(({ value }) => value === thread);
    return [
      { value: ALL_THREADS, label: 'all threads' },
      ...unique,
      ...(missing ? [{ value: thread, label: `thread ${thread} (not in this dump)` }] : []),
    ];
  }, [threads, thread]);
  if (data.length <= 2 && thread === null) return null;
  return (
    <Select
      size="xs"
      w={122}
      aria-label="Thread"
      allowDeselect={false}
      searchable={data.length > 12}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
      data={data}
      value={thread ?? ALL_THREADS}
      onChange={(value) => setHeap(heap, { thread: value === null || value === ALL_THREADS ? null : value })}
    />
  );
}

/** Typing asks the worker only when it pauses, or at once with Enter. */
const WAIT_MS = 200;

function useTyped(value: string, set: (text: string) => void): [string, (text: string) => void] {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  // Changed from elsewhere, as by a link.
  if (known !== value) {
    setKnown(value);
    setTyped(value);
  }
  useEffect(() => {
    if (typed === value) return undefined;
    const timer = setTimeout(() => set(typed), WAIT_MS);
    return () => clearTimeout(timer);
  }, [typed, value, set]);
  return [typed, setTyped];
}

function Pattern({
  field,
  label,
  help,
}: {
  readonly field: 'focus' | 'ignore' | 'hide';
  readonly label: string;
  readonly help: string;
}): ReactElement {
  const { heap } = useApp();
  const value = useHeap((state) => state.inputs[field]);
  const set = useMemo(() => (text: string) => setHeap(heap, { [field]: text }), [heap, field]);
  const [typed, setTyped] = useTyped(value, set);
  const error = patternError(typed);
  const id = useId();
  return (
    <span className="ui-heap-filter">
      <label htmlFor={id} title={help}>
        {label}
      </label>
      <input
        id={id}
        className="ui-field ui-heap-field"
        type="text"
        spellCheck={false}
        autoComplete="off"
        placeholder="regex"
        title={help}
        value={typed}
        aria-invalid={error !== null}
        aria-describedby={error === null ? undefined : `${id}-error`}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setTyped('');
          else if (event.key === 'Enter') set(typed);
        }}
      />
      {error !== null && (
        <span id={`${id}-error`} className="ui-heap-filter-error" role="alert">
          {error} It has no effect until it is one.
        </span>
      )}
    </span>
  );
}

function Search(): ReactElement {
  const { heap } = useApp();
  const value = useHeap((state) => state.inputs.search);
  const set = useMemo(() => (search: string) => setHeap(heap, { search }), [heap]);
  const [typed, setTyped] = useTyped(value, set);
  const id = useId();
  const help =
    'Marks names that contain this text in the graph, and lists only those in the tables. Changes no number.';
  return (
    <span className="ui-heap-filter">
      <label htmlFor={id} title={help}>
        Search
      </label>
      <input
        id={id}
        className="ui-field ui-heap-field"
        type="search"
        spellCheck={false}
        autoComplete="off"
        placeholder="text"
        title={help}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') set(typed);
        }}
      />
    </span>
  );
}
