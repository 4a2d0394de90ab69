import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import { Kbd } from "#/ui/kbd.tsx";

const gapPx = 6;
const edgePx = 8;

/** The first tooltip opens after `delayMs`, the next one at once within `skipMs` of the previous one. */
export const TooltipDelays = createContext({ delayMs: 0, skipMs: 0 });

/** Time at which a tooltip was last visible. */
let lastShownAt = Number.NEGATIVE_INFINITY;

/** Describes the one element inside while the pointer is over it or the keyboard focus is on it. */
export function Tooltip(props: {
  label: string;
  /** Information beyond the element's own name; it becomes the element's description. */
  detail?: string | undefined;
  shortcut?: string | undefined;
  side?: "top" | "bottom" | undefined;
  children: ReactNode;
}) {
  const id = useId();
  const { delayMs, skipMs } = use(TooltipDelays);
  const [anchor, setAnchor] = useState<Element | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const isOpen = anchor !== null;

  const openAfter = (target: Element, ms: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setAnchor(target), ms);
  };
  const close = () => {
    clearTimeout(timer.current);
    if (isOpen) lastShownAt = performance.now();
    setAnchor(null);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!anchor) return;
    if (props.detail || props.shortcut) anchor.setAttribute("aria-describedby", id);
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.key === "Escape") setAnchor(null);
    };
    const handleScroll = () => setAnchor(null);
    window.addEventListener("keydown", handleKeyDown, { capture: true });
    window.addEventListener("scroll", handleScroll, { capture: true });
    return () => {
      anchor.removeAttribute("aria-describedby");
      window.removeEventListener("keydown", handleKeyDown, { capture: true });
      window.removeEventListener("scroll", handleScroll, { capture: true });
    };
  }, [anchor, id, props.detail, props.shortcut]);

  return (
    // Only listens to what the control inside does; it is no control and no box itself.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- as said above
    <span
      className="contents"
      onPointerEnter={({ pointerType, currentTarget }) => {
        const isSoon = performance.now() - lastShownAt < skipMs;
        const target = currentTarget.firstElementChild;
        if (pointerType === "mouse" && target) openAfter(target, isSoon ? 0 : delayMs);
      }}
      onPointerLeave={close}
      onPointerDown={close}
      onFocus={({ target }) => {
        if (target.matches(":focus-visible")) openAfter(target, 0);
      }}
      onBlur={close}
    >
      {props.children}
      {anchor &&
        createPortal(
          <Bubble id={id} anchor={anchor} side={props.side ?? "bottom"}>
            <span>
              {props.label}
              {props.detail && <span className="block font-normal opacity-75">{props.detail}</span>}
            </span>
            {props.shortcut && <Kbd isInverse>{props.shortcut}</Kbd>}
          </Bubble>,
          document.body,
        )}
    </span>
  );
}

/** A bubble beside its anchor, on the other side if there is too little space, and inside the window. */
function Bubble(props: {
  id: string;
  anchor: Element;
  side: "top" | "bottom";
  children: ReactNode;
}) {
  const bubble = useRef<HTMLDivElement>(null);
  const { anchor, side } = props;
  useLayoutEffect(() => {
    if (!bubble.current) return;
    const at = anchor.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = bubble.current;
    const below = at.bottom + gapPx;
    const above = at.top - gapPx - height;
    const isBelow = side === "bottom" ? below + height < innerHeight - edgePx : above < edgePx;
    const left = at.left + at.width / 2 - width / 2;
    bubble.current.style.top = `${isBelow ? below : above}px`;
    bubble.current.style.left = `${Math.max(edgePx, Math.min(left, innerWidth - width - edgePx))}px`;
  }, [anchor, side]);
  return (
    <div
      ref={bubble}
      id={props.id}
      role="tooltip"
      // oxlint-disable-next-line sides/logical -- its place is measured from the left of the window
      className="pointer-events-none fixed top-0 left-0 z-60 flex max-w-64 items-center gap-2 rounded-control bg-ink px-2 py-1 text-label font-medium text-surface shadow-menu transition-[opacity,scale] starting:scale-97 starting:opacity-0"
    >
      {props.children}
    </div>
  );
}
