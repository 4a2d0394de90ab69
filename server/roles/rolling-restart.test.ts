import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { startBalancer } from "#/testing/balancer.ts";
import { createClient } from "#/testing/client.ts";
import { startDovecot } from "#/testing/dovecot.ts";
import { type OwnProduct, startOwnProduct } from "#/testing/own-product.ts";
import { freshPostgres } from "#/testing/postgres.ts";
import { startSmtp } from "#/testing/smtp.ts";

const form = { name: "Anna", email: "anna@example.org", password: "a good password" };
const [mailbox, pass] = ["anna@mail.example", "password of the mailbox"];

test("two web and two engine processes are replaced one by one under load, and no call fails", async () => {
  const dir = await mkdtemp(path.join(tmpdir(), "inlet-rolling-"));
  onTestFinished(() => rm(dir, { recursive: true }));
  const dovecot = await startDovecot({ users: [{ name: mailbox, pass }] });
  onTestFinished(() => dovecot.stop());
  const left: string[] = [];
  const smtp = await startSmtp({
    auth: [{ user: mailbox, pass }],
    deliver: (_to, raw) => void left.push(/^Subject: (.*?)\r?$/m.exec(raw.toString())?.[1] ?? ""),
  });
  onTestFinished(() => smtp.stop());
  const { url, drop } = await freshPostgres();
  onTestFinished(drop);
  const shared = {
    DATABASE_URL: url,
    INLET_DATA_DIR: dir,
    INLET_SECRET_KEY: randomBytes(32).toString("base64"),
    INLET_DRAIN_SECONDS: "1",
  };
  const start = async (role: "web" | "engine") => {
    const product = await startOwnProduct({ ...shared, INLET_ROLE: role });
    onTestFinished(() => product[Symbol.asyncDispose]());
    return product;
  };
  const balancer = await startBalancer();
  onTestFinished(() => balancer[Symbol.asyncDispose]());
  const webs: OwnProduct[] = [await start("web"), await start("web")];
  const engines: OwnProduct[] = [await start("engine"), await start("engine")];
  for (const { origin } of webs) await balancer.add(origin);

  const { token } = await createClient(balancer.origin).call("POST /user/register", form);
  const client = createClient(balancer.origin, token);
  const { account } = await client.call("POST /imap/add", {
    account_mail: mailbox,
    account_pass: pass,
    imap_host: "127.0.0.1",
    user_port: dovecot.imapPort,
    tls: false,
    smtp_host: "127.0.0.1",
    smtp_port: smtp.port,
    smtp_tls: false,
  });
  const subjects = async (folder: "inbox" | "sent") => {
    const { emails } = await client.call("GET /email/list", { folder, limit: 100 });
    return emails.map(({ subject }) => subject);
  };

  let isOver = false;
  const calls = { made: 0 };
  const sent: string[] = [];
  const delivered: string[] = [];
  // A call that fails fails the test with what it said.
  const asLongAsItLasts = async (work: (n: number) => Promise<unknown>) => {
    for (let n = 0; !isOver; n++) {
      await work(n);
      calls.made++;
    }
  };
  const load = [
    asLongAsItLasts(() => client.call("GET /email/list", {})),
    asLongAsItLasts(() => client.call("GET /email/folders", {})),
    asLongAsItLasts(() => client.call("POST /email/search", { query: "text" })),
    asLongAsItLasts(async (n) => {
      if (n % 20 > 0) return client.call("GET /imap/accounts", {});
      sent.push(`out ${n}`);
      return client.call("POST /email/send", {
        accountId: account.id,
        to: "bob@elsewhere.example",
        subject: `out ${n}`,
        content: "Hello.",
      });
    }),
    asLongAsItLasts(async (n) => {
      if (n % 20 === 0) {
        delivered.push(`in ${n}`);
        await dovecot.deliver(mailbox, aMail(`in ${n}`));
      }
      await client.call("GET /user/profile", {});
    }),
  ];
  const all = Promise.all(load);
  const replaced = (async () => {
    for (const old of webs) {
      await balancer.add((await start("web")).origin);
      await Promise.all([old.stop(), balancer.left(old.origin)]);
    }
    for (const old of engines) {
      await start("engine");
      await old.stop();
    }
  })();
  await Promise.race([all, replaced]);
  isOver = true;
  await all;
  expect(calls.made).toBeGreaterThan(100);
  await vi.waitFor(() => expect(left.toSorted()).toEqual(sent.toSorted()), { timeout: 20_000 });
  await vi.waitFor(
    async () => {
      const here = (await subjects("inbox")).filter((subject) => subject.startsWith("in "));
      expect(here.toSorted()).toEqual(delivered.toSorted());
    },
    { timeout: 20_000 },
  );
  expect(sent.length).toBeGreaterThan(1);
}, 120_000);

function aMail(subject: string): string {
  return `Message-ID: <${subject.replaceAll(" ", "-")}@example.org>\r\nFrom: Ann <ann@example.org>\r\nTo: ${mailbox}\r\nSubject: ${subject}\r\n\r\nText of ${subject}.\r\n`;
}
