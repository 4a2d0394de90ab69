import { type FocusEvent, useRef, useState } from "react";

/**
 * Reports whether the card is pinned to the bottom of the pane: while it has the focus. A press into the card pins it only
 * afterwards, because the card would move away between press and release. A focus that is lost with a control leaves it pinned.
 */
export function usePinned() {
  const [isPinned, setPinned] = useState(true);
  const isPressed = useRef(false);
  const onPointerDown = ({ currentTarget: card }: { currentTarget: Element }) => {
    isPressed.current = true;
    const over = new AbortController();
    const release = () => {
      over.abort();
      isPressed.current = false;
      // The click follows the release.
      setTimeout(() => {
        if (card.contains(document.activeElement)) setPinned(true);
      });
    };
    for (const type of ["pointerup", "pointercancel"])
      window.addEventListener(type, release, { signal: over.signal });
  };
  const onFocus = () => {
    if (!isPressed.current) setPinned(true);
  };
  const onBlur = ({ currentTarget: card }: FocusEvent) => {
    // The frame of a mail takes the focus without an event that names it.
    setTimeout(() => {
      const now = document.activeElement;
      if (now !== document.body && !card.contains(now)) setPinned(false);
    });
  };
  return { isPinned, handlers: { onPointerDown, onFocus, onBlur } };
}
