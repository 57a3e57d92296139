import './split.css';
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useRef,
  useState,
} from 'react';

const LEAST = 0.2;
const MOST = 0.85;
const FIRST = 0.54;

/** Two parts above each other with a bar between; without the lower one the upper one has all the room. */
export function Split({
  upper,
  lower,
  label,
}: {
  readonly upper: ReactNode;
  readonly lower: ReactNode | null;
  readonly label: string;
}): ReactElement {
  const root = useRef<HTMLDivElement>(null);
  const [share, setShare] = useState(FIRST);
  const put = (wanted: number): void => setShare(Math.min(MOST, Math.max(LEAST, wanted)));
  const onPointerMove = (event: PointerEvent): void => {
    const box = root.current?.getBoundingClientRect();
    if (box === undefined || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    put((box.bottom - event.clientY) / box.height);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowUp: 0.02, ArrowDown: -0.02, PageUp: 0.1, PageDown: -0.1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    put(share + step);
  };
  return (
    <div
      ref={root}
      className="ui-split"
      data-open={lower !== null}
      style={
        lower === null
          ? undefined
          : { gridTemplateRows: `minmax(0, ${1 - share}fr) 7px minmax(0, ${share}fr)` }
      }
    >
      {upper}
      {lower !== null && (
        <>
          {/* A bar that is moved is a control: no HTML element stands for that. */}
          {/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/prefer-tag-over-role */}
          <div
            className="ui-split-bar"
            role="separator"
            aria-orientation="horizontal"
            aria-label={label}
            aria-valuenow={Math.round(share * 100)}
            aria-valuemin={LEAST * 100}
            aria-valuemax={MOST * 100}
            tabIndex={0}
            onKeyDown={onKeyDown}
            onPointerDown={(event) => {
              event.preventDefault();
              event.currentTarget.setPointerCapture(event.pointerId);
            }}
            onPointerMove={onPointerMove}
            onDoubleClick={() => put(FIRST)}
          />
          {/* oxlint-enable */}
          {lower}
        </>
      )}
    </div>
  );
}
