import type { Email } from "@inlet/contract/mail/email.ts";
import type { QueryClient } from "@tanstack/react-query";
import { call } from "#/api/client.ts";
import { emailQuery } from "#/api/queries.ts";
import { beginReply, openInFull, withReplyText } from "#/features/compose/replies/begin-reply.ts";
import { ownText } from "#/features/compose/drafts/draft.ts";
import { draftOfKey, editDraft } from "#/features/compose/drafts/writing.ts";
import { followUpTexts } from "#/features/follow-ups/follow-up-texts.ts";
import { notify, warn } from "#/state/changes/toasts.ts";

/** Starts a reply with this text; a reply that the user has begun stays unchanged. Returns its key. */
export function beginWith(client: QueryClient, email: Email, text: string): string {
  const key = beginReply(client, email, null);
  const draft = draftOfKey(key);
  if (draft && ownText(draft) === "" && text !== "") {
    editDraft(key, withReplyText(draft, text));
  }
  return key;
}

/** Opens a reply to a message: the prepared one, if there is one. */
export async function openAnswer(
  client: QueryClient,
  { emailId }: { emailId: string },
): Promise<void> {
  try {
    const [{ text }, { email }] = await Promise.all([
      call("GET /follow-ups/answers/{emailId}", { emailId }),
      client.fetchQuery(emailQuery(emailId)),
    ]);
    openInFull(beginWith(client, email, text));
  } catch {
    warn(followUpTexts.failed);
  }
}

/** Opens a short reminder for a message without a reply, for the user to read and send. */
export async function openNudge(
  client: QueryClient,
  { emailId }: { emailId: string },
  engine: "local" | "model",
): Promise<void> {
  try {
    const [{ text, meta }, { email }] = await Promise.all([
      call("POST /follow-ups/nudge", { emailId, engine }),
      client.fetchQuery(emailQuery(emailId)),
    ]);
    if (text === "") notify(followUpTexts.nothingToSay);
    else if (meta.note) notify(meta.note);
    openInFull(beginWith(client, email, text));
  } catch {
    warn(followUpTexts.failed);
  }
}
