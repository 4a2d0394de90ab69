import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useId,
  useRef,
  useState,
} from "react";
import { isRightToLeft } from "#/lib/direction.ts";

/** In percent of the whole width. */
interface Range {
  default: number;
  min: number;
  max: number;
}

const stepPercent = 2;
/** Width that the first pane has at least, unless the user chose less. */
const leastRem = 22.5;

/**
 * Two panes side by side with a draggable separator; a double click or Enter resets it. Without a first pane the second one stays as
 * it is, and fills the space.
 */
export function SplitPane(props: {
  /** Key under which the browser stores the chosen width. */
  storageKey: string;
  start: ReactNode | null;
  startRange: Range;
  end: ReactNode;
  separatorLabel: string;
}) {
  const { storageKey, startRange } = props;
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const within = (percent: number) => Math.min(Math.max(percent, startRange.min), startRange.max);
  // 0 as long as nothing is chosen.
  const [chosen, choose] = useState(() => Number(localStorage.getItem(storageKey)));
  const percent = within(chosen || startRange.default);
  const keep = (next: number) => {
    choose(next);
    if (next) localStorage.setItem(storageKey, String(within(next)));
    else localStorage.removeItem(storageKey);
  };

  const handleDrag = (event: PointerEvent) => {
    const box = frame.current?.getBoundingClientRect();
    if (!box || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const fromStart = isRightToLeft(event.currentTarget)
      ? box.right - event.clientX
      : event.clientX - box.left;
    keep((fromStart / box.width) * 100);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    // The separator moves in the direction of the arrow.
    const rightPercent = isRightToLeft(event.currentTarget) ? -stepPercent : stepPercent;
    const to = {
      ArrowLeft: percent - rightPercent,
      ArrowRight: percent + rightPercent,
      Home: startRange.min,
      End: startRange.max,
      Enter: 0,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    keep(to);
  };
  return (
    <div ref={frame} className="flex h-full min-h-0">
      {props.start !== null && (
        <div
          id={id}
          className="min-w-0 shrink-0"
          style={{ width: chosen ? `${percent}%` : `max(${percent}%, ${leastRem}rem)` }}
        >
          {props.start}
        </div>
      )}
      {props.start !== null && (
        // A movable separator is a control: it has a value, a focus and keys.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- as said above
        <div
          role="separator"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as said above
          tabIndex={0}
          aria-label={props.separatorLabel}
          aria-controls={id}
          aria-valuenow={Math.round(percent)}
          aria-valuemin={startRange.min}
          aria-valuemax={startRange.max}
          aria-orientation="vertical"
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={handleDrag}
          onDoubleClick={() => keep(0)}
          onKeyDown={handleKeyDown}
          className="relative z-10 w-px shrink-0 cursor-col-resize touch-none bg-line outline-none after:absolute after:inset-y-0 after:-inset-x-1.5 before:absolute before:inset-y-0 before:-inset-x-px before:bg-accent before:opacity-0 before:transition-opacity hover:before:opacity-60 focus-visible:before:opacity-100 active:before:opacity-100"
        />
      )}
      <div className="min-w-0 flex-1">{props.end}</div>
    </div>
  );
}
