import type { Api } from "@inlet/contract/api.ts";
import type { QueryClient } from "@tanstack/react-query";
import { composeTexts } from "#/features/compose/compose-texts.ts";
import { draftOf } from "#/features/compose/drafts/draft.ts";
import { toastKeyOf, watchOutbox } from "#/features/compose/send/outbox-watch.tsx";
import { undoSend, undoSecondsOf } from "#/features/compose/send/send-draft.ts";
import { notify } from "#/state/changes/toasts.ts";
import { offerUndo } from "#/state/changes/undo.ts";

type Letter = Api["GET /email/approvals"]["output"]["approvals"][number];

/** Cancels an API client's message and opens it in the composer; returns false if it has been sent. */
export async function editPendingMessage(client: QueryClient, letter: Letter): Promise<boolean> {
  return undoSend(client, { outboxId: letter.id, draft: draftOf(letter.draft) });
}

/** Reports that a message was approved, and watches it until the mail server has accepted it; Undo opens it in the composer. */
export async function watchPendingMessage(
  client: QueryClient,
  letter: Letter,
  doneText: string,
): Promise<void> {
  const { id: outboxId, sendAt } = letter;
  const key = toastKeyOf(outboxId);
  watchOutbox(outboxId, composeTexts.sent);
  const timeoutMs = (await undoSecondsOf(client)) * 1000;
  const until = Math.max(sendAt === null ? 0 : Date.parse(sendAt), Date.now() + timeoutMs);
  if (until <= Date.now()) return notify(doneText, undefined, { key });
  const undo = async () => {
    withdraw();
    if (!(await undoSend(client, { outboxId, draft: draftOf(letter.draft) }))) return;
    notify(composeTexts.undone, undefined, { key });
  };
  const withdraw = offerUndo(() => void undo(), until);
  const action = { label: composeTexts.undo, onAction: () => void undo() };
  notify(doneText, action, { key, ...(timeoutMs > 0 && { timeoutMs }) });
}
