import { type ComponentProps, type KeyboardEvent, type RefObject, useState } from "react";
import { flushSync } from "react-dom";
import { type Draft, ownText } from "#/features/compose/drafts/draft.ts";
import {
  firstPlaceholder,
  insertText,
  replaceText,
} from "#/features/compose/editor/insert-text.ts";
import { suggestionTexts } from "#/features/compose/editor/suggestion-texts.ts";
import type { TemplatePanel } from "#/features/compose/editor/template-panel.tsx";
import { notifyUndoable } from "#/state/changes/undo.ts";

/** The panel of templates beside the text: opened by its button, or by ";" at the beginning of a line. */
export function useTemplates(
  draft: Draft,
  text: RefObject<HTMLTextAreaElement | null>,
  edit: (change: Partial<Draft>) => void,
): {
  /** Null while the panel is closed. */
  panel: ComponentProps<typeof TemplatePanel> | null;
  toggle: () => void;
  handleKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
} {
  const [isOpen, setOpen] = useState(false);
  /** Returns the position of the caret, even while the panel has the focus. Rich text has no textarea: its beginning. */
  const caret = () => {
    const { selectionStart: start = 0, selectionEnd: end = 0 } = text.current ?? {};
    return { start, end };
  };
  /** Inserts text, and puts the caret behind it or selects the first placeholder. */
  const put = (body: string, change: Partial<Draft>, start: number) => {
    // Otherwise the focus is lost with the panel, and the window takes it.
    text.current?.focus();
    // Flushes before the next key is handled, which must be inserted at the new caret.
    flushSync(() => {
      setOpen(false);
      edit(change);
    });
    const hole = firstPlaceholder(body);
    const from = hole ? start + hole.start : start + body.length;
    const to = hole ? start + hole.end : from;
    text.current?.setSelectionRange(from, to);
  };
  const panel = {
    recipient: draft.to.replaceAll(/[\r\n]/g, " "),
    written: ownText(draft),
    onInsert: (insertion: { body: string; subject: string }) => {
      const at = caret();
      put(insertion.body, insertText(draft, insertion, at), at.start);
    },
    onReplace: (body: string) => {
      const { content, html } = draft;
      if (ownText(draft) !== "")
        notifyUndoable(suggestionTexts.replaced, () => edit({ content, html }));
      put(body, replaceText(draft, body), 0);
    },
    onClose: (typed: string) => {
      const at = caret();
      if (typed) return put(typed, insertText(draft, { body: typed, subject: "" }, at), at.start);
      text.current?.focus();
      setOpen(false);
    },
  };
  return {
    panel: isOpen ? panel : null,
    toggle: () => (isOpen ? panel.onClose("") : setOpen(true)),
    handleKeyDown: (event) => {
      const { value, selectionStart: at } = event.currentTarget;
      const isFirst = at === 0 || value[at - 1] === "\n";
      if (event.key !== ";" || event.nativeEvent.isComposing || !isFirst) return;
      event.preventDefault();
      setOpen(true);
    },
  };
}
