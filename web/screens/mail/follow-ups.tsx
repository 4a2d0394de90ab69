import type { FollowUpKind } from "@inlet/contract/ai/follow-ups.ts";
import type { Email } from "@inlet/contract/mail/email.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { aiStatusQuery } from "#/api/follow-up-queries.ts";
import { emailQuery } from "#/api/queries.ts";
import { FollowUpBanner } from "#/features/follow-ups/follow-up-banner.tsx";
import { FollowUpButton } from "#/features/follow-ups/follow-up-button.tsx";
import { useOpenConversations } from "#/features/follow-ups/follow-ups.ts";
import { beginWith, openAnswer, openNudge } from "#/screens/mail/write-answer.ts";

/** Reminder of the open conversation, with the prepared reply. */
export function OpenFollowUp(props: { threadId: string; onReply: (email: Email) => void }) {
  const client = useQueryClient();
  const { data: status } = useQuery(aiStatusQuery);
  return (
    <FollowUpBanner
      threadId={props.threadId}
      hasModel={Boolean(status?.model)}
      onNudge={(followUp, engine) => openNudge(client, followUp, engine)}
      onAnswer={async (emailId, text) => {
        const { email } = await client.fetchQuery(emailQuery(emailId));
        beginWith(client, email, text);
        props.onReply(email);
      }}
    />
  );
}

/** Shows the button of a row in the tabs of conversations without an answer. */
export function RowFollowUp(props: { threadId: string; kind: FollowUpKind }) {
  const client = useQueryClient();
  const open = useOpenConversations(null);
  const followUp = open?.find(
    ({ threadId, kind }) => threadId === props.threadId && kind === props.kind,
  );
  return (
    followUp && (
      <FollowUpButton
        followUp={followUp}
        onWrite={() =>
          props.kind === "they-owe"
            ? openNudge(client, followUp, "local")
            : openAnswer(client, followUp)
        }
      />
    )
  );
}
