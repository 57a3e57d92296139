import { Tooltip } from '@mantine/core';
import type { ReactElement } from 'react';
import { useApp, useInside } from '../../../app-context.js';
import type { Part } from './explain.js';
import { GLOSSARY, type Term } from './glossary.js';

/** A term that explains itself when it is pointed at or reached by key. */
export function TermMark({ term, text }: { readonly term: Term; readonly text: string }): ReactElement {
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
}

export interface PartsProps {
  readonly parts: readonly Part[];
  /** A pageslab is pointed at (or, with null, no longer). */
  readonly onMark: (slab: number | null) => void;
}

/** A sentence whose terms explain themselves and whose pageslabs show themselves in the map. */
export function Parts({ parts, onMark }: PartsProps): ReactElement {
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
              <SlabLink slab={part.slab} text={part.text} onMark={onMark} />
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
  onMark,
}: {
  readonly slab: number;
  readonly text: string;
  readonly onMark: (slab: number | null) => void;
}): ReactElement {
  const { inside, looking } = useApp();
  const selected = useInside((inputs) => inputs.slab);
  return (
    <button
      type="button"
      className="ui-slab-link"
      aria-pressed={selected === slab}
      title={`Show pageslab ${slab} in the map`}
      onMouseEnter={() => onMark(slab)}
      onMouseLeave={() => onMark(null)}
      onFocus={() => onMark(slab)}
      onBlur={() => onMark(null)}
      onClick={() => {
        inside.setState({ slab });
        looking.reveal(slab);
      }}
    >
      {text}
    </button>
  );
}
