import type { Email } from "@inlet/contract/mail/email.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { identitiesQuery } from "#/api/writing-queries.ts";
import { beginReply } from "#/features/compose/replies/begin-reply.ts";
import { othersOf, ownAddresses } from "#/features/compose/replies/other-recipients.ts";
import { useAccounts } from "#/state/view/active-account.ts";

/** The message that is being answered below the open one. */
export interface Answered {
  openId: string;
  email: Email;
}

/** Answers messages of the open conversation in a card below it, which closes when another one is opened. */
export function useAnswering(openId: string) {
  const client = useQueryClient();
  const { accounts = [] } = useAccounts();
  const [answered, setAnswered] = useState<Answered | null>(null);
  if (answered && answered.openId !== openId) setAnswered(null);
  const show = (email: Email) => setAnswered({ openId, email });
  return {
    answered,
    /** Shows the reply as it is. */
    show,
    reply: (email: Email) => {
      beginReply(client, email, []);
      show(email);
    },
    replyAll: async (email: Email) => {
      const { identities } = await client
        .ensureQueryData(identitiesQuery)
        .catch(() => ({ identities: [] }));
      beginReply(client, email, othersOf(email, ownAddresses(accounts, identities)));
      show(email);
    },
    /** Closes the card; one that was opened for another message in between stays. */
    close: (emailId: string) => setAnswered((now) => (now?.email.id === emailId ? null : now)),
  };
}

export type Answering = ReturnType<typeof useAnswering>;
