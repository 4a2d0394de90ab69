import { type RefObject, useEffect, useRef } from "react";
import { type Draft, ownText } from "#/features/compose/drafts/draft.ts";
import { firstPlaceholder } from "#/features/compose/editor/insert-text.ts";

/** Puts the caret above a new signature, or selects the first placeholder of a template. */
export function useFirstCaret(draft: Draft, text: RefObject<HTMLTextAreaElement | null>): void {
  const hasBegun = useRef(false);
  useEffect(() => {
    if (draft.signature && ownText(draft) === "") text.current?.setSelectionRange(0, 0);
    // After the beginning, a brace is the user's own text.
    const hole = hasBegun.current ? null : firstPlaceholder(draft.content);
    hasBegun.current ||= draft.signature !== null;
    if (hole) text.current?.setSelectionRange(hole.start, hole.end);
    // oxlint-disable-next-line react/exhaustive-deps -- once for each signature that is put in
  }, [draft.signature]);
}
