import { AccountId, MessageId, OutboxId, type UserId } from "@inlet/contract/ids.ts";
import { errors } from "@inlet/contract/errors.ts";
import { z } from "zod";
import { accountsOf } from "#/store/accounts/queries.ts";
import { getOutbox } from "#/store/outbox/queries.ts";
import type { IntegrationContext } from "./context.ts";
import { describeMessage, type DescribedMessage } from "./read-message.ts";
import type { IntegrationEvent } from "./adapter.ts";

/** A message that the user sent, or that could not be sent. */
interface DescribedOutgoing {
  outboxId: string;
  accountId: string;
  account: string;
  to: string[];
  subject: string;
  /** Reason why it could not be sent; "" if it was. */
  reason: string;
}

/** An account that its mail server rejected. */
interface DescribedAccount {
  accountId: string;
  account: string;
  code: string;
  reason: string;
}

/** Content of an event, by its kind. */
export type DescribedEvent =
  | { kind: "message.received" | "message.classified"; message: DescribedMessage }
  | { kind: "message.sent" | "message.failed"; outgoing: DescribedOutgoing }
  | { kind: "account.failed"; account: DescribedAccount }
  | { kind: "account.recovered"; account: Pick<DescribedAccount, "accountId" | "account"> };

const Envelope = z.object({ to: z.array(z.string()).catch([]) });
const Draft = z.object({ subject: z.string().catch("") });

/** Reads the current subject of an event; null if it no longer exists. */
export async function describeEvent(
  core: Pick<IntegrationContext, "database" | "publicUrl">,
  userId: UserId,
  { kind, about }: IntegrationEvent,
): Promise<DescribedEvent | null> {
  const { reader } = core.database;
  switch (kind) {
    case "message.received":
    case "message.classified": {
      const message = await describeMessage(core, userId, MessageId.parse(about["emailId"]));
      return message && { kind, message };
    }
    case "message.sent":
    case "message.failed": {
      const row = await getOutbox(reader, userId, OutboxId.parse(about["outboxId"]));
      if (!row) return null;
      const account = (await accountsOf(reader, userId)).find(({ id }) => id === row.account_id);
      const outgoing = {
        outboxId: row.id,
        accountId: row.account_id,
        account: account?.name || account?.account_mail || "",
        to: Envelope.parse(JSON.parse(row.envelope_json)).to,
        subject: Draft.parse(JSON.parse(row.draft_json)).subject,
        reason: kind === "message.failed" ? row.error || errors["send.failed"].message : "",
      };
      return { kind, outgoing };
    }
    // Not an event: adapters that save messages handle it themselves.
    case "message.save":
      return null;
    case "account.recovered":
    case "account.failed": {
      const accountId = AccountId.parse(about["accountId"]);
      const account = (await accountsOf(reader, userId)).find(({ id }) => id === accountId);
      if (!account) return null;
      const code = about["code"] ?? "";
      const name = account.name || account.account_mail;
      if (kind === "account.recovered") return { kind, account: { accountId, account: name } };
      return { kind, account: { accountId, account: name, code, reason: sentenceOf(code) } };
    }
  }
}

function sentenceOf(code: string): string {
  const known: Record<string, { message: string }> = errors;
  return known[code]?.message ?? "";
}
