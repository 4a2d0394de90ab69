import { type RefObject, useEffect, useEffectEvent } from "react";
import { glideToEnd } from "#/features/compose/replies/glide-to-end.ts";

/** Marks the buttons that open a reply, which are shown in place of the card. */
export const opensReply = { "data-opens-reply": "" } as const;

/** Moves the focus to the first button that opens a reply. */
export function focusReplyOpener(): void {
  document.querySelector<HTMLElement>("[data-opens-reply]")?.focus({ preventScroll: true });
}

/**
 * Moves the focus into the text of the card each time it is asked for, and back when the card closes: to the element that had it,
 * or to what replaces the card.
 */
export function useCardFocus(
  card: RefObject<HTMLElement | null>,
  options: {
    /** Another object each time that the user asks for the card. */
    request: object;
    /** True if the answered message is above the card: then the end of the conversation is scrolled to. */
    isAtEnd: boolean;
  },
): void {
  const { request } = options;
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      // Anything else than a lost focus is the user's choice.
      if (document.activeElement !== document.body) return;
      const isThere = before instanceof HTMLElement && before.isConnected;
      if (isThere && before !== document.body) before.focus({ preventScroll: true });
      else focusReplyOpener();
    };
  }, []);
  const show = useEffectEvent(() => {
    // The card is at the bottom of the pane while it has the focus: the browser must not scroll to its other place.
    textIn(card.current)?.focus({ preventScroll: true });
    const pane = card.current?.closest<HTMLElement>(".pane-scroll");
    if (pane && options.isAtEnd) glideToEnd(pane);
  });
  useEffect(() => show(), [request]);
}

/** Returns the text field of the card, plain or rich. */
export function textIn(card: HTMLElement | null): HTMLElement | null {
  return card?.querySelector<HTMLElement>("textarea, [contenteditable='true']") ?? null;
}
