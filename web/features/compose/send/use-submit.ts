import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { Question } from "#/features/compose/draft-questions.tsx";
import { composeTexts } from "#/features/compose/compose-texts.ts";
import { type Draft, isReady, ownText } from "#/features/compose/drafts/draft.ts";
import { isWindowOpen } from "#/features/compose/dock/windows.ts";
import { promisesAttachment } from "#/features/compose/send/missing-attachment.ts";
import { sendDraft } from "#/features/compose/send/send-draft.ts";
import { useAwaitedSend } from "#/features/compose/send/use-awaited-send.ts";

/**
 * Returns a function that sends the draft of a window, now or at a time, and one that does so despite the question about a missing
 * file.
 */
export function useSubmit(
  draft: Draft,
  canSend: boolean,
  setQuestion: (question: Question) => void,
): { submit: (sendAt?: string) => void; submitAnyway: () => void } {
  const { key } = draft;
  const client = useQueryClient();
  /** The question is asked once for each message. */
  const hasAsked = useRef(false);
  /** The time for which the message was meant when the question was asked. */
  const askedAt = useRef<string>(undefined);
  const submit = (sendAt?: string) => {
    if (!canSend) {
      if (isReady(draft) && draft.accountId === null) sendWhenKnown(sendAt);
      return;
    }
    const hasFile = draft.attachments.length + draft.forwardedAttachments.length > 0;
    if (!hasAsked.current && !hasFile && promisesAttachment(ownText(draft))) {
      hasAsked.current = true;
      askedAt.current = sendAt;
      setQuestion("attachment");
      return;
    }
    setQuestion(null);
    void sendDraft(client, draft, {
      texts: composeTexts,
      ...(sendAt && { sendAt }),
      isShown: () => isWindowOpen(key),
    });
  };
  const sendWhenKnown = useAwaitedSend(canSend, submit);
  return { submit, submitAnyway: () => submit(askedAt.current) };
}
