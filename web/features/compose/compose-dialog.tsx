import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { ComposeForm } from "#/features/compose/compose-form.tsx";
import { composeTexts } from "#/features/compose/compose-texts.ts";
import { draftOfMailto } from "#/features/compose/recipients/mailto.ts";
import {
  closeComposer,
  compose,
  restoreWriting,
  saveThroughChanges,
} from "#/features/compose/drafts/composer.ts";
import { useWriting } from "#/features/compose/drafts/writing.ts";
import { Dialog } from "#/ui/dialog.tsx";

/** The dialog in which a message is written. Closing it keeps the text as a draft. */
export function ComposeDialog({ isOpen }: { isOpen: boolean }) {
  const draft = useWriting(({ drafts, composeKey }) => drafts[composeKey]);
  const to = useRef<HTMLInputElement>(null);
  const text = useRef<HTMLTextAreaElement>(null);
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={closeComposer}
      title={composeTexts.title}
      closeLabel={composeTexts.close}
      width="wide"
      isFullOnPhone
      // If the recipients are given, begin in the text.
      initialFocus={draft?.to ? text : to}
    >
      {draft && <ComposeForm key={draft.key} draft={draft} to={to} text={text} />}
    </Dialog>
  );
}

/**
 * Opens a draft if the page was opened with a `mailto:` link, and removes the link from the URL: the next load must not open it.
 */
function writeToLink(): void {
  const { pathname, search } = window.location;
  const url = new URLSearchParams(search).get("compose");
  if (!url?.toLowerCase().startsWith("mailto:")) return;
  window.history.replaceState(window.history.state, "", pathname);
  compose(draftOfMailto(url));
}

/** Saves all drafts when the page ends, and restores them later. Renders nothing. */
export function WritingWatch() {
  const client = useQueryClient();
  useEffect(() => {
    void import("#/features/compose/send/send-draft.ts").then(
      ({ sendWaiting }) => sendWaiting(client),
      () => undefined,
    );
    void restoreWriting().then(writeToLink);
    return saveThroughChanges();
  }, [client]);
  return null;
}
