import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AccountId, DraftId, UserId } from "@inlet/contract/ids.ts";
import { randomId } from "../../server/base/random-id.ts";
import { draftToServer } from "../../server/mail/drafts/push-draft.ts";
import { listDrafts } from "../../server/mail/drafts/drafts.ts";
import { secretPlace } from "../../server/mail/accounts/logins.ts";
import { migrate } from "../../server/store/engine/migrate.ts";
import { startDovecot } from "../../server/testing/fakes/dovecot.ts";
import { openDraftWriter } from "../../server/testing/apps/draft-writer.ts";
import { withOtherClient } from "../../server/testing/faults/other-client.ts";

const user = "writer@example.org";
const pass = "secret";
const child = new URL("../../server/testing/faults/write-drafts-until-killed.ts", import.meta.url);
/** Other drafts in the folder; the second is marked deleted and waits for an EXPUNGE. */
const others = ["Subject: other\r\n\r\nanother draft", "Subject: marked\r\n\r\nmarked"];

/** Kills the process at any moment of saving: no acknowledged save is lost, and the mail server has exactly one copy. */
export const draftsPart = {
  name: "drafts",
  async open() {
    await using stack = new AsyncDisposableStack();
    const server = stack.use(await startDovecot({ users: [{ name: user, pass }] }));
    const dir = await mkdtemp(join(tmpdir(), "inlet-drafts-"));
    stack.defer(() => rm(dir, { recursive: true }));
    const login = { host: "127.0.0.1", port: server.imapPort, tls: false, user, pass };
    const mail = stack.use(await openDraftWriter({ dir, login }));
    await migrate(mail.database);
    const owner = await anAccount(mail, server.imapPort);
    const mailbox = { port: server.imapPort, user, pass };
    await withOtherClient(mailbox, async (client) => {
      await client.append("Drafts", others[0] ?? "", ["\\Draft"]);
      await client.append("Drafts", others[1] ?? "", ["\\Draft", "\\Deleted"]);
    });

    async function attempt(seed: number): Promise<void> {
      const draftId = DraftId.parse(randomId());
      const process = fork(child, { execArgv: [], serialization: "json" });
      let acknowledged = 0;
      const { puts, delayMs } = momentOf(seed);
      let begun = 0;
      process.on("message", ({ saved, putting }: { saved?: number; putting?: number }) => {
        if (saved !== undefined) acknowledged = saved;
        if (putting !== undefined && ++begun === puts) {
          setTimeout(() => process.kill("SIGKILL"), delayMs);
        }
      });
      process.send({ dir, login, ...owner, draftId });
      const [, signal] = await once(process, "exit");
      if (signal !== "SIGKILL") throw new Error("The writer ended by itself.");

      const draft = (await listDrafts(mail, owner.userId)).find((one) => one.id === draftId);
      const { revision = 0, content = "" } = draft ?? {};
      if (revision < acknowledged || content !== `text ${revision}`) {
        throw new Error(`Save ${acknowledged} was acknowledged, and ${revision} is here.`);
      }
      await draftToServer(mail, { userId: owner.userId, draftId });
      const existing = await bodiesIn(mailbox);
      const wanted = ["another draft", "marked", `text ${revision}`];
      if (JSON.stringify(existing) !== JSON.stringify(wanted)) {
        throw new Error(`In the folder stand ${JSON.stringify(existing)}.`);
      }
      await mail.execute("draft.remove", { userId: owner.userId, id: draftId });
      await draftToServer(mail, { userId: owner.userId, draftId });
      if ((await bodiesIn(mailbox)).length !== others.length) throw new Error("A copy stayed.");
    }
    const kept = stack.move();
    return { attempt, [Symbol.asyncDispose]: async () => kept.disposeAsync() };
  },
};

/** Returns one of the first four copies, and a delay after its start. */
function momentOf(seed: number): { puts: number; delayMs: number } {
  const chance = Math.imul(seed, 2_654_435_761) >>> 8;
  return { puts: 1 + (seed % 4), delayMs: chance % 60 };
}

type Mail = Awaited<ReturnType<typeof openDraftWriter>>;

async function anAccount(
  mail: Mail,
  imapPort: number,
): Promise<{ userId: UserId; accountId: AccountId }> {
  const made = await mail.execute("user.create", {
    id: randomId(),
    email: user,
    name: "A Writer",
    passwordHash: "",
    firstIsAdmin: true,
  });
  const userId = UserId.parse(made.id);
  const place = { id: AccountId.parse(randomId()), user_id: userId };
  await mail.execute("account.add", {
    ...place,
    account_mail: user,
    name: "",
    color: "",
    provider: "",
    imap_certificate: "",
    smtp_certificate: "",
    imap_host: "127.0.0.1",
    imap_port: imapPort,
    imap_tls: 0,
    imap_user: user,
    imap_secret: mail.box.encrypt(pass, secretPlace(place, "imap_secret")),
    smtp_host: "",
    smtp_port: 0,
    smtp_tls: 0,
    smtp_user: "",
    smtp_secret: "",
    state: "watching",
    error_code: "",
    trouble_since: 0,
    last_sync_at: 0,
    created_at: Date.now(),
  });
  const folders = [{ path: "Drafts", name: "Drafts", role: "drafts" as const }];
  await mail.execute("folders.save", { userId, accountId: place.id, folders });
  return { userId, accountId: place.id };
}

async function bodiesIn(mailbox: Parameters<typeof withOtherClient>[0]): Promise<string[]> {
  return withOtherClient(mailbox, async (client) => {
    await client.mailboxOpen("Drafts");
    const bodies: string[] = [];
    for await (const { source } of client.fetch("1:*", { source: true })) {
      bodies.push(source?.toString().split("\r\n\r\n")[1]?.trim() ?? "");
    }
    return bodies;
  });
}
