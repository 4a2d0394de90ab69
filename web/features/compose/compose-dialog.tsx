import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { ComposeForm } from "#/features/compose/compose-form.tsx";
import { composeTexts } from "#/features/compose/compose-texts.ts";
import { draftOfMailto } from "#/features/compose/mailto.ts";
import {
  closeComposer,
  compose,
  restoreWriting,
  saveThroughChanges,
} from "#/features/compose/composer.ts";
import { useWriting } from "#/features/compose/writing.ts";
import { Dialog } from "#/ui/dialog.tsx";

/** Writes a mail. Closing the window keeps what was written as a draft. */
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
      // A mail that has its recipients goes on with its text.
      initialFocus={draft?.to ? text : to}
    >
      {draft && <ComposeForm key={draft.key} draft={draft} to={to} text={text} />}
    </Dialog>
  );
}

/** Inlet was opened to write to somebody; on the next load of the page it was not. */
function writeToLink(): void {
  const { pathname, search } = window.location;
  const url = new URLSearchParams(search).get("compose");
  if (!url?.toLowerCase().startsWith("mailto:")) return;
  window.history.replaceState(window.history.state, "", pathname);
  compose(draftOfMailto(url));
}

/** Keeps what is written through the end of the page, and brings it back after. Shows nothing itself. */
export function WritingWatch() {
  const client = useQueryClient();
  useEffect(() => {
    void import("#/features/compose/send-draft.ts").then(
      ({ sendWaiting }) => sendWaiting(client),
      () => undefined,
    );
    void restoreWriting().then(writeToLink);
    return saveThroughChanges();
  }, [client]);
  return null;
}
