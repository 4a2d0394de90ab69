import type { Invitation } from "@inlet/contract/integrations/invitations.ts";
import type { OutboxState } from "@inlet/contract/mail/send.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#/api/client.ts";
import { queryKeys } from "#/api/queries.ts";
import { eventWhen } from "#/features/reader/invitations/event-text.ts";
import { invitationTexts as words } from "#/features/reader/invitations/invitation-texts.ts";
import { undoSecondsOf, useUndoToast } from "#/features/reader/use-answer.ts";
import { warn } from "#/state/changes/toasts.ts";
import { Button } from "#/ui/button.tsx";

/** The organizer's actions on another time that a guest proposes. */
export function InvitationCounter(props: {
  emailId: string;
  counter: NonNullable<Invitation["counter"]>;
  by: string;
}) {
  const { emailId, counter, by } = props;
  const { start, end, canDecline, declined, canAccept, accepted } = counter;
  const client = useQueryClient();
  const notifySent = useUndoToast();
  const [busy, setBusy] = useState<"accepted" | "declined" | null>(null);
  const give = async (answer: "accepted" | "declined") => {
    setBusy(answer);
    try {
      const undoSeconds = await undoSecondsOf(client);
      const sent = await call("POST /email/{emailId}/invitation/counter", {
        emailId,
        answer,
        undoSeconds,
      });
      const promptText = answer === "accepted" ? words.moving : words.declining(by);
      notifySent(sent, promptText, undoSeconds);
    } catch (error) {
      warn(`${words.declineNotSent} ${error instanceof Error ? error.message : ""}`.trim());
    }
    setBusy(null);
    await client.invalidateQueries({ queryKey: queryKeys.outbox });
  };
  const outcomeText =
    outcomeTextOf(accepted, words.moved) || outcomeTextOf(declined, words.keptTime);
  return (
    <div className="flex flex-col gap-2 border-t border-line pt-3 text-control">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p role="status" className="min-w-32 flex-1 font-medium text-ink tabular">
          {outcomeText || (start && words.timeNow(eventWhen(start, end)))}
        </p>
        <div className="flex gap-2">
          {(["accepted", "declined"] as const).map(
            (answer) =>
              (answer === "accepted" ? canAccept : canDecline) && (
                <Button
                  key={answer}
                  isBusy={busy === answer}
                  disabled={busy !== null}
                  onClick={() => void give(answer)}
                >
                  {answer === "accepted" ? words.accept : words.decline}
                </Button>
              ),
          )}
        </div>
      </div>
      {canDecline && <p className="text-ink-2">{canAccept ? words.moves : words.toMove}</p>}
    </div>
  );
}

function outcomeTextOf(state: OutboxState | null, done: string): string {
  if (state === null) return "";
  if (state === "failed") return words.declineNotSent;
  return state === "unknown" ? words.unsure : done;
}
