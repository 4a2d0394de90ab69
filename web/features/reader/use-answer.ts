import type { Api } from "@inlet/contract/api.ts";
import type { Invitation, InvitationAnswer } from "@inlet/contract/integrations/invitations.ts";
import { limits } from "@inlet/contract/limits.ts";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { call } from "#/api/client.ts";
import { queryKeys } from "#/api/queries.ts";
import { preferencesQuery } from "#/api/writing-queries.ts";
import { invitationQuery } from "#/features/reader/invitations/invitation-query.ts";
import { invitationTexts as words } from "#/features/reader/invitations/invitation-texts.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { notify, warn } from "#/state/changes/toasts.ts";
import { offerUndo, undoLabel } from "#/state/changes/undo.ts";

/** Returns a function that reports a sent response, and offers undo while that is possible. */
export function useUndoToast() {
  const client = useQueryClient();
  const undoAnswer = async (id: string, key: string) => {
    try {
      await call("DELETE /email/outbox/{id}", { id });
      notify(words.undone, undefined, { key });
    } catch (error) {
      warn(sentenceOf(error, words.failed));
    } finally {
      await client.invalidateQueries({ queryKey: queryKeys.outbox });
    }
  };
  return ({ id, state }: Sent, doneText: string, undoSeconds: number) => {
    // The same response was given before, and it is unknown if that was sent.
    if (state === "unknown") return warn(words.unsure);
    const key = `invitation ${id}`;
    if (undoSeconds === 0 || state !== "queued") return notify(doneText, undefined, { key });
    const timeoutMs = undoSeconds * 1000;
    const undo = () => {
      withdraw();
      void undoAnswer(id, key);
    };
    const withdraw = offerUndo(undo, Date.now() + timeoutMs);
    return notify(doneText, { label: undoLabel(), onAction: undo }, { key, timeoutMs });
  };
}

type Sent = Api["POST /email/{emailId}/invitation"]["output"];

/** Returns the number of seconds in which a sent message can be canceled. */
export async function undoSecondsOf(client: QueryClient): Promise<number> {
  return client
    .fetchQuery(preferencesQuery)
    .then(({ preferences }) => preferences.undoSeconds)
    .catch(() => limits.undoSecondsDefault);
}

/** Returns a function that answers an invitation: the answer is shown at once, and sent when it can no longer be canceled. */
export function useAnswer(emailId: string, invitation: Invitation) {
  const client = useQueryClient();
  const { queryKey } = invitationQuery(emailId);
  const notifySent = useUndoToast();
  // Other messages of the same event show it too, and so does the outbox.
  const settle = () => client.invalidateQueries({ queryKey: queryKeys.outbox });

  return async (answer: InvitationAnswer) => {
    await client.cancelQueries({ queryKey });
    const before = client.getQueryData(queryKey);
    client.setQueryData(queryKey, (now) => now && shown(now, answer));
    try {
      const undoSeconds = await undoSecondsOf(client);
      const asked = { emailId, answer, undoSeconds };
      const sent = await call("POST /email/{emailId}/invitation", asked, {
        keepalive: true,
      });
      const organiser = invitation.organiser;
      const name = organiser?.name || organiser?.address || words.organiser;
      notifySent(sent, words.announced[answer](name), undoSeconds);
    } catch (error) {
      // Restore the previous answer. An answer given again is sent once, whether this attempt succeeded or not.
      client.setQueryData(queryKey, before);
      const why = error instanceof Error ? error.message : "";
      warn(`${words.notThrough} ${why}`.trim());
    } finally {
      await settle();
    }
  };
}

function shown<Shown extends { invitation: Invitation }>(
  announced: Shown,
  answer: InvitationAnswer,
): Shown & { calendar: null } {
  const invitation = {
    ...announced.invitation,
    answer: { answer, outboxId: null, state: "queued" as const },
  };
  // A calendar receives it when it is sent.
  return { ...announced, invitation, calendar: null };
}
