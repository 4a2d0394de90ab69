import { type ComponentProps, type KeyboardEvent, type RefObject, useRef, useState } from "react";
import { type Draft, ownText } from "#/features/compose/draft.ts";
import { firstPlaceholder, insertText, replaceText } from "#/features/compose/insert-text.ts";
import { suggestionTexts } from "#/features/compose/suggestion-texts.ts";
import type { TemplatePanel } from "#/features/compose/template-panel.tsx";
import { tellUndoable } from "#/state/undo.ts";

/** The panel of templates beside a mail's text: opened by its button, or by ";" at the beginning of a line. */
export function useTemplates(
  draft: Draft,
  text: RefObject<HTMLTextAreaElement | null>,
  edit: (change: Partial<Draft>) => void,
): {
  /** Null while it is closed. */
  panel: ComponentProps<typeof TemplatePanel> | null;
  toggle: () => void;
  handleKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
} {
  const [isOpen, setOpen] = useState(false);
  const caret = useRef({ start: 0, end: 0 });
  const open = () => {
    // Rich text has no area: there the text comes at the beginning.
    const { selectionStart: start = 0, selectionEnd: end = 0 } = text.current ?? {};
    caret.current = { start, end };
    setOpen(true);
  };
  /** Puts text in, and the caret behind it or over what is left to fill in. */
  const put = (body: string, change: Partial<Draft>, start: number) => {
    setOpen(false);
    edit(change);
    const hole = firstPlaceholder(body);
    const from = hole ? start + hole.start : start + body.length;
    const to = hole ? start + hole.end : from;
    requestAnimationFrame(() => {
      text.current?.focus();
      text.current?.setSelectionRange(from, to);
    });
  };
  const panel = {
    recipient: draft.to.replaceAll(/[\r\n]/g, " "),
    written: ownText(draft),
    onInsert: (insertion: { body: string; subject: string }) =>
      put(insertion.body, insertText(draft, insertion, caret.current), caret.current.start),
    onReplace: (body: string) => {
      const { content, html } = draft;
      if (ownText(draft) !== "")
        tellUndoable(suggestionTexts.replaced, () => edit({ content, html }));
      put(body, replaceText(draft, body), 0);
    },
    onClose: (typed: string) =>
      put(
        typed,
        insertText(draft, { body: typed, subject: "" }, caret.current),
        caret.current.start,
      ),
  };
  return {
    panel: isOpen ? panel : null,
    toggle: () => (isOpen ? panel.onClose("") : open()),
    handleKeyDown: (event) => {
      const { value, selectionStart: at } = event.currentTarget;
      const isFirst = at === 0 || value[at - 1] === "\n";
      if (event.key !== ";" || event.nativeEvent.isComposing || !isFirst) return;
      event.preventDefault();
      open();
    },
  };
}
