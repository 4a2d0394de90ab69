import { afterEach, expect, test, vi } from "vitest";
import { listAccounts } from "#/mail/accounts/accounts.ts";
import { listOutgoing, resolveMail } from "#/mail/sending/outbox.ts";
import type { NewOutgoing } from "#/store/outbox/commands.ts";
import { type FakeImap, startFakeImap } from "#/testing/fakes/imap/fake-imap.ts";
import type { FakeMailbox } from "#/testing/fakes/imap/mailbox.ts";
import { profiles } from "#/testing/fakes/imap/profiles.ts";
import { startMailEngine, type TestEngine } from "#/testing/apps/mail-engine.ts";
import { outboxRow, outgoingTo } from "#/testing/mailboxes/post-office.ts";
import { startSmtp } from "#/testing/fakes/smtp-server.ts";

vi.setConfig({ testTimeout: 30_000 });

const user = "person@example.org";
const labs: AsyncDisposableStack[] = [];
afterEach(async () => {
  for (const lab of labs.splice(0)) await lab.disposeAsync();
});

interface Lab {
  server: FakeImap;
  mailbox: FakeMailbox;
  engine: TestEngine;
  /** Messages that SMTP accepted. */
  taken: string[];
  /** Sends one message and waits until the SMTP server has it. */
  send: () => Promise<NewOutgoing>;
  /** Returns the number of its copies in the folder. */
  copies: (message: NewOutgoing, folder?: string) => number;
  isCopied: (message: NewOutgoing) => () => Promise<boolean>;
}

/** Creates a mailbox whose server accepts mail by SMTP, and copies into Sent as the test configures it. */
async function openLab(): Promise<Lab> {
  const stack = new AsyncDisposableStack();
  labs.push(stack);
  const taken: string[] = [];
  const smtp = stack.use(
    await startSmtp({
      deliver: (_to, raw) => void taken.push(raw.toString("latin1")),
      auth: [{ user, pass: "secret" }],
    }),
  );
  // Without LITERAL+ the client waits for the server's continuation request, which is the middle of an APPEND.
  const capabilities = profiles.plain.capabilities.filter((one) => one !== "LITERAL+");
  const server = stack.use(await startFakeImap({ ...profiles.plain, capabilities }));
  const mailbox = server.addMailbox(user);
  const engine = stack.use(await startMailEngine({ retryMs: 50 }));
  const ports = { imapPort: server.port, smtpPort: smtp.port };
  const account = await engine.addAccount({ mail: user, pass: "secret", ...ports });
  await expect.poll(() => engine.supervisor.settled(account.id), { timeout: 20_000 }).toBe(true);
  return {
    server,
    mailbox,
    engine,
    taken,
    async send() {
      const message = await outgoingTo(account, "ben@example.net");
      await engine.execute("outbox.queue", message);
      await engine.until(async () => (await outboxRow(engine, message))?.state === "accepted");
      return message;
    },
    copies: ({ message_id_header: id }, folder = "Sent") =>
      (mailbox.find(folder)?.messages ?? []).filter(({ content }) => content.raw.includes(id))
        .length,
    isCopied: (message) => async () => (await outboxRow(engine, message))?.sent_copy === "done",
  };
}

test("a mailbox without space for the copy is reported as full, and gets one copy once there is space", async () => {
  const { server, engine, taken, send, copies, isCopied } = await openLab();
  const error = async () => (await listAccounts(engine.mail, engine.userId))[0]?.error?.code;
  server.answer(/^APPEND/, "TAG NO [OVERQUOTA] Not enough disk quota\r\n");
  const message = await send();
  await engine.until(async () => (await error()) === "account.over_quota");
  expect(await outboxRow(engine, message)).toMatchObject({ state: "accepted", sent_copy: "owed" });
  server.forgetAnswers();
  await engine.until(isCopied(message));
  expect([copies(message), taken.length]).toEqual([1, 1]);
  await engine.until(async () => (await error()) === undefined);
});

test("a refused copy is shown in the outbox until the server accepts it, or the user has seen it", async () => {
  const { server, engine, taken, send, copies, isCopied } = await openLab();
  server.answer(/^APPEND/, "TAG NO [TRYCREATE] no such folder\r\n");
  const first = await send();
  const second = await send();
  const outgoingNow = async () => (await listOutgoing(engine.mail, engine.userId)).outgoing;
  await engine.until(async () => (await outgoingNow()).length === 2);
  const [mail] = await outgoingNow();
  expect(mail).toMatchObject({
    state: "accepted",
    error: expect.stringContaining("could not be saved to Sent"),
  });
  await resolveMail(engine.mail, engine.userId, { id: first.id, decision: "dismiss" });
  expect((await outgoingNow()).map(({ id }) => id)).toEqual([second.id]);
  await expect(
    resolveMail(engine.mail, engine.userId, { id: second.id, decision: "send_again" }),
  ).rejects.toMatchObject({ code: "send.too_late" });
  server.forgetAnswers();
  await engine.until(isCopied(first));
  await engine.until(isCopied(second));
  expect([copies(first), copies(second), taken.length]).toEqual([1, 1, 2]);
  expect(await outgoingNow()).toEqual([]);
});

test("a Sent folder deleted by another client is recreated with the copy in it", async () => {
  const { mailbox, engine, taken, send, copies, isCopied } = await openLab();
  mailbox.delete(mailbox.folder("Sent"));
  const message = await send();
  await engine.until(isCopied(message));
  expect([copies(message), taken.length]).toEqual([1, 1]);
});

test.each(["before the text", "before it is stored", "before it is answered"])(
  "a connection lost %s leaves one copy in the end",
  async (when) => {
    const { server, engine, taken, send, copies, isCopied } = await openLab();
    let lost = 0;
    const lose = () => {
      lost++;
      server.hangUp();
      return "";
    };
    if (when === "before the text") {
      server.rewrite = (text) =>
        text.startsWith("+ go on") && /APPEND [^\r]*\r\n$/.test(server.received) && lost < 2
          ? lose()
          : text;
    } else if (when === "before it is stored") {
      server.answer(/^APPEND/, () => (lost < 2 ? lose() : undefined));
    } else {
      server.rewrite = (text) => (text.includes("APPENDUID") && lost < 2 ? lose() : text);
    }
    const message = await send();
    await engine.until(isCopied(message));
    expect([copies(message), taken.length]).toEqual([1, 1]);
    expect(lost).toBe(when === "before it is answered" ? 1 : 2);
  },
);
