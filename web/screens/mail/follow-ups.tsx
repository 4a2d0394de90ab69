import type { Email } from "@inlet/contract/mail/email.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { aiStatusQuery } from "#/api/follow-up-queries.ts";
import { emailQuery } from "#/api/queries.ts";
import { FollowUpBanner } from "#/features/follow-ups/follow-up-banner.tsx";
import { FollowUpList } from "#/features/follow-ups/follow-up-list.tsx";
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
        beginWith(email, text);
        props.onReply(email);
      }}
    />
  );
}

/** Conversations without a reply, above the inbox. */
export function InboxFollowUps(props: {
  accountId: string | null;
  openId: string | null;
  onOpen: (emailId: string) => void;
}) {
  const client = useQueryClient();
  return (
    <FollowUpList
      {...props}
      onWrite={(followUp) =>
        followUp.kind === "they-owe"
          ? openNudge(client, followUp, "local")
          : openAnswer(client, followUp)
      }
    />
  );
}
