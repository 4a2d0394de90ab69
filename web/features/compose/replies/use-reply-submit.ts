import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Question } from "#/features/compose/draft-questions.tsx";
import { composeTexts } from "#/features/compose/compose-texts.ts";
import { type Draft, ownText } from "#/features/compose/drafts/draft.ts";
import { promisesAttachment } from "#/features/compose/send/missing-attachment.ts";
import { sendDraft } from "#/features/compose/send/send-draft.ts";
import { useAwaitedSend } from "#/features/compose/send/use-awaited-send.ts";
import { warn } from "#/state/changes/toasts.ts";

const words = composeTexts.reply;

/** Archives the answered message, if possible; returns a function that undoes it. */
export type OnArchive = (isQuiet: boolean) => (() => void) | undefined;

/** A way of sending a reply other than immediately and on its own. */
interface Way {
  onStored?: OnArchive;
  sendAt?: string;
}

/** Returns functions that send the reply: on its own, or with a further action once it is safely stored. */
export function useReplySubmit(
  draft: Draft,
  options: {
    canSend: boolean;
    onQuestion: (question: Question) => void;
    /** Called when the reply has been handed over. */
    onSent: () => void;
  },
) {
  const client = useQueryClient();
  const isShown = useIsShown();
  /** The question is asked once for each reply; the way of sending is kept for its answer. */
  const asked = useRef<Way>(null);
  const hasSender = draft.accountId !== null;
  const submit = async (way: Way = {}) => {
    if (!options.canSend) return;
    if (!hasSender) return sendWhenKnown(way);
    if (!asked.current && draft.attachments.length === 0 && promisesAttachment(ownText(draft))) {
      asked.current = way;
      options.onQuestion("attachment");
      return;
    }
    options.onQuestion(null);
    const isSent = await sendDraft(client, draft, {
      texts: words,
      ...way,
      isShown: () => isShown.current,
    });
    if (isSent) options.onSent();
    // The card stays open with its text and shows the reason.
    else if (isShown.current) warn(words.failed);
  };
  const sendWhenKnown = useAwaitedSend<Way>(
    options.canSend && hasSender,
    (way) => void submit(way),
  );
  return { submit, submitAnyway: () => submit(asked.current ?? {}) };
}

function useIsShown() {
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return isShown;
}
