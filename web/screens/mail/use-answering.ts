import type { Email } from "@inlet/contract/mail/email.ts";
import { useQueryClient } from "@tanstack/react-query";
import { identitiesQuery } from "#/api/writing-queries.ts";
import { beginReply } from "#/features/compose/replies/begin-reply.ts";
import { othersOf, ownAddresses } from "#/features/compose/replies/other-recipients.ts";
import type { AnsweredState } from "#/screens/mail/use-answered.ts";
import { useAccounts } from "#/state/view/active-account.ts";

/** Answers messages of the open conversation in a card below it, which closes when another one is opened. */
export function useAnswering(openId: string, [answered, setAnswered]: AnsweredState) {
  const client = useQueryClient();
  const { accounts = [] } = useAccounts();
  const show = (email: Email) => setAnswered({ openId, email });
  const othersIn = async (email: Email) => {
    const { identities } = await client
      .ensureQueryData(identitiesQuery)
      .catch(() => ({ identities: [] }));
    return othersOf(email, ownAddresses(accounts, identities));
  };
  return {
    answered,
    /** Returns the recipients that a reply to all has in addition. */
    othersIn,
    /** Shows the reply as it is. */
    show,
    reply: (email: Email) => {
      beginReply(client, email, []);
      show(email);
    },
    replyAll: async (email: Email) => {
      beginReply(client, email, await othersIn(email));
      show(email);
    },
    /** Closes the card; one that was opened for another message in between stays. */
    close: (emailId: string) => setAnswered((now) => (now?.email.id === emailId ? null : now)),
  };
}

export type Answering = ReturnType<typeof useAnswering>;
