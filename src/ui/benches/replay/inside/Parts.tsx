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
  const { inside, looking } = useApp();
  const selected = useInside((inputs) => inputs.slab);
  return (
    <>
      {parts.map((part, i) => {
        // The parts of a sentence never change places.
        // oxlint-disable react/no-array-index-key
        if (typeof part === 'string') return <span key={i}>{part}</span>;
        if ('term' in part) return <TermMark key={i} term={part.term} text={part.text} />;
        return (
          <button
            key={i}
            type="button"
            className="ui-slab-link"
            aria-pressed={selected === part.slab}
            title={`Show pageslab ${part.slab} in the map`}
            onMouseEnter={() => onMark(part.slab)}
            onMouseLeave={() => onMark(null)}
            onFocus={() => onMark(part.slab)}
            onBlur={() => onMark(null)}
            onClick={() => {
              inside.setState({ slab: part.slab });
              looking.reveal(part.slab);
            }}
          >
            {part.text}
          </button>
        );
        // oxlint-enable react/no-array-index-key
      })}
    </>
  );
}
