import { Tooltip } from '@mantine/core';
import { memo, type ReactElement } from 'react';
import { useApp, useInside, useInsideResults } from '../../../app-context.js';
import type { Part } from './explain.js';
import { GLOSSARY, type Term } from './glossary.js';

/** A term that explains itself when it is pointed at or reached by key. Kept: its tooltip costs more than all else beside it. */
export const TermMark = memo(function TermMark({
  term,
  text,
}: {
  readonly term: Term;
  readonly text: string;
}): ReactElement {
  return (
    <Tooltip
      label={GLOSSARY[term]}
      multiline
      w={280}
      openDelay={150}
      events={{ hover: true, focus: true, touch: true }}
    >
      <button type="button" className="ui-term">
        {text}
      </button>
    </Tooltip>
  );
});

export interface PartsProps {
  readonly parts: readonly Part[];
  /** The shard whose pageslabs are named; the map may show another one. */
  readonly shard: number;
  /** A pageslab is pointed at (or, with null, no longer). */
  readonly onMark: (slab: number | null) => void;
}

/** A sentence whose terms explain themselves and whose pageslabs show themselves in the map. */
export function Parts({ parts, shard, onMark }: PartsProps): ReactElement {
  return (
    <>
      {parts.map((part, i) => {
        // The parts of a sentence never change places.
        // oxlint-disable react/no-array-index-key
        if (typeof part === 'string') {
          const before = i === 0 ? '' : parts[i - 1];
          return <span key={i}>{typeof before === 'string' ? part : part.replace(PUNCTUATION, '')}</span>;
        }
        const next = parts[i + 1];
        const end = typeof next === 'string' ? (PUNCTUATION.exec(next)?.[0] ?? '') : '';
        return (
          // No line may begin with the full stop behind a term.
          <span key={i} className={end === '' ? undefined : 'ui-why-word'}>
            {'term' in part ? (
              <TermMark term={part.term} text={part.text} />
            ) : (
              <SlabLink slab={part.slab} text={part.text} shard={shard} onMark={onMark} />
            )}
            {end}
          </span>
        );
        // oxlint-enable react/no-array-index-key
      })}
    </>
  );
}

/** Punctuation that belongs to the word before it. */
const PUNCTUATION = /^(?:’s|[.,;:)])+/;

function SlabLink({
  slab,
  text,
  shard,
  onMark,
}: {
  readonly slab: number;
  readonly text: string;
} & Omit<PartsProps, 'parts'>): ReactElement {
  const { inside, looking } = useApp();
  const here = useInsideResults(({ moment }) => moment?.shard === shard);
  const selected = useInside((inputs) => inputs.slab);
  const mark = (on: boolean): void => onMark(on && here ? slab : null);
  return (
    <button
      type="button"
      className="ui-slab-link"
      aria-pressed={here && selected === slab}
      title={`Show pageslab ${slab}${here ? '' : ` of shard ${shard}`} in the map`}
      onMouseEnter={() => mark(true)}
      onMouseLeave={() => mark(false)}
      onFocus={() => mark(true)}
      onBlur={() => mark(false)}
      onClick={() => {
        inside.setState({ shard, slab });
        // The map of another shard comes with its moment, and then goes to what has changed.
        if (here) looking.reveal(slab);
      }}
    >
      {text}
    </button>
  );
}
