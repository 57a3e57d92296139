import { NativeSelect, Select } from '@mantine/core';
import {
  ChevronLeft,
  ChevronRight,
  Pause,
  Play,
  SkipBack,
  SkipForward,
  StepBack,
  StepForward,
} from 'lucide-react';
import { memo, type MouseEvent, type ReactElement, type ReactNode, useState } from 'react';
import { formatCount } from '../../../../base/numbers.js';
import { JUMP_KINDS, type JumpKind } from '../../../../state/inside-jumps.js';
import { useApp, useInside, useInsideResults } from '../../../app-context.js';
import { type Playing, SPEEDS } from './use-play.js';

/** Events a press moves by: 10 with Shift, 1000 with Ctrl, Alt or Command. */
export function strideOf(event: Pick<MouseEvent, 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey'>): number {
  if (event.ctrlKey || event.altKey || event.metaKey) return 1000;
  return event.shiftKey ? 10 : 1;
}

const STRIDES = 'Shift: 10, Ctrl or Alt: 1000';
const JUMP_WORDS: Readonly<Record<JumpKind, string>> = {
  purge: 'purge',
  hugify: 'hugify call',
  growth: 'new pageslab',
};

function IconButton({
  label,
  hint,
  pressed,
  disabled = false,
  onClick,
  children,
}: {
  readonly label: string;
  readonly hint?: string;
  readonly pressed?: boolean;
  readonly disabled?: boolean;
  readonly onClick: (event: MouseEvent) => void;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <button
      type="button"
      className="ui-icon-button"
      aria-label={label}
      title={hint === undefined ? label : `${label} (${hint})`}
      aria-disabled={disabled}
      {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
      onClick={(event) => {
        if (!disabled) onClick(event);
      }}
    >
      {children}
    </button>
  );
}

/** Moves the time cursor: to the ends, by events, by itself, to what is worth seeing. */
export function Transport({
  playing,
  speed,
  onSpeed,
}: {
  readonly playing: Playing;
  readonly speed: string;
  readonly onSpeed: (value: string) => void;
}): ReactElement {
  const { looking } = useApp();
  const total = useInsideResults((results) => results.total);
  const events = useInside((inputs) => Math.min(inputs.events ?? total, total));
  const by = (direction: 1 | -1) => (event: MouseEvent) => {
    playing.stop();
    looking.step(direction * strideOf(event));
  };
  const to = (place: number): void => {
    playing.stop();
    looking.setEvents(place);
  };
  return (
    <div className="ui-transport" role="group" aria-label="Time cursor">
      <IconButton label="To the start" disabled={events === 0} onClick={() => to(0)}>
        <SkipBack size={15} aria-hidden />
      </IconButton>
      <IconButton label="One event back" hint={`, · ${STRIDES}`} disabled={events === 0} onClick={by(-1)}>
        <StepBack size={15} aria-hidden />
      </IconButton>
      <IconButton label={playing.on ? 'Pause' : 'Play'} onClick={playing.toggle}>
        {playing.on ? <Pause size={15} aria-hidden /> : <Play size={15} aria-hidden />}
      </IconButton>
      <IconButton label="One event on" hint={`. · ${STRIDES}`} disabled={events >= total} onClick={by(1)}>
        <StepForward size={15} aria-hidden />
      </IconButton>
      <IconButton label="To the end" disabled={events >= total} onClick={() => to(total)}>
        <SkipForward size={15} aria-hidden />
      </IconButton>
      <EventField events={events} total={total} onChange={to} />
      <span className="ui-transport-total">of {formatCount(total)}</span>
      <SpeedChoice speed={speed} onSpeed={onSpeed} />
      <Jumps stop={playing.stop} />
    </div>
  );
}

const SPEED_NAMES = SPEEDS.map(({ value, label }) => ({ value, label }));

// Kept while the cursor moves: lists to choose from cost more than all else in the row.
const SpeedChoice = memo(function SpeedChoice({
  speed,
  onSpeed,
}: {
  readonly speed: string;
  readonly onSpeed: (value: string) => void;
}): ReactElement {
  return (
    <NativeSelect
      size="xs"
      w={104}
      aria-label="Speed"
      data={SPEED_NAMES}
      value={speed}
      onChange={(event) => onSpeed(event.currentTarget.value)}
    />
  );
});

/** To the nearest event of a kind, before the cursor or behind it. */
const Jumps = memo(function Jumps({ stop }: { readonly stop: () => void }): ReactElement {
  const { looking } = useApp();
  const searching = useInsideResults((results) => results.searching);
  const [kind, setKind] = useState<JumpKind>('purge');
  return (
    <span className="ui-transport-jump" aria-busy={searching}>
      <IconButton
        label={`Last ${JUMP_WORDS[kind]} before`}
        onClick={() => {
          stop();
          looking.jump(kind, -1);
        }}
      >
        <ChevronLeft size={16} aria-hidden />
      </IconButton>
      <Select
        size="xs"
        w={118}
        aria-label="Jump to"
        allowDeselect={false}
        data={JUMP_KINDS.map((value) => ({ value, label: JUMP_WORDS[value] }))}
        value={kind}
        onChange={(value) => {
          const found = JUMP_KINDS.find((one) => one === value);
          if (found !== undefined) setKind(found);
        }}
      />
      <IconButton
        label={`Next ${JUMP_WORDS[kind]}`}
        onClick={() => {
          stop();
          looking.jump(kind, 1);
        }}
      >
        <ChevronRight size={16} aria-hidden />
      </IconButton>
    </span>
  );
});

/** The number of events done, to read and to type. */
function EventField({
  events,
  total,
  onChange,
}: {
  readonly events: number;
  readonly total: number;
  readonly onChange: (events: number) => void;
}): ReactElement {
  const [draft, setDraft] = useState<string | null>(null);
  const commit = (): void => {
    if (draft === null) return;
    const text = draft.replace(/[\s\u202f,_]/g, '');
    setDraft(null);
    if (/^\d+$/.test(text)) onChange(Math.min(Number(text), total));
  };
  return (
    <input
      className="ui-field ui-transport-events"
      type="text"
      inputMode="numeric"
      autoComplete="off"
      spellCheck={false}
      aria-label="Events done at the time cursor"
      value={draft ?? formatCount(events)}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
        else if (event.key === 'Escape') setDraft(null);
      }}
    />
  );
}
