import { DraftContent } from "@inlet/contract/mail/drafts.ts";
import { DraftId, type MessageId } from "@inlet/contract/ids.ts";
import type { ImapFlow } from "imapflow";
import { randomId } from "#/base/random-id.ts";
import { draftToServer } from "#/mail/drafts/push-draft.ts";
import { storeDraft } from "#/mail/drafts/drafts.ts";
import type { queueMail } from "#/mail/sending/sending.ts";
import { getAccount } from "#/store/accounts/queries.ts";
import type { AccountRow } from "#/store/engine/schema.ts";
import { startDovecot } from "#/testing/fakes/dovecot.ts";
import { startMailEngine, type TestEngine } from "#/testing/apps/mail-engine.ts";
import { withOtherClient } from "#/testing/faults/other-client.ts";
import { startSmtp } from "#/testing/fakes/smtp-server.ts";
import { parseMessage } from "#/wire/mime/parse.ts";
import type { DeliverContext } from "#/mail/sending/deliver-context.ts";

const pass = "secret";

/** A real mail server for users who write drafts, and one that records the emails that they send. */
export interface DraftOffice extends AsyncDisposable {
  sent: Buffer[];
  /** Creates a user with a separate engine that syncs their mailbox. */
  sit: () => Promise<DraftDesk & AsyncDisposable>;
  /** Adds another mailbox of the same user. */
  join: (engine: TestEngine) => Promise<DraftDesk>;
  /** Adds a mailbox without waiting for its sync. */
  begin: (engine: TestEngine) => Promise<DraftDesk>;
}

interface Written {
  id: DraftId;
  revision: number;
}

/** A message in the Drafts folder, as another client reads it. */
interface OnServer {
  uid: number;
  flags: string[];
  text: string;
  source: Buffer;
}

export interface DraftDesk {
  engine: TestEngine;
  account: AccountRow;
  /** Waits until the mailbox is synced. */
  synced: () => Promise<void>;
  /** Saves a text as the next revision of a draft, or as a new draft. */
  write: (given: Partial<DraftContent> & Partial<Written>) => Promise<Written>;
  bringUp: (draft: Written, context?: DeliverContext) => Promise<void>;
  /** Runs another client of the same user, with the Drafts folder open. */
  asOtherClient: <Result>(
    work: (client: ImapFlow, exists: number) => Promise<Result>,
  ) => Promise<Result>;
  onServer: () => Promise<OnServer[]>;
  texts: () => Promise<string[]>;
  /** Waits for the message in Drafts that begins with this text. */
  received: (text: string) => Promise<MessageId>;
}

export async function openDraftOffice({ isBare = false } = {}): Promise<DraftOffice> {
  await using stack = new AsyncDisposableStack();
  const users = Array.from({ length: 20 }, (_, n) => ({ name: `w${n}@example.org`, pass }));
  const server = stack.use(await startDovecot({ users, isBare }));
  const sent: Buffer[] = [];
  const smtp = stack.use(
    await startSmtp({
      deliver: (_to, raw) => void sent.push(raw),
      auth: users.map(({ name }) => ({ user: name, pass })),
    }),
  );
  let next = 0;
  const begin = async (engine: TestEngine) => {
    const mail = users[next++]?.name ?? "";
    const { imapPort } = server;
    return deskOf(engine, await engine.addAccount({ mail, pass, imapPort, smtpPort: smtp.port }));
  };
  const join = async (engine: TestEngine) => {
    const desk = await begin(engine);
    await desk.synced();
    return desk;
  };
  const kept = stack.move();
  return {
    sent,
    join,
    begin,
    async sit() {
      const engine = await startMailEngine();
      const desk = await join(engine);
      return { ...desk, [Symbol.asyncDispose]: () => engine[Symbol.asyncDispose]() };
    },
    [Symbol.asyncDispose]: async () => kept.disposeAsync(),
  };
}

function deskOf(engine: TestEngine, account: AccountRow): DraftDesk {
  const { mail, userId } = engine;
  const login = { port: account.imap_port, user: account.account_mail, pass };
  const asOtherClient: DraftDesk["asOtherClient"] = (work) =>
    withOtherClient(login, async (client) => {
      const { exists } = await client.mailboxOpen("Drafts");
      return work(client, exists);
    });
  const onServer = () =>
    asOtherClient(async (client, exists) => {
      const found: OnServer[] = [];
      if (exists === 0) return found;
      for await (const message of client.fetch("1:*", { uid: true, flags: true, source: true })) {
        const source = message.source ?? Buffer.alloc(0);
        const { text } = await parseMessage(source);
        const flags = [...(message.flags ?? [])].filter((flag) => flag !== "\\Recent").toSorted();
        found.push({ uid: message.uid, flags, text: text.trim(), source });
      }
      return found;
    });
  return {
    engine,
    account,
    synced: () =>
      engine.until(async () => {
        const row = await getAccount(engine.database.reader, userId, account.id);
        return row?.state === "watching";
      }),
    async write({ id = DraftId.parse(randomId()), revision = 0, ...content }) {
      const written = DraftContent.parse({ ...content, accountId: account.id });
      return storeDraft(mail, userId, { ...written, id, revision });
    },
    bringUp: ({ id: draftId }, context = mail) => draftToServer(context, { userId, draftId }),
    asOtherClient,
    onServer,
    texts: async () => (await onServer()).map(({ text }) => text),
    async received(text) {
      const found: MessageId[] = [];
      await engine.until(async () => {
        const rows = await engine.database.reader
          .selectFrom("message_locations")
          .innerJoin("messages", "messages.id", "message_locations.message_id")
          .select("messages.id")
          .where("message_locations.role", "=", "drafts")
          .where("messages.preview", "like", `${text}%`)
          .execute();
        found.push(...rows.map(({ id }) => id));
        return found.length > 0;
      });
      const [id] = found;
      if (id === undefined) throw new Error("The message was not taken in.");
      return id;
    },
  };
}

export const noKey = { idempotencyKey: "" };

export function mailOf(account: AccountRow, given: object): Parameters<typeof queueMail>[2] {
  return {
    accountId: account.id,
    to: "a@example.com",
    subject: "Hi",
    content: "Hello",
    requestReceipt: false,
    undoSeconds: 0,
    ...given,
  };
}
