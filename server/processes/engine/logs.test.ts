import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { AccountId, AttachmentId, MessageId } from "@inlet/contract/ids.ts";
import { expect, it, onTestFinished } from "vitest";
import { createClient } from "#/testing/apps/client.ts";
import { startDovecot } from "#/testing/fakes/dovecot.ts";
import { productProgram } from "#/testing/apps/product-bundle.ts";
import { startSmtp } from "#/testing/fakes/smtp-server.ts";

/** Part of every text from a user, a message or a server here, and absent from the log. */
const canary = "kanarienvogel";
const address = `${canary}@${canary}.example`;
const secret = `${canary}-secret`;

const mail = `From: "${canary}" <from-${address}>
To: ${address}
Subject: ${canary} subject
Message-ID: <${canary}@example.org>
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: text/html

<p>${canary} body <img src="http://127.0.0.1:9/${canary}.png"></p>
--b
Content-Type: text/plain; name=${canary}.txt
Content-Disposition: attachment; filename=${canary}.txt

${canary}
--b--
`.replaceAll("\n", "\r\n");

it(
  "content that users write, read and search for does not reach the log",
  { timeout: 120_000 },
  async () => {
    const dir = await mkdtemp(path.join(tmpdir(), "inlet-logs-"));
    onTestFinished(() => rm(dir, { recursive: true }));
    await using imap = await startDovecot({ users: [{ name: address, pass: secret }] });
    await using smtp = await startSmtp({
      deliver: () => undefined,
      auth: [{ user: address, pass: secret }],
      failAt: { phase: "rcpt", how: { code: 550, text: `5.1.1 ${canary} <${address}> is nobody` } },
    });
    await imap.deliver(address, mail);
    const { server, origin, log } = await start(dir);
    const form = { name: canary, email: address, password: secret };
    const { token } = await createClient(origin).call("POST /user/register", form);
    const client = createClient(origin, token);
    expect((await client.refusal("POST /user/register", form)).code).toBe("signup.email_taken");
    const wrong = { email: address, password: `${secret} wrong` };
    expect((await client.refusal("POST /user/login", wrong)).code).toBe("login.failed");

    const account = {
      account_mail: address,
      imap_user: address,
      imap_host: "127.0.0.1",
      user_port: imap.imapPort,
      tls: false,
      smtp_host: "127.0.0.1",
      smtp_port: smtp.port,
      smtp_tls: false,
    };
    const badly = await client.send("POST /imap/add", {
      ...account,
      account_pass: `${secret} wrong`,
    });
    expect(badly.ok).toBe(false);
    const added = await client.call("POST /imap/add", { ...account, account_pass: secret });
    const accountId = AccountId.parse(added.account.id);
    const listed = async () => (await client.call("GET /email/list", {})).emails;
    await expect.poll(async () => (await listed()).length, { timeout: 30_000 }).toBe(1);
    const [email] = await listed();
    const emailId = MessageId.parse(email?.id);
    await client.call("GET /email/preview/{emailId}", { emailId });
    await client.call("POST /email/search", { query: canary });
    await client.refusal("POST /email/search", { query: `${canary}:${canary}` });
    await client.call("POST /email/summarize", { emailId });
    await client.refusal("GET /email/{emailId}/attachments/{attachmentId}", {
      emailId,
      attachmentId: AttachmentId.parse(canary),
    });
    const folder = await client.send("POST /email/folders", {
      accountId,
      name: `${canary}/${canary}`,
    });
    expect(folder.status).toBeLessThan(600);
    const letter = { accountId, to: [address], subject: canary, content: canary, undoSeconds: 0 };
    const sent = await client.send("POST /email/send", letter);
    expect(sent.status).toBe(200);
    await expect
      .poll(() => smtp.commands.filter((command) => command.startsWith("RCPT")).length)
      .toBeGreaterThan(0);
    // Requests that are not JSON, not an address of the API, or not from a signed-in user.
    for (const where of [
      `/${canary}?${canary}=${canary}`,
      `/email/preview/${canary}`,
      "/user/login",
    ]) {
      await (await fetch(`${origin}${where}`, { method: "POST", body: canary })).text();
    }
    await imap.stop();
    await client.send("POST /email/sync", {});
    const exit = once(server, "exit");
    server.kill("SIGTERM");
    await exit;

    const lines = (await log).split("\n").filter((line) => line !== "");
    const messages = lines.map((line) => String((JSON.parse(line) as { msg?: unknown }).msg));
    expect(messages).toEqual(expect.arrayContaining(["request", "sending a message failed"]));
    for (const line of lines) expect(line.toLowerCase()).not.toContain(canary);
    for (const line of lines) expect(line).not.toContain(token);
  },
);

/** Starts the server as a process with the most verbose log level. */
async function start(
  dir: string,
): Promise<{ server: ChildProcess; origin: string; log: Promise<string> }> {
  const product = await productProgram("main");
  const server = spawn(process.execPath, [product.file], {
    env: {
      ...product.env,
      PORT: "0",
      INLET_DATA_DIR: path.join(dir, "data"),
      INLET_LOG_LEVEL: "debug",
      INLET_ALLOWED_PRIVATE_HOSTS: "127.0.0.1",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const log = text(server.stderr);
  onTestFinished(() => void server.kill("SIGKILL"));
  for await (const line of createInterface({ input: server.stdout })) {
    const origin = /http:\/\/[\w.:]+/.exec(line)?.[0];
    if (origin !== undefined) return { server, origin, log };
  }
  throw new Error(await log);
}
