import type { Egress } from "#/egress/egress.ts";
import type { AccountRow } from "#/store/engine/schema.ts";
import { startMailEngine, type TestEngine } from "./mail-engine.ts";
import { withOtherClient } from "#/testing/faults/other-client.ts";
import { outboxRow, outgoingTo, type PostOffice } from "#/testing/mailboxes/post-office.ts";

/** SMTP hosts: three that store a copy in Sent automatically, a moment later, and one that does not. */
export const providerHosts = [
  "smtp.gmail.com",
  "smtp.office365.com",
  "smtp.mail.me.com",
  "smtp.test.example",
] as const;
export type ProviderHost = (typeof providerHosts)[number];

/** An engine that sends through this provider, which the post office imitates. */
export interface ProviderLab extends AsyncDisposable {
  /** Sends one message; returns the number of its copies in Sent on the server. */
  sendOne: () => Promise<number>;
}

/** Starts the engine and the imitated provider. */
export async function startProviderLab(
  office: PostOffice,
  host: ProviderHost,
): Promise<ProviderLab> {
  const { sender, recipient } = office.strangers();
  const engine = await startMailEngine({
    prepare: ({ egress }) => ({ egress: leadingTo(office, egress) }),
  });
  const account = await office.watch(engine, sender);
  await engine.database.kysely
    .updateTable("accounts")
    .set({ smtp_host: host })
    .where("user_id", "=", engine.userId)
    .where("id", "=", account.id)
    .execute();
  return {
    async sendOne() {
      const before = office.delivered.length;
      const id = await send(engine, account, recipient);
      const raw = office.delivered.slice(before).find((each) => each.includes(id));
      if (raw === undefined) throw new Error("The message was not taken.");
      if (host !== "smtp.test.example") await storeInSent(office, sender, raw);
      const copies = await office.sources(sender, "Sent");
      return copies.filter((copy) => copy.includes(id)).length;
    },
    [Symbol.asyncDispose]: () => engine[Symbol.asyncDispose](),
  };
}

/** Returns an egress that leads the provider's hosts to the post office, and all others to their real addresses. */
function leadingTo(office: PostOffice, egress: Egress): Egress {
  const known: readonly string[] = providerHosts;
  return {
    ...egress,
    resolve: async (host, port, purpose) =>
      known.includes(host)
        ? { host, address: "127.0.0.1", port: office.smtp.port, isAllowedPrivate: true }
        : egress.resolve(host, port, purpose),
  };
}

async function send(engine: TestEngine, account: AccountRow, recipient: string): Promise<string> {
  const message = await outgoingTo(account, recipient);
  await engine.execute("outbox.queue", message);
  await engine.until(async () => {
    const row = await outboxRow(engine, message);
    return row?.state === "accepted" && row.sent_copy !== "owed";
  });
  return message.message_id_header;
}

async function storeInSent(office: PostOffice, person: string, raw: string): Promise<void> {
  const login = { port: office.imap.imapPort, user: person, pass: "secret" };
  await withOtherClient(login, (client) =>
    client.append("Sent", Buffer.from(raw, "latin1"), ["\\Seen"]),
  );
}
